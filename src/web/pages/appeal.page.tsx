import { useLocation } from 'react-router'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { LinkedAppeal } from '#web/features/moderation/linked-appeal.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function Component() {
  const { t } = useTranslation()
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
  const title = t('moderation.appeal.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <LinkedAppeal token={token} />
    </GuestLayout>
  )
}
