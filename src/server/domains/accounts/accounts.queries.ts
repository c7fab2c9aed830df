import { dayMs, hourMs } from '#shared/durations.ts'
import type { Role } from '#shared/api/members.ts'
import { sql } from 'kysely'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import { likeText } from '#server/db/like-text.ts'
import type { Db } from '#server/db/database.ts'

const lower = (column: 'email' | 'username') => sql<string>`lower(${sql.ref(column)})`

export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where(lower('username'), '=', username.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** `email` is in lower case. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await selectByEmail(db, email)) !== undefined
}

/** `email` is in lower case. */
export function selectByEmail(db: Db, email: string) {
  return db
    .selectFrom('members')
    .select(['id', 'email', 'username', 'password_hash', 'email_verified_at', 'locale', 'demo'])
    .where(lower('email'), '=', email)
    .executeTakeFirst()
}

/**
 * True when the member still has this password. The row is locked against a change of it until the
 * transaction ends, so a session cannot slip in beside a reset.
 */
export async function lockPassword(db: Db, memberId: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Null removes the password: the member then signs in with Google, or resets it. */
export async function updatePassword(db: Db, memberId: string, passwordHash: string | null): Promise<void> {
  await db.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute()
}

/** Answers whether that is new. */
export async function updateEmailVerified(db: Db, memberId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ email_verified_at: at })
    .where('id', '=', memberId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes what can never be used again, and what a wrong clock dated ahead. Answers the ids of the sessions that had
 * expired.
 */
export async function deleteExpired(db: Db, at: Date): Promise<string[]> {
  const away = (ms: number) => new Date(at.getTime() + ms)
  const sessions = await db.deleteFrom('sessions').where('expires_at', '<=', at).returning('id').execute()
  await db
    .deleteFrom('codes')
    .where((eb) => eb.or([eb('expires_at', '<=', at), eb('expires_at', '>', away(dayMs))]))
    .execute()
  await db
    .deleteFrom('code_requests')
    .where((eb) => eb.or([eb('requested_at', '<', away(-hourMs)), eb('requested_at', '>', away(hourMs))]))
    .execute()
  await db
    .deleteFrom('challenges')
    .where((eb) => eb.or([eb('expires_at', '<', away(-hourMs)), eb('expires_at', '>', away(dayMs))]))
    .execute()
  await db
    .deleteFrom('second_step_tries')
    .where((eb) => eb.or([eb('tried_at', '<', away(-dayMs)), eb('tried_at', '>', away(dayMs))]))
    .execute()
  await db
    .deleteFrom('email_changes')
    .where((eb) => eb.or([eb('expires_at', '<=', at), eb('expires_at', '>', away(dayMs))]))
    .execute()
  // Kept for another hour, since another instance's clock may be behind.
  await db.deleteFrom('google_tokens').where('expires_at', '<', away(-hourMs)).execute()
  await db
    .deleteFrom('devices')
    .where('used_at', '<', away(-400 * dayMs))
    .execute()
  await db
    .deleteFrom('invites')
    .where('expires_at', '<', away(-90 * dayMs))
    .execute()
  await db
    .deleteFrom('dev_mails')
    .where('created_at', '<', away(-30 * dayMs))
    .execute()
  return sessions.map((row) => row.id)
}

/**
 * Records that the owner of a verified address gets a warning about an attack, and answers the owner; nothing when
 * there is none, or when they were warned within the last day.
 */
export async function noteWarning(db: Db, email: string, at: Date) {
  const dayBefore = new Date(at.getTime() - dayMs)
  return db
    .updateTable('members')
    .set({ attack_warned_at: at })
    .where(lower('email'), '=', email)
    .where('email_verified_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('attack_warned_at', 'is', null),
        eb('attack_warned_at', '<=', dayBefore),
        eb('attack_warned_at', '>', new Date(at.getTime() + dayMs)),
      ]),
    )
    .returning(['email', 'locale'])
    .executeTakeFirst()
}

export function selectDevMails(db: Db, limit: number) {
  return db
    .selectFrom('dev_mails')
    .select(['recipient', 'subject', 'body', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Records that a Google token was used; false when it was used before. Waits for another use of it that is under way.
 */
export async function insertGoogleToken(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('google_tokens')
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The row is locked, so that the account is not deleted before its session is there. */
export function lockByGoogleId(db: Db, googleId: string) {
  return db.selectFrom('members').select('id').where('google_id', '=', googleId).forShare().executeTakeFirst()
}

/** `email` is in lower case. The row is locked until the transaction ends. */
export function lockByEmail(db: Db, email: string) {
  return db
    .selectFrom('members')
    .select(['id', 'google_id', 'email_verified_at'])
    .where(lower('email'), '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws the database's unique violation on `members_google`. */
export async function updateGoogleId(db: Db, memberId: string, googleId: string): Promise<void> {
  await db.updateTable('members').set({ google_id: googleId }).where('id', '=', memberId).execute()
}

/** Those of the usernames, in lower case, that are taken. */
export async function selectTakenUsernames(db: Db, names: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('members')
    .select(lower('username').as('name'))
    .where(lower('username'), '=', sql<string>`any(${names}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** What is needed of an account that an operator or a caller names. */
export interface NamedMember {
  id: string
  username: string
  role: Role
}

const byName = (db: Db, name: string) =>
  db
    .selectFrom('members')
    .select(['id', 'username', sql<Role>`role`.as('role')])
    .where((eb) => eb.or([eb(lower('username'), '=', name), eb(lower('email'), '=', name)]))

/** By handle or e-mail address, in lower case. */
export const selectByName = (db: Db, name: string): Promise<NamedMember | undefined> =>
  byName(db, name).executeTakeFirst()

export const lockById = (db: Db, id: string): Promise<NamedMember | undefined> =>
  db
    .selectFrom('members')
    .select(['id', 'username', sql<Role>`role`.as('role')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function selectEmail(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirst())?.email
}

/** The member of an e-mail address or a username in lower case, locked until the transaction ends. */
export const lockByName = (db: Db, name: string): Promise<NamedMember | undefined> =>
  byName(db, name).forNoKeyUpdate().executeTakeFirst()

/** Reads what may keep a member from logging in, locked so that it stays so until the transaction ends. */
export function lockStanding(db: Db, memberId: string) {
  return db
    .selectFrom('members')
    .select(['suspended_at', 'pending_since', 'email_verified_at', 'demo'])
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirst()
}

/**
 * Suspends a member, or ends the suspension; answers whether that changed anything. With `begunBy`, only a suspension
 * that began by then is ended.
 */
export async function updateSuspended(
  db: Db,
  memberId: string,
  at: Date | null,
  begunBy?: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ suspended_at: at })
    .where('id', '=', memberId)
    .where('suspended_at', at === null ? 'is not' : 'is', null)
    .$if(begunBy !== undefined, (query) => query.where('suspended_at', '<=', begunBy ?? null))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The columns that signing in and changes of how one signs in need. */
export function selectAccount(db: Db, memberId: string) {
  return db
    .selectFrom('members')
    .select(['id', 'email', 'username', 'password_hash', 'google_id', 'email_verified_at', 'locale', 'demo'])
    .where('id', '=', memberId)
    .executeTakeFirst()
}

/** @throws the database's unique violation on `members_email`. */
export async function updateEmail(db: Db, memberId: string, email: string, verifiedAt: Date): Promise<void> {
  await db
    .updateTable('members')
    .set({ email, email_verified_at: verifiedAt })
    .where('id', '=', memberId)
    .execute()
}

export async function updateRole(db: Db, id: string, role: Role): Promise<void> {
  await db.updateTable('members').set({ role }).where('id', '=', id).execute()
}

export interface Account {
  id: string
  username: string
  name: string | null
  avatar: string | null
  email: string
  role: Role
  verified: boolean
  suspended: boolean
  /** Waits for approval. */
  pending: boolean
  createdAt: Date
  /** To the hour; null without a session. */
  usedAt: Date | null
}

export interface AccountFilter {
  role?: Role | undefined
  state?: 'suspended' | 'unverified' | undefined
  /** Folded as `search_text` is; each word of it must begin a word of the name. */
  name?: string | undefined
  /** In lower case, whole. */
  email?: string | undefined
}

/** The newest first. */
export async function selectAccounts(
  db: Db,
  { role, state, name, email }: AccountFilter,
  page: KeysetPage,
): Promise<Listed<Account>> {
  const keys = [
    ['members.created_at', 'timestamptz'],
    ['members.id', 'uuid'],
  ] as const
  const { after, by, key, limit, list } = keyset(keys, page)
  const rows = await db
    .selectFrom('members')
    .select((eb) => [
      'id',
      'username',
      'name',
      'avatar',
      'email',
      'role',
      'created_at as createdAt',
      eb('email_verified_at', 'is not', null).as('verified'),
      eb('suspended_at', 'is not', null).as('suspended'),
      eb('pending_since', 'is not', null).as('pending'),
      eb
        .selectFrom('sessions')
        .select((of) => of.fn.max('used_at').as('used'))
        .whereRef('sessions.member_id', '=', 'members.id')
        .as('usedAt'),
      key,
    ])
    .where(after)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
    .$if(state === 'suspended', (query) => query.where('suspended_at', 'is not', null))
    .$if(state === 'unverified', (query) => query.where('email_verified_at', 'is', null))
    .$if(name !== undefined, (query) =>
      query.where((eb) =>
        eb.and((name ?? '').split(' ').map((word) => eb('search_text', 'like', `% ${likeText(word)}%`))),
      ),
    )
    .$if(email !== undefined, (query) => query.where(lower('email'), '=', email ?? ''))
    .orderBy(by)
    .limit(limit)
    .$castTo<Account & { key: string }>()
    .execute()
  return list(rows)
}
