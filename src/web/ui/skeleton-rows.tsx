import { Skeleton } from './skeleton.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface SkeletonRowsProps {
  count: number
  /** Of a row, a CSS length. */
  height: string
  /** What is said meanwhile. */
  label: string
  /** Of the list that the rows stand in for. */
  className?: string | undefined
}

/** The rows or cards of a list that is loading. */
export function SkeletonRows({ count, height, label, className }: SkeletonRowsProps) {
  return (
    <div className={className} aria-busy="true">
      <VisuallyHidden>
        <span role="status">{label}</span>
      </VisuallyHidden>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} height={height} radius="var(--radius-card)" />
      ))}
    </div>
  )
}
