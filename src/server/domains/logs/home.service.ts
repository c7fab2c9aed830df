import type { AnswerOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/logs.ts'
import type { Log } from '#shared/api/logs.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { selectFriendsReviews, selectNewReviews, selectPopularFilms } from './home.queries.ts'
import { logViews } from './logs.views.ts'

const friendsReviewsSize = 6
const newReviewsSize = 3
const popularSize = 12

const minuteMs = 60_000
const weekMs = 7 * 24 * 60 * minuteMs
const popularForMs = 5 * minuteMs

/** What followed members wrote of films. */
export async function listFriendsReviews(
  ctx: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Listed<Log>> {
  const { ids, next } = await selectFriendsReviews(ctx.db, viewer.id, pageOf(query, friendsReviewsSize))
  return { items: await logViews(ctx, viewer, ids), next }
}

/** What others here wrote last, for whoever follows few. */
export async function listNewReviews(ctx: Context, viewer: Viewer): Promise<Log[]> {
  return logViews(ctx, viewer, await selectNewReviews(ctx.db, viewer.id, newReviewsSize))
}

type PopularFilms = AnswerOf<typeof api.listPopularFilms>

/** The answer of the last minutes, by database: it is the same for everybody. */
const popular = new WeakMap<Context['db'], { at: number; films: Promise<PopularFilms> }>()

/** Films that members here watch these days. */
export function listPopularFilms(ctx: Pick<Context, 'db' | 'now'>): Promise<PopularFilms> {
  const now = ctx.now().getTime()
  const known = popular.get(ctx.db)
  if (known && Math.abs(now - known.at) < popularForMs) return known.films
  const films = readPopularFilms(ctx, new Date(now - weekMs))
  popular.set(ctx.db, { at: now, films })
  films.catch(() => popular.delete(ctx.db))
  return films
}

async function readPopularFilms(ctx: Pick<Context, 'db'>, since: Date): Promise<PopularFilms> {
  const rows = await selectPopularFilms(ctx.db, since, popularSize)
  return rows.map(({ id, title, poster_path, release_date }) => ({
    id,
    title,
    poster: posterUrl(poster_path),
    release_date,
  }))
}
