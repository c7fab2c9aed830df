import type { LoaderFunctionArgs } from 'react-router'
import { feedsQuery } from '#web/features/keys/feeds.api.ts'
import { KeysView } from '#web/features/keys/keys-view.tsx'
import { tokensQuery } from '#web/features/keys/tokens.api.ts'
import { webhooksQuery } from '#web/features/keys/webhooks.api.ts'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(
    queryClient.prefetchQuery(tokensQuery()),
    queryClient.prefetchQuery(feedsQuery()),
    queryClient.prefetchQuery(webhooksQuery()),
  )
}

export function Component() {
  return (
    <SettingsScreen part="keys">
      <KeysView />
    </SettingsScreen>
  )
}
