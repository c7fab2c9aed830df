import { sql, type Selectable } from 'kysely'
import type { Role } from '#shared/api/members.ts'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import type { TokenScope } from '#shared/token-scopes.ts'
import type { Db } from '#server/db/database.ts'
import type { Members, PersonalTokens } from '#server/db/schema.ts'

const shown = ['id', 'name', 'start', 'scopes', 'created_at', 'expires_at', 'used_at'] as const

/** The newest first. */
export function selectTokens(db: Db, memberId: string) {
  return db
    .selectFrom('personal_tokens')
    .select(shown)
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Those that are valid. */
export async function countTokens(db: Db, memberId: string, at: Date): Promise<number> {
  const { count } = await db
    .selectFrom('personal_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return count
}

export function insertToken(
  db: Db,
  row: {
    id: string
    memberId: string
    tokenHash: Buffer
    start: string
    name: string
    scopes: TokenScope[]
    at: Date
    expiresAt: Date
  },
) {
  return db
    .insertInto('personal_tokens')
    .values({
      id: row.id,
      member_id: row.memberId,
      token_hash: row.tokenHash,
      start: row.start,
      name: row.name,
      scopes: row.scopes,
      created_at: row.at,
      expires_at: row.expiresAt,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export function updateTokenName(
  db: Db,
  { memberId, id, name }: { memberId: string; id: string; name: string },
) {
  return db
    .updateTable('personal_tokens')
    .set({ name })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
}

/** All of a member's where none is named; answers the ids of those that were there. */
export async function deleteTokens(db: Db, memberId: string, id?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('personal_tokens')
    .where('member_id', '=', memberId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Those that were over before that moment. */
export async function deleteOldTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('personal_tokens').where('expires_at', '<', before).execute()
}

export interface TokenRow
  extends
    Pick<Selectable<Members>, 'id' | 'username' | 'locale'>,
    Pick<Selectable<PersonalTokens>, 'used_at' | 'expires_at'> {
  token_id: string
  scopes: TokenScope[]
  verified: boolean
  film_titles: FilmTitleChoice
  role: Role
}

/** The token with its member. */
export function selectToken(db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> {
  return db
    .selectFrom('personal_tokens')
    .innerJoin('members', 'members.id', 'personal_tokens.member_id')
    .select((eb) => [
      'members.id',
      'username',
      'locale',
      'film_titles',
      'role',
      'personal_tokens.id as token_id',
      'scopes',
      'expires_at',
      'used_at',
      eb('email_verified_at', 'is not', null).as('verified'),
    ])
    .where('token_hash', '=', tokenHash)
    .$castTo<TokenRow>()
    .executeTakeFirst()
}

/** Notes the hour in which a token is used, unless another request just did. */
export async function updateTokenUse(db: Db, id: string, hour: Date): Promise<void> {
  await db
    .updateTable('personal_tokens')
    .set({ used_at: hour })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '!=', hour)]))
    .execute()
}
