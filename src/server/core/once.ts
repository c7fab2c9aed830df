import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { fail } from './errors.ts'
import type { Upload } from './http/multipart.ts'

/** Tables whose rows remember the idempotency key that they were created under, once for each member. */
type CreatedOnce = {
  [Table in keyof DB]: DB[Table] extends { idempotency_key: unknown } ? Table : never
}[keyof DB]

interface Request {
  memberId: string
  /** Without one each call creates. */
  key: string | null
  hash: Buffer
}

/** Tells a repetition under an idempotency key from another request under the same key. */
export function hashRequest(fields: Record<string, unknown>, file?: Upload): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields))
  if (file) hash.update(file.bytes)
  return hash.digest()
}

/**
 * Creates a row, or answers the id of the one that an earlier request under the same key created, also where it could not
 * be created any more. `create` inserts with `on conflict (member_id, idempotency_key) do nothing` and answers null where
 * an earlier request came first, so that a request that is none's repetition asks for nothing more.
 * @param looksFirst for a `create` that does costly work, or writes something else, before its insert
 * @throws request.conflict when the earlier request was another
 */
export async function once(
  db: Db,
  table: CreatedOnce,
  { memberId, key, hash }: Request,
  create: () => Promise<string | null>,
  { looksFirst = false } = {},
): Promise<string> {
  const earlier = async () => {
    if (key === null) return undefined
    const row = await db
      .selectFrom(table)
      .select(['id', 'request_hash'])
      .where('member_id', '=', memberId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    if (row && !row.request_hash?.equals(hash)) throw fail('request.conflict')
    return row?.id
  }
  const known = looksFirst ? await earlier() : undefined
  if (known) return known
  let failure: unknown = fail('request.conflict')
  try {
    const created = await create()
    if (created) return created
  } catch (error) {
    failure = error
  }
  const first = await earlier()
  if (!first) throw failure
  return first
}
