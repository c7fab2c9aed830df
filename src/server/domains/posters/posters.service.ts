import type { AnswerOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/posters.ts'
import { posterIdentity } from '#shared/drawn-posters.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { filmPictures, namedPicture } from '#server/domains/films/pictures.service.ts'
import { upsertFilm } from '#server/domains/films/films.service.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import * as queries from './posters.queries.ts'

const postersShown = 5000

/** A film of which only the usual poster may be shown (docs/product.md, Posters). */
const restrictedFilm = 11020

/** All posters of a film at the film source, most votes first. */
export async function listFilmPosters(
  ctx: Pick<Context, 'db' | 'filmSource'>,
  filmId: number,
): Promise<AnswerOf<typeof api.listFilmPosters>> {
  const { posters } = await filmPictures(ctx, filmId)
  return { id: filmId, posters }
}

/** Chooses one of a film's posters for the viewer; the usual one removes the choice. */
export async function choosePoster(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  chosen: string,
): Promise<AnswerOf<typeof api.choosePoster>> {
  const { path, isUsual, details } = await requirePoster(ctx, filmId, chosen)
  await ctx.transact(async (tx) => {
    if (details) await upsertFilm(tx.db, details, ctx.now())
    if (isUsual) await queries.deletePoster(tx.db, viewer.id, filmId)
    else await queries.upsertPoster(tx.db, viewer.id, filmId, path)
  })
  return { posterOverride: isUsual ? null : posterUrl(path) }
}

/** Drawn posters once had shorter addresses, which old exports still contain. */
const isSamePoster = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && posterIdentity(one) === posterIdentity(other)

/**
 * The source's raw path of a film's poster that a member may choose, and whether it is the usual one.
 */
export async function requirePoster(
  ctx: Pick<Context, 'db' | 'filmSource' | 'config'>,
  filmId: number,
  chosen: string,
) {
  const film = await filmPictures(ctx, filmId)
  const named = namedPicture(ctx.config.filmSource, chosen)
  const path = film.posters.find(({ file_path }) => isSamePoster(file_path, named))?.file_path
  const isUsual = isSamePoster(film.poster, named)
  if (filmId === restrictedFilm && !isUsual) throw fail('poster.not_approved')
  if (path === undefined) throw fail('poster.unknown')
  return { path, isUsual, details: film.details }
}

/** A member's own posters by film id, ready to show. */
export async function batchPosters(ctx: Context, viewer: Viewer, userId: string, filmIds: number[]) {
  await requireMember(ctx, viewer, userId)
  const rows = await queries.selectPosters(ctx.db, { memberId: userId, viewerId: viewer.id }, filmIds)
  return Object.fromEntries(
    rows.flatMap(({ film_id, poster_path }) => {
      const url = posterUrl(poster_path)
      return url === null ? [] : [[String(film_id), url]]
    }),
  )
}

export async function getPoster(ctx: Context, viewer: Viewer, userId: string, filmId: number) {
  await requireMember(ctx, viewer, userId)
  const [row] = await queries.selectPosters(ctx.db, { memberId: userId, viewerId: viewer.id }, [filmId])
  return { posterOverride: posterUrl(row?.poster_path ?? null) }
}

/** The posters that a member chose. */
export async function listMemberPosters(ctx: Context, viewer: Viewer, userId: string, query: PageQuery) {
  await requireMember(ctx, viewer, userId)
  const of = { memberId: userId, viewerId: viewer.id }
  const { items, next } = await queries.selectMemberPosters(ctx.db, of, pageOf(query, postersShown))
  const posters = items.flatMap(({ film_id, poster_path }) => {
    const url = posterUrl(poster_path)
    return url === null ? [] : [{ movieId: film_id, url }]
  })
  return { items: posters, next }
}
