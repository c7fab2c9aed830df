import type { ReactElement } from 'react'
import { createBrowserRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

/** The app. Loading the first screen's code and data begins at once. */
export function memberArea(): ReactElement {
  const queryClient = createQueryClient()
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  )
}
