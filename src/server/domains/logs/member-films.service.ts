import type { filmSorts, LoggedFilm } from '#shared/api/logs.ts'
import type { FilmMarks } from '#shared/api/seen.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { audienceView } from '#server/core/audience.ts'
import { pageOf, type PageQuery, type SortOrder } from '#server/core/keyset.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { titleView, type TitleReader } from '#server/domains/films/titles.views.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { choiceOf, type Narrowing } from './logs.service.ts'
import * as queries from './member-films.queries.ts'

const filmsSize = 100

interface Query extends PageQuery, Narrowing {
  sort?: (typeof filmSorts)[number] | undefined
  order?: SortOrder | undefined
}

/** The films that a member logged, each once. */
export async function listMemberFilms(ctx: Context, viewer: Viewer, userId: string, query: Query) {
  const { sort = 'added', order = 'desc' } = query
  const page = pageOf(query, filmsSize)
  await requireMember(ctx, viewer, userId)
  const whose = { memberId: userId, viewerId: viewer.id }
  const choice = await choiceOf(ctx, viewer, userId, query)
  const { ids, next } =
    sort === 'favorites'
      ? await queries.selectLoggedFavourites(ctx.db, whose, choice, page)
      : await queries.selectMemberFilms(ctx.db, whose, { ...choice, sort, order }, page)
  const films = await queries.selectLoggedFilms(ctx.db, whose, viewer.titles, ids)
  return { items: films.map((film) => loggedFilm(film, viewer.titles)), next }
}

function loggedFilm(row: queries.LoggedFilmRow, reader: TitleReader): LoggedFilm {
  return {
    tmdbId: row.id,
    ...titleView(row, reader),
    poster_path: row.poster_path,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    release_date: row.release_date,
    rating: stepsToStars(row.rating),
    isFavorite: row.is_favorite,
    reviewId: row.review_id,
    createdAt: row.created_at.toISOString(),
    ...(row.audience !== null && { audience: audienceView(row.audience) }),
  }
}

/** The viewer's own marks on all films. One statement. */
export async function getFilmMarks(ctx: Context, viewer: Viewer): Promise<FilmMarks> {
  const { seen, ...shelved } = await queries.selectFilmMarks(ctx.db, viewer.id)
  return { seen: seen.map(([filmId, rating]) => [filmId, stepsToStars(rating)]), ...shelved }
}
