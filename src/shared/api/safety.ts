import * as z from 'zod/mini'
import { maxMutedWordLength, muteDays } from '#shared/muting.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { filmId, flag, id, line, memberRef } from './fields.ts'
import { favouriteFilm, mute } from './members.ts'

/** How many members one may block, and as many mute, and how many films hide. */
export const maxHidden = 1000
/** Fewer, since each text is searched for all of them. */
export const maxHiddenWords = 200

const own = z.object({ userId: id })
const other = z.object({ userId: id, targetId: id })
const words = z.object({ words: z.array(z.string()) })
const ofFilm = z.object({ userId: id, movieId: filmId })

export const getSafety = endpoint({
  method: 'GET',
  path: '/api/users/:userId/safety',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'profile:read',
  errors: [],
  summary:
    'Whom one blocked and muted, and which words and films one hides, the newest first; only one’s own',
  params: own,
  answer: z.object({
    blocked: z.array(memberRef),
    muted: z.array(z.extend(memberRef, { mute })),
    words: z.array(z.string()),
    films: z.array(z.extend(favouriteFilm, { untilSeen: z.boolean() })),
  }),
})
export type Safety = AnswerOf<typeof getSafety>

export const blockMember = endpoint({
  method: 'POST',
  path: '/api/users/:userId/blocks/:targetId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['member.not_found', 'safety.yourself', 'safety.full'],
  summary:
    'Block a member: follows end both ways, and neither sees the other any more, anywhere. Done twice it is done once',
  params: other,
  answer: z.object({ blocked: z.boolean() }),
})

export const unblockMember = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/blocks/:targetId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: [],
  summary: 'Take a block back; nobody follows anybody for it. Nothing happens where there is none',
  params: other,
  answer: z.object({ blocked: z.boolean() }),
})

export const muteMember = endpoint({
  method: 'POST',
  path: '/api/users/:userId/mutes/:targetId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['member.not_found', 'safety.yourself', 'safety.full'],
  summary:
    'Hide a member from one’s feeds, reviews, comments and lists, for some days or until it is taken back; they never learn of it. A second time changes the first',
  params: other,
  body: z.object({
    days: z.optional(z.literal(muteDays)),
    notifications: z.optional(flag),
  }),
  answer: z.object({ mute: z.nullable(mute) }),
})

export const unmuteMember = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/mutes/:targetId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: [],
  summary: 'Take a mute back; nothing happens where there is none',
  params: other,
  answer: z.object({ mute: z.nullable(mute) }),
})

export const muteWord = endpoint({
  method: 'POST',
  path: '/api/users/:userId/muted-words',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['safety.full'],
  summary:
    'Hide reviews and comments with a word or some words from one’s feeds and from what others wrote; whatever its case, and in words of its own only',
  params: own,
  body: z.object({ word: line(maxMutedWordLength).check(z.regex(/[\p{L}\p{N}]/u)) }),
  answer: words,
})

export const unmuteWord = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/muted-words',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: [],
  summary: 'Show again what has the word; nothing happens where it is not hidden',
  params: own,
  query: z.object({ word: line(maxMutedWordLength) }),
  answer: words,
})

export const muteFilm = endpoint({
  method: 'POST',
  path: '/api/users/:userId/muted-films/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['film.not_found', 'film.source_down', 'safety.full'],
  summary:
    'Hide what others log and write of a film from one’s feeds and from home, always or (`untilSeen`, as without it) until one has logged it',
  params: ofFilm,
  body: z.object({ untilSeen: z.optional(flag) }),
  answer: z.object({ muted: z.boolean() }),
})

export const unmuteFilm = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/muted-films/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: [],
  summary: 'Show a film again; nothing happens where it is not hidden',
  params: ofFilm,
  answer: z.object({ muted: z.boolean() }),
})
