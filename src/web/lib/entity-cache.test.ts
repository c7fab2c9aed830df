import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { patchEntity, removeEntity } from './entity-cache.ts'

const a = '018f0000-0000-7000-8000-00000000000a'
const b = '018f0000-0000-7000-8000-00000000000b'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

const entity = (id: string) => ({
  _id: id,
  likeCount: 1,
  likedByMe: false,
  user: { _id: 'u', username: 'omar' },
})

describe('patchEntity', () => {
  it('patches a log in lists, nested answers and on its own, and nothing else', () => {
    client.setQueryData(['feed'], [entity(a), entity(b)])
    client.setQueryData(['film'], { popularReviews: [entity(a)], title: 'Salt Harbour' })
    client.setQueryData(['log'], entity(a))
    patchEntity(client, a, { likeCount: 2, likedByMe: true })
    const liked = { ...entity(a), likeCount: 2, likedByMe: true }
    expect(client.getQueryData(['feed'])).toEqual([liked, entity(b)])
    expect(client.getQueryData(['film'])).toEqual({ popularReviews: [liked], title: 'Salt Harbour' })
    expect(client.getQueryData(['log'])).toEqual(liked)
  })

  it('takes a function of what is shown at each place', () => {
    client.setQueryData(['feed'], [{ ...entity(a), likeCount: 4 }])
    client.setQueryData(['log'], entity(a))
    patchEntity(client, a, ({ likeCount }: { readonly likeCount?: unknown }) => ({
      likeCount: Number(likeCount) + 1,
      unknown: true,
    }))
    expect(client.getQueryData(['feed'])).toEqual([{ ...entity(a), likeCount: 5 }])
    expect(client.getQueryData(['log'])).toEqual({ ...entity(a), likeCount: 2 })
  })

  it('reaches pages of an infinite query', () => {
    client.setQueryData(['pages'], { pages: [[entity(b)], [entity(a)]], pageParams: [null, 'c'] })
    patchEntity(client, a, { likeCount: 9 })
    expect(
      client.getQueryData<{ pages: { likeCount: number }[][] }>(['pages'])?.pages[1]?.[0]?.likeCount,
    ).toBe(9)
  })

  it('leaves untouched answers the same objects', () => {
    const feed = [entity(b)]
    client.setQueryData(['feed'], feed)
    patchEntity(client, a, { likeCount: 2 })
    expect(client.getQueryData(['feed'])).toBe(feed)
  })

  it('does not grow a small shape', () => {
    client.setQueryData(['tile'], [{ _id: a, rating: 3 }])
    patchEntity(client, a, { rating: 4, gif: '/media/x.webp' })
    expect(client.getQueryData(['tile'])).toEqual([{ _id: a, rating: 4 }])
  })

  it('keeps the age of the answer', () => {
    client.setQueryData(['feed'], [entity(a)], { updatedAt: 1000 })
    patchEntity(client, a, { likeCount: 2 })
    expect(client.getQueryState(['feed'])?.dataUpdatedAt).toBe(1000)
  })
})

describe('removeEntity', () => {
  it('takes it out of every list', () => {
    client.setQueryData(['feed'], [entity(a), entity(b)])
    client.setQueryData(['film'], { popularReviews: [entity(a)] })
    removeEntity(client, a)
    expect(client.getQueryData(['feed'])).toEqual([entity(b)])
    expect(client.getQueryData(['film'])).toEqual({ popularReviews: [] })
  })
})
