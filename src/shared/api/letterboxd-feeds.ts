import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, line, stars } from './fields.ts'
import { rowStates } from './transfer.ts'

/** Following a member's feed at Letterboxd, so that one can move in slowly. By leave of the operator. */

/** Why a feed could not be read the last time. */
const feedFaults = ['missing', 'away', 'unreadable'] as const
export type FeedFault = (typeof feedFaults)[number]

/** The outcome of an item in a feed: that of its row, or `gone` when its import was removed. */
const itemOutcomes = [...rowStates, 'gone'] as const
export type ItemOutcome = (typeof itemOutcomes)[number]

const letterboxdFeed = z.object({
  /** At Letterboxd. */
  username: z.string(),
  followedAt: z.string(),
  /** When it was read the last time; null before the first. */
  readAt: z.nullable(z.string()),
  /** When it is read next; null while it is paused. */
  nextAt: z.nullable(z.string()),
  fault: z.nullable(z.enum(feedFaults)),
  /** Since it could not be read ten times in a row; null while it runs. */
  pausedAt: z.nullable(z.string()),
  /** The last twenty things that came by it, the newest first. */
  items: z.array(
    z.object({
      /** As Letterboxd counts it. */
      number: z.string(),
      title: z.string(),
      year: z.nullable(z.number()),
      /** YYYY-MM-DD, as written there. */
      watchedOn: z.nullable(z.string()),
      rating: stars,
      /** When it was read. */
      seenAt: z.string(),
      outcome: z.enum(itemOutcomes),
      /** The import that it came by; null where that is gone. */
      importId: z.nullable(id),
    }),
  ),
})
export type LetterboxdFeed = z.output<typeof letterboxdFeed>

export const getLetterboxdFeed = endpoint({
  method: 'GET',
  path: '/api/letterboxd-feed',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'import:read',
  errors: [],
  summary: 'The feed at Letterboxd that one follows, and whether the operator lets feeds be followed',
  answer: z.object({ allowed: z.boolean(), feed: z.nullable(letterboxdFeed) }),
})

export const followLetterboxdFeed = endpoint({
  method: 'POST',
  path: '/api/letterboxd-feed',
  access: 'member',
  limit: 'member.import',
  own: 'none',
  scope: 'import:write',
  errors: [
    'letterboxd.not_allowed',
    'letterboxd.username',
    'letterboxd.missing',
    'letterboxd.away',
    'letterboxd.unreadable',
    'import.running',
    'import.full',
  ],
  summary:
    'Follow the feed of a member of Letterboxd, by user name or address, in place of another: what is in it is imported, and what comes later within about an hour. Nothing is ever deleted',
  body: z.object({ username: line(200) }),
  answer: letterboxdFeed,
})

export const readLetterboxdFeed = endpoint({
  method: 'POST',
  path: '/api/letterboxd-feed/read',
  access: 'member',
  limit: 'member.import',
  own: 'none',
  scope: 'import:write',
  errors: [
    'letterboxd.not_allowed',
    'letterboxd.not_followed',
    'letterboxd.missing',
    'letterboxd.away',
    'letterboxd.unreadable',
    'import.running',
    'import.full',
  ],
  summary: 'Read the feed that one follows now; one that was paused goes on',
  answer: letterboxdFeed,
})

export const unfollowLetterboxdFeed = endpoint({
  method: 'DELETE',
  path: '/api/letterboxd-feed',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'import:write',
  errors: [],
  summary: 'Follow it no longer; what came stays',
  answer: done,
})
