import * as z from 'zod/mini'
import { maxTagLength } from '#shared/tags.ts'
import { endpoint } from './endpoint.ts'
import {
  audience,
  audienceField,
  dayOfMoment,
  done,
  filmId,
  filmTitle,
  filmTitles,
  flag,
  gifDetails,
  id,
  line,
  memberRef,
  numeric,
  page,
  ratingField,
  stars,
  text,
  viewedAs,
} from './fields.ts'
import { reply } from './replies.ts'
import { tagsField } from './tags.ts'
import { maxInteger } from '#shared/integers.ts'

/** The film of a log; `poster` is ready to show, the viewer's own override in `posterOverride`. */
const logFilm = z.object({
  id: z.number(),
  ...filmTitles,
  poster: z.nullable(z.string()),
  poster_path: z.nullable(z.string()),
  backdrop_path: z.nullable(z.string()),
  release_date: z.string(),
  runtime: z.number(),
  posterOverride: z.nullable(z.string()),
})

export const logAuthor = memberRef

/** A log as a tile (feed, periods). Kept small: see the payload gate in docs/performance.md. */
const logTile = z.object({
  _id: id,
  tmdbId: z.number(),
  ...filmTitle,
  poster_path: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  posterOverride: z.nullable(z.string()),
  /** The first 140 characters; the whole text is in the log itself. */
  review: z.string(),
  rating: stars,
  rewatchCount: z.number(),
  watchedAt: z.nullable(z.string()),
  createdAt: z.string(),
  user: logAuthor,
  /** Holds the viewer's id when the viewer likes it; `likeCount` carries the truth. */
  likes: z.array(id),
  likeCount: z.number(),
  likedByMe: z.boolean(),
  replyCount: z.number(),
  audience,
})
export type LogTile = z.output<typeof logTile>

export const log = z.object({
  _id: id,
  user: logAuthor,
  movie: logFilm,
  tmdbId: z.number(),
  ...filmTitle,
  poster: z.nullable(z.string()),
  posterOverride: z.nullable(z.string()),
  customPoster: z.nullable(z.string()),
  rating: stars,
  review: z.string(),
  /** Where it is emphasised: beginnings and ends in turn, in UTF-16 units. */
  reviewEmphasis: z.optional(z.array(z.number())),
  rewatch: z.boolean(),
  rewatchCount: z.number(),
  watchedAt: z.nullable(z.string()),
  createdAt: z.string(),
  gif: z.nullable(z.string()),
  gifDetails,
  image: z.nullable(z.string()),
  /** The text tells what happens in the film: it is shown on request only. */
  spoilers: z.boolean(),
  /** Marks the film as seen, with stars at most, and is no entry of the diary. */
  seenOnly: z.boolean(),
  audience,
  /** Moderators hid it: its author alone is shown it. */
  hidden: z.optional(z.literal(true)),
  tags: z.array(z.string()),
  backdrop: z.nullable(z.string()),
  customBackdrop: z.nullable(z.string()),
  reviewBackdrop: z.nullable(z.string()),
  isFavorite: z.boolean(),
  /** Newest likers (100 on the log itself, 3 in lists), always with the viewer's id when the viewer likes it. */
  likes: z.array(id),
  likeCount: z.number(),
  likedByMe: z.boolean(),
  replyCount: z.number(),
})
export type Log = z.output<typeof log>

const fields = {
  review: z.optional(text(20_000)),
  rating: z.optional(ratingField),
  rewatch: z.optional(flag),
  rewatchCount: z.optional(numeric(z.int().check(z.minimum(0), z.maximum(maxInteger)))),
  /** A day, or a moment of which the date counts as it is written; empty takes the day away. */
  watchedAt: z.optional(z.union([dayOfMoment, z.literal('')])),
  /** Empty takes it away. */
  gif: z.optional(line(500)),
  spoilers: z.optional(flag),
  tags: z.optional(tagsField),
  /** Absent: as one's new logs, or reviews, are. */
  audience: audienceField,
  /** Adds the film to favourites or takes it off; absent leaves it as it is. */
  favorite: z.optional(flag),
}

export const createLog = endpoint({
  method: 'POST',
  path: '/api/logs/full',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: [
    'log.not_found',
    'film.not_found',
    'film.source_down',
    'gif.unknown',
    'upload.not_an_image',
    'upload.too_large',
    'request.conflict',
    'log.day_ahead',
  ],
  summary:
    'Log a film; takes it off the watchlist. An `Idempotency-Key` header (UUID) makes a retry safe. Title, poster and backdrop are read from the film source',
  files: ['image'],
  body: z.object({
    movieId: filmId,
    ...fields,
    title: z.optional(text(2000)),
    poster: z.optional(line(2000)),
    backdrop: z.optional(line(2000)),
  }),
  answer: log,
  unchecked: true,
})

export const updateLog = endpoint({
  method: 'PATCH',
  path: '/api/logs/:logId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: [
    'log.not_found',
    'log.not_yours',
    'log.changed',
    'gif.unknown',
    'upload.not_an_image',
    'upload.too_large',
    'log.day_ahead',
  ],
  summary:
    'Change one’s own log; absent fields stay. `removeImage` takes the image away. With `reviewBefore`, the text that the change started from, a text that was written meanwhile is `log.changed` and stays',
  params: z.object({ logId: id }),
  files: ['image'],
  body: z.object({ ...fields, removeImage: z.optional(flag), reviewBefore: fields.review }),
  answer: log,
})

export const updateLogBackdrop = endpoint({
  method: 'PATCH',
  path: '/api/logs/:logId/backdrop',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: ['log.not_found', 'log.not_yours', 'backdrop.unknown', 'film.not_found', 'film.source_down'],
  summary:
    'Choose one of the film’s backdrops for one’s own log, by its raw path or its address at any size; empty goes back to the film’s own',
  params: z.object({ logId: id }),
  body: z.object({ backdrop: line(500) }),
  answer: log,
})

export const deleteLog = endpoint({
  method: 'DELETE',
  path: '/api/logs/:logId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: ['log.not_found', 'log.not_yours'],
  summary: 'Delete one’s own log with its replies, likes, notifications and files',
  params: z.object({ logId: id }),
  answer: done,
})

export const getLog = endpoint({
  method: 'GET',
  path: '/api/logs/:logId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['log.not_found'],
  summary:
    'One log with its replies and up to three more reviews by its author. Its comments come first, most liked first, then the answers to them, as many as a page of its thread has (80 rows); with `replies` as many of the most liked comments alone',
  params: z.object({ logId: id }),
  query: z.object({ replies: z.optional(numeric(z.int().check(z.minimum(0), z.maximum(100)))) }),
  answer: z.extend(log, {
    replies: z.array(reply),
    moreReviews: z.array(log),
    /** Whether the viewer logged the film, and so knows what happens in it. */
    filmSeen: z.boolean(),
  }),
})

export const toggleLogLike = endpoint({
  method: 'POST',
  path: '/api/logs/:logId/like',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['log.not_found'],
  summary: 'Like a log or take the like back',
  params: z.object({ logId: id }),
  answer: z.object({ liked: z.boolean(), likeCount: z.number(), likes: z.array(id) }),
  unchecked: true,
})

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/logs/feed/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'logs:read',
  errors: [],
  summary: 'Logs of followed members, newest first (18 without `limit`); only one’s own feed',
  params: z.object({ userId: id }),
  query: page,
  answer: z.array(logTile),
  unchecked: true,
})

/** What a member's logs can be narrowed to. */
const narrowing = { tag: z.optional(line(maxTagLength)), q: z.optional(line(maxTagLength)) }

/** One static path a period, so that `/api/logs/:logId` stays unambiguous. */
const periodLogs = (period: 'day' | 'week' | 'month', span: string) =>
  endpoint({
    method: 'GET',
    path: `/api/logs/${period}`,
    access: 'member',
    limit: 'member.read',
    own: 'none',
    scope: 'logs:read',
    errors: [],
    summary: `Followed members’ logs of the last ${span}, newest first (60 without \`limit\`)`,
    query: page,
    answer: z.array(logTile),
  })
export const listDayLogs = periodLogs('day', '24 hours')
export const listWeekLogs = periodLogs('week', '7 days')
export const listMonthLogs = periodLogs('month', '30 days')

export const listFriendsReviews = endpoint({
  method: 'GET',
  path: '/api/logs/reviews/friends',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary: 'Logs of followed members with real text, newest first (6 without `limit`)',
  query: page,
  answer: z.array(log),
})

export const listNewReviews = endpoint({
  method: 'GET',
  path: '/api/logs/reviews/new',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary:
    'The newest log with real text of three members whom one does not follow, and who are open to being shown',
  answer: z.array(log),
})

/** A film that members watch these days. */
const popularFilm = z.object({
  id: z.number(),
  ...filmTitle,
  poster: z.nullable(z.string()),
  release_date: z.string(),
})

export const listPopularFilms = endpoint({
  method: 'GET',
  path: '/api/logs/popular',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary:
    'Films that most members here logged with a day in the last 7 days (12 at most), as of a few minutes ago',
  answer: z.array(popularFilm),
})

export const listMemberLogs = endpoint({
  method: 'GET',
  path: '/api/logs/user/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary:
    'A member’s logs, newest first (5,000 without `limit`). `sort=watched` is the diary: by watched day, entries without one by the day they were made, without films that are only marked as seen; `sort=likes` by likes; `reviews=true` leaves those without text, GIF and image out, `tag` those without that tag, `q` those that hold it neither in the film’s title nor in a tag',
  params: z.object({ userId: id }),
  query: z.extend(page, {
    ...viewedAs.shape,
    sort: z.optional(z.enum(['created', 'watched', 'likes'])),
    reviews: z.optional(flag),
    ...narrowing,
  }),
  answer: z.array(log),
  unchecked: true,
})

/** A film among those that a member logged, with what the newest logs say of it. */
export const loggedFilm = z.object({
  tmdbId: z.number(),
  ...filmTitle,
  poster_path: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  /** The member's own poster. */
  posterOverride: z.nullable(z.string()),
  release_date: z.string(),
  /** What the member gives the film now. */
  rating: stars,
  isFavorite: z.boolean(),
  /** The newest log with real text. */
  reviewId: z.nullable(id),
  /** When the film was last logged. */
  createdAt: z.string(),
  /** Of one's own, the widest audience of its logs. */
  audience,
})
export type LoggedFilm = z.output<typeof loggedFilm>

export const filmSorts = ['added', 'rating', 'release', 'runtime', 'favorites'] as const

export const listMemberFilms = endpoint({
  method: 'GET',
  path: '/api/users/:userId/films',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary:
    'The films that a member logged, each once (100 without `limit`). `favorites` gives the hearts among them, the newest first, whatever the order; `tag` leaves out those of which no log has that tag, `q` those that hold it neither in their title nor in a tag of their logs',
  params: z.object({ userId: id }),
  query: z.extend(page, {
    ...viewedAs.shape,
    sort: z.optional(z.enum(filmSorts)),
    order: z.optional(z.enum(['desc', 'asc'])),
    ...narrowing,
  }),
  answer: z.array(loggedFilm),
})

export const ratingSpread = z.object({
  ratings: z.number(),
  /** In stars; null where nothing is rated. */
  average: z.nullable(z.number()),
  /** How many are half a star, one star, … five stars. */
  byRating: z.array(z.number()).check(z.length(10)),
})
export type RatingSpread = z.output<typeof ratingSpread>

export const getMemberRatings = endpoint({
  method: 'GET',
  path: '/api/users/:userId/ratings',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary: 'How a member rates: each film once, by what it is given now',
  params: z.object({ userId: id }),
  query: viewedAs,
  answer: ratingSpread,
})

export const listMemberFilmLogs = endpoint({
  method: 'GET',
  path: '/api/logs/user/:userId/movie/:movieId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary: 'A member’s logs of one film, newest first (100 without `limit`)',
  params: z.object({ userId: id, movieId: filmId }),
  query: z.extend(page, viewedAs.shape),
  answer: z.array(log),
})

/** A review with the beginning of its thread: up to three rows, the most liked comment first. */
const discussedLog = z.extend(log, { replies: z.array(reply) })
export type DiscussedLog = z.output<typeof discussedLog>

export const listPopularReviews = endpoint({
  method: 'GET',
  path: '/api/logs/movie/:movieId/popular',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary: 'Logs of a film with real text, most liked first (without `limit` 3, or 100 with `all=true`)',
  params: z.object({ movieId: filmId }),
  query: z.extend(page, { all: z.optional(flag) }),
  answer: z.array(discussedLog),
})

export const listFriendsLogs = endpoint({
  method: 'GET',
  path: '/api/logs/movie/:movieId/friends',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: [],
  summary: 'The newest log of the film by each followed member, newest first (100 without `limit`)',
  params: z.object({ movieId: filmId }),
  query: page,
  answer: z.array(log),
})
