import type { DiaryEntry } from '#shared/api/diary.ts'
import type { Log, LogTile } from '#shared/api/logs.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { markersWithViewer } from '#server/core/toggle.ts'
import { backdropUrl, posterUrl } from '#server/domains/films/films.views.ts'
import { titlesView, titleView } from '#server/domains/films/titles.views.ts'
import { gifDetailsView } from '#server/domains/gifs/gifs.views.ts'
import { selectLogs, type LogRow, type Reader } from './logs.queries.ts'

/** Characters of a review that a tile carries. */
const excerptLength = 140

/** Newest likers named in a list answer; the log itself names `likersOfOne`. */
const likersInList = 3
export const likersOfOne = 100

/** Logs as whole objects, in the order of the ids, in one statement. Every log is visible to every member. */
export async function logViews(
  ctx: Context,
  viewer: Reader,
  ids: string[],
  likers = likersInList,
): Promise<Log[]> {
  const rows = await selectLogs(ctx.db, viewer, ids, likers)
  return rows.map((row) => logView(viewer, row, likers))
}

/** Logs as tiles: what a feed needs and no more. One statement. */
export async function logTiles(ctx: Context, viewer: Viewer, ids: string[]): Promise<LogTile[]> {
  const rows = await selectLogs(ctx.db, viewer, ids, 0)
  return rows.map((row) => ({
    _id: row.id,
    tmdbId: row.film_id,
    ...titleView(row, viewer.titles),
    poster_path: row.poster_path,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    review: row.review.slice(0, excerptLength),
    rating: stepsToStars(row.rating),
    rewatchCount: row.rewatch_count,
    watchedAt: row.watched_at,
    createdAt: row.created_at.toISOString(),
    user: { _id: row.member_id, username: row.username, avatar: row.avatar },
    likes: markersWithViewer(row.likes ?? [], viewer.id, row.liked, 1),
    likeCount: row.like_count,
    likedByMe: row.liked,
    replyCount: row.reply_count,
  }))
}

/** Logs as entries of a diary: of each only what a row shows. One statement. */
export async function diaryEntries(ctx: Context, viewer: Viewer, ids: string[]): Promise<DiaryEntry[]> {
  const rows = await selectLogs(ctx.db, viewer, ids, 0)
  return rows.map((row) => ({
    _id: row.id,
    tmdbId: row.film_id,
    ...titleView(row, viewer.titles),
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    release_date: row.release_date,
    day: row.watched_at ?? row.created_at.toISOString().slice(0, 10),
    watchedAt: row.watched_at,
    rating: stepsToStars(row.rating),
    rewatchCount: row.rewatch_count,
    isFavorite: row.is_favorite,
    hasReview: row.review !== '' || row.gif !== null || row.image !== null,
    tags: row.tags ?? [],
  }))
}

function logView(viewer: Reader, row: LogRow, likers: number): Log {
  const poster = posterUrl(row.poster_path)
  const posterOverride = posterUrl(row.override_path)
  const { otherTitle, ...title } = titlesView(row, viewer.titles)
  return {
    _id: row.id,
    user: { _id: row.member_id, username: row.username, avatar: row.avatar },
    movie: {
      id: row.film_id,
      ...title,
      otherTitle,
      poster,
      poster_path: row.poster_path,
      backdrop_path: row.backdrop_path,
      release_date: row.release_date,
      runtime: row.runtime,
      posterOverride,
    },
    tmdbId: row.film_id,
    ...title,
    poster,
    posterOverride,
    customPoster: posterOverride,
    rating: stepsToStars(row.rating),
    review: row.review,
    rewatch: row.rewatch_count > 0,
    rewatchCount: row.rewatch_count,
    watchedAt: row.watched_at,
    createdAt: row.created_at.toISOString(),
    gif: row.gif,
    gifDetails: gifDetailsView(row),
    image: row.image,
    spoilers: row.spoilers,
    seenOnly: row.seen_only,
    tags: row.tags ?? [],
    backdrop: row.backdrop ?? backdropUrl(row.backdrop_path),
    customBackdrop: row.backdrop,
    reviewBackdrop: row.backdrop,
    isFavorite: row.is_favorite,
    likes: markersWithViewer(row.likes ?? [], viewer.id, row.liked, likers),
    likeCount: row.like_count,
    likedByMe: row.liked,
    replyCount: row.reply_count,
  }
}
