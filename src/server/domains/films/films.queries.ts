import type { PersonRole } from '#shared/api/people.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { isInFailedTransaction, sqlState } from '#server/db/database-fault.ts'
import type { Db } from '#server/db/database.ts'
import type { Films, FilmTexts, SeenPeople } from '#server/db/schema.ts'
import { ownPoster, ownTitle, titleColumns, type FilmTitles, type TitleReader } from './titles.views.ts'

/** What Scene itself remembers of a film. */
export type FilmRecord = Selectable<Films>

export const selectFilm = (db: Db, id: number): Promise<FilmRecord | undefined> =>
  db.selectFrom('films').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether a member wants little-known films in their searches too. */
export async function wantsLesserKnown(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('lesser_known_films')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.lesser_known_films ?? false
}

export const selectFilmsById = (db: Db, ids: readonly number[]): Promise<FilmRecord[]> =>
  db
    .selectFrom('films')
    .selectAll()
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** The columns that are written of a film; the others are derived. */
export type FilmRow = Omit<FilmRecord, 'tmdb_id' | 'sought_at' | 'texts_at'>

/** An outside number (IMDb, Wikidata) is stored unless another film has it already. */
const unlessTaken = (column: 'imdb_id' | 'wikidata_id') =>
  sql`case when not exists (
    select from films o where o.${sql.ref(column)} = given.${sql.ref(column)} and o.id <> given.id
  ) then given.${sql.ref(column)} end`

/**
 * Inserts films, or updates existing ones if the condition holds; each may be named once. Numbers that were merged
 * into other films are left out. The rows are one JSON value, since thousands of parameters would block the process.
 * Answers the rows that were written.
 */
async function writeFilms(db: Db, rows: readonly FilmRow[], givesWay: RawBuilder<unknown>) {
  // Sorted, so that two writers of the same films do not deadlock.
  const json = JSON.stringify(rows.toSorted((a, b) => a.id - b.id))
  const statement = sql<FilmRecord>`
    insert into films (id, title, original_title, release_date, runtime, poster_path, backdrop_path, genre_ids,
      vote_average, vote_count, original_language, overview, updated_at, origin_countries, search_text, imdb_id,
      wikidata_id)
    select id, title, original_title, release_date, runtime, poster_path, backdrop_path, genre_ids, vote_average,
      vote_count, original_language, overview, updated_at, origin_countries, search_text, ${unlessTaken('imdb_id')},
      ${unlessTaken('wikidata_id')}
    from jsonb_populate_recordset(null::films, ${json}) given
    where not exists (select from film_redirects r where r.from_id = given.id)
    on conflict (id) do update set
      (title, original_title, release_date, runtime, poster_path, backdrop_path, genre_ids, vote_average,
        vote_count, original_language, overview, updated_at, origin_countries, search_text, imdb_id, wikidata_id)
      = (excluded.title, excluded.original_title, excluded.release_date, excluded.runtime,
        excluded.poster_path, excluded.backdrop_path, excluded.genre_ids, excluded.vote_average,
        excluded.vote_count, excluded.original_language, excluded.overview, excluded.updated_at,
        excluded.origin_countries, excluded.search_text, coalesce(excluded.imdb_id, films.imdb_id),
        coalesce(excluded.wikidata_id, films.wikidata_id))
    where ${givesWay}
    returning *`
  return (await tryTwice(() => statement.execute(db))).rows
}

/** Tries a second time where another writer had taken the same outside number. */
async function tryTwice<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    return await write().catch((again: unknown) => {
      // A transaction that failed is tried again by whoever began it, as far as the first error lets them.
      throw isInFailedTransaction(again) ? error : again
    })
  }
}

/** A second writer of the same film updates instead; answers the row as it is then, null where it is no film any more. */
export async function upsertFilm(db: Db, row: FilmRow): Promise<FilmRecord | null> {
  return (await writeFilms(db, [row], sql`true`))[0] ?? null
}

/**
 * Writes many films at once; an existing one is updated only by a record that is newer by `renewMs`. Answers the rows
 * that were written.
 */
export async function upsertFilms(db: Db, rows: readonly FilmRow[], renewMs: number): Promise<FilmRecord[]> {
  if (rows.length === 0) return []
  const isNewer = sql`excluded.updated_at > films.updated_at + ${renewMs} * interval '1 millisecond'`
  return writeFilms(db, rows, isNewer)
}

/** The numbers of a film at IMDb and Wikidata. */
export type OutsideNumbers = Pick<FilmRecord, 'imdb_id' | 'wikidata_id'>

/**
 * Redirects numbers without a film to the films that have the same outside numbers. Answers where each leads, also
 * for those that were redirected before.
 */
export async function insertRedirects(
  db: Db,
  films: readonly (OutsideNumbers & { id: number })[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ from_id: number; film_id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as g (id integer, imdb_id text, wikidata_id text)
    ), added as (
      insert into film_redirects (from_id, film_id)
      select distinct on (given.id) given.id, f.id
      from given join films f on f.imdb_id = given.imdb_id or f.wikidata_id = given.wikidata_id
      where not exists (select from films o where o.id = given.id)
      order by given.id, f.imdb_id = given.imdb_id desc nulls last
      on conflict do nothing
      returning from_id, film_id
    )
    select from_id, film_id from added
    union select r.from_id, r.film_id from film_redirects r join given on given.id = r.from_id`.execute(db)
  return new Map(rows.map((row) => [row.from_id, row.film_id]))
}

/** Records films that have the same outside number as another film; answers whether there are any. */
export async function insertTwins(
  db: Db,
  films: readonly (OutsideNumbers & { id: number })[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into film_twins (film_id, other_id)
    select distinct on (given.id) given.id, o.id
    from jsonb_to_recordset(${JSON.stringify(films)}::jsonb) as given (id integer, imdb_id text, wikidata_id text)
    join films here on here.id = given.id
    join films o on o.id <> given.id and (o.imdb_id = given.imdb_id or o.wikidata_id = given.wikidata_id)
    order by given.id, o.imdb_id = given.imdb_id desc nulls last
    on conflict (film_id) do update set other_id = excluded.other_id
    returning 1`.execute(db)
  return rows.length > 0
}

/** Records that the source merged a film into another. */
export async function insertTwin(db: Db, filmId: number, otherId: number): Promise<void> {
  await sql`
    insert into film_twins (film_id, other_id) values (${filmId}, ${otherId})
    on conflict (film_id) do update set other_id = excluded.other_id`.execute(db)
}

/** Films of whose texts the source was never asked, then those of which it was asked before `before`, oldest first. */
export async function selectDue(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('films')
    .select('id')
    .where((eb) => eb.or([eb('texts_at', 'is', null), eb('texts_at', '<', before)]))
    .orderBy('texts_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A record with its texts in other languages. */
export interface WholeFilm {
  film: FilmRecord
  texts: Selectable<FilmTexts>[]
}

export async function selectWhole(db: Db, id: number): Promise<WholeFilm | null> {
  const film = await selectFilm(db, id)
  if (!film) return null
  const texts = await db
    .selectFrom('film_texts')
    .selectAll()
    .where('film_id', '=', id)
    .orderBy('language')
    .execute()
  return { film, texts }
}

/** The next films whose records are older than a moment. */
export async function selectDated(
  db: Db,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('films')
    .select('id')
    .where('id', '>', after)
    .where('updated_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Sets only the date, for films that the source dropped. */
export async function dateFilms(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('films')
    .set({ updated_at: now, texts_at: now })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

/** A film's texts in one language; a blank is none. */
export type FilmText = Omit<Selectable<FilmTexts>, 'fetched_at'>

/**
 * Writes the texts of films, and that the source was asked for them. Texts that the source does not send any more
 * stay, since its answer may be incomplete.
 */
export async function upsertTexts(
  db: Db,
  filmIds: readonly number[],
  texts: readonly FilmText[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(texts.map((text) => ({ ...text, fetched_at: now })))
  const statement = sql`
    with asked as (
      update films set texts_at = ${now}
      where id in (select id from films where id = any(${filmIds}::integer[]) order by id for no key update)
      returning id
    )
    insert into film_texts (film_id, language, title, overview, tagline, search_text, poster_path, fetched_at)
    select film_id, language, title, overview, tagline, search_text, poster_path, fetched_at from jsonb_populate_recordset(null::film_texts, ${rows}) given join asked on asked.id = given.film_id
    order by given.film_id, given.language
    on conflict (film_id, language) do update set
      title = coalesce(nullif(excluded.title, ''), film_texts.title),
      search_text = coalesce(nullif(excluded.search_text, ''), film_texts.search_text),
      overview = coalesce(nullif(excluded.overview, ''), film_texts.overview),
      tagline = coalesce(nullif(excluded.tagline, ''), film_texts.tagline),
      poster_path = coalesce(excluded.poster_path, film_texts.poster_path),
      fetched_at = excluded.fetched_at`
  await tryTwice(() => statement.execute(db))
}

/** A film's title and poster in a reader's language; null where there is none. */
export interface OwnTexts {
  own_title: string | null
  own_poster: string | null
}

/** What a reader knows the films by, for those that Scene has a record of. */
export async function selectOwnTexts(
  db: Db,
  reader: TitleReader,
  ids: readonly number[],
): Promise<Map<number, OwnTexts>> {
  const { rows } = await sql<OwnTexts & { id: number }>`
    select f.id, ${ownTitle(reader)} as own_title, ${ownPoster(reader)} as own_poster
    from films f where f.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Names of the directors of films that members logged, from this source and in its order. */
export async function selectDirectors(
  db: Db,
  source: string,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ film_id: number; names: string[] }>`
    select c.film_id, array_agg(p.name order by place) as names
    from film_credits c cross join unnest(c.directors) with ordinality as d (id, place) join people p on p.id = d.id
    where c.film_id = any(${ids}::integer[]) and c.source = ${source}
    group by c.film_id`.execute(db)
  return new Map(rows.map((row) => [row.film_id, row.names]))
}

/** The films with all their names, in no order. */
export async function selectNamed(
  db: Db,
  reader: TitleReader,
  ids: readonly number[],
): Promise<(FilmTitles & { id: number })[]> {
  const { rows } = await sql<FilmTitles & { id: number }>`
    select f.id, ${titleColumns(reader)} from films f where f.id = any(${ids}::integer[])`.execute(db)
  return rows
}

export function selectText(db: Db, filmId: number, language: string) {
  return db
    .selectFrom('film_texts')
    .select(['title', 'overview', 'tagline', 'poster_path'])
    .where('film_id', '=', filmId)
    .where('language', '=', language)
    .executeTakeFirst()
}

/** Sets the record's date to now; true only for the first caller that saw the date `seen`. */
export async function claimRenewal(db: Db, id: number, seen: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('films')
    .set({ updated_at: now })
    .where('id', '=', id)
    // JavaScript dates have milliseconds, the database's microseconds.
    .where('updated_at', '<', new Date(seen.getTime() + 1))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Films without their `search_text`. */
export const selectUnfolded = (db: Db, limit: number) =>
  db
    .selectFrom('films')
    .select(['id', 'title', 'original_title'])
    // In the words of the index `films_unfolded`.
    .where('search_text', '=', sql.lit(''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Films that got one meanwhile keep it. */
export async function updateSearchTexts(
  db: Db,
  rows: readonly { id: number; text: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const texts = rows.map(({ text }) => text)
  await sql`
    update films set search_text = given.text
    from (select * from unnest(${ids}::integer[], ${texts}::text[]) as given (id, text) order by id) given
    where films.id = given.id and films.search_text = ''`.execute(db)
}

/** The films that are logged most, and how often. */
export const selectMostLogged = (db: Db, limit: number) =>
  db
    .selectFrom('film_stats')
    .select(['film_id', 'logs'])
    .where('logs', '>', 0)
    .orderBy('logs_step', (order) => order.desc().nullsLast())
    .orderBy('logs', 'desc')
    .limit(limit)
    .execute()

type SeenPerson = Selectable<SeenPeople>

export const selectSeenPeople = (db: Db, role: PersonRole): Promise<SeenPerson[]> =>
  db.selectFrom('seen_people').selectAll().where('role', '=', role).orderBy('place').execute()

/** Writes them in the place of those that are there; two writers follow each other. */
export async function replaceSeenPeople(db: Db, people: readonly SeenPerson[]): Promise<void> {
  await sql`lock table seen_people in share row exclusive mode`.execute(db)
  await db.deleteFrom('seen_people').execute()
  if (people.length > 0)
    await db
      .insertInto('seen_people')
      .values([...people])
      .execute()
}
