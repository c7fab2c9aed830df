import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'
import { isLasting, maySee } from '#server/core/audience.ts'

/** Which of the two blocked the other, read from the database; the caller has locked both. */
export async function selectBlocksBetween(db: Db, memberId: string, otherId: string) {
  const { rows } = await sql<{ mine: boolean; theirs: boolean }>`
    select exists (select from blocks where member_id = ${memberId} and blocked_id = ${otherId}) as mine,
      exists (select from blocks where member_id = ${otherId} and blocked_id = ${memberId}) as theirs`.execute(
    db,
  )
  return rows[0] ?? { mine: false, theirs: false }
}

export async function insertBlock(db: Db, memberId: string, blockedId: string, now: Date): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ member_id: memberId, blocked_id: blockedId, created_at: now })
    .execute()
}

/** Answers whether there was one. */
export async function deleteBlock(db: Db, memberId: string, blockedId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('member_id', '=', memberId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface MuteRow {
  notifications: boolean
  ends_at: Date | null
}

export async function upsertMute(db: Db, memberId: string, mutedId: string, mute: MuteRow): Promise<void> {
  await db
    .insertInto('mutes')
    .values({ member_id: memberId, muted_id: mutedId, ...mute })
    .onConflict((conflict) => conflict.columns(['member_id', 'muted_id']).doUpdateSet(mute))
    .execute()
}

export async function deleteMute(db: Db, memberId: string, mutedId: string): Promise<void> {
  await db.deleteFrom('mutes').where('member_id', '=', memberId).where('muted_id', '=', mutedId).execute()
}

export async function insertMutedWord(
  db: Db,
  memberId: string,
  word: string,
  pattern: string,
): Promise<void> {
  await db
    .insertInto('muted_words')
    .values({ member_id: memberId, word, pattern })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteMutedWord(db: Db, memberId: string, word: string): Promise<void> {
  await db.deleteFrom('muted_words').where('member_id', '=', memberId).where('word', '=', word).execute()
}

export async function selectMutedWords(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('muted_words')
    .select('word')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('word')
    .execute()
  return rows.map((row) => row.word)
}

export async function upsertMutedFilm(
  db: Db,
  memberId: string,
  filmId: number,
  untilSeen: boolean,
): Promise<void> {
  await db
    .insertInto('muted_films')
    .values({ member_id: memberId, film_id: filmId, until_seen: untilSeen })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'film_id']).doUpdateSet({ until_seen: untilSeen }),
    )
    .execute()
}

export async function deleteMutedFilm(db: Db, memberId: string, filmId: number): Promise<void> {
  await db.deleteFrom('muted_films').where('member_id', '=', memberId).where('film_id', '=', filmId).execute()
}

/** How many of a kind a member hides; mutes that ended do not count. */
export async function countHidden(
  db: Db,
  table: 'blocks' | 'mutes' | 'muted_words' | 'muted_films',
  memberId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .$if(table === 'mutes', (query) => query.where(isLasting))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function selectBlocked(db: Db, memberId: string) {
  return db
    .selectFrom('blocks')
    .innerJoin('members', 'members.id', 'blocks.blocked_id')
    .select(['members.id', 'username', 'avatar'])
    .where('blocks.member_id', '=', memberId)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('members.id')
    .execute()
}

/** Those that have not ended, of whom the member may see. */
export function selectMuted(db: Db, memberId: string) {
  return db
    .selectFrom('mutes')
    .innerJoin('members', 'members.id', 'mutes.muted_id')
    .select(['members.id', 'username', 'avatar', 'notifications', 'ends_at'])
    .where('mutes.member_id', '=', memberId)
    .where(isLasting)
    .where(maySee(memberId, 'members.id'))
    .orderBy('mutes.created_at', 'desc')
    .orderBy('members.id')
    .execute()
}

interface MutedFilmRow extends TitledFilm {
  override_path: string | null
  until_seen: boolean
}

/** With the member's own posters. */
export async function selectMutedFilms(
  db: Db,
  memberId: string,
  reader: TitleReader,
): Promise<MutedFilmRow[]> {
  const { rows } = await sql<MutedFilmRow>`
    select ${titledFilmColumns(reader)}, o.poster_path as override_path,
      muted.until_seen
    from muted_films muted join films f on f.id = muted.film_id
    left join poster_overrides o on o.member_id = muted.member_id and o.film_id = f.id
    where muted.member_id = ${memberId}
    order by muted.created_at desc, f.id`.execute(db)
  return rows
}
