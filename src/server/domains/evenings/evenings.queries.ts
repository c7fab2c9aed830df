import { sql, type Insertable, type Selectable } from 'kysely'
import type { FilmTitles, TitleReader } from '#shared/film-titles.ts'
import { maySee, maySeeWritten } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import type { EveningCards, EveningPeople, Evenings } from '#server/db/schema.ts'
import { posterColumn, titleColumns } from '#server/domains/films/titles.views.ts'
import { listVisibleTo } from '#server/domains/lists/lists.views.ts'
import { servicesOf } from '#server/domains/streaming/streaming.views.ts'

export type EveningRow = Selectable<Evenings>

/** An evening that is not over; with `lock` it is locked until the transaction ends. */
export async function selectEvening(
  db: Db,
  code: string,
  now: Date,
  { lock = false } = {},
): Promise<EveningRow | undefined> {
  return db
    .selectFrom('evenings')
    .selectAll()
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

export const selectEveningById = (db: Db, id: string): Promise<EveningRow | undefined> =>
  db.selectFrom('evenings').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the evenings that are not over and that both members joined. */
export const lockCommon = (
  db: Db,
  { memberId, otherId }: { memberId: string; otherId: string },
  now: Date,
): Promise<EveningRow[]> => {
  const ofMember = (id: string) =>
    db.selectFrom('evening_people').select('evening_id').where('member_id', '=', id)
  return db
    .selectFrom('evenings')
    .selectAll()
    .where('expires_at', '>', now)
    .where('id', 'in', ofMember(memberId))
    .where('id', 'in', ofMember(otherId))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function insertEvening(db: Db, row: Insertable<Evenings>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('evenings')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateEvening(
  db: Db,
  id: string,
  set: Partial<
    Pick<EveningRow, 'state' | 'host_id' | 'watched_id' | 'seed' | 'expires_at' | 'hide_seen' | 'on_services'>
  >,
): Promise<void> {
  await db.updateTable('evenings').set(set).where('id', '=', id).execute()
}

export async function deleteOver(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('evenings').where('expires_at', '<=', now).execute()
}

export const countHosted = async (db: Db, memberId: string, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('evenings')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('host_id', '=', memberId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface JoinedRow {
  code: string
  host: string
  created_at: Date
}

export const selectJoined = (db: Db, memberId: string, now: Date): Promise<JoinedRow[]> =>
  db
    .selectFrom('evening_people as p')
    .innerJoin('evenings as e', 'e.id', 'p.evening_id')
    .innerJoin('members as m', 'm.id', 'e.host_id')
    .select(['e.code', 'm.username as host', 'e.created_at'])
    .where('p.member_id', '=', memberId)
    .where('p.left_at', 'is', null)
    .where('e.expires_at', '>', now)
    .orderBy('e.created_at', 'desc')
    .execute()

export interface EveningPersonRow extends Selectable<EveningPeople> {
  username: string | null
  avatar: string | null
  /** Cards that they answered. */
  answered: number
  has_services: boolean
}

/** The people of an evening, in the order in which they joined. */
export async function selectPeople(db: Db, eveningId: string): Promise<EveningPersonRow[]> {
  const { rows } = await sql<EveningPersonRow>`
    select p.*, m.username, m.avatar,
      (select count(*)::int from evening_votes v where v.person_id = p.id) as answered,
      exists (select from member_services s where s.member_id = p.member_id) as has_services
    from evening_people p left join members m on m.id = p.member_id
    where p.evening_id = ${eveningId} order by p.joined_at, p.id`.execute(db)
  return rows
}

/** Whether no block stands between a member and any member of the evening. */
export async function mayMeet(db: Db, eveningId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ apart: boolean }>`
    select exists (
      select from evening_people where evening_id = ${eveningId} and member_id is not null
        and not ${maySee(memberId)}
    ) as apart`.execute(db)
  return rows[0]?.apart === false
}

export async function insertPerson(db: Db, row: Insertable<EveningPeople>): Promise<void> {
  await db.insertInto('evening_people').values(row).execute()
}

export async function updateLeft(db: Db, personId: string, at: Date | null): Promise<void> {
  await db.updateTable('evening_people').set({ left_at: at }).where('id', '=', personId).execute()
}

/** With all that they answered. */
export async function deletePerson(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('evening_people').where('id', '=', personId).execute()
}

/** Members who are there. */
export const selectMembersThere = async (db: Db, eveningId: string): Promise<string[]> => {
  const { rows } = await sql<{ member_id: string }>`
    select member_id from evening_people
    where evening_id = ${eveningId} and member_id is not null and left_at is null`.execute(db)
  return rows.map((row) => row.member_id)
}

export interface CandidateRow {
  film_id: number
  wanted: number
  /** Names of the streaming services that have it, of those that somebody there has. */
  services: string[]
}

/**
 * Films to choose from, best first: from a list that the host may see, else from the watchlists of those who are
 * there. Films on more watchlists come first, then by what members gave them. Films that somebody has seen are left
 * out if the host may know of it, since a film that is missing gives it away. With `onServices`, only films that are
 * known to be on a service that somebody there has.
 */
export async function selectCandidates(
  db: Db,
  evening: EveningRow,
  { limit, onServices }: { limit: number; onServices: boolean },
): Promise<CandidateRow[]> {
  const { id, list_id: listId, host_id: hostId, hide_seen: hideSeen, max_minutes: maxMinutes, seed } = evening
  const here = sql`array(select member_id from evening_people
    where evening_id = ${id} and member_id is not null and left_at is null)`
  const from = listId
    ? sql`select lf.film_id from list_films lf join lists l on l.id = lf.list_id
        where l.id = ${listId} and ${listVisibleTo(hostId, 'l')}`
    : sql`select film_id from watchlist_items where member_id = any (${here})`
  const { rows } = await sql<CandidateRow>`
    with candidates as (select distinct film_id from (${from}) films),
    counted as (
      select c.film_id, (
        select count(*)::int from watchlist_items w where w.film_id = c.film_id and w.member_id = any (${here})
      ) as wanted, ${servicesOf(sql`c.film_id`, here)} as services
      from candidates c
    )
    select c.film_id, c.wanted, c.services from counted c join films f on f.id = c.film_id
    left join film_stats s on s.film_id = c.film_id
    where (${maxMinutes}::integer is null or f.runtime between 1 and ${maxMinutes}::integer)
      and (not ${hideSeen}::boolean or not exists (
        select from logs l where l.film_id = c.film_id and l.member_id = any (${here}) and ${maySeeWritten(hostId, 'l')}
      ))
      and (not ${onServices}::boolean or cardinality(c.services) > 0)
    order by c.wanted desc, (s.rating_sum::float / nullif(s.ratings, 0)) desc nulls last, f.vote_average desc,
      md5(${seed}::text || f.id)
    limit ${limit}`.execute(db)
  return rows
}

export async function insertCards(db: Db, rows: Insertable<EveningCards>[]): Promise<void> {
  await db.insertInto('evening_cards').values(rows).execute()
}

/** With all that was answered. */
export async function deleteCards(db: Db, eveningId: string): Promise<void> {
  await sql`delete from evening_votes where person_id in (select id from evening_people where evening_id = ${eveningId})`.execute(
    db,
  )
  await db.deleteFrom('evening_cards').where('evening_id', '=', eveningId).execute()
}

export interface CardRow extends FilmTitles {
  id: number
  poster_path: string | null
  release_date: string
  runtime: number
  overview: string
  wanted: number
  services: string[]
  /** The caller's own. */
  vote: number | null
  is_veto: boolean | null
}

const cardColumns = (titles: TitleReader) => sql`f.id, f.release_date, f.runtime,
  coalesce(nullif((select t.overview from film_texts t where t.film_id = f.id and t.language = ${titles.language}), ''),
    f.overview) as overview,
  ${posterColumn(titles)} as poster_path, ${titleColumns(titles)}`

export async function selectCards(
  db: Db,
  eveningId: string,
  personId: string,
  titles: TitleReader,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(titles)}, c.wanted, c.services, v.vote, v.is_veto
    from evening_cards c join films f on f.id = c.film_id
    left join evening_votes v on v.person_id = ${personId} and v.film_id = c.film_id
    where c.evening_id = ${eveningId} order by c.position`.execute(db)
  return rows
}

export async function hasCard(db: Db, eveningId: string, filmId: number): Promise<boolean> {
  const row = await db
    .selectFrom('evening_cards')
    .select('film_id')
    .where('evening_id', '=', eveningId)
    .where('film_id', '=', filmId)
    .executeTakeFirst()
  return row !== undefined
}

/** A list by its title, where the viewer may see it. */
export async function selectListTitle(
  db: Db,
  listId: string,
  viewerId: string,
): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await sql<{ id: string; title: string }>`
    select l.id, l.title from lists l where l.id = ${listId} and ${listVisibleTo(viewerId, 'l')}`.execute(db)
  return rows[0]
}

/** Answers whether it was taken: a second veto is not. */
export async function upsertVote(
  db: Db,
  { personId, filmId, vote, isVeto }: { personId: string; filmId: number; vote: number; isVeto: boolean },
): Promise<boolean> {
  if (isVeto) {
    const other = await db
      .selectFrom('evening_votes')
      .select('film_id')
      .where('person_id', '=', personId)
      .where('is_veto', '=', true)
      .where('film_id', '<>', filmId)
      .executeTakeFirst()
    if (other) return false
  }
  const row = { person_id: personId, film_id: filmId, vote, is_veto: isVeto }
  await db
    .insertInto('evening_votes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'film_id']).doUpdateSet(row))
    .execute()
  return true
}

export interface VoteRow {
  person_id: string
  film_id: number
  vote: number
  is_veto: boolean
}

export const selectVotes = (db: Db, eveningId: string): Promise<VoteRow[]> =>
  db
    .selectFrom('evening_votes')
    .innerJoin('evening_people', 'evening_people.id', 'evening_votes.person_id')
    .select(['person_id', 'film_id', 'vote', 'is_veto'])
    .where('evening_people.evening_id', '=', eveningId)
    .execute()

export async function selectCardCount(db: Db, eveningId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from evening_cards where evening_id = ${eveningId}`.execute(db)
  return rows[0]?.count ?? 0
}
