import type { LoaderFunctionArgs } from 'react-router'
import { safetyQuery } from '#web/features/safety/safety.api.ts'
import { SafetyView } from '#web/features/safety/safety-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const session = getSession()
  return session ? prefetch(loaderQueryClient(args).prefetchQuery(safetyQuery(session.user._id))) : null
}

export function Component() {
  const member = useMember()
  return member ? (
    <SettingsScreen part="safety">
      <SafetyView memberId={member._id} />
    </SettingsScreen>
  ) : null
}
