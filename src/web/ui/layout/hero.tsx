import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Backdrop, type BackdropProps } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import styles from './hero.module.css'

interface HeroSize {
  /** The height of a profile instead of a film's. */
  low?: boolean
}

interface HeroProps extends HeroSize, Pick<BackdropProps, 'src' | 'srcSet' | 'fallback'> {
  /** `sizes` of a picture as wide as the screen. */
  sizes: string
  /** What lies on the artwork. */
  children?: ReactNode
}

/** The artwork across the top of a screen, under a TopBar that lies on it. */
export function Hero({ low = false, children, ...source }: HeroProps) {
  return (
    <div className={classNames(styles.hero, low && styles.low)}>
      <Backdrop {...source} eager className={styles.picture} />
      <ArtworkEdge />
      {children}
    </div>
  )
}

/**
 * How artwork meets the bar above and the page below, over a positioned box that hides what is over its edge: on
 * dark it fades into the page, on light the page lies over its foot with round corners.
 */
export function ArtworkEdge({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.edge, className)} aria-hidden="true" />
}

export function HeroSkeleton({ low = false }: HeroSize) {
  return (
    <div className={classNames(styles.hero, styles.waiting, low && styles.low)}>
      <Skeleton height="100%" radius="0" />
      <ArtworkEdge />
    </div>
  )
}
