import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { notificationSettingsQuery } from '#web/features/notifications/notification-settings.api.ts'
import { NotificationSettingsView } from '#web/features/notifications/notification-settings-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(notificationSettingsQuery()))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.settings())
  usePageTitle(t('reach.title'))
  return <NotificationSettingsView onBack={back} />
}
