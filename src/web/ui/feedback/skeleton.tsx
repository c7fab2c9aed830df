import type { CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths; the full inline size and one line of text when not given. */
  width?: string | undefined
  height?: string | undefined
  radius?: string | undefined
  className?: string | undefined
}

/** A block of the size of what is loading. It appears only after 150 ms, so quick answers never flash. */
export function Skeleton({ width, height, radius, className }: SkeletonProps) {
  const style: CSSProperties = { inlineSize: width, blockSize: height, borderRadius: radius }
  return <span className={classNames(styles.block, className)} style={style} aria-hidden="true" />
}

interface SkeletonGridProps {
  count: number
  /** `wall`: as a wall of posters has; as many as fit when not given. */
  columns?: number | 'wall' | undefined
}

/** The posters of a grid that is loading. */
export function SkeletonGrid({ count, columns }: SkeletonGridProps) {
  const style: CSSProperties | undefined = columns
    ? {
        gridTemplateColumns:
          columns === 'wall' ? 'var(--poster-columns)' : `repeat(${columns}, minmax(0, 1fr))`,
      }
    : undefined
  return (
    <div className={styles.grid} style={style} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={classNames(styles.block, styles.poster)} />
      ))}
    </div>
  )
}
