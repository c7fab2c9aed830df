import styles from './rank-badge.module.css'

/** The place of a film in a ranked list, on its poster. The name of what it lies on says it too. */
export function RankBadge({ place }: { place: number }) {
  return (
    <span className={styles.badge} aria-hidden="true">
      {place}
    </span>
  )
}
