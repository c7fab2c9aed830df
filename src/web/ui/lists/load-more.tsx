import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import styles from './load-more.module.css'

interface LoadMoreProps {
  /** False at the end of the list: nothing is shown. */
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
  label: string
  /** After this many automatic extensions the list waits for a press. */
  automatic?: number
}

const controlsOf = (around: Element) => [...around.querySelectorAll<HTMLElement>('a, button')]

/** Whether it stands after the other in the document. */
const follows = (element: Element | null, other: Element) =>
  element !== null && (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/**
 * The end of a list that has more: extends it when the member comes within two screens, three times, then
 * on a press. What failed is tried again by a press only.
 */
export function LoadMore({ hasMore, isLoading, onMore, label, automatic = 3 }: LoadMoreProps) {
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

  /** What the list is in and its last control, from a press until more has come. */
  const pressed = useRef<{ around: Element; last: HTMLElement | undefined }>(null)
  const press = () => {
    const around = end.current?.parentElement
    if (around) {
      const isBefore = (control: Element) => follows(end.current, control)
      pressed.current = { around, last: controlsOf(around).findLast(isBefore) }
    }
    onMore()
  }
  useEffect(() => {
    if (isLoading || !pressed.current) return
    const { around, last } = pressed.current
    pressed.current = null
    // Who went on meanwhile is left there.
    const { activeElement, body } = document
    if (!last || (activeElement !== body && !end.current?.contains(activeElement))) return
    // Reading goes on there; at the end of the list, and after a page that had failed, the button is gone.
    takeFocus(controlsOf(around).find((control) => follows(control, last)) ?? last)
  }, [isLoading])

  if (!hasMore) return null
  return (
    <div ref={end} className={styles.end}>
      <Button variant="secondary" busy={isLoading} onClick={press}>
        {label}
      </Button>
    </div>
  )
}
