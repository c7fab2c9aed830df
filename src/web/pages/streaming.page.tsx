import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { streamingQuery } from '#web/features/streaming/streaming.api.ts'
import { StreamingView } from '#web/features/streaming/streaming-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(streamingQuery()))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.settings())
  usePageTitle(t('streaming.title'))
  return <StreamingView onBack={back} />
}
