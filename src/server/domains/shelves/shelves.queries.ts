import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keptStatement } from '#server/core/kept-statement.ts'
import { keyset, type KeysetPage, type SortKey, type SortOrder } from '#server/core/keyset.ts'
import type { Audience } from '#shared/audience.ts'
import { isForViewer } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import type { Films } from '#server/db/schema.ts'

import type { Viewer } from '#server/core/http.ts'
import {
  ownTitle,
  posterColumn,
  type TitledFilm,
  titledFilmColumns,
} from '#server/domains/films/titles.views.ts'

/** Shelves of films, by their tables. */
export type Shelf = 'watchlist_items' | 'favourites'

export async function isOnWatchlist(db: Db, memberId: string, filmId: number): Promise<boolean> {
  const row = await db
    .selectFrom('watchlist_items')
    .select('film_id')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return row !== undefined
}

export interface FilmMarksRow {
  inWatchlist: boolean
  isFavorite: boolean
  /** Whether it is one of the four films on the profile. */
  isInFour: boolean
}

export interface OwnMarksRow extends FilmMarksRow {
  override_path: string | null
}

/** One row: the member's shelves that have the film, and the poster that they chose (`OwnMarksRow`). */
export const marksOnFilm = (memberId: string, filmId: number) => sql`
  select
    (select poster_path from poster_overrides where member_id = ${memberId} and film_id = ${filmId}) as override_path,
    exists (select from watchlist_items where member_id = ${memberId} and film_id = ${filmId}) as "inWatchlist",
    exists (select from favourites where member_id = ${memberId} and film_id = ${filmId}) as "isFavorite",
    exists (select from members where id = ${memberId} and ${filmId} = any(favorite_film_ids)) as "isInFour"`

export interface ShelvesRow {
  watchlist: number[]
  favourites: number[]
}

const numbersOn = (shelf: Shelf, memberId: string) => sql`(
  select coalesce(json_agg(film_id order by film_id), '[]') from ${sql.table(shelf)} where member_id = ${memberId})`

/** The numbers of all films on a member's shelves (`ShelvesRow`). */
export const shelvedColumns = (memberId: string) => sql`
  ${numbersOn('watchlist_items', memberId)} as watchlist, ${numbersOn('favourites', memberId)} as favourites`

export const shelfDeletion = (shelf: Shelf, member: string, film: number) =>
  keptStatement(
    `take off ${shelf}`,
    { memberId: member, filmId: film },
    ({ memberId, filmId }) =>
      sql`delete from ${sql.table(shelf)} where member_id = ${memberId} and film_id = ${filmId}`,
  )

/** Deletes a film from a shelf; answers whether it was on it. */
export async function deleteFromShelf(
  db: Db,
  shelf: Shelf,
  memberId: string,
  filmId: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await shelfDeletion(shelf, memberId, filmId).execute(db)
  return numAffectedRows > 0n
}

/** The member's default audience of new items, locked until the transaction ends. */
const audienceOfNew = (memberId: string, kind: 'watchlist' | 'favourites') => sql<Audience>`
  coalesce((select ${sql.ref(`${kind}_audience`)} from members where id = ${memberId} for share), 'me')`

/**
 * Adds a film, with the member's default audience if none is given. Answers whether it was not on the watchlist yet.
 */
export async function insertWatchlistItem(
  db: Db,
  { memberId, filmId, audience }: { memberId: string; filmId: number; audience: Audience | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('watchlist_items')
    .values({
      member_id: memberId,
      film_id: filmId,
      audience: audience ?? audienceOfNew(memberId, 'watchlist'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** A statement that adds a film to the favourites. */
export const insertFavourite = (db: Db, memberId: string, filmId: number) =>
  db
    .insertInto('favourites')
    .values({
      member_id: memberId,
      film_id: filmId,
      audience: audienceOfNew(memberId, 'favourites'),
    })
    .onConflict((conflict) => conflict.doNothing())

/** A member's hearts, newest first, with the member's own posters. */
export async function selectFavourites(
  db: Db,
  { memberId, viewer }: { memberId: string; viewer: Pick<Viewer, 'id' | 'titles'> },
  page: KeysetPage,
) {
  const newest = keyset(
    [
      ['v.created_at', 'timestamptz'],
      ['v.film_id', 'integer'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('favourites as v')
    .innerJoin('films as f', 'f.id', 'v.film_id')
    .leftJoin('poster_overrides as o', (join) =>
      join.onRef('o.member_id', '=', 'v.member_id').onRef('o.film_id', '=', 'v.film_id'),
    )
    .select([
      'f.id',
      'f.title',
      'f.original_title',
      'f.original_language',
      ownTitle(viewer.titles).as('own_title'),
      posterColumn(viewer.titles).as('poster_path'),
      'o.poster_path as override_path',
      newest.key,
    ])
    .where('v.member_id', '=', memberId)
    .where(isForViewer(viewer.id, 'v'))
    .where(newest.after)
    .orderBy(newest.by)
    .limit(newest.limit)
    .execute()
  return newest.list(rows)
}

/** The sort keys of a watchlist; unknown values come last. */
const sortKeys = {
  added: ['w.created_at', 'timestamptz'],
  release: ['f.release_date', 'text'],
  rating: ['f.vote_average', 'real'],
  runtime: ['f.runtime', 'integer'],
} as const satisfies Record<string, SortKey>

export type WatchlistSort = keyof typeof sortKeys

/** A member's watchlist as the viewer may see it. */
export async function selectWatchlist(
  db: Db,
  whose: { memberId: string; viewer: Pick<Viewer, 'id' | 'titles'> },
  by: { sort: WatchlistSort; order: SortOrder; genre: number | null },
  page: KeysetPage,
) {
  const order = keyset([sortKeys[by.sort], ['w.film_id', 'integer']], page, by.order)
  const rows = await db
    .selectFrom('watchlist_items as w')
    .innerJoin('films as f', 'f.id', 'w.film_id')
    .leftJoin('poster_overrides as o', (join) =>
      join.onRef('o.member_id', '=', 'w.member_id').onRef('o.film_id', '=', 'w.film_id'),
    )
    .select([
      'w.film_id',
      'w.audience',
      'w.created_at',
      'f.title',
      'f.original_title',
      'f.original_language',
      ownTitle(whose.viewer.titles).as('own_title'),
      posterColumn(whose.viewer.titles).as('poster_path'),
      'f.release_date',
      'f.runtime',
      'f.vote_average',
      'f.genre_ids',
      'o.poster_path as override_path',
      order.key,
    ])
    .where('w.member_id', '=', whose.memberId)
    .where(isForViewer(whose.viewer.id, 'w'))
    .$if(by.genre !== null, (query) => query.where(sql<boolean>`${by.genre} = any(f.genre_ids)`))
    .where(order.after)
    .orderBy(order.by)
    .limit(order.limit)
    .execute()
  return order.list(rows)
}

export type WatchlistRow = Awaited<ReturnType<typeof selectWatchlist>>['items'][number]

/** The audience of an item, locked until the transaction ends; undefined when the film is not on the watchlist. */
export async function lockWatchlistItem(
  db: Db,
  memberId: string,
  filmId: number,
): Promise<Audience | undefined> {
  const row = await db
    .selectFrom('watchlist_items')
    .select('audience')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .forUpdate()
    .executeTakeFirst()
  return row?.audience
}

/** Sets the audience of everything on a shelf. */
export async function updateAudiences(
  db: Db,
  memberId: string,
  shelf: Shelf,
  audience: Audience,
): Promise<void> {
  await db
    .updateTable(shelf)
    .set({ audience })
    .where('member_id', '=', memberId)
    .where('audience', '<>', audience)
    .execute()
}

export async function updateWatchlistItem(
  db: Db,
  { memberId, filmId, audience }: { memberId: string; filmId: number; audience: Audience },
): Promise<void> {
  await db
    .updateTable('watchlist_items')
    .set({ audience })
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .execute()
}

export interface ShelvedRow {
  film_id: number
  shelf: 'watchlist' | 'favourites'
}

/** Which of the films are on a member's shelves. */
export async function selectShelved(
  db: Db,
  memberId: string,
  filmIds: readonly number[],
): Promise<ShelvedRow[]> {
  const { rows } = await sql<ShelvedRow>`
    select film_id, 'watchlist' as shelf from watchlist_items
    where member_id = ${memberId} and film_id = any(${filmIds}::integer[])
    union all
    select film_id, 'favourites' from favourites
    where member_id = ${memberId} and film_id = any(${filmIds}::integer[])`.execute(db)
  return rows
}

/** Films of unknown length are last. */
const watchlistOrders = {
  shortest: sql`nullif(f.runtime, 0) asc nulls last,`,
  longest: sql`nullif(f.runtime, 0) desc nulls last,`,
}

interface PickedRow
  extends TitledFilm, Pick<Selectable<Films>, 'runtime' | 'genre_ids' | 'vote_average' | 'vote_count'> {
  fitting: number
}

export async function pickFromWatchlist(
  db: Db,
  { id, titles }: Pick<Viewer, 'id' | 'titles'>,
  {
    condition,
    hidden,
    order,
  }: {
    condition: RawBuilder<unknown>
    hidden: readonly number[]
    order?: keyof typeof watchlistOrders | undefined
  },
  limit: number,
) {
  const first = order ? watchlistOrders[order] : sql``
  const { rows } = await sql<PickedRow>`
    select ${titledFilmColumns(titles)}, f.runtime, f.genre_ids, f.vote_average,
      f.vote_count, count(*) over ()::int as fitting
    from watchlist_items w join films f on f.id = w.film_id
    where w.member_id = ${id} and ${condition} and f.id <> all(${hidden}::integer[])
    order by ${first} f.vote_average desc, f.id limit ${limit}`.execute(db)
  return rows
}

export async function countWatchlist(db: Db, memberId: string): Promise<number> {
  const { size } = await db
    .selectFrom('watchlist_items')
    .select((eb) => eb.fn.countAll<string>().as('size'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(size)
}
