import { titlesView, type TitleReader } from '#server/domains/films/titles.views.ts'
import type { RawBuilder } from 'kysely'
import type { ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/shelves.ts'
import type { WatchlistItem } from '#shared/api/shelves.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import { favouriteFilmView } from '#server/domains/members/members.views.ts'
import { audienceView } from '#server/core/audience.ts'
import { isPrivateAudience, type Audience } from '#shared/audience.ts'
import { chooseAudience } from '#server/domains/members/audiences.service.ts'
import * as queries from './shelves.queries.ts'

const favouritesShown = 500
const watchlistSize = 100

export async function getWatchlistStatus(ctx: Context, viewer: Viewer, filmId: number) {
  return { inWatchlist: await queries.isOnWatchlist(ctx.db, viewer.id, filmId) }
}

/**
 * Adds the film to the viewer's watchlist or removes it; answers whether it is on it now. The film source is only
 * asked about a film that is added.
 */
export async function toggleWatchlist(
  ctx: Context,
  viewer: Viewer,
  { movieId: filmId, audience: given, isPrivate }: ParsedBody<typeof api.toggleWatchlist>,
) {
  // When another call added it in between, this one removes it.
  for (;;) {
    if (await queries.deleteFromShelf(ctx.db, 'watchlist_items', viewer.id, filmId))
      return { inWatchlist: false }
    await requireFilm(ctx, filmId)
    const audience = given ?? (isPrivate ? 'me' : null)
    if (await queries.insertWatchlistItem(ctx.db, { memberId: viewer.id, filmId, audience }))
      return { inWatchlist: true }
  }
}

/** Takes the film off the viewer's watchlist, if it is on it. */
export async function removeFromWatchlist(ctx: Context, viewer: Viewer, filmId: number) {
  await queries.deleteFromShelf(ctx.db, 'watchlist_items', viewer.id, filmId)
  return { inWatchlist: false }
}

/** A member's watchlist. Others cannot tell whether it has private items. */
export async function listWatchlist(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: ParsedQuery<typeof api.listWatchlist>,
) {
  const { sort = 'added', order = 'desc', genre = 'all' } = query
  await requireMember(ctx, viewer, userId)
  const { items, next } = await queries.selectWatchlist(
    ctx.db,
    { memberId: userId, viewer },
    { sort, order, genre: genre === 'all' ? null : genre },
    pageOf(query, watchlistSize),
  )
  return { items: items.map((item) => watchlistItem(item, viewer.titles)), next }
}

function watchlistItem(row: queries.WatchlistRow, reader: TitleReader): WatchlistItem {
  return {
    tmdbId: row.film_id,
    id: row.film_id,
    ...titlesView(row, reader),
    poster_path: row.poster_path,
    poster: posterUrl(row.poster_path),
    posterOverride: posterUrl(row.override_path),
    release_date: row.release_date,
    runtime: row.runtime,
    vote_average: row.vote_average,
    genre_ids: row.genre_ids,
    isPrivate: isPrivateAudience(row.audience),
    audience: audienceView(row.audience),
    createdAt: row.created_at.toISOString(),
  }
}

/** @throws watchlist.not_found when the film is not on the viewer's watchlist. */
export async function updateWatchlistItem(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  given: ParsedBody<typeof api.updateWatchlistItem>,
) {
  return ctx.transact(async (tx) => {
    const present = await queries.lockWatchlistItem(tx.db, viewer.id, filmId)
    if (!present) throw fail('watchlist.not_found')
    const audience = await chooseAudience(tx.db, viewer.id, 'watchlist', given, present)
    await queries.updateWatchlistItem(tx.db, { memberId: viewer.id, filmId, audience })
    return { isPrivate: isPrivateAudience(audience), audience: audienceView(audience) }
  })
}

export async function listFavourites(ctx: Context, viewer: Viewer, userId: string, query: PageQuery) {
  await requireMember(ctx, viewer, userId)
  const page = pageOf(query, favouritesShown)
  const { items, next } = await queries.selectFavourites(ctx.db, { memberId: userId, viewer }, page)
  return { items: items.map((film) => favouriteFilmView(film, viewer.titles)), next }
}

/** The viewer's own, after a change. */
const ownFavourites = async (ctx: Context, viewer: Viewer) =>
  (await listFavourites(ctx, viewer, viewer.id, {})).items

export async function addFavourite(ctx: Context, viewer: Viewer, filmId: number) {
  await requireFilm(ctx, filmId)
  await queries.insertFavourite(ctx.db, viewer.id, filmId).execute()
  return ownFavourites(ctx, viewer)
}

export async function removeFavourite(ctx: Context, viewer: Viewer, filmId: number) {
  await queries.deleteFromShelf(ctx.db, 'favourites', viewer.id, filmId)
  return ownFavourites(ctx, viewer)
}

/** Sets the audience of everything on a member's shelf. */
export const updateAudiences = (
  tx: Tx,
  memberId: string,
  shelf: queries.Shelf,
  audience: Audience,
): Promise<void> => queries.updateAudiences(tx.db, memberId, shelf, audience)

/** For a new log: a film that was watched leaves the watchlist. */
export function deleteWatchlistItem(tx: Tx, memberId: string, filmId: number): void {
  tx.beforeCommit(() => queries.shelfDeletion('watchlist_items', memberId, filmId))
}

interface FavouriteChange {
  filmId: number
  /** Undefined leaves it as it is. */
  isFavourite: boolean | undefined
}

/** For a log: whether its film is a favourite. The film must be remembered already. */
export function updateFavourite(tx: Tx, memberId: string, { filmId, isFavourite }: FavouriteChange): void {
  if (isFavourite === undefined) return
  tx.beforeCommit(() =>
    isFavourite
      ? queries.insertFavourite(tx.db, memberId, filmId)
      : queries.shelfDeletion('favourites', memberId, filmId),
  )
}

/** The viewer's own marks on a film: a statement with one row, and a function that reads it. */
export const filmMarks = {
  select: queries.marksOnFilm,
  view: ({ inWatchlist, isFavorite, isInFour, override_path }: queries.OwnMarksRow) => ({
    inWatchlist,
    isFavorite,
    isInFour,
    posterOverride: posterUrl(override_path),
  }),
}
export type FilmMarksColumns = queries.OwnMarksRow

/** The numbers of all films on a member's own shelves: columns of a statement. */
export const shelvedColumns = queries.shelvedColumns
export type ShelvedColumns = queries.ShelvesRow

/** Which of the films are on the viewer's shelves. One statement. */
export async function shelvedAmong(ctx: Pick<Context, 'db'>, viewer: Viewer, filmIds: readonly number[]) {
  const rows = await queries.selectShelved(ctx.db, viewer.id, filmIds)
  const on = (shelf: queries.ShelvedRow['shelf']) =>
    new Set(rows.filter((row) => row.shelf === shelf).map((row) => row.film_id))
  return { watchlist: on('watchlist'), favourites: on('favourites') }
}

/**
 * Films of the viewer's own watchlist that meet a condition on `films f`, in the given order, then by the source's
 * rating; with how many meet it, and how many films the watchlist has.
 */
export async function pickFromWatchlist(
  ctx: Pick<Context, 'db' | 'config'>,
  viewer: Viewer,
  by: { condition: RawBuilder<unknown>; order?: 'shortest' | 'longest' | undefined },
  limit: number,
) {
  const hidden = [...ctx.config.search.hiddenFilmIds]
  const [films, total] = await Promise.all([
    queries.pickFromWatchlist(ctx.db, viewer, { ...by, hidden }, limit),
    queries.countWatchlist(ctx.db, viewer.id),
  ])
  return { films, fitting: films[0]?.fitting ?? 0, total }
}
