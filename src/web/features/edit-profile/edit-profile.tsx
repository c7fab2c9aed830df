import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { memberQuery } from '#web/features/members/members.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { paths } from '#web/lib/paths.ts'
import { useBack } from '#web/lib/use-back.ts'
import { FailedState } from '#web/ui/failed-state.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'
import { EditProfileSkeleton } from './edit-profile-skeleton.tsx'
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
          <FailedState
            text={errorText(error, 'errorPage.title')}
            retryLabel={t('common.tryAgain')}
            onRetry={refetch}
          />
        </div>
      )}
    </>
  )
}
