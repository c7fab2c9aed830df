import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './thread-skeleton.module.css'

/** Comments that are on their way; `quiet` where others are there already. */
export function ThreadSkeleton({ rows = 6, quiet = false }: { rows?: number; quiet?: boolean }) {
  const { t } = useTranslation()
  return (
    <div aria-busy={quiet ? undefined : true} aria-hidden={quiet || undefined}>
      {quiet ? null : (
        <VisuallyHidden>
          <span role="status">{t('common.loading')}</span>
        </VisuallyHidden>
      )}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="2rem" height="2rem" radius="var(--radius-full)" />
          <div className={styles.lines}>
            <Skeleton width="9rem" />
            <Skeleton height="3rem" />
            <Skeleton width="6rem" />
          </div>
        </div>
      ))}
    </div>
  )
}
