import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { DecisionsView } from '#web/features/moderation/decisions-view.tsx'
import { ownReportsQuery, statementsQuery } from '#web/features/moderation/moderation.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(
    queryClient.prefetchInfiniteQuery(statementsQuery()),
    queryClient.prefetchInfiniteQuery(ownReportsQuery()),
  )
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.settings())
  usePageTitle(t('moderation.decisions.title'))
  return <DecisionsView onBack={back} />
}
