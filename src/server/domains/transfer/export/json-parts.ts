import type { Db } from '#server/db/database.ts'
import type {
  SceneFavourite,
  SceneFilm,
  SceneList,
  SceneLog,
  SceneFollow,
  SceneLike,
  ScenePoster,
  SceneReply,
  SceneRating,
  SceneWatchlistItem,
} from '../scene-format.ts'
import * as queries from './export.queries.ts'
import type { ExportedFilm } from './export.queries.ts'

type Part = (db: Db, memberId: string) => AsyncIterable<object>

/** The arrays of an export by the name of their files; docs/export.md describes each field. */
export const jsonParts: Readonly<Record<string, Part>> = {
  logs: (db, memberId) => each(queries.logs(db, memberId), toLog),
  replies: (db, memberId) =>
    each(queries.replies(db, memberId), (row): SceneReply => ({
      id: row.id,
      log: { id: row.log_id, by: row.log_author, film: toFilm(row) },
      parentId: row.parent_id,
      text: row.text,
      gif: row.gif,
      image: toPath(row.image),
      createdAt: row.created_at.toISOString(),
    })),
  async *likes(db, memberId) {
    for (const [type, rows] of Object.entries({
      log: queries.logLikes(db, memberId),
      reply: queries.replyLikes(db, memberId),
      list: queries.listLikes(db, memberId),
      'saved-list': queries.listSaves(db, memberId),
    }))
      yield* each(rows, (row): SceneLike => ({
        type: type as SceneLike['type'],
        id: row.id,
        title: row.title,
        by: row.author,
        createdAt: row.created_at.toISOString(),
      }))
  },
  watchlist: (db, memberId) =>
    each(queries.watchlist(db, memberId), (row): SceneWatchlistItem => ({
      film: toFilm(row),
      private: row.is_private,
      addedAt: row.created_at.toISOString(),
    })),
  ratings: (db, memberId) =>
    each(queries.ratings(db, memberId), (row): SceneRating => ({
      film: toFilm(row),
      rating: row.rating === null ? null : row.rating / 2,
      byHand: row.by_hand,
      givenAt: row.given_at.toISOString(),
    })),
  favourites: (db, memberId) =>
    each(queries.favourites(db, memberId), (row): SceneFavourite => ({
      film: toFilm(row),
      addedAt: row.created_at.toISOString(),
    })),
  lists: (db, memberId) =>
    each(queries.lists(db, memberId), async (row): Promise<SceneList> => ({
      id: row.id,
      origin: row.import_key,
      title: row.title,
      description: row.description,
      private: row.is_private,
      ranked: row.is_ranked,
      cover: toPath(row.cover),
      tags: row.tags,
      films: (await queries.listFilms(db, row.id)).map((film) => ({ ...toFilm(film), note: film.note })),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    })),
  async *follows(db, memberId) {
    for (const end of ['following', 'follower'] as const)
      yield* each(queries.follows(db, memberId, end), (row): SceneFollow => ({
        type: end,
        username: row.username,
        since: row.created_at.toISOString(),
      }))
  },
  posters: (db, memberId) =>
    each(queries.posters(db, memberId), (row): ScenePoster => ({
      film: toFilm(row),
      poster: row.poster_path,
    })),
  notifications: (db, memberId) =>
    each(queries.notifications(db, memberId), (row) => ({
      id: row.id,
      type: row.type,
      from: row.from_name,
      film:
        row.film_id === null
          ? null
          : toFilm({
              film_id: row.film_id,
              film_title: row.film_title ?? '',
              film_original_title: row.film_original_title ?? '',
              release_date: row.release_date ?? '',
            }),
      logId: row.log_id,
      replyId: row.reply_id,
      listId: row.list_id,
      readAt: row.read_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
}

const toLog = (row: queries.ExportedLogRow): SceneLog => ({
  id: row.id,
  origin: row.import_key,
  film: toFilm(row),
  rating: row.rating === null ? null : row.rating / 2,
  review: row.review,
  reviewEmphasis: row.review_emphasis,
  spoilers: row.spoilers,
  watchedOn: row.watched_on,
  rewatchCount: row.rewatch_count,
  seenOnly: row.seen_only,
  tags: row.tags,
  gif: row.gif,
  image: toPath(row.image),
  backdrop: toPath(row.backdrop),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const toYear = (releaseDate: string): number | null => Number(releaseDate.slice(0, 4)) || null

export const toFilm = (row: ExportedFilm): SceneFilm => ({
  tmdbId: row.film_id,
  title: row.film_title,
  originalTitle: row.film_original_title,
  year: toYear(row.release_date),
})

/** A file of the member's own lies beside; pictures of the film source keep their address. */
export const toPath = (address: string | null): string | null =>
  address?.replace(/^\/(?=media\/)/, '') ?? null

async function* each<Row, Made extends object>(
  rows: AsyncIterable<Row>,
  make: (row: Row) => Made | Promise<Made>,
): AsyncGenerator<Made> {
  for await (const row of rows) yield make(row)
}
