import type { RawBuilder } from 'kysely'
import type { ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type { listWatchlist, toggleWatchlist as toggle, WatchlistItem } from '#shared/api/shelves.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf } from '#server/core/keyset.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { favouriteFilmView } from '#server/domains/members/members.views.ts'
import { posterOverride } from '#server/domains/posters/posters.service.ts'
import * as queries from './shelves.queries.ts'

const favouritesShown = 500
const watchlistSize = 100

export async function watchlistStatus(ctx: Context, viewer: Viewer, filmId: number) {
  return { inWatchlist: await queries.isOnWatchlist(ctx.db, viewer.id, filmId) }
}

/** Puts the film on the viewer's watchlist or takes it off; answers where it is now. */
export async function toggleWatchlist(
  ctx: Context,
  viewer: Viewer,
  { movieId: filmId, isPrivate = false }: ParsedBody<typeof toggle>,
) {
  if (await queries.removeFromWatchlist(ctx.db, viewer.id, filmId)) return { inWatchlist: false }
  await requireFilm(ctx, filmId)
  await queries.addToWatchlist(ctx.db, viewer.id, filmId, isPrivate)
  return { inWatchlist: true }
}

/** Takes the film off the viewer's watchlist, if it is on it. */
export async function removeFromWatchlist(ctx: Context, viewer: Viewer, filmId: number) {
  await queries.removeFromWatchlist(ctx.db, viewer.id, filmId)
  return { inWatchlist: false }
}

/**
 * A member's watchlist; private items are there for their owner only, and cannot be told from what others see.
 */
export async function readWatchlist(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: ParsedQuery<typeof listWatchlist>,
) {
  const { sort = 'added', order = 'desc', genre = 'all' } = query
  await requireMember(ctx, userId)
  const { items, next } = await queries.listWatchlist(
    ctx.db,
    { memberId: userId, viewerId: viewer.id },
    { sort, order, genre: genre === 'all' ? null : genre },
    pageOf(query, watchlistSize),
  )
  return { items: items.map(watchlistItem), next }
}

function watchlistItem(row: queries.WatchlistRow): WatchlistItem {
  return {
    tmdbId: row.film_id,
    id: row.film_id,
    title: row.title,
    poster_path: row.poster_path,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    release_date: row.release_date,
    runtime: row.runtime,
    vote_average: row.vote_average,
    genre_ids: row.genre_ids,
    isPrivate: row.is_private,
    createdAt: row.created_at.toISOString(),
  }
}

/** @throws watchlist.not_found when the film is not on the viewer's watchlist. */
export async function changeWatchlistItem(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  { isPrivate }: { isPrivate: boolean },
) {
  const there = await queries.setWatchlistPrivacy(ctx.db, viewer.id, filmId, isPrivate)
  if (!there) throw fail('watchlist.not_found')
  return { isPrivate }
}

export async function readFavourites(ctx: Context, userId: string) {
  await requireMember(ctx, userId)
  const films = await queries.favouriteFilms(ctx.db, userId, favouritesShown)
  return films.map(favouriteFilmView)
}

export async function changeFavourite(ctx: Context, viewer: Viewer, filmId: number, on: boolean) {
  if (on) {
    await requireFilm(ctx, filmId)
    await queries.addFavourite(ctx.db, viewer.id, filmId)
  } else await queries.removeFavourite(ctx.db, viewer.id, filmId)
  return readFavourites(ctx, viewer.id)
}

/** For a log that is written: what is watched is no longer to be watched. */
export async function takeOffWatchlist(tx: Tx, memberId: string, filmId: number): Promise<void> {
  await queries.removeFromWatchlist(tx.db, memberId, filmId)
}

/** For a log that is written: its favourite flag. The film must be remembered already. */
export async function setFavourite(tx: Tx, memberId: string, filmId: number, on: boolean): Promise<void> {
  if (on) await queries.addFavourite(tx.db, memberId, filmId)
  else await queries.removeFavourite(tx.db, memberId, filmId)
}

/** The viewer's own marks on a film. */
export async function filmMarks(ctx: Context, viewer: Viewer, filmId: number) {
  const [inWatchlist, isFavorite, override] = await Promise.all([
    queries.isOnWatchlist(ctx.db, viewer.id, filmId),
    queries.isFavourite(ctx.db, viewer.id, filmId),
    posterOverride(ctx.db, viewer.id, filmId),
  ])
  return { inWatchlist, isFavorite, posterOverride: override }
}

/** Which of the films are on the viewer's shelves. One statement. */
export async function shelvedAmong(ctx: Pick<Context, 'db'>, viewer: Viewer, filmIds: readonly number[]) {
  const rows = await queries.findShelved(ctx.db, viewer.id, filmIds)
  const on = (shelf: queries.ShelvedRow['shelf']) =>
    new Set(rows.filter((row) => row.shelf === shelf).map((row) => row.film_id))
  return { watchlist: on('watchlist'), favourites: on('favourites') }
}

/**
 * Films of the viewer's own watchlist that fit a condition on `films f`, in the order asked for, then what the source
 * rates best; with how many fit, and how many films the watchlist has.
 */
export async function pickFromWatchlist(
  ctx: Pick<Context, 'db' | 'config'>,
  viewer: Viewer,
  by: { condition: RawBuilder<unknown>; order?: 'shortest' | 'longest' | undefined },
  limit: number,
) {
  const hidden = [...ctx.config.search.hiddenFilmIds]
  const [films, total] = await Promise.all([
    queries.pickFromWatchlist(ctx.db, viewer.id, { ...by, hidden }, limit),
    queries.countWatchlist(ctx.db, viewer.id),
  ])
  return { films, fitting: films[0]?.fitting ?? 0, total }
}
