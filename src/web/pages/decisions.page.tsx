import type { LoaderFunctionArgs } from 'react-router'
import { DecisionsView } from '#web/features/moderation/decisions-view.tsx'
import { ownReportsQuery, statementsQuery } from '#web/features/moderation/moderation.api.ts'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(
    queryClient.prefetchInfiniteQuery(statementsQuery()),
    queryClient.prefetchInfiniteQuery(ownReportsQuery()),
  )
}

export function Component() {
  return (
    <SettingsScreen part="decisions">
      <DecisionsView />
    </SettingsScreen>
  )
}
