import type { DiaryEntry } from '#shared/api/diary.ts'
import type { Log, LogTile } from '#shared/api/logs.ts'
import type { MemberRef } from '#shared/api/fields.ts'
import { stepsToStars } from '#shared/rating.ts'
import { utcDay } from '#shared/utc-day.ts'
import { audienceView } from '#server/core/audience.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Listed } from '#server/core/keyset.ts'
import { markersWithViewer } from '#server/core/toggle.ts'
import { filmRefs, type FilmRef } from '#server/domains/films/film-refs.views.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { gifDetailsView } from '#server/domains/gifs/gifs.views.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import {
  logsById,
  selectLogs,
  selectLogTiles,
  type LogRow,
  type LogsPage,
  type LogTileRow,
  type Reader,
} from './logs.queries.ts'

export { visibleTo as logVisibleTo } from './logs.queries.ts'

/** Characters of a review that a tile carries. */
const excerptLength = 140

/** How many likers are named for a log in a list; a single log names `likersOfOne`. */
const likersInList = 3
export const likersOfOne = 100

type Part = Pick<Context, 'db' | 'shortReads' | 'changes'>

/** Logs as whole objects, in the order of the ids, without those that the viewer may not see. */
export async function logViews(
  ctx: Part,
  viewer: Reader,
  ids: readonly string[],
  likers = likersInList,
): Promise<Log[]> {
  if (ids.length === 0) return []
  return viewsOf(
    ctx,
    viewer,
    await selectLogs(databaseFor(ctx, ids.length), viewer.id, logsById(viewer.id, ids), likers),
    likers,
  )
}

/**
 * A log that the viewer just wrote, as a whole object; undefined when the film or the viewer was deleted at this
 * moment.
 */
export async function writtenLog(ctx: Part, viewer: Reader, row: LogRow): Promise<Log | undefined> {
  const [log] = await viewsOf(ctx, viewer, [row], likersOfOne)
  return log
}

/** A page of logs as whole objects. */
export async function logPage(ctx: Part, viewer: Reader, page: LogsPage): Promise<Listed<Log>> {
  const rows = await selectLogs(databaseFor(ctx, page.limit), viewer.id, page.wanted, likersInList)
  const { items, next } = page.list(rows)
  return { items: await viewsOf(ctx, viewer, items, likersInList), next }
}

/** A page of logs as tiles, which have only what a feed shows. */
export async function tilePage(ctx: Part, viewer: Viewer, page: LogsPage): Promise<Listed<LogTile>> {
  const rows = await selectLogTiles(databaseFor(ctx, page.limit), viewer.id, page.wanted, excerptLength)
  const { items, next } = page.list(rows)
  return { items: await withFilmAndAuthor(ctx, viewer, items, tileView), next }

  function tileView(row: LogTileRow, film: FilmRef, author: MemberRef): LogTile {
    return {
      _id: row.id,
      tmdbId: row.film_id,
      title: film.title,
      titleLang: film.titleLang,
      poster_path: film.poster_path,
      poster: film.poster,
      posterOverride: posterUrl(row.override_path),
      review: row.excerpt.slice(0, excerptLength),
      rating: stepsToStars(row.rating),
      rewatchCount: row.rewatch_count,
      watchedAt: row.watched_at,
      createdAt: row.created_at.toISOString(),
      user: author,
      likes: row.liked ? [viewer.id] : [],
      likeCount: row.like_count,
      likedByMe: row.liked,
      replyCount: row.reply_count,
      audience: audienceView(row.audience),
    }
  }
}

/** Logs as entries of a diary: of each only what a row shows. */
export async function diaryEntries(ctx: Part, viewer: Viewer, ids: readonly string[]): Promise<DiaryEntry[]> {
  if (ids.length === 0) return []
  const rows = await selectLogs(databaseFor(ctx, ids.length), viewer.id, logsById(viewer.id, ids), 0)
  return withFilmAndAuthor(ctx, viewer, rows, entryView)
}

/** A page of logs as entries of a diary. */
export async function diaryPage(ctx: Part, viewer: Viewer, page: LogsPage): Promise<Listed<DiaryEntry>> {
  const rows = await selectLogs(databaseFor(ctx, page.limit), viewer.id, page.wanted, 0)
  const { items, next } = page.list(rows)
  return { items: await withFilmAndAuthor(ctx, viewer, items, entryView), next }
}

/**
 * Joins rows with their films and authors, which this process caches. A log whose author was deleted at this moment
 * is left out.
 */
async function withFilmAndAuthor<Row extends { film_id: number; member_id: string }, View>(
  ctx: Part,
  viewer: Reader,
  rows: readonly Row[],
  view: (row: Row, film: FilmRef, author: MemberRef) => View,
): Promise<View[]> {
  const [films, authors] = await Promise.all([
    filmRefs(
      ctx,
      viewer.titles,
      rows.map((row) => row.film_id),
    ),
    memberRefs(
      ctx,
      rows.map((row) => row.member_id),
    ),
  ])
  return rows.flatMap((row) => {
    const [film, author] = [films.get(row.film_id), authors.get(row.member_id)]
    return film && author ? [view(row, film, author)] : []
  })
}

function viewsOf(ctx: Part, viewer: Reader, rows: readonly LogRow[], likers: number): Promise<Log[]> {
  return withFilmAndAuthor(ctx, viewer, rows, (row, film, author) =>
    logView(viewer, row, film, author, likers),
  )
}

function entryView(row: LogRow, film: FilmRef): DiaryEntry {
  return {
    _id: row.id,
    tmdbId: row.film_id,
    title: film.title,
    titleLang: film.titleLang,
    poster: film.poster,
    posterOverride: posterUrl(row.override_path),
    release_date: film.release_date,
    day: row.watched_at ?? utcDay(row.created_at),
    watchedAt: row.watched_at,
    rating: stepsToStars(row.rating),
    rewatchCount: row.rewatch_count,
    isFavorite: row.is_favorite,
    hasReview: row.review !== '' || row.gif !== null || row.image !== null,
    tags: row.tags ?? [],
    audience: audienceView(row.audience),
  }
}

function logView(viewer: Reader, row: LogRow, film: FilmRef, author: MemberRef, likers: number): Log {
  const { title, titleLang, poster } = film
  const posterOverride = posterUrl(row.override_path)
  return {
    _id: row.id,
    user: author,
    movie: {
      id: row.film_id,
      title,
      titleLang,
      otherTitle: film.otherTitle,
      poster,
      poster_path: film.poster_path,
      backdrop_path: film.backdrop_path,
      release_date: film.release_date,
      runtime: film.runtime,
      posterOverride,
    },
    tmdbId: row.film_id,
    title,
    titleLang,
    poster,
    posterOverride,
    customPoster: posterOverride,
    rating: stepsToStars(row.rating),
    review: row.review,
    reviewEmphasis: row.review_emphasis ?? undefined,
    rewatch: row.rewatch_count > 0,
    rewatchCount: row.rewatch_count,
    watchedAt: row.watched_at,
    createdAt: row.created_at.toISOString(),
    gif: row.gif,
    gifDetails: gifDetailsView(row, viewer.titles),
    image: row.image,
    spoilers: row.spoilers,
    seenOnly: row.seen_only,
    audience: audienceView(row.audience),
    hidden: row.hidden_at === null ? undefined : true,
    tags: row.tags ?? [],
    backdrop: row.backdrop ?? film.backdrop,
    customBackdrop: row.backdrop,
    reviewBackdrop: row.backdrop,
    isFavorite: row.is_favorite,
    likes: markersWithViewer(row.likes ?? [], viewer.id, row.liked, likers),
    likeCount: row.like_count,
    likedByMe: row.liked,
    replyCount: row.reply_count,
  }
}
