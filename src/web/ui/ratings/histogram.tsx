import { useRef } from 'react'
import { useSeen } from '#web/ui/charts/use-seen.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './histogram.module.css'

interface HistogramProps {
  /** One a bar, in the order of what they count. */
  counts: readonly number[]
  /** What each bar counts, for a pointer that rests on it. */
  titles: readonly string[]
  /** What all of it says, in a sentence. */
  label: string
  /** Below the first and the last bar. */
  ends: readonly [string, string]
}

/** Share of its step that a bar takes, and the room before it, in per cent of the step. */
const bar = 72
const margin = (100 - bar) / 2

/** How often each of a few values was given, as bars; mirrored where the language runs the other way. */
export function Histogram({ counts, titles, label, ends }: HistogramProps) {
  const most = Math.max(...counts, 1)
  const step = 100 / counts.length
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(box)
  return (
    <div ref={box} className={styles.histogram}>
      <svg className={classNames(styles.plot, isSeen && styles.seen)} role="img" aria-label={label}>
        {counts.map((count, index) => (
          <rect
            key={titles[index]}
            className={count > 0 ? styles.bar : styles.none}
            x={`${step * (index + margin / 100)}%`}
            width={`${(step * bar) / 100}%`}
            y={count > 0 ? `${100 - (100 * count) / most}%` : '100%'}
            // Reaches below the edge, so that only the upper corners are seen round.
            height={count > 0 ? `${(100 * count) / most + 10}%` : 2}
            rx={count > 0 ? 3 : 0}
          >
            <title>{titles[index]}</title>
          </rect>
        ))}
      </svg>
      <span className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </span>
    </div>
  )
}
