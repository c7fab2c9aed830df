import { sql } from 'kysely'
import type { Audience } from '#shared/audience.ts'
import { idsFromSceneKeys } from '#server/core/scene-keys.ts'
import type { Db } from '#server/db/database.ts'
import { visibleTo } from './list-visibility.ts'

/** A list by the key that an import gave it, or by its own id; it stays locked until the transaction ends. */
export interface ImportedList {
  id: string
  /** Null for a list that the member made here. */
  importKey: string | null
  createdAt: Date
  filmsCount: number
  /** The position of its last film; -1 when it has none. */
  lastPosition: number
}

export async function lockByKeys(db: Db, memberId: string, keys: string[]): Promise<ImportedList[]> {
  const { rows } = await sql<ImportedList>`
    select l.id, l.import_key as "importKey", l.created_at as "createdAt", l.films_count as "filmsCount",
      (select coalesce(max(position), -1) from list_films where list_id = l.id) as "lastPosition"
    from lists l where l.member_id = ${memberId}
      and (l.import_key = any(${keys}::text[]) or l.id = any(${idsFromSceneKeys(keys)}::uuid[]))
    order by l.id for update of l`.execute(db)
  return rows
}

export interface NewImportedList {
  id: string
  importKey: string
  title: string
  searchText: string
  description: string
  tags: readonly string[]
  /** When absent, the audience that the member chose for new lists. */
  audience?: Audience | undefined
  isRanked: boolean
  createdAt: Date
}

export async function insertLists(
  db: Db,
  memberId: string,
  lists: readonly NewImportedList[],
  now: Date,
): Promise<void> {
  await sql`
    insert into lists (id, member_id, title, search_text, description, tags, audience, is_ranked, import_key, created_at,
      updated_at, imported_at)
    select id, ${memberId}, title, "searchText", description, array(select jsonb_array_elements_text(tags)),
      coalesce(audience, (select lists_audience from members where id = ${memberId})), "isRanked", "importKey", "createdAt", ${now},
      ${now}
    from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb)
      as given (id uuid, title text, "searchText" text, description text, tags jsonb, audience seen_by, "isRanked" boolean,
        "importKey" text, "createdAt" timestamptz)`.execute(db)
}

export interface ListFilmPair {
  listId: string
  filmId: number
}

const pairs = (films: readonly ListFilmPair[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as wanted ("listId" uuid, "filmId" integer)`

/** Those of the films that are in their lists already. */
export async function selectPresentFilms(db: Db, films: readonly ListFilmPair[]): Promise<ListFilmPair[]> {
  const { rows } = await sql<ListFilmPair>`
    select "listId", "filmId" from ${pairs(films)}
    join list_films f on f.list_id = wanted."listId" and f.film_id = wanted."filmId"`.execute(db)
  return rows
}

/** `imported_at` follows `updated_at` until the member changes the list, and then no more. */
const written = (now: Date) => sql`
  updated_at = greatest(${now}::timestamptz, updated_at + interval '1 ms'),
  imported_at = case when imported_at = updated_at
    then greatest(${now}::timestamptz, updated_at + interval '1 ms') else imported_at end`

export interface ListFilmNote extends ListFilmPair {
  note: string
}

export interface ListFilmPlace extends ListFilmNote {
  position: number
}

/** Inserts films at their positions, and counts them. */
export async function insertFilms(db: Db, films: readonly ListFilmPlace[], now: Date): Promise<void> {
  await sql`
    with made as (
      insert into list_films (list_id, film_id, position, note)
      select "listId", "filmId", position, note
      from jsonb_to_recordset(${JSON.stringify(films)}::jsonb)
        as wanted ("listId" uuid, "filmId" integer, position integer, note text)
      returning list_id
    ), counted as (select list_id, count(*)::int as films from made group by list_id)
    update lists set films_count = films_count + counted.films, ${written(now)}
    from counted where lists.id = counted.list_id`.execute(db)
}

/** Gives films notes that have none, in lists that their members have not changed since. */
export async function fillNotes(db: Db, films: readonly ListFilmNote[]): Promise<void> {
  await sql`
    update list_films f set note = wanted.note
    from jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as wanted ("listId" uuid, "filmId" integer, note text),
      lists l
    where f.list_id = wanted."listId" and f.film_id = wanted."filmId" and f.note = ''
      and l.id = f.list_id and l.imported_at = l.updated_at`.execute(db)
}

export async function updateCover(db: Db, id: string, cover: string): Promise<void> {
  await db.updateTable('lists').set({ cover }).where('id', '=', id).execute()
}

/** Locks lists of a member; `edited` ones were changed since an import last wrote them. */
export async function lockImported(db: Db, memberId: string, ids: string[]) {
  const { rows } = await sql<{ id: string; edited: boolean }>`
    select id, imported_at is distinct from updated_at as edited from lists
    where member_id = ${memberId} and id = any(${ids}::uuid[])
    order by id for update`.execute(db)
  return rows
}

/** Deletes films from lists, and lists that are then empty. Answers how many films were deleted. */
export async function deleteFilms(db: Db, films: readonly ListFilmPair[], now: Date): Promise<number> {
  const { rows } = await sql<{ films: number }>`
    with gone as (
      delete from list_films f using ${pairs(films)}
      where f.list_id = wanted."listId" and f.film_id = wanted."filmId"
      returning f.list_id
    ), counted as (select list_id, count(*)::int as films from gone group by list_id)
    update lists set films_count = films_count - counted.films, ${written(now)}
    from counted where lists.id = counted.list_id
    returning counted.films`.execute(db)
  return rows.reduce((sum, row) => sum + row.films, 0)
}

/** Answers the covers that they had, and the pictures in comments below them. */
export async function deleteEmpty(db: Db, ids: string[]): Promise<{ covers: string[]; pictures: string[] }> {
  // All parts of the statement see the comments as they were before it.
  const { rows } = await sql<{ cover: string | null; pictures: string[] }>`
    with gone as (
      delete from lists where id = any(${ids}::uuid[]) and films_count = 0 returning id, cover
    )
    select cover, array(select image from replies where list_id = gone.id and image is not null) as pictures
    from gone`.execute(db)
  return {
    covers: rows.flatMap((row) => row.cover ?? []),
    pictures: rows.flatMap((row) => row.pictures),
  }
}

/**
 * Those lists of `given (id, by, at)` that a member may see: found by their own ids, or as lists that their authors
 * imported from where they had these ids.
 */
export const givenLists = (memberId: string) => sql`
  select known.given_id, known.id, known.at
  from (
    select given.id as given_id, given.id, given.at from given
    union all
    select given.id, l.id, given.at from given join members m on lower(m.username) = lower(given.by)
    join lists l on l.member_id = m.id and l.import_key = 'scene:' || given.id
  ) known
  join lists l on l.id = known.id
  where ${visibleTo(memberId)}`

/** The lists of others' exports that exist here and that the member may see, by their ids there. */
export async function selectListsByGivenId(
  db: Db,
  memberId: string,
  given: readonly { id: string; by: string | null }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ given_id: string; id: string }>`
    with given as (
      select id, by, null::timestamptz as at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, by text)
    ) ${givenLists(memberId)}`.execute(db)
  return new Map(rows.map((row) => [row.given_id, row.id]))
}
