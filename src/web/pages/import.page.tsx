import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ImportRows } from '#web/features/transfer/import-rows.tsx'
import { ImportScreen } from '#web/features/transfer/import-screen.tsx'
import {
  importQuery,
  importRowsQuery,
  importsQuery,
  letterboxdFeedQuery,
} from '#web/features/transfer/transfer.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const importId = new URL(args.request.url).searchParams.get('rows')
  return importId
    ? prefetch(
        queryClient.prefetchInfiniteQuery(importRowsQuery(importId)),
        queryClient.prefetchQuery(importQuery(queryClient, importId)),
      )
    : prefetch(
        queryClient.prefetchInfiniteQuery(importsQuery()),
        queryClient.prefetchQuery(letterboxdFeedQuery()),
      )
}

/** `?rows=` names the import whose rows need attention; without it the screen of all imports. */
export function Component() {
  const [params] = useSearchParams()
  const importId = params.get('rows')
  const back = useBack(importId ? paths.importData() : paths.profile())
  return importId ? (
    <ImportRows key={importId} importId={importId} onBack={back} />
  ) : (
    <ImportScreen onBack={back} />
  )
}
