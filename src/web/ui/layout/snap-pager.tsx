import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { isRtl } from '#web/ui/direction.ts'
import styles from './snap-pager.module.css'

interface SnapPagerProps {
  label: string
  pages: ReactNode[]
  /** The name of a page and its dot, such as "Page 2 of 3"; pages count from 1. */
  dotLabel: (page: number, count: number) => string
  previousLabel: string
  nextLabel: string
  /** The page that is shown first, from 0. */
  place?: number | undefined
  /** Called with the page in sight when the pager goes away. */
  onLeave?: ((page: number) => void) | undefined
}

/** Pages beside each other that snap into place; dots for all, previous and next buttons with a mouse. */
export function SnapPager({
  label,
  pages,
  dotLabel,
  previousLabel,
  nextLabel,
  place = 0,
  onLeave,
}: SnapPagerProps) {
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(place)
  // Pictures of pages that nobody has come near are not loaded.
  const [reached, setReached] = useState(place)
  const [isTouched, setTouched] = useState(false)
  const near = reached + (isTouched ? 1 : 0)
  const pager = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = pager.current
    if (!box) return
    const signs = ['pointerenter', 'pointerdown', 'focusin'] as const
    const end = new AbortController()
    const touch = () => setTouched(true)
    for (const sign of signs) box.addEventListener(sign, touch, { once: true, signal: end.signal })
    return () => end.abort()
  }, [])
  const count = pages.length
  const numbers = pages.map((_, index) => index + 1)
  const shown = Math.min(current, Math.max(0, count - 1))

  function goTo(index: number, behavior?: ScrollBehavior) {
    const box = track.current
    if (!box) return
    const along = index * box.clientWidth
    // How it moves is up to scroll-behavior in the stylesheet, which knows about reduced motion.
    box.scrollTo({ left: isRtl(box) ? -along : along, ...(behavior && { behavior }) })
  }

  const begin = useEffectEvent(() => {
    if (shown > 0) goTo(shown, 'instant')
  })
  const leave = useEffectEvent(() => onLeave?.(shown))
  useLayoutEffect(() => {
    begin()
    return () => leave()
  }, [])

  function onScroll() {
    const box = track.current
    if (!box || box.clientWidth === 0) return
    // Right to left the offset counts down from 0.
    const along = Math.abs(box.scrollLeft) / box.clientWidth
    setCurrent(Math.round(along))
    setReached((before) => Math.max(before, Math.ceil(along)))
  }

  return (
    <div className={styles.pager} role="group" aria-label={label} ref={pager}>
      <div className={styles.track} ref={track} onScroll={onScroll}>
        {numbers.map((number) => (
          <div
            key={number}
            className={styles.page}
            data-far={number > near + 1 ? '' : undefined}
            role="group"
            aria-label={dotLabel(number, count)}
            aria-hidden={number === shown + 1 ? undefined : true}
            inert={number !== shown + 1}
          >
            {pages[number - 1]}
          </div>
        ))}
      </div>
      {count > 1 ? (
        <div className={styles.controls}>
          <IconButton
            className={styles.step}
            label={previousLabel}
            icon={<ChevronLeft data-mirror="" />}
            aria-disabled={shown === 0 || undefined}
            onClick={() => goTo(Math.max(0, shown - 1))}
          />
          {numbers.map((number) => (
            <button
              key={number}
              type="button"
              className={styles.dot}
              aria-label={dotLabel(number, count)}
              aria-current={number === shown + 1 ? 'true' : undefined}
              onClick={() => goTo(number - 1)}
            />
          ))}
          <IconButton
            className={styles.step}
            label={nextLabel}
            icon={<ChevronRight data-mirror="" />}
            aria-disabled={shown === count - 1 || undefined}
            onClick={() => goTo(Math.min(count - 1, shown + 1))}
          />
        </div>
      ) : null}
    </div>
  )
}
