import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ToastHost } from '#web/ui/overlays/toast.tsx'

/** Renders a part of a screen with what the app has around it: router, query cache, toasts. */
export function renderScreen(element: ReactNode, at = '/') {
  const queryClient = createQueryClient()
  const { container, unmount } = render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
      <ToastHost closeLabel="Close" />
    </MemoryRouter>,
  )
  return { queryClient, container, unmount }
}

/** Gets the addresses of full page loads, which jsdom does not follow. */
export function fakePageLoads() {
  const assign = vi.fn<(address: string) => void>()
  const { href, origin } = window.location
  vi.stubGlobal('location', { href, origin, assign })
  return assign
}
