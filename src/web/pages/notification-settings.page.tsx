import type { LoaderFunctionArgs } from 'react-router'
import { notificationSettingsQuery } from '#web/features/notifications/notification-settings.api.ts'
import { NotificationSettingsView } from '#web/features/notifications/notification-settings-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(notificationSettingsQuery()))
}

export function Component() {
  return (
    <SettingsScreen part="notifications">
      <NotificationSettingsView />
    </SettingsScreen>
  )
}
