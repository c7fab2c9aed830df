import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { refreshFeed, refreshPeriods } from './logs.api.ts'

const a = '018f0000-0000-7000-8000-00000000000a'
const shown = { _id: a, likeCount: 1 }

describe('refreshFeed', () => {
  it('asks for the feed again and keeps what is shown meanwhile', async () => {
    const client = new QueryClient()
    client.setQueryData(['logs', 'feed', 'me'], [shown])
    client.setQueryData(['logs', 'period', 'day'], [shown])
    client.setQueryData(['logs', a], shown)
    await refreshFeed(client)
    expect(client.getQueryState(['logs', 'feed', 'me'])?.isInvalidated).toBe(true)
    expect(client.getQueryState(['logs', 'period', 'day'])?.isInvalidated).toBe(true)
    expect(client.getQueryState(['logs', a])?.isInvalidated).toBe(false)
    expect(client.getQueryData(['logs', 'feed', 'me'])).toEqual([shown])
  })

  it('leaves the grid of a period on screen alone until it is told', async () => {
    const client = new QueryClient()
    const load = vi.fn().mockResolvedValue([shown])
    const observer = new QueryObserver(client, {
      queryKey: ['logs', 'period', 'day'],
      queryFn: load,
      initialData: [shown],
      staleTime: Infinity,
    })
    const stop = observer.subscribe(() => {})
    await refreshFeed(client)
    expect(load).not.toHaveBeenCalled()
    await refreshPeriods(client)
    expect(load).toHaveBeenCalledOnce()
    stop()
  })
})
