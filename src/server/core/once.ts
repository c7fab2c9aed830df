import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { fail } from './errors.ts'
import type { Upload } from './http/multipart.ts'

/** Tables whose rows keep the idempotency key that they were created with, unique for each member. */
type CreatedOnce = {
  [Table in keyof DB]: DB[Table] extends { idempotency_key: unknown } ? Table : never
}[keyof DB]

/** What a call brings that creates a row once. */
export interface CreateRequest<Body> {
  body: Body
  image?: Upload | undefined
  idempotencyKey: string | null
}

interface Request {
  memberId: string
  /** Null: every call creates a row. */
  key: string | null
  hash: Buffer
}

/** A hash by which a repeated request is told from another one that uses the same idempotency key. */
export function hashRequest(fields: Record<string, unknown>, file?: Upload): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields))
  if (file) hash.update(file.bytes)
  return hash.digest()
}

/**
 * Creates a row, or answers the id of the one that an earlier request with the same key created, even if the row
 * could not be created any more. `create` must insert with `on conflict (member_id, idempotency_key) do nothing` and
 * answer null on a conflict, so that a first request needs no extra query.
 * @param looksFirst for a `create` that does costly work, or writes something else, before its insert
 * @throws request.conflict when the earlier request was a different one
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
  let failure: unknown
  try {
    const created = await create()
    if (created) return created
  } catch (error) {
    failure = error
  }
  const first = await earlier()
  if (first) return first
  // Made only here: an error that is made takes note of where, which costs more than most of a write's parts.
  throw failure ?? fail('request.conflict')
}
