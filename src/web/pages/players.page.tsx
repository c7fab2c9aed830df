import type { LoaderFunctionArgs } from 'react-router'
import { playersQuery } from '#web/features/players/players.api.ts'
import { PlayersView } from '#web/features/players/players-view.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(playersQuery()))
}

export function Component() {
  return (
    <SettingsScreen part="players">
      <PlayersView />
    </SettingsScreen>
  )
}
