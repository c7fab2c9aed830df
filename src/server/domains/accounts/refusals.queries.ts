import type { Db } from '#server/db/database.ts'

export const refusalKinds = ['name', 'email', 'domain'] as const

export interface SignUpRefusal {
  kind: (typeof refusalKinds)[number]
  /** In lower case; `*` stands for anything. */
  pattern: string
}

/** All of them: an operator writes them by hand. */
export const selectRefusals = (db: Db): Promise<SignUpRefusal[]> =>
  db
    .selectFrom('refusals')
    .select(['kind', 'pattern'])
    .orderBy('kind')
    .orderBy('pattern')
    .$castTo<SignUpRefusal>()
    .execute()

/** Answers whether it is new. */
export async function insertRefusal(db: Db, refusal: SignUpRefusal, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('refusals')
    .values({ ...refusal, created_at: now })
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
