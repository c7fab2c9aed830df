import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maxTagLength } from '#shared/tags.ts'
import {
  audience,
  done,
  filmId,
  filmTitles,
  flag,
  id,
  line,
  longest,
  memberRef,
  numeric,
  page,
  picture,
  text,
  viewedAs,
} from './fields.ts'
import { tagsField } from './tags.ts'

/** Films that a list holds at most. */
export const maxFilms = 5000

/** Characters of what is said of a film in a list. */
export const maxNoteLength = 5000

export const listCard = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  coverImage: z.nullable(z.string()),
  /** Posters of the first four films, where there is no cover. */
  posters: z.array(z.string()),
  filmsCount: z.number(),
  /** In no list of another member: for its owner alone, or for whoever has its address. */
  isPrivate: z.boolean(),
  audience,
  isRanked: z.boolean(),
  user: memberRef,
  /** Up to 3 of the newest likers, always with the viewer's id when the viewer likes it. */
  likes: z.array(id),
  likeCount: z.number(),
  likedByMe: z.boolean(),
  savedByMe: z.boolean(),
  /** Moderators hid it: its author alone is shown it. */
  hidden: z.optional(z.literal(true)),
  createdAt: z.string(),
})
export type ListCard = z.output<typeof listCard>

const cards = z.array(listCard)

/** A page of the lists of one member, all or those with a tag. */
const ofMember = z.extend(page, { tag: z.optional(line(maxTagLength)) })

export const listMemberLists = endpoint({
  method: 'GET',
  path: '/api/lists/user/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: ['member.not_found'],
  summary:
    'A member’s lists, newest first (100 without `limit`), all or those with a tag; private ones are shown to their owner only',
  params: z.object({ userId: id }),
  query: z.extend(ofMember, viewedAs.shape),
  answer: cards,
})

export const listMyLists = endpoint({
  method: 'GET',
  path: '/api/lists/my',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary:
    'One’s own lists, newest first (100 without `limit`), all or those with a tag; with `film` also those that one edits, and they tell whether they have it',
  query: z.extend(ofMember, { film: z.optional(filmId) }),
  answer: z.array(z.extend(listCard, { hasFilm: z.optional(z.boolean()) })),
})

export const listSavedLists = endpoint({
  method: 'GET',
  path: '/api/lists/saved',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary: 'Lists that one saved, the newest saved first (100 without `limit`)',
  query: page,
  answer: cards,
})

export const listPopularLists = endpoint({
  method: 'GET',
  path: '/api/lists/popular',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary: 'Public lists, most liked first (100 without `limit`)',
  query: page,
  answer: cards,
})

export const listFriendsLists = endpoint({
  method: 'GET',
  path: '/api/lists/friends',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary: 'Public lists of followed members, newest first (100 without `limit`)',
  query: page,
  answer: cards,
})

/** Of the lists that hold a film no more than this many are looked at, the newest. */
export const maxFilmLists = 500

export const listFilmLists = endpoint({
  method: 'GET',
  path: '/api/movies/:id/lists',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary:
    'Public lists and one’s own that hold a film: its 500 newest, the most liked of them first (100 without `limit`)',
  params: z.object({ id: filmId }),
  query: page,
  answer: cards,
})

const searchText = z.optional(text(100))

export const searchLists = endpoint({
  method: 'GET',
  path: '/api/lists/search',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'lists:read',
  errors: [],
  summary:
    'Public lists and one’s own by title, best match first (100 at most); `q` is another name of `query`',
  query: z.extend(page, { query: searchText, q: searchText }),
  answer: cards,
})

/** A film of a list, at its place. */
export const listFilm = z.object({
  id: z.number(),
  ...filmTitles,
  year: z.nullable(z.number()),
  poster: z.nullable(z.string()),
  /** The poster that the list's owner chose for the film. */
  posterOverride: z.nullable(z.string()),
  /** The viewer logged it. */
  seen: z.boolean(),
  /** What the list's owner says of it; absent where that is nothing. */
  note: z.optional(z.string()),
})
export type ListFilm = z.output<typeof listFilm>

/** Who changes the films of a list with its owner, and whom the owner asked to. */
export const listEditors = z.array(z.extend(memberRef, { accepted: z.boolean() }))
export type ListEditor = z.output<typeof listEditors>[number]

/** A list with its films, in its order: all, or those of the window that was asked for. */
const listDetail = z.extend(listCard, {
  tags: z.array(z.string()),
  movies: z.array(listFilm),
  /** Of all films of the list, those that the viewer logged. */
  seenCount: z.number(),
  /** Something is said of any film of the list. */
  hasNotes: z.boolean(),
  /** Up to 100 of those who saved it, the newest first, always with the viewer's id when the viewer did. */
  savedBy: z.array(id),
  saveCount: z.number(),
  /** Comments and answers, without removed ones. */
  replyCount: z.number(),
  /** Whom the owner asked and who has not agreed is shown to the owner alone. */
  editors: listEditors,
  /** The viewer changes its films as an editor, or is asked to. */
  editing: z.optional(z.enum(['editor', 'invited'])),
  updatedAt: z.string(),
})
export type ListDetail = z.output<typeof listDetail>

/** Films that one window holds at most. */
export const maxWindow = 300

const windowLength = z.optional(numeric(z.int().check(z.minimum(1), z.maximum(maxWindow))))

/** Of a list that was written the answer has its first so many films, or all. */
const firstFilms = z.object({ limit: windowLength })

const one = z.object({ listId: id })

/** A film as a list takes it; title and poster are read from the film source whatever is sent. */
const filmToAdd = z.object({
  id: filmId,
  title: z.optional(z.nullable(text(2000))),
  poster: z.optional(z.nullable(line(2000))),
})

/** A film at its place. A note that is left out stays as it is; an empty one goes. */
const filmToPlace = z.extend(filmToAdd, { note: z.optional(text(maxNoteLength)) })

const title = line(1000).check(z.trim(), z.minLength(1), ...longest(200))
const description = text(5000)
/** The address of an uploaded cover; empty is none. */
const coverImage = z.nullable(z.union([picture, z.literal('')]))

export const createList = endpoint({
  method: 'POST',
  path: '/api/lists',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.film_twice', 'list.not_found', 'film.not_found', 'film.source_down', 'request.conflict'],
  summary:
    'Make a list of at least one film (500 at most), each once. An `Idempotency-Key` header (UUID) makes a retry safe. With `limit` the answer has its first so many films, as `GET` has',
  query: firstFilms,
  body: z.object({
    title,
    description: z.optional(description),
    coverImage: z.optional(coverImage),
    /** True is for oneself alone, false as one's new lists are; an audience says more. */
    isPrivate: z.optional(flag),
    audience,
    isRanked: z.optional(flag),
    tags: z.optional(tagsField),
    movies: z.array(filmToPlace).check(z.minLength(1), z.maxLength(500)),
  }),
  answer: listDetail,
})

export const cloneList = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/clone',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.not_found', 'request.conflict'],
  summary:
    'Make a list of one’s own of the films of a list that one may see, in their order; what is said of it and of its films is copied of one’s own lists alone. An `Idempotency-Key` header (UUID) makes a retry safe. With `limit` the answer has its first so many films, as `GET` has',
  params: one,
  query: firstFilms,
  answer: listDetail,
})

export const addToList = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/add',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: [
    'list.not_found',
    'list.not_yours',
    'list.full',
    'list.film_twice',
    'film.not_found',
    'film.source_down',
  ],
  summary:
    'Put a film at the end of a list that is one’s own, or that one edits. With `limit` the answer has its first so many films, as `GET` has',
  params: one,
  query: firstFilms,
  body: filmToAdd,
  answer: listDetail,
})

export const getList = endpoint({
  method: 'GET',
  path: '/api/lists/:listId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: ['list.not_found'],
  summary:
    'A list with all its films (5,000 at most) and up to 100 likers; another member’s private one is not found. With `limit` or `cursor` so many of its films (300 at most), in its order; the next cursor travels in `X-Next-Cursor`',
  params: one,
  query: z.extend(page, { limit: windowLength }),
  answer: listDetail,
  unchecked: true,
})

export const updateList = endpoint({
  method: 'PATCH',
  path: '/api/lists/:listId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: [
    'list.not_found',
    'list.not_yours',
    'list.owner_only',
    'list.film_twice',
    'list.changed',
    'film.not_found',
    'film.source_down',
  ],
  summary:
    'Change one’s own list, or the films of one that one edits; what is left out stays. `movies` is the whole new order. With `basedOn`, the `updatedAt` that the change started from, a list that changed meanwhile is a 409. With `limit` the answer has its first so many films, as `GET` has',
  params: one,
  query: firstFilms,
  body: z.object({
    title: z.optional(title),
    description: z.optional(description),
    coverImage: z.optional(coverImage),
    isPrivate: z.optional(flag),
    audience,
    isRanked: z.optional(flag),
    tags: z.optional(tagsField),
    movies: z.optional(z.array(filmToPlace).check(z.minLength(1), z.maxLength(maxFilms))),
    basedOn: z.optional(line(40)),
  }),
  answer: listDetail,
})

export const deleteList = endpoint({
  method: 'DELETE',
  path: '/api/lists/:listId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.not_found', 'list.not_yours'],
  summary: 'Delete one’s own list with its likes, saves, notifications and cover',
  params: one,
  answer: done,
})

export const toggleListLike = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/like',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['list.not_found'],
  summary: 'Like a list, or take the like back',
  params: one,
  answer: z.object({ liked: z.boolean(), likeCount: z.number(), likes: z.array(id) }),
})

export const toggleListSave = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/save',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'lists:write',
  errors: ['list.not_found'],
  summary: 'Save a list, or take it off what one saved',
  params: one,
  answer: z.object({ saved: z.boolean(), saveCount: z.number() }),
})
