import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/paths.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { useBack } from '#web/lib/use-back.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'
import { socialKinds } from './profile-draft.ts'
import styles from './edit-profile.module.css'

/** The form once the member's profile is here; until then its outline, or why it did not come. */
export function EditProfile({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const leave = useBack(paths.profile())
  const { data: member, error, isPending, refetch } = useQuery(memberQuery(userId))
  if (member) return <EditProfileForm member={member} />
  return (
    <>
      <TopBar title={t('profile.edit')} backLabel={t('common.back')} onBack={leave} />
      {isPending ? (
        <EditProfileSkeleton />
      ) : (
        <div className={styles.column}>
          <LoadFailed text={errorText(error, 'errorPage.title')} onRetry={refetch} />
        </div>
      )}
    </>
  )
}

/** The form's boxes while the profile is on its way. */
function EditProfileSkeleton() {
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
