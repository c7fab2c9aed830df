import type { filmSorts, LoggedFilm } from '#shared/api/logs.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Order } from '#server/core/keyset.ts'
import { decodeCursor, toSkeleton, type Page } from '#server/core/pagination.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import * as queries from './member-films.queries.ts'

const filmsSize = 100

interface Query extends Page {
  sort?: (typeof filmSorts)[number] | undefined
  order?: Order | undefined
}

/** The films that a member logged, each once. @throws member.not_found */
export async function readMemberFilms(ctx: Context, userId: string, query: Query) {
  const { sort = 'added', order = 'desc', limit = filmsSize } = query
  const cursor = decodeCursor(query.cursor)
  await requireMember(ctx, userId)
  const rows =
    sort === 'favorites'
      ? await queries.favouriteLoggedSkeleton(ctx.db, userId, limit + 1, cursor)
      : await queries.memberFilmsSkeleton(ctx.db, userId, sort, order, limit + 1, cursor)
  const { ids, next } = toSkeleton(rows, limit)
  const films = await queries.readLoggedFilms(ctx.db, userId, ids.map(Number))
  return { items: films.map(loggedFilm), next }
}

function loggedFilm(row: queries.LoggedFilmRow): LoggedFilm {
  return {
    tmdbId: row.id,
    title: row.title,
    poster_path: row.poster_path,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    release_date: row.release_date,
    rating: stepsToStars(row.rating),
    isFavorite: row.is_favorite,
    reviewId: row.review_id,
    createdAt: row.created_at.toISOString(),
  }
}
