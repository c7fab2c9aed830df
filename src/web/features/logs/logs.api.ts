import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import {
  createLog,
  deleteLog,
  type filmSorts,
  getFeed,
  getLog,
  getMemberRatings,
  listDayLogs,
  listFriendsLogs,
  listFriendsReviews,
  listMemberFilmLogs,
  listMemberFilms,
  listMemberLogs,
  listMonthLogs,
  listNewReviews,
  listPopularFilms,
  listWeekLogs,
  toggleLogLike,
  updateLog,
  updateLogBackdrop,
} from '#shared/api/logs.ts'
import { getSeen } from '#shared/api/seen.ts'
import { changeMemberTag, getMemberTag, listMemberTags, type MemberTag } from '#shared/api/tags.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { paths } from '#shared/paths.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
import { call, callPage, isUnknown } from '#web/lib/api.ts'
import { callDeletion } from '#web/lib/deletion.ts'
import { callOrKeep, type FormDraft } from '#web/lib/outbox.ts'
import { patchEntity, removeEntity } from '#web/lib/entity-cache.ts'
import { longListQuery, pagedQuery } from '#web/lib/paged-query.ts'
import { getSession } from '#web/lib/session.ts'

export type { Log, LoggedFilm, LogTile } from '#shared/api/logs.ts'
export type LogDetail = AnswerOf<typeof getLog>
export type LogFields = BodyOf<typeof updateLog>

/** Followed members' newest logs; `userId` is the viewer. */
export const feedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['logs', 'feed', userId],
    queryFn: ({ signal }) => call(getFeed, { params: { userId }, signal }),
    // Events of friends may come while another screen is shown; the feed is asked again on the way back.
    staleTime: 5_000,
  })

const unlessUnknown = ({ state }: { state: { error: Error | null } }) => !isUnknown(state.error)

/** The page of a review shows so many comments; its thread has all. */
const repliesOfReview = 3

export const logQuery = (logId: string) =>
  queryOptions({
    queryKey: ['logs', logId],
    queryFn: ({ signal }) => call(getLog, { params: { logId }, query: { replies: repliesOfReview }, signal }),
    // What is not there is told once, after the loader of the screen has asked.
    retryOnMount: unlessUnknown,
    refetchOnWindowFocus: unlessUnknown,
  })

/** What followed members wrote, newest first; so many at once. Asked again with the feed. */
export const friendsReviewsQuery = (limit: number) =>
  pagedQuery({
    queryKey: ['logs', 'feed', 'reviews', limit],
    limit,
    load: (page, signal) => callPage(listFriendsReviews, { query: page, signal }),
  })

/** What others here wrote last. */
export const newReviewsQuery = () =>
  queryOptions({
    queryKey: ['logs', 'new reviews'],
    queryFn: ({ signal }) => call(listNewReviews, { signal }),
  })

/** Films that members here watch these days. */
export const popularFilmsQuery = () =>
  queryOptions({
    queryKey: ['logs', 'popular'],
    queryFn: ({ signal }) => call(listPopularFilms, { signal }),
    staleTime: 5 * 60_000,
  })

/** More than anybody watches in a week. */
const weekCount = 50

/** A member's logs by watched day, as many as a week may have. */
export const weekLogsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'week'],
    queryFn: ({ signal }) =>
      call(listMemberLogs, { params: { userId }, query: { sort: 'watched', limit: weekCount }, signal }),
  })

/** How many logs a profile begins with. */
export const recentCount = 6

/** A member's most recent logs by watched day; those without one count by the day they were made. */
export const recentLogsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'recent'],
    queryFn: ({ signal }) =>
      call(listMemberLogs, { params: { userId }, query: { sort: 'watched', limit: recentCount }, signal }),
  })

export const reviewSorts = ['watched', 'likes'] as const

/** What of a member's logs is shown; empty for all. */
interface Narrowing {
  tag: string
  /** Part of a title or of a tag. */
  q: string
}

export interface ReviewsChoice extends Narrowing {
  sort: (typeof reviewSorts)[number]
}

/** A member's logs with text, GIF or image; by watched day or by likes. */
export const memberReviewsQuery = (userId: string, { sort, tag, q }: ReviewsChoice) =>
  pagedQuery({
    queryKey: ['logs', 'member', userId, 'reviews', sort, tag, q],
    limit: 24,
    load: (page, signal) =>
      callPage(listMemberLogs, {
        params: { userId },
        query: { ...page, sort, reviews: true, ...narrowed({ tag, q }) },
        signal,
      }),
  })

export interface FilmsChoice extends Narrowing {
  sort: (typeof filmSorts)[number]
  order: 'desc' | 'asc'
}

const narrowed = ({ tag, q }: Narrowing) => ({ ...(tag && { tag }), ...(q && { q }) })

/** The films that a member logged, in pages. */
export const memberFilmsQuery = (userId: string, { tag, q, ...choice }: FilmsChoice) =>
  longListQuery({
    queryKey: ['logs', 'films', userId, choice, tag, q],
    // A search is answered at once.
    hold: q === '' ? 1000 : 0,
    load: (page, signal) =>
      callPage(listMemberFilms, {
        params: { userId },
        query: { ...choice, ...page, ...narrowed({ tag, q }) },
        signal,
      }),
  })

/** A member's tags, the commonest first. */
export const memberTagsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'tags'],
    queryFn: ({ signal }) => call(listMemberTags, { params: { userId }, signal }),
  })

/** The tags that a member's logs have; the others are those of lists alone. */
export const logTagsQuery = (userId: string) => ({
  ...memberTagsQuery(userId),
  select: (tags: MemberTag[]) => tags.filter(({ logs }) => logs > 0),
})

/** One of a member's tags with those beside it. */
export const memberTagQuery = (userId: string, tag: string) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'tag', tag],
    queryFn: ({ signal }) => call(getMemberTag, { params: { userId }, query: { tag }, signal }),
  })

/** A member's logs of a tag by watched day. */
export const taggedLogsQuery = (userId: string, tag: string) =>
  pagedQuery({
    queryKey: ['logs', 'member', userId, 'tagged', tag],
    limit: 24,
    load: (page, signal) =>
      callPage(listMemberLogs, { params: { userId }, query: { ...page, sort: 'watched', tag }, signal }),
  })

/** Renames one's tag, joins it with another or, with null, removes it. */
export const changeTagMutation = (queryClient: QueryClient, userId: string, tag: string) =>
  mutationOptions({
    mutationKey: ['logs', 'member', userId, 'tag', tag, 'change'],
    mutationFn: (to: string | null) => call(changeMemberTag, { params: { userId }, body: { tag, to } }),
    // Not waited for: who is told of the change leaves the tag's screen first.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['logs'] })
      void queryClient.invalidateQueries({ queryKey: ['lists'] })
    },
  })

/** How a member rates. */
export const memberRatingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'ratings'],
    queryFn: ({ signal }) => call(getMemberRatings, { params: { userId }, signal }),
  })

/** A member's logs of one film, newest first. */
export const memberFilmLogsQuery = (userId: string, movieId: number) =>
  queryOptions({
    queryKey: ['logs', 'member', userId, 'film', movieId],
    queryFn: ({ signal }) => call(listMemberFilmLogs, { params: { userId, movieId }, signal }),
  })

export const likeLogMutation = (queryClient: QueryClient, logId: string) =>
  toggleMutation({
    key: ['logs', logId, 'like'],
    send: (wanted, target) =>
      callOrKeep(
        toggleLogLike,
        { params: { logId } },
        { kind: 'likeLog', target, wanted, about: '', path: paths.review(logId) },
      ),
    isOn: ({ liked }) => liked,
    refresh: () => queryClient.invalidateQueries({ queryKey: ['logs'] }),
    onSuccess: ({ liked, likeCount, likes }) => {
      patchEntity(queryClient, logId, { likedByMe: liked, likeCount, likes })
    },
  })

/** What the editor sends; an absent field stays as it is. */
interface LogSubmission {
  /** The log to change; absent makes a new one. */
  logId?: string
  film: { id: number; title: string; poster: string | null; backdrop: string | null }
  fields: LogFields
  image: File | null
  /** UUID; the same one on every try of the same submission, so that no try can make a second log. */
  idempotencyKey: string
  /** What the editor holds. */
  draft: FormDraft
}

export const submitLogMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ['logs', 'submit'],
    // A retry is the member's decision: the editor keeps everything and offers it.
    retry: false,
    mutationFn: async ({ logId, film, fields, image, idempotencyKey, draft }: LogSubmission) => {
      const files = image ? { image } : {}
      const rating = Number(fields.rating ?? 0)
      const stars = rating > 0 ? ` · ${rating} ★` : ''
      const about = `${film.title}${stars}`
      if (logId !== undefined)
        return callOrKeep(
          updateLog,
          { params: { logId }, body: fields, files },
          { kind: 'editLog', target: `log:${logId}`, about, path: paths.logEditor(film.id, logId), draft },
        )
      const { removeImage: _, ...created } = fields
      return callOrKeep(
        createLog,
        {
          body: {
            movieId: film.id,
            title: film.title,
            ...(film.poster === null ? {} : { poster: film.poster }),
            ...(film.backdrop === null ? {} : { backdrop: film.backdrop }),
            ...created,
          },
          files,
          headers: { 'Idempotency-Key': idempotencyKey },
        },
        { kind: 'log', target: null, about, path: paths.film(film.id), draft },
      )
    },
    onSuccess: (log, { logId }) => {
      patchEntity(queryClient, log._id, log)
      patchFilmMark(queryClient, log.tmdbId, {
        favourite: log.isFavorite,
        // What is watched is no longer to be watched.
        ...(logId === undefined && { watchlist: false }),
      })
      void refreshAfterChange(queryClient, log.tmdbId)
    },
  })

/** `backdrop` is a raw path of the film source; empty for the film's own. */
export const updateLogBackdropMutation = (queryClient: QueryClient, logId: string) =>
  mutationOptions({
    mutationKey: ['logs', logId, 'backdrop'],
    mutationFn: (backdrop: string) => call(updateLogBackdrop, { params: { logId }, body: { backdrop } }),
    onSuccess: (log) => patchEntity(queryClient, log._id, log),
    // A call whose answer was lost may be done.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['logs', logId] }),
  })

export const deleteLogMutation = (queryClient: QueryClient, filmId: number) =>
  mutationOptions({
    mutationKey: ['logs', 'delete', filmId],
    mutationFn: (logId: string) => callDeletion(deleteLog, { params: { logId } }),
    onSuccess: (_, logId) => {
      removeEntity(queryClient, logId)
      void refreshAfterChange(queryClient, filmId, logId)
    },
  })

/** A log changes diaries, the film's page and marks, the watchlist, favourites and the counts on profiles. */
export async function refreshAfterChange(
  queryClient: QueryClient,
  filmId: number,
  goneLog?: string,
): Promise<void> {
  await Promise.all([
    refreshSeenMark(queryClient, filmId),
    queryClient.invalidateQueries({
      queryKey: ['logs'],
      predicate: ({ queryKey }) => goneLog === undefined || queryKey[1] !== goneLog,
    }),
    // Still on screen for a moment: asking for it again could only fail.
    goneLog && queryClient.invalidateQueries({ queryKey: ['logs', goneLog], refetchType: 'none' }),
    // The notifications about it are gone too.
    goneLog && queryClient.invalidateQueries({ queryKey: ['notifications'] }),
    queryClient.invalidateQueries({ queryKey: ['films', filmId] }),
    queryClient.invalidateQueries({ queryKey: ['shelves'] }),
    queryClient.invalidateQueries({ queryKey: ['members'] }),
  ])
}

/** Reloads whether the viewer saw the film and how they rate it, after one of their logs was changed or deleted. */
async function refreshSeenMark(queryClient: QueryClient, filmId: number): Promise<void> {
  const member = getSession()?.user
  if (!member) return
  const mark = await call(getSeen, { params: { userId: member._id, movieId: filmId } }).catch(() => null)
  if (mark) patchFilmMark(queryClient, filmId, mark)
}

export const periods = ['day', 'week', 'month'] as const
export type ActivityPeriod = (typeof periods)[number]

const endpoints = { day: listDayLogs, week: listWeekLogs, month: listMonthLogs }

/** How many at once. */
const windowSize = 24

/** Followed members' logs of the last 24 hours, 7 or 30 days, newest first. */
export const periodQuery = (period: ActivityPeriod) =>
  pagedQuery({
    queryKey: ['logs', 'period', period],
    limit: windowSize,
    load: (page, signal) => callPage(endpoints[period], { query: page, signal }),
  })

const feedKey = ['logs', 'feed']
const periodKey = ['logs', 'period']

/**
 * A followed member logged a film: the feed is asked again; what is on screen stays until the answer is
 * here. A period's long grid would move under the reader's eyes, so it is asked again when it is next opened
 * or when its screen says so.
 */
export async function refreshFeed(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: feedKey }),
    queryClient.invalidateQueries({ queryKey: periodKey, refetchType: 'none' }),
  ])
}

/** The same, but only where another log than the one that was read is the newest of the feed, or nobody can say. */
export async function refreshOldFeed(queryClient: QueryClient, userId: string): Promise<void> {
  const known = queryClient.getQueryData(feedQuery(userId).queryKey)
  const newest = known && (await call(getFeed, { params: { userId }, query: { limit: 1 } }).catch(() => null))
  if (!newest || known[0]?._id !== newest[0]?._id) await refreshFeed(queryClient)
}

/** Asks for the grid of a period that is on screen again. */
export function refreshPeriods(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: periodKey })
}

/** The newest log of a film by each followed member, newest first. */
export const filmFriendsQuery = (filmId: number) =>
  pagedQuery({
    queryKey: ['logs', 'movie', filmId, 'friends'],
    limit: 24,
    load: (page, signal) => callPage(listFriendsLogs, { params: { movieId: filmId }, query: page, signal }),
  })
