import { sql, type Selectable } from 'kysely'
import type { SignUpRefusal } from '#shared/sign-up-refusals.ts'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { Refusals } from '#server/db/schema.ts'

export type RefusalRow = Selectable<Refusals> & Pick<SignUpRefusal, 'kind'>

/** All of them, to be compared: an operator writes them by hand. */
export const selectRefusals = (db: Db): Promise<SignUpRefusal[]> =>
  db.selectFrom('refusals').select(['kind', 'pattern']).$castTo<SignUpRefusal>().execute()

/** The newest first. */
export async function selectRefusalPage(
  db: Db,
  kind: SignUpRefusal['kind'] | undefined,
  page: KeysetPage,
): Promise<Listed<RefusalRow>> {
  const { key, after, by, limit, list } = keyset(
    [
      ['created_at', 'timestamptz'],
      // Patterns are longer than cursors may be.
      [sql`md5(kind || ' ' || pattern)::uuid`, 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('refusals')
    .selectAll()
    .select(key)
    .where(after)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy(by)
    .limit(limit)
    .$castTo<RefusalRow & { key: string }>()
    .execute()
  return list(rows)
}

/** Answers whether it is new. */
export async function insertRefusal(db: Db, row: RefusalRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('refusals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Answers whether it was there. */
export async function deleteRefusal(db: Db, { kind, pattern }: SignUpRefusal): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refusals')
    .where('kind', '=', kind)
    .where('pattern', '=', pattern)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
