import { useTranslation } from 'react-i18next'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { UploadAvatarForm } from '#web/features/accounts/upload-avatar-form.tsx'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const title = t('avatar.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <UploadAvatarForm onUploaded={() => loadPage(paths.homeAfterLogin())} />
    </GuestLayout>
  )
}
