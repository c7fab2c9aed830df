import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  createMemoryRouter,
  MemoryRouter,
  RouterContextProvider,
  RouterProvider,
  type InitialEntry,
  type RouteObject,
} from 'react-router'
import { vi } from 'vitest'
import { createQueryClient, queryClientContext } from '#web/lib/query-client.ts'
import { AlertHost } from '#web/ui/overlays/alert.tsx'
import { ToastHost } from '#web/ui/overlays/toast.tsx'

const hosts = (
  <>
    <AlertHost />
    <ToastHost />
  </>
)

/** Renders a part of a screen with what the app has around it: router, query cache, questions, toasts. */
export function renderScreen(element: ReactNode, at = '/') {
  const queryClient = createQueryClient()
  const { container, unmount } = render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={queryClient}>
        {element}
        {hosts}
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { queryClient, container, unmount }
}

/** The same for screens with addresses; every other address shows "elsewhere". The last of `history` is shown. */
export function renderRoutes(routes: RouteObject[], ...history: InitialEntry[]) {
  const queryClient = createQueryClient()
  const router = createMemoryRouter([...routes, { path: '*', element: <p>elsewhere</p> }], {
    initialEntries: history.length > 0 ? history : ['/'],
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  const { container, unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {hosts}
    </QueryClientProvider>,
  )
  return { router, queryClient, container, unmount }
}

/** Gets the addresses of full page loads, which jsdom does not follow. */
export function fakePageLoads() {
  const assign = vi.fn<(address: string) => void>()
  const { href, origin } = window.location
  vi.stubGlobal('location', { href, origin, assign })
  return assign
}

/** A window in which all media queries match, or those of which that is said. */
export function fakeWindow(matches: (query: string) => boolean = () => true) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}
