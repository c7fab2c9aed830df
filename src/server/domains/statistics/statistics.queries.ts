import { sql } from 'kysely'
import {
  hasNarrowLogs,
  isForViewer,
  isLeftTo,
  isPartForViewer,
  isShownToGuests,
  keepsLogsFrom,
} from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import { listVisibleTo } from '#server/domains/lists/lists.views.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'
import type { FiguresAudience, StoredFigures } from './figures.queries.ts'

export interface Kept {
  figures: StoredFigures
  computed_at: Date
  waits: boolean
  /** Whether the logs have not changed since. */
  current: boolean
}

/** The member whose figures these are, and for whom they are counted. */
export interface FiguresOf {
  memberId: string
  audience: FiguresAudience
}

/** The stored figures of a member, by year. */
export async function selectKept(
  db: Db,
  { memberId, audience }: FiguresOf,
  years: number[],
): Promise<Map<number, Kept>> {
  const { rows } = await sql<Kept & { year: number }>`
    select s.year, s.figures, s.computed_at, s.waits, s.version = d.logs_version as current
    from statistics s join diaries d on d.member_id = s.member_id
    where s.member_id = ${memberId} and s.audience = ${audience} and s.year = any(${years}::smallint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.year, row]))
}

/**
 * Whether a viewer may see a member's statistics, and whether some of the member's logs are hidden from viewers like
 * this one. Undefined when there is no such member.
 */
export async function selectAccess(db: Db, memberId: string, viewerId: string) {
  const { rows } = await sql<{ isOpen: boolean; isPartial: boolean }>`
    select ${isPartForViewer(viewerId, 'statistics')} as "isOpen", ${keepsLogsFrom(viewerId)} as "isPartial"
    from members where id = ${memberId}`.execute(db)
  return rows[0]
}

/** Whether a member has logs that are not for all members. */
export async function selectNarrowness(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ narrow: boolean }>`
    select ${hasNarrowLogs()} as narrow from members where id = ${memberId}`.execute(db)
  return rows[0]?.narrow ?? false
}

/** The version of a member's logs, raised with every change; undefined when there is no such member. */
export async function selectVersion(db: Db, memberId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('diaries')
    .select('logs_version')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.logs_version
}

/** Stores figures, unless there are newer ones or the member was deleted. */
export async function upsertStatistics(
  db: Db,
  row: FiguresOf & {
    year: number
    version: number
    waits: boolean
    computedAt: Date
    figures: StoredFigures
  },
): Promise<void> {
  await sql`
    insert into statistics (member_id, year, audience, version, waits, computed_at, figures)
    select id, ${row.year}, ${row.audience}::seen_by, ${row.version}, ${row.waits}, ${row.computedAt}, ${JSON.stringify(row.figures)}::jsonb
    from members where id = ${row.memberId}
    on conflict (member_id, year, audience) do update set (version, waits, computed_at, figures)
      = (excluded.version, excluded.waits, excluded.computed_at, excluded.figures)
    where statistics.version <= excluded.version`.execute(db)
}

/** Stored figures that are older than the logs. */
export async function selectStale(db: Db, limit: number) {
  const { rows } = await sql<FiguresOf & { year: number }>`
    select s.member_id as "memberId", s.year, s.audience from statistics s join diaries d on d.member_id = s.member_id
    where s.version <> d.logs_version limit ${limit}`.execute(db)
  return rows
}

/**
 * Members, in the order of their ids, who watched something in a year of which no figures are stored, or who have
 * none of all time.
 */
export async function selectUnkept(db: Db, year: number, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from members m
    where m.id > ${after}::uuid
      and (select count(*) from statistics s where s.member_id = m.id and s.audience = 'me' and s.year in (0, ${year})) < 2
      and exists (
        select from logs l where l.member_id = m.id
          and l.watched_at >= make_date(${year}, 1, 1) and l.watched_at < make_date(${year + 1}, 1, 1)
      )
    order by m.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a member watched so many films in a year; a film that they saw again and again may hide others. */
export async function selectHasYear(db: Db, memberId: string, year: number, films: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select count(distinct film_id) >= ${films} as has from (
      select film_id from logs
      where member_id = ${memberId}
        and watched_at >= make_date(${year}, 1, 1) and watched_at < make_date(${year + 1}, 1, 1)
      limit ${films * 5}
    ) watched`.execute(db)
  return rows[0]?.has ?? false
}

/**
 * Records that members were told of their year in review: those after an id who have enough films of it and were not
 * told; answers them.
 */
export async function markNotified(
  db: Db,
  year: number,
  { films, after, now, limit }: { films: number; after: string; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update statistics told set told_at = ${now}::timestamptz from (
      select member_id from statistics
      where member_id > ${after}::uuid and year = ${year} and audience = 'me' and told_at is null
        and (figures->>'films')::int >= ${films}
      order by member_id limit ${limit} for update skip locked
    ) due
    where told.member_id = due.member_id and told.year = ${year} and told.audience = 'me'
    returning told.member_id as id`.execute(db)
  return rows.map(({ id }) => id).toSorted()
}

/** Records films of a member about whose people nobody has asked; answers whether there are any. */
export async function noteFilms(db: Db, memberId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into film_credits (film_id)
    select distinct film_id from logs
    where member_id = ${memberId} and not exists (select from film_credits c where c.film_id = logs.film_id)
    order by film_id on conflict do nothing`.execute(db)
  return numAffectedRows > 0n
}

/** Films about whose people this source was not asked. */
export async function selectUncredited(db: Db, source: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ film_id: number }>`
    select film_id from film_credits where source is null
    union all select film_id from film_credits where source <> ${source}
    limit ${limit}`.execute(db)
  return rows.map((row) => row.film_id)
}

export interface Credits {
  filmId: number
  directors: number[]
  actors: number[]
}

export interface Person {
  id: number
  name: string
  profile_path: string | null
}

export async function upsertCredits(
  db: Db,
  source: string,
  credits: readonly Credits[],
  people: readonly Person[],
): Promise<void> {
  await sql`
    insert into people (id, name, profile_path)
    select id, name, profile_path from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as p (id integer, name text, profile_path text) order by id
    on conflict (id) do update set (name, profile_path) = (excluded.name, excluded.profile_path)
    where (people.name, people.profile_path) is distinct from (excluded.name, excluded.profile_path)`.execute(
    db,
  )
  await sql`
    update film_credits c set directors = told.directors, actors = told.actors, source = ${source}
    from (
      select * from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb)
        as t ("filmId" integer, directors integer[], actors integer[]) order by "filmId"
    ) told
    where c.film_id = told."filmId"`.execute(db)
}

export interface StatsFilmRow extends TitledFilm {
  override_path: string | null
}

/** Films with the posters that a member chose. */
export async function selectStatsFilms(
  db: Db,
  { memberId, reader }: { memberId: string; reader: TitleReader },
  ids: readonly number[],
): Promise<StatsFilmRow[]> {
  const { rows } = await sql<StatsFilmRow>`
    select ${titledFilmColumns(reader)}, o.poster_path as override_path
    from films f left join poster_overrides o on o.member_id = ${memberId} and o.film_id = f.id
    where f.id = any(${ids}::integer[])`.execute(db)
  return rows
}

export const selectPeople = (db: Db, ids: readonly number[]): Promise<Person[]> =>
  db
    .selectFrom('people')
    .selectAll()
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** How much of a member's watchlist they have seen, as far as the viewer may see both. */
export async function countWatchlist(db: Db, memberId: string, viewerId: string) {
  const { rows } = await sql<{ films: number; seen: number }>`
    select count(*)::int as films, count(*) filter (where exists (
      select from logs l where l.member_id = w.member_id and l.film_id = w.film_id and ${isLeftTo(viewerId, 'l')}
    ))::int as seen
    from watchlist_items w where w.member_id = ${memberId} and ${isForViewer(viewerId, 'w')}`.execute(db)
  return rows[0] ?? { films: 0, seen: 0 }
}

/**
 * For lists, how many of their films the member has seen: their own lists that the viewer may see and, when the
 * viewer is the member, saved ones; the most recently changed first.
 */
export async function countLists(db: Db, memberId: string, viewerId: string, limit: number) {
  const saved = sql`l.id in (select list_id from list_saves where member_id = ${memberId})`
  const { rows } = await sql<{ id: string; title: string; films: number; seen: number }>`
    select l.id, l.title, l.films_count as films, (
      select count(*)::int from list_films f where f.list_id = l.id and exists (
        select from logs g where g.member_id = ${memberId} and g.film_id = f.film_id and ${isLeftTo(viewerId, 'g')}
      )
    ) as seen
    from (
      select l.* from lists l
      where (l.member_id = ${memberId} ${memberId === viewerId ? sql`or ${saved}` : sql``})
        and ${listVisibleTo(viewerId)} and l.films_count > 0
      order by l.updated_at desc, l.id limit ${limit}
    ) l
    order by l.updated_at desc, l.id`.execute(db)
  return rows
}

/** The key of a member's year; null while it is not shared. */
export async function selectYearKey(db: Db, memberId: string, year: number): Promise<string | null> {
  const row = await db
    .selectFrom('year_shares')
    .select('key')
    .where('member_id', '=', memberId)
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.key ?? null
}

/** Sets the key of a member's year unless it has one; answers its key. */
export async function upsertYearKey(db: Db, memberId: string, year: number, key: string): Promise<string> {
  const row = await db
    .insertInto('year_shares')
    .values({ member_id: memberId, year, key })
    // The update changes nothing, but makes the statement return the row.
    .onConflict((conflict) => conflict.columns(['member_id', 'year']).doUpdateSet({ year }))
    .returning('key')
    .executeTakeFirstOrThrow()
  return row.key
}

export async function deleteYearKey(db: Db, memberId: string, year: number): Promise<void> {
  await db.deleteFrom('year_shares').where('member_id', '=', memberId).where('year', '=', year).execute()
}

/** The member and year of a key. */
export const selectSharedYear = (db: Db, key: string) =>
  db
    .selectFrom('year_shares')
    .innerJoin('members', 'members.id', 'year_shares.member_id')
    .select(['member_id as memberId', 'year'])
    .where('key', '=', key)
    .where(isShownToGuests())
    .executeTakeFirst()
