import { useSearchParams } from 'react-router'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { GuestReport } from '#web/features/moderation/guest-report.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** The page that leads here may name the address that is reported. */
export function Component() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const title = t('moderation.report.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <GuestReport address={search.get('address') ?? ''} />
    </GuestLayout>
  )
}
