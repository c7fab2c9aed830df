import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { socialKinds } from './profile-draft.ts'
import styles from './edit-profile.module.css'

/** The form's boxes while the profile is on its way. */
export function EditProfileSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.column} aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      <div className={styles.form}>
        <Skeleton height="auto" radius="var(--radius-card)" className={styles.wide} />
        <Skeleton width="70%" height="2.25rem" radius="var(--radius-full)" />
        <Skeleton height="6rem" />
        <Skeleton height="9rem" radius="var(--radius-card)" />
        {socialKinds.map((kind) => (
          <Skeleton key={kind} height="3rem" />
        ))}
      </div>
    </div>
  )
}
