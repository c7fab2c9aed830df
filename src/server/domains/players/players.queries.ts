import { sql, type Insertable, type Selectable } from 'kysely'
import type { CallOutcome, PlayerKind } from '#shared/api/players.ts'
import type { Db } from '#server/db/database.ts'
import type { PlayerCalls, Players, Plays } from '#server/db/schema.ts'

export interface PlayerRow extends Pick<
  Selectable<Players>,
  'id' | 'member_id' | 'user_names' | 'created_at' | 'failures' | 'paused_at'
> {
  kind: PlayerKind
}

const columns = ['id', 'member_id', 'kind', 'user_names', 'created_at', 'failures', 'paused_at'] as const

/** In the order in which they were made. */
export const selectPlayers = (db: Db, memberId: string): Promise<PlayerRow[]> =>
  db
    .selectFrom('players')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<PlayerRow>()
    .execute()

export const selectPlayer = (db: Db, memberId: string, id: string): Promise<PlayerRow | undefined> =>
  db
    .selectFrom('players')
    .select(columns)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .$castTo<PlayerRow>()
    .executeTakeFirst()

export const selectPlayerById = (db: Db, id: string): Promise<PlayerRow | undefined> =>
  db.selectFrom('players').select(columns).where('id', '=', id).$castTo<PlayerRow>().executeTakeFirst()

/** The player of a secret address; undefined when its member is suspended. */
export const selectPlayerBySecret = (
  db: Db,
  kind: PlayerKind,
  hash: Buffer,
): Promise<PlayerRow | undefined> =>
  db
    .selectFrom('players')
    .select(columns)
    .where('secret_hash', '=', hash)
    .where('kind', '=', kind)
    .where(
      sql<boolean>`exists (select from members m where m.id = players.member_id and m.suspended_at is null)`,
    )
    .$castTo<PlayerRow>()
    .executeTakeFirst()

export async function insertPlayer(db: Db, row: Insertable<Players>): Promise<void> {
  await db.insertInto('players').values(row).execute()
}

export async function deletePlayer(db: Db, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('players')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function updatePlayer(
  db: Db,
  id: string,
  set: Partial<Pick<Selectable<Players>, 'user_names' | 'failures' | 'paused_at'>>,
): Promise<void> {
  if (Object.keys(set).length > 0) await db.updateTable('players').set(set).where('id', '=', id).execute()
}

export type CallRow = Omit<Selectable<PlayerCalls>, 'outcome'> & { outcome: CallOutcome }

/** The newest first. */
export const selectCalls = (db: Db, playerIds: readonly string[], limit: number): Promise<CallRow[]> =>
  db
    .selectFrom('players')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('player_calls')
          .selectAll()
          .whereRef('player_calls.player_id', '=', 'players.id')
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .as('call'),
      (join) => join.onTrue(),
    )
    .selectAll('call')
    .where(sql<boolean>`players.id = any(${playerIds}::uuid[])`)
    .orderBy('at', 'desc')
    .orderBy('call.id', 'desc')
    .$castTo<CallRow>()
    .execute()

/** Stores a call, and deletes all but the newest ones. */
export async function insertCall(db: Db, row: Insertable<PlayerCalls>, kept: number): Promise<void> {
  await db.insertInto('player_calls').values(row).execute()
  await sql`
    delete from player_calls where player_id = ${row.player_id} and id not in (
      select id from player_calls where player_id = ${row.player_id} order by at desc, id desc limit ${kept})`.execute(
    db,
  )
}

export interface PlayRow extends Pick<
  Selectable<Plays>,
  'id' | 'member_id' | 'film_id' | 'title' | 'year' | 'watched_at' | 'rewatch' | 'told_rating'
> {
  kind: PlayerKind
  day: string
  state: 'waiting' | 'logged' | 'dismissed'
}

const playColumns = (db: Db) =>
  db
    .selectFrom('plays')
    .select([
      'id',
      'member_id',
      'kind',
      'film_id',
      'title',
      'year',
      'watched_at',
      'rewatch',
      'told_rating',
      'state',
    ])
    .select(sql<string>`day::text`.as('day'))

/** Waiting plays, newest first, without films that were logged for that day since, by hand or by an import. */
export const selectWaitingPlays = (db: Db, memberId: string, limit: number): Promise<PlayRow[]> =>
  playColumns(db)
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .where(
      sql<boolean>`not exists (select from logs l
        where l.member_id = plays.member_id and l.film_id = plays.film_id and l.watched_at = plays.day)`,
    )
    .orderBy('watched_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<PlayRow>()
    .execute()

export const selectPlay = (db: Db, memberId: string, id: string): Promise<PlayRow | undefined> =>
  playColumns(db).where('member_id', '=', memberId).where('id', '=', id).$castTo<PlayRow>().executeTakeFirst()

export async function updatePlayState(db: Db, id: string, state: PlayRow['state']): Promise<void> {
  await db.updateTable('plays').set({ state }).where('id', '=', id).execute()
}

/** False when the same source reported the same for that day already. */
export async function insertPlay(db: Db, row: Insertable<Plays>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('plays')
    .values(row)
    .onConflict((conflict) => conflict.columns(['member_id', 'source']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores stars with the newest waiting play of the film; false when there is none. */
export async function updateToldRating(
  db: Db,
  memberId: string,
  film: { id: number | null; title: string },
  rating: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update plays set told_rating = ${rating} where id = (
      select id from plays where member_id = ${memberId} and state = 'waiting' and ${isOfFilm(film)}
      order by watched_at desc, id desc limit 1
    )`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

const isOfFilm = (film: { id: number | null; title: string }) =>
  sql<boolean>`(film_id = ${film.id}::integer or film_id is null and lower(title) = lower(${film.title}))`

/** The time of a play of the film (by number or title) that is fewer than so many minutes from a moment. */
export async function selectPlayNear(
  db: Db,
  memberId: string,
  film: { id: number | null; title: string },
  moment: Date,
  minutes: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ watched_at: Date }>`
    select watched_at from plays
    where member_id = ${memberId} and ${isOfFilm(film)}
      and watched_at > ${moment}::timestamptz - make_interval(mins => ${minutes})
      and watched_at < ${moment}::timestamptz + make_interval(mins => ${minutes})
    limit 1`.execute(db)
  return rows[0]?.watched_at
}

/** Whether the member logged the film, and whether for that day. */
export async function selectLogged(
  db: Db,
  memberId: string,
  filmId: number,
  day: string,
): Promise<{ ever: boolean; thatDay: boolean }> {
  const { rows } = await sql<{ ever: boolean; that_day: boolean }>`
    select count(*) > 0 as ever, coalesce(bool_or(watched_at = ${day}::date), false) as that_day
    from logs where member_id = ${memberId} and film_id = ${filmId}`.execute(db)
  return { ever: rows[0]?.ever ?? false, thatDay: rows[0]?.that_day ?? false }
}
