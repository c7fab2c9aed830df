import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { isRtl } from '#web/ui/direction.ts'
import { Star } from './star-rating.tsx'
import styles from './star-input.module.css'

const max = 5
const step = 0.5

interface StarInputProps {
  /** 0 (unrated) to 5 in halves. */
  value: number
  onChange: (value: number) => void
  labels: {
    slider: string
    decrease: string
    increase: string
    clear: string
    /** The value as it is read out, such as "3.5 out of 5 stars". */
    valueText: (value: number) => string
    /** The value as it is shown, such as "3.5". */
    figure: (value: number) => string
  }
  /** Stars and Clear in one line, where there is no room for the other buttons. */
  compact?: boolean
}

/** Half stars by press, drag, keys, or the buttons beside it, which need no precision at all. */
export function StarInput({ value, onChange, labels, compact = false }: StarInputProps) {
  const row = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const [preview, setPreview] = useState<number | null>(null)
  const shown = preview ?? value

  function set(next: number) {
    const valid = Math.min(max, Math.max(0, Math.round(next / step) * step))
    if (valid !== value) onChange(valid)
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    dragging.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    setPreview(null)
    set(valueAt(event.currentTarget, event.clientX, step))
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    // Dragging past the start clears, merely pointing there does not.
    if (dragging.current) set(valueAt(event.currentTarget, event.clientX, 0))
    else if (event.pointerType === 'mouse') setPreview(valueAt(event.currentTarget, event.clientX, step))
  }

  function release() {
    dragging.current = false
    setPreview(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = valueForKey(event.key, value, isRtl(event.currentTarget))
    if (next === null) return
    event.preventDefault()
    set(next)
  }

  /** A pressed button that turns disabled would drop the focus to the page. */
  function clear() {
    set(0)
    row.current?.focus()
  }

  return (
    <div className={classNames(styles.input, compact && styles.compact)}>
      <div className={styles.line}>
        <div
          ref={row}
          className={styles.stars}
          role="slider"
          tabIndex={0}
          aria-label={labels.slider}
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuenow={value}
          aria-valuetext={labels.valueText(value)}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={() => setPreview(null)}
          onKeyDown={onKeyDown}
        >
          {[0, 1, 2, 3, 4].map((index) => (
            <Star key={index} rating={shown} index={index} className={styles.star} />
          ))}
        </div>
        <output className={styles.value} aria-hidden="true">
          <bdi>{shown === 0 ? '–' : labels.figure(shown)}</bdi>
        </output>
      </div>
      <div className={styles.buttons}>
        {compact ? null : (
          <>
            <IconButton
              variant="filled"
              label={labels.decrease}
              icon={<Minus />}
              aria-disabled={value <= 0 || undefined}
              onClick={() => set(value - step)}
            />
            <IconButton
              variant="filled"
              label={labels.increase}
              icon={<Plus />}
              aria-disabled={value >= max || undefined}
              onClick={() => set(value + step)}
            />
          </>
        )}
        <button
          type="button"
          className={styles.clear}
          aria-disabled={value === 0 || undefined}
          onClick={clear}
        >
          {labels.clear}
        </button>
      </div>
    </div>
  )
}

/** The half star under the pointer, not less than `least`. */
function valueAt(row: HTMLElement, clientX: number, least: number): number {
  const box = row.getBoundingClientRect()
  const along = (isRtl(row) ? box.right - clientX : clientX - box.left) / box.width
  return Math.min(max, Math.max(least, Math.ceil(along * max * 2) / 2))
}

function valueForKey(key: string, value: number, rtl: boolean): number | null {
  switch (key) {
    case 'ArrowRight':
      return value + (rtl ? -step : step)
    case 'ArrowLeft':
      return value + (rtl ? step : -step)
    case 'ArrowUp':
      return value + step
    case 'ArrowDown':
      return value - step
    case 'PageUp':
      return value + 1
    case 'PageDown':
      return value - 1
    case 'Home':
      return 0
    case 'End':
      return max
    default:
      return /^[1-5]$/.test(key) ? Number(key) : null
  }
}
