import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id } from './fields.ts'

const feedKinds = ['diary', 'watchlist', 'list'] as const
export type FeedKind = (typeof feedKinds)[number]

/** What programs of a member read by a secret address: whoever has it reads that one thing. */
const feed = z.object({
  id,
  kind: z.enum(feedKinds),
  /** The one that it is of; null for the others. */
  list: z.nullable(z.object({ _id: id, title: z.string() })),
  /** Root-relative. Of the diary `rss` and `json` (JSON Feed), of films `radarr` (a custom list). */
  addresses: z.object({
    rss: z.optional(z.string()),
    json: z.optional(z.string()),
    radarr: z.optional(z.string()),
  }),
  createdAt: z.string(),
  /** To the hour. */
  usedAt: z.nullable(z.string()),
})
export type Feed = z.output<typeof feed>

export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'One’s secret addresses, the newest first',
  answer: z.array(feed),
})

export const createFeed = endpoint({
  method: 'POST',
  path: '/api/feeds',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['list.not_found', 'feed.full'],
  summary:
    'Make a secret address of one’s diary, watchlist or one of one’s lists; answers the one that is there. `GET` on it answers RSS 2.0, JSON Feed 1.1, or what Radarr reads as a custom list: 404 rather than an empty one',
  body: z.object({ kind: z.enum(feedKinds), listId: z.optional(id) }),
  answer: feed,
})

export const revokeFeed = endpoint({
  method: 'DELETE',
  path: '/api/feeds/:feedId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['feed.not_found'],
  summary: 'Revoke a secret address; whoever reads it finds nothing from then on',
  params: z.object({ feedId: id }),
  answer: done,
})
