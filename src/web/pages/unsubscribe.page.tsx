import { useParams } from 'react-router'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { UnsubscribeForm } from '#web/features/notifications/unsubscribe-form.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function Component() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const title = t('reach.unsubscribe.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <UnsubscribeForm token={token} />
    </GuestLayout>
  )
}
