import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import styles from './list-form.module.css'

/** The form's outline while the list, or a draft of it, is on its way. */
export function ListFormSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.form} aria-busy="true">
      <Skeleton height="auto" radius="var(--radius-poster)" className={styles.cover} />
      <div className={styles.fields}>
        <Skeleton height="4.5rem" radius="var(--radius-input)" />
        <Skeleton height="8rem" radius="var(--radius-input)" />
        <Skeleton height="2.75rem" radius="var(--radius-input)" />
      </div>
      <section>
        <SkeletonRows count={4} height="5.5rem" label={t('common.loading')} />
      </section>
    </div>
  )
}
