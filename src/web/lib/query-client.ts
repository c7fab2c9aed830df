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
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
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
