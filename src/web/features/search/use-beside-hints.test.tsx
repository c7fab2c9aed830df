import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { fakeApi } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { useBesideHints } from './use-beside-hints.ts'

const pending = { data: undefined, isError: false, isPlaceholderData: false }
const results = { ...pending, data: ['Whiplash'] }

it('shows results at once where their tab is opened again while the hints are late', async () => {
  fakeApi({ 'GET /api/search/hints': () => new Promise(() => {}) })
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const open = (source: typeof pending | typeof results) =>
    renderHook((given: typeof source) => useBesideHints<typeof source>('whiplash', given), {
      wrapper,
      initialProps: source,
    })
  const first = open(pending)
  first.rerender(results)
  expect(first.result.current.data).toBeUndefined()
  await waitFor(() => expect(first.result.current).toMatchObject({ data: ['Whiplash'], areLate: true }))
  first.unmount()
  expect(open(results).result.current).toMatchObject({ data: ['Whiplash'], areLate: true, isOlder: false })
})
