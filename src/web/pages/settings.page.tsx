import type { LoaderFunctionArgs } from 'react-router'
import { memberQuery } from '#web/features/members/members.api.ts'
import { AppearanceView } from '#web/features/settings/appearance-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const session = getSession()
  return session ? prefetch(loaderQueryClient(args).prefetchQuery(memberQuery(session.user._id))) : null
}

export function Component() {
  return (
    <SettingsScreen>
      <AppearanceView />
    </SettingsScreen>
  )
}
