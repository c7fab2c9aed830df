import type { LoaderFunctionArgs } from 'react-router'
import { AppearanceView } from '#web/features/settings/appearance-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { settingsQuery } from '#web/features/settings/settings.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(settingsQuery()))
}

export function Component() {
  return (
    <SettingsScreen>
      <AppearanceView />
    </SettingsScreen>
  )
}
