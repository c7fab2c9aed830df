import { sql, type Selectable } from 'kysely'
import type { Role } from '#shared/api/members.ts'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import type { Db } from '#server/db/database.ts'
import type { Members, Sessions } from '#server/db/schema.ts'

export async function insertSession(
  db: Db,
  row: {
    id: string
    memberId: string
    tokenHash: Buffer
    userAgent: string | null
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: row.id,
      member_id: row.memberId,
      token_hash: row.tokenHash,
      user_agent: row.userAgent,
      created_at: row.at,
      used_at: row.at,
      // Signing in counts as a proof of identity.
      confirmed_at: row.at,
      expires_at: row.expiresAt,
    })
    .execute()
}

export interface SessionRow
  extends
    Pick<Selectable<Members>, 'id' | 'username' | 'locale'>,
    Pick<Selectable<Sessions>, 'used_at' | 'expires_at'> {
  session_id: string
  verified: boolean
  film_titles: FilmTitleChoice
  role: Role
}

export async function selectSession(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await keptStatement(
    'session',
    { tokenHash },
    (of) => sql<SessionRow>`
      select members.id, username, sessions.id as session_id,
        email_verified_at is not null as verified, used_at, expires_at, locale, film_titles,
        role
      from sessions join members on members.id = sessions.member_id
      where token_hash = ${of.tokenHash}`,
  ).execute(db)
  return rows[0]
}

/**
 * Extends a session, unless another request just did. A use that is dated after `usedAfter` came from a wrong clock
 * and is ignored.
 */
export async function extendSession(
  db: Db,
  id: string,
  given: { usedBefore: Date; usedAfter: Date; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ used_at: given.at, expires_at: given.expiresAt })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', '<', given.usedBefore), eb('used_at', '>', given.usedAfter)]))
    .execute()
}

/** A member's sessions, the last used first. */
export function selectSessions(db: Db, memberId: string, at: Date, limit: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'used_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', at)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Chooses sessions of a member; all of them when nothing is given. */
export interface WhichSessions {
  only?: string
  but?: string
}

/** Answers the ids of the sessions that were deleted. */
export async function deleteSessions(
  db: Db,
  memberId: string,
  { only, but }: WhichSessions,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(but !== undefined, (query) => query.where('id', '!=', but ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Those of the sessions or tokens that have not expired, each with the time at which it will. */
export async function selectLive(
  db: Db,
  of: 'sessions' | 'personal_tokens',
  ids: string[],
  at: Date,
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; expires_at: Date }>`
    select id, expires_at from ${sql.table(of)} where id = any(${ids}::uuid[]) and expires_at > ${at}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.expires_at]))
}

/** When a session last proved who it is. */
export async function selectConfirmedAt(db: Db, sessionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.confirmed_at ?? null
}

export async function confirmSession(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', sessionId).execute()
}
