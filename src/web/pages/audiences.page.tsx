import type { LoaderFunctionArgs } from 'react-router'
import { audiencesQuery } from '#web/features/audiences/audiences.api.ts'
import { AudiencesView } from '#web/features/audiences/audiences-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const session = getSession()
  return session ? prefetch(loaderQueryClient(args).prefetchQuery(audiencesQuery(session.user._id))) : null
}

export function Component() {
  const member = useMember()
  return member ? (
    <SettingsScreen part="audiences">
      <AudiencesView memberId={member._id} />
    </SettingsScreen>
  ) : null
}
