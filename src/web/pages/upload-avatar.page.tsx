import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { UploadAvatarForm } from '#web/features/accounts/avatar/upload-avatar-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = t('avatar.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <UploadAvatarForm onUploaded={() => void navigate(paths.homeAfterLogin(), { replace: true })} />
    </GuestLayout>
  )
}
