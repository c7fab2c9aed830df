import { Clock, Heart } from 'lucide-react'
import styles from './like-toggle.module.css'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

interface LikeToggleProps {
  pressed: boolean
  /** As the language writes it. */
  count: string
  /** The same in words, such as "3 likes". */
  spokenCount: string
  /** A press is under way; the old look stays until it is done. */
  busy: boolean
  /** The accessible name, such as "Like review by layla". */
  label: string
  /** What is said of a press that is not sent yet. */
  waiting?: string | undefined
  onPress: () => void
}

/** A heart with its count. */
export function LikeToggle({ pressed, count, spokenCount, busy, label, waiting, onPress }: LikeToggleProps) {
  return (
    <button type="button" className={styles.like} aria-pressed={pressed} aria-busy={busy} onClick={onPress}>
      <Heart aria-hidden="true" size={22} fill={pressed ? 'currentColor' : 'none'} />
      <VisuallyHidden>{label}</VisuallyHidden> <VisuallyHidden>{spokenCount}</VisuallyHidden>
      <span className={styles.count} aria-hidden="true">
        {count}
      </span>
      {waiting === undefined ? null : (
        <>
          <Clock aria-hidden="true" className={styles.waits} size={16} />
          <VisuallyHidden>{waiting}</VisuallyHidden>
        </>
      )}
    </button>
  )
}
