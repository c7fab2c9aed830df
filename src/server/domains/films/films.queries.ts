import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Films, FilmTexts, SeenPeople } from '#server/db/schema.ts'

/** What Scene itself remembers of a film. */
export type FilmRecord = Selectable<Films>

export const findFilm = (db: Db, id: number): Promise<FilmRecord | undefined> =>
  db.selectFrom('films').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether a member's searches leave out no film for being little known. */
export async function wantsLesserKnown(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('lesser_known_films')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.lesser_known_films ?? false
}

export const findFilms = (db: Db, ids: readonly number[]): Promise<FilmRecord[]> =>
  db
    .selectFrom('films')
    .selectAll()
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** A second writer of the same film updates instead; answers the row as it is then. */
export function upsertFilm(
  db: Db,
  row: Omit<FilmRecord, 'updated_at' | 'texts_at'>,
  now: Date,
): Promise<FilmRecord> {
  const { id, ...fields } = row
  const values = { ...fields, updated_at: now }
  return db
    .insertInto('films')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Writes many at once, each film once; one that is there gives way only to a record that is newer by `renewMs`. As one
 * value, for thousands of parameters keep the process from all else.
 */
export async function upsertFilms(
  db: Db,
  rows: readonly Omit<FilmRecord, 'texts_at'>[],
  renewMs: number,
): Promise<void> {
  if (rows.length === 0) return
  // In one order, or two writers of the same films would wait for each other.
  const json = JSON.stringify(rows.toSorted((a, b) => a.id - b.id))
  await sql`
    insert into films select given.* from jsonb_populate_recordset(null::films, ${json}) given
    on conflict (id) do update set
      (title, original_title, release_date, runtime, poster_path, backdrop_path, genre_ids, vote_average,
        vote_count, original_language, overview, updated_at, origin_countries, search_text)
      = (excluded.title, excluded.original_title, excluded.release_date, excluded.runtime,
        excluded.poster_path, excluded.backdrop_path, excluded.genre_ids, excluded.vote_average,
        excluded.vote_count, excluded.original_language, excluded.overview, excluded.updated_at,
        excluded.origin_countries, excluded.search_text)
    where excluded.updated_at > films.updated_at + ${renewMs} * interval '1 millisecond'`.execute(db)
}

/** Films of whose texts the source was never asked, then those of which it was asked before `before`, oldest first. */
export async function findDue(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('films')
    .select('id')
    .where((eb) => eb.or([eb('texts_at', 'is', null), eb('texts_at', '<', before)]))
    .orderBy('texts_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** For films that the source dropped. */
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
 * Writes the texts of films, and that the source was asked for them. What it says no more stays: half an answer takes
 * nothing away.
 */
export async function writeTexts(
  db: Db,
  filmIds: readonly number[],
  texts: readonly FilmText[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(texts.map((text) => ({ ...text, fetched_at: now })))
  await sql`
    with asked as (
      update films set texts_at = ${now}
      where id in (select id from films where id = any(${filmIds}::integer[]) order by id for no key update)
      returning id
    )
    insert into film_texts
    select given.* from jsonb_populate_recordset(null::film_texts, ${rows}) given join asked on asked.id = given.film_id
    order by given.film_id, given.language
    on conflict (film_id, language) do update set
      title = coalesce(nullif(excluded.title, ''), film_texts.title),
      search_text = coalesce(nullif(excluded.search_text, ''), film_texts.search_text),
      overview = coalesce(nullif(excluded.overview, ''), film_texts.overview),
      tagline = coalesce(nullif(excluded.tagline, ''), film_texts.tagline),
      fetched_at = excluded.fetched_at`.execute(db)
}

/** Of the films that Scene has a record of: their titles in a language, null where there is none. */
export async function findOwnTitles(
  db: Db,
  language: string,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; title: string | null }>`
    select f.id, t.title from films f left join film_texts t on t.film_id = f.id and t.language = ${language}
    where f.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** A film's texts in a language. */
export function findText(db: Db, filmId: number, language: string) {
  return db
    .selectFrom('film_texts')
    .select(['title', 'overview', 'tagline'])
    .where('film_id', '=', filmId)
    .where('language', '=', language)
    .executeTakeFirst()
}

/** Dates the record to now; true for the one caller that still found it as old as `seen`. */
export async function claimRenewal(db: Db, id: number, seen: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('films')
    .set({ updated_at: now })
    .where('id', '=', id)
    // Dates of JavaScript end at milliseconds, those of the database do not.
    .where('updated_at', '<', new Date(seen.getTime() + 1))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Films without their `search_text`. */
export const findUnfolded = (db: Db, limit: number) =>
  db
    .selectFrom('films')
    .select(['id', 'title', 'original_title'])
    // In the words of the index `films_unfolded`.
    .where('search_text', '=', sql.lit(''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Those that have been given one meanwhile keep it. */
export async function writeSearchTexts(db: Db, rows: readonly { id: number; text: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const texts = rows.map(({ text }) => text)
  await sql`
    update films set search_text = given.text
    from (select * from unnest(${ids}::integer[], ${texts}::text[]) as given (id, text) order by id) given
    where films.id = given.id and films.search_text = ''`.execute(db)
}

/** The films that are logged most, and how often. */
export const findMostLogged = (db: Db, limit: number) =>
  db
    .selectFrom('film_stats')
    .select(['film_id', 'logs'])
    .where('logs', '>', 0)
    .orderBy('logs', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()

type SeenPerson = Selectable<SeenPeople>
export type PersonRole = 'actor' | 'director'

export const findSeenPeople = (db: Db, role: PersonRole): Promise<SeenPerson[]> =>
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
