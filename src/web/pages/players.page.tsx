import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { playersQuery } from '#web/features/players/players.api.ts'
import { PlayersView } from '#web/features/players/players-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(playersQuery()))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.settings())
  usePageTitle(t('players.title'))
  return <PlayersView onBack={back} />
}
