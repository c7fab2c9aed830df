import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './film-reviews.module.css'

/** Reviews that are on their way; `quiet` where others are there already. */
export function ReviewSkeletons({ count = 5, quiet = false }: { count?: number; quiet?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} aria-busy={quiet ? undefined : true} aria-hidden={quiet || undefined}>
      {quiet ? null : (
        <>
          <VisuallyHidden>
            <span role="status">{t('common.loading')}</span>
          </VisuallyHidden>
          <Skeleton height="4.75rem" radius="var(--radius-card)" />
        </>
      )}
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height="11rem" radius="var(--radius-card)" />
      ))}
    </div>
  )
}
