import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import } from '#shared/api/transfer.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { applyProgress, importQuery } from './transfer.api.ts'

/** Milliseconds between two questions about an import that runs, for where the socket does not reach. */
const pollEvery = 4000

/** Keeps the imports that run up to date while it is there; shows nothing. */
export function LiveImports({ imports }: { imports: readonly Import[] }) {
  const queryClient = useQueryClient()
  useRealtime('import', (progress) => applyProgress(queryClient, progress))
  return imports
    .filter(({ state }) => state === 'running')
    .map(({ _id }) => <Poll key={_id} importId={_id} />)
}

function Poll({ importId }: { importId: string }) {
  useQuery({ ...importQuery(useQueryClient(), importId), refetchInterval: pollEvery })
  return null
}
