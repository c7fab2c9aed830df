import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './poster-mark.module.css'

interface PosterMarkProps {
  corner: 'start' | 'end'
  className?: string | undefined
  children: ReactNode
}

/**
 * A mark on a dark plate in an upper corner of a poster. Hidden from screen readers: the name of the tile says the
 * same.
 */
export function PosterMark({ corner, className, children }: PosterMarkProps) {
  return (
    <span className={classNames(styles.mark, styles[corner], className)} aria-hidden="true">
      {children}
    </span>
  )
}

/** The film was seen. Larger where the poster is a size container with room for it. */
export function SeenMark({ className }: { className?: string | undefined }) {
  return (
    <PosterMark corner="end" className={classNames(styles.seen, className)}>
      <Check strokeWidth={2.5} data-icon="seen" />
    </PosterMark>
  )
}
