import type { LoaderFunctionArgs } from 'react-router'
import { sessionsQuery } from '#web/features/accounts/sessions.api.ts'
import { securityQuery } from '#web/features/security/proof.api.ts'
import { SecurityView } from '#web/features/security/security-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(queryClient.prefetchQuery(securityQuery()), queryClient.prefetchQuery(sessionsQuery()))
}

export function Component() {
  const member = useMember()
  return member ? (
    <SettingsScreen part="security">
      <SecurityView memberId={member._id} />
    </SettingsScreen>
  ) : null
}
