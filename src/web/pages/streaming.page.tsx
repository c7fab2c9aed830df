import type { LoaderFunctionArgs } from 'react-router'
import { streamingQuery } from '#web/features/streaming/streaming.api.ts'
import { StreamingView } from '#web/features/streaming/streaming-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(streamingQuery()))
}

export function Component() {
  return (
    <SettingsScreen part="streaming">
      <StreamingView />
    </SettingsScreen>
  )
}
