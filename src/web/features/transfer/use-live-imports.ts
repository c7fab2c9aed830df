import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { Import } from '#shared/api/transfer.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { applyProgress, importQuery } from './transfer.api.ts'

/** Milliseconds between two questions about an import that runs, for where the socket does not reach. */
const pollEvery = 4000

/** Keeps the imports that run up to date while the component is shown. */
export function useLiveImports(imports: readonly Import[]): void {
  const queryClient = useQueryClient()
  useRealtime('import', (progress) => applyProgress(queryClient, progress))
  useQueries({
    queries: imports
      .filter(({ state }) => state === 'running')
      .map(({ _id }) => ({ ...importQuery(queryClient, _id), refetchInterval: pollEvery })),
  })
}
