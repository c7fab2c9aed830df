import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import styles from './load-more.module.css'

/** After this many automatic extensions the list waits for a press. */
const automatic = 3

interface LoadMoreProps {
  /** False at the end of the list: nothing is shown. */
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
  label: string
}

/**
 * The end of a list that has more: extends it when the member comes within two screens, three times, then
 * on a press. What failed is tried again by a press only.
 */
export function LoadMore({ hasMore, isLoading, onMore, label }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const [extended, setExtended] = useState(0)
  const more = useEffectEvent(() => {
    setExtended((times) => times + 1)
    onMore()
  })
  const waits = hasMore && !isLoading && extended < automatic
  useEffect(() => {
    const target = end.current
    if (!waits || !target) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        more()
      },
      { rootMargin: '0px 0px 200% 0px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [waits])

  if (!hasMore) return null
  return (
    <div ref={end} className={styles.end}>
      <Button variant="secondary" busy={isLoading} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
