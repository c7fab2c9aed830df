import { QueryClient } from '@tanstack/react-query'
import { createContext, type RouterContextProvider } from 'react-router'
import { ApiError } from './api.ts'

/** The cache as loaders reach it; the app sets it on the router. */
export const queryClientContext = createContext<QueryClient>()

/** The query cache inside a loader: `const queryClient = loaderQueryClient(args)`. */
export function loaderQueryClient({ context }: { context: Readonly<RouterContextProvider> }): QueryClient {
  return context.get(queryClientContext)
}

/** A fault that another try may not meet: no answer, or the server's side failed. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'offline' || error.status >= 500)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 15 * 60_000,
        // Offline a query fails at once instead of waiting, so that a screen shows what it has.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < 2 && navigator.onLine && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** A screen that is ready within this time, in milliseconds, opens whole; a later one shows its skeletons. */
const maxWaitMs = 150

/**
 * For loaders: the data of a screen is on its way before its code renders. Resolves when all of it is here
 * or `maxWaitMs` is over, never with an error: the screen's own queries meet that.
 */
export async function prefetch(...queries: Promise<unknown>[]): Promise<null> {
  await Promise.race([
    Promise.allSettled(queries),
    new Promise((resolve) => {
      setTimeout(resolve, maxWaitMs)
    }),
  ])
  return null
}
