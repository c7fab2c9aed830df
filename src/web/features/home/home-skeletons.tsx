import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import styles from './home.module.css'

const reviewHeight = '12.5rem'
const weekHeight = '8.25rem'
const rowHeight = '5.5rem'

interface SkeletonProps {
  /** It is being loaded; before that its turn has not come. */
  busy?: boolean
}

/** Until the code and the answers for the words below the feed are here. */
export function WordsSkeleton({ busy = true }: SkeletonProps) {
  return (
    <div className={styles.reviews} aria-busy={busy}>
      <Skeleton height="1.75rem" width="12rem" />
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height={reviewHeight} radius="var(--radius-card)" />
      ))}
    </div>
  )
}

/** The same for the end of the rail. */
export function RailSkeleton({ busy = true }: SkeletonProps) {
  return (
    <div className={styles.reviews} aria-busy={busy}>
      <Skeleton height="1.75rem" width="8rem" />
      <Skeleton height={weekHeight} radius="var(--radius-card)" />
      <Skeleton height="1.75rem" width="12rem" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={rowHeight} radius="var(--radius-card)" />
      ))}
    </div>
  )
}
