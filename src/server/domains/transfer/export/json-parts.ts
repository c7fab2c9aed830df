import { isPrivateAudience } from '#shared/audience.ts'
import { titleFor } from '#shared/film-titles.ts'
import type { Db } from '#server/db/database.ts'
import type {
  SceneFavourite,
  SceneFilm,
  SceneFollow,
  SceneLike,
  SceneList,
  SceneLog,
  ScenePoster,
  SceneRating,
  SceneReply,
  SceneWatchlistItem,
} from '../scene-format.ts'
import * as queries from './export.queries.ts'
import type { ExportedFilm } from './export.queries.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

type Part = (db: Db, exporter: queries.Exporter) => AsyncIterable<object>

/** The arrays of an export by the name of their files; docs/export.md describes each field. */
export const jsonParts: Readonly<Record<string, Part>> = {
  logs: (db, exporter) => each(queries.selectLogs(db, exporter), (row) => toLog(row, exporter)),
  replies: (db, exporter) =>
    each(queries.selectReplies(db, exporter), ({ film_id: filmId, ...row }): SceneReply => ({
      id: row.id,
      log:
        row.log_id === null
          ? null
          : {
              id: row.log_id,
              by: row.author,
              film: filmId === null ? null : toFilm({ ...row, film_id: filmId }, exporter),
            },
      list: row.list_id === null ? null : { id: row.list_id, by: row.author, title: row.list_title ?? '' },
      parentId: row.parent_id,
      text: row.text,
      spoilers: row.spoilers,
      gif: row.gif,
      image: toPath(row.image),
      createdAt: row.created_at.toISOString(),
    })),
  async *likes(db, { id: memberId }) {
    for (const [type, rows] of Object.entries({
      log: queries.selectLogLikes(db, memberId),
      reply: queries.selectReplyLikes(db, memberId),
      list: queries.selectListLikes(db, memberId),
      'saved-list': queries.selectListSaves(db, memberId),
    }))
      yield* each(rows, (row): SceneLike => ({
        type: type as SceneLike['type'],
        id: row.id,
        title: row.title,
        by: row.author,
        createdAt: row.created_at.toISOString(),
      }))
  },
  watchlist: (db, exporter) =>
    each(queries.selectWatchlist(db, exporter), (row): SceneWatchlistItem => ({
      film: toFilm(row, exporter),
      private: isPrivateAudience(row.audience),
      audience: row.audience,
      addedAt: row.created_at.toISOString(),
    })),
  ratings: (db, exporter) =>
    each(queries.selectRatings(db, exporter), (row): SceneRating => ({
      film: toFilm(row, exporter),
      rating: row.rating === null ? null : row.rating / 2,
      byHand: row.by_hand,
      givenAt: row.given_at.toISOString(),
    })),
  favourites: (db, exporter) =>
    each(queries.selectFavourites(db, exporter), (row): SceneFavourite => ({
      film: toFilm(row, exporter),
      audience: row.audience,
      addedAt: row.created_at.toISOString(),
    })),
  lists: (db, exporter) =>
    each(queries.selectLists(db, exporter.id), async (row): Promise<SceneList> => ({
      id: row.id,
      origin: row.import_key,
      title: row.title,
      description: row.description,
      private: isPrivateAudience(row.audience),
      audience: row.audience,
      ranked: row.is_ranked,
      cover: toPath(row.cover),
      tags: row.tags,
      films: (await queries.selectListFilms(db, exporter, row.id)).map((film) => ({
        ...toFilm(film, exporter),
        note: film.note,
      })),
      editors: row.editors.map((editor) => ({
        username: editor.username,
        askedAt: new Date(editor.invited_at).toISOString(),
        agreedAt: editor.accepted_at === null ? null : new Date(editor.accepted_at).toISOString(),
      })),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    })),
  async *follows(db, { id: memberId }) {
    for (const end of ['following', 'follower'] as const)
      yield* each(queries.selectFollows(db, memberId, end), (row): SceneFollow => ({
        type: end,
        username: row.username,
        since: row.created_at.toISOString(),
      }))
  },
  async *hidden(db, exporter) {
    yield* each(queries.selectBlocks(db, exporter.id), ({ username, created_at }) =>
      toHidden('block', created_at, { username }),
    )
    yield* each(queries.selectMutes(db, exporter.id), ({ username, notifications, ends_at, created_at }) =>
      toHidden('mute', created_at, { username, notifications, endsAt: ends_at?.toISOString() ?? null }),
    )
    yield* each(queries.selectMutedWords(db, exporter.id), ({ word, created_at }) =>
      toHidden('word', created_at, { word }),
    )
    yield* each(queries.selectMutedFilms(db, exporter), ({ until_seen: untilSeen, created_at, ...film }) =>
      toHidden('film', created_at, { film: toFilm(film, exporter), untilSeen }),
    )
    yield* each(queries.selectRefusedFilms(db, exporter), ({ refused_at, ...film }) =>
      toHidden('recommendation', refused_at, { film: toFilm(film, exporter) }),
    )
  },
  posters: (db, exporter) =>
    each(queries.selectPosters(db, exporter), (row): ScenePoster => ({
      film: toFilm(row, exporter),
      poster: row.poster_path,
    })),
  plays: (db, exporter) =>
    each(queries.selectPlays(db, exporter), (row) => ({
      player: row.kind,
      title: row.title,
      year: row.year,
      film: row.film_id === null ? null : { id: row.film_id, title: row.film_title },
      watchedOn: row.day,
      watchedAt: row.watched_at.toISOString(),
      state: row.state,
      rewatch: row.rewatch,
      toldRating: row.told_rating === null ? null : row.told_rating / 2,
    })),
  notifications: (db, exporter) =>
    each(queries.selectNotifications(db, exporter), (row) => ({
      id: row.id,
      type: row.type,
      from: row.from_name,
      film:
        row.film_id === null
          ? null
          : toFilm(
              {
                film_id: row.film_id,
                title: row.title ?? '',
                original_title: row.original_title ?? '',
                original_language: row.original_language ?? '',
                own_title: row.own_title,
                release_date: row.release_date ?? '',
              },
              exporter,
            ),
      logId: row.log_id,
      replyId: row.reply_id,
      listId: row.list_id,
      year: row.year,
      readAt: row.read_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
}

/** What a member hides, of each kind with the same fields. */
const toHidden = (
  type: 'block' | 'mute' | 'word' | 'film' | 'recommendation',
  since: Date,
  about: Partial<Hidden>,
) => ({
  type,
  username: null,
  word: null,
  film: null,
  endsAt: null,
  notifications: null,
  untilSeen: null,
  ...about,
  since: since.toISOString(),
})

interface Hidden {
  username: string
  word: string
  film: SceneFilm
  endsAt: string | null
  notifications: boolean
  untilSeen: boolean
}

const toLog = (row: queries.ExportedLogRow, exporter: queries.Exporter): SceneLog => ({
  id: row.id,
  origin: row.import_key,
  film: toFilm(row, exporter),
  rating: row.rating === null ? null : row.rating / 2,
  review: row.review,
  reviewEmphasis: row.review_emphasis,
  spoilers: row.spoilers,
  audience: row.audience,
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

export const toFilm = (row: ExportedFilm, { titles }: queries.Exporter): SceneFilm => ({
  tmdbId: row.film_id,
  title: row.title,
  originalTitle: row.original_title,
  shownTitle: titleFor(row, titles).title,
  year: releaseYear(row),
})

/** A member's own picture is a file in the export; pictures of the film source keep their address. */
export const toPath = (address: string | null): string | null =>
  address?.replace(/^\/(?=media\/)/, '') ?? null

async function* each<Row, Made extends object>(
  rows: AsyncIterable<Row>,
  make: (row: Row) => Made | Promise<Made>,
): AsyncGenerator<Made> {
  for await (const row of rows) yield make(row)
}
