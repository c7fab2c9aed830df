import type { AnswerOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/logs.ts'
import type { Log } from '#shared/api/logs.ts'
import { minuteMs, weekMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { titleView, type TitleReader } from '#server/domains/films/titles.views.ts'
import { friendsReviewsPage, selectNewReviews, selectPopularFilms } from './home.queries.ts'
import { logPage, logViews } from './logs.views.ts'

const friendsReviewsSize = 6
const newReviewsSize = 3
const popularSize = 12

const popularForMs = 5 * minuteMs

/** What followed members wrote of films. */
export async function listFriendsReviews(
  ctx: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Listed<Log>> {
  return logPage(ctx, viewer, friendsReviewsPage(viewer.id, pageOf(query, friendsReviewsSize)))
}

/** The newest reviews by other members, for viewers who follow few. */
export async function listNewReviews(ctx: Context, viewer: Viewer): Promise<Log[]> {
  return logViews(ctx, viewer, await selectNewReviews(ctx.db, viewer.id, newReviewsSize))
}

type PopularFilms = AnswerOf<typeof api.listPopularFilms>

/**
 * Answers of the last minutes, by database and by language and choice of titles, which is all that they depend on.
 */
const popular = new WeakMap<Context['db'], Map<string, { at: number; films: Promise<PopularFilms> }>>()

/** Films that members here watch these days. */
export function listPopularFilms(
  ctx: Pick<Context, 'db' | 'now'>,
  { titles }: Pick<Viewer, 'titles'>,
): Promise<PopularFilms> {
  const now = ctx.now().getTime()
  const answers = popular.get(ctx.db) ?? new Map<string, { at: number; films: Promise<PopularFilms> }>()
  popular.set(ctx.db, answers)
  const key = `${titles.language} ${titles.choice}`
  const known = answers.get(key)
  if (known && Math.abs(now - known.at) < popularForMs) return known.films
  const films = readPopularFilms(ctx, titles, new Date(now - weekMs))
  answers.set(key, { at: now, films })
  films.catch(() => answers.delete(key))
  return films
}

async function readPopularFilms(
  ctx: Pick<Context, 'db'>,
  reader: TitleReader,
  since: Date,
): Promise<PopularFilms> {
  const rows = await selectPopularFilms(ctx.db, { since, limit: popularSize, reader })
  return rows.map((row) => ({
    id: row.id,
    ...titleView(row, reader),
    poster: posterUrl(row.poster_path),
    release_date: row.release_date,
  }))
}
