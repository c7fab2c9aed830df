import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { feedsQuery } from '#web/features/keys/feeds.api.ts'
import { KeysView } from '#web/features/keys/keys-view.tsx'
import { tokensQuery } from '#web/features/keys/tokens.api.ts'
import { webhooksQuery } from '#web/features/keys/webhooks.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(
    queryClient.prefetchQuery(tokensQuery()),
    queryClient.prefetchQuery(feedsQuery()),
    queryClient.prefetchQuery(webhooksQuery()),
  )
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.settings())
  usePageTitle(t('keys.title'))
  return <KeysView onBack={back} />
}
