import { QueryClient } from '@tanstack/react-query'
import { expect, describe, it } from 'vitest'
import { refreshFeed } from './logs.cache.ts'

const a = '018f0000-0000-7000-8000-00000000000a'
const shown = { _id: a, likeCount: 1 }

describe('refreshFeed', () => {
  it('asks for feed and periods again and keeps what is shown meanwhile', async () => {
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
})
