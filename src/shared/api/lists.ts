import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, memberRef, page } from './fields.ts'

/** A list as a card. */
export const listCard = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  coverImage: z.nullable(z.string()),
  /** Posters of the first four films, where there is no cover. */
  posters: z.array(z.string()),
  filmsCount: z.number(),
  isPrivate: z.boolean(),
  isRanked: z.boolean(),
  user: memberRef,
  /** Up to 3 of the newest likers, always with the viewer's id when the viewer likes it. */
  likes: z.array(id),
  likeCount: z.number(),
  likedByMe: z.boolean(),
  savedByMe: z.boolean(),
  createdAt: z.string(),
})
export type ListCard = z.output<typeof listCard>

const cards = z.array(listCard)

export const listMemberLists = endpoint({
  method: 'GET',
  path: '/api/lists/user/:userId',
  access: 'member',
  summary: 'A member’s lists, newest first (100 without `limit`); private ones are shown to their owner only',
  params: z.object({ userId: id }),
  query: page,
  answer: cards,
})

export const listMyLists = endpoint({
  method: 'GET',
  path: '/api/lists/my',
  access: 'member',
  summary: 'One’s own lists, newest first (100 without `limit`)',
  query: page,
  answer: cards,
})

export const listSavedLists = endpoint({
  method: 'GET',
  path: '/api/lists/saved',
  access: 'member',
  summary: 'Lists that one saved, the newest saved first (100 without `limit`)',
  query: page,
  answer: cards,
})

export const listPopularLists = endpoint({
  method: 'GET',
  path: '/api/lists/popular',
  access: 'member',
  summary: 'Public lists, most liked first (100 without `limit`)',
  query: page,
  answer: cards,
})

export const listFriendsLists = endpoint({
  method: 'GET',
  path: '/api/lists/friends',
  access: 'member',
  summary: 'Public lists of followed members, newest first (100 without `limit`)',
  query: page,
  answer: cards,
})

const searchText = z.optional(z.string().check(z.maxLength(100)))

export const searchLists = endpoint({
  method: 'GET',
  path: '/api/lists/search',
  access: 'member',
  summary:
    'Public lists and one’s own by title, best match first (100 at most); `q` is another name of `query`',
  query: z.extend(page, { query: searchText, q: searchText }),
  answer: cards,
})
