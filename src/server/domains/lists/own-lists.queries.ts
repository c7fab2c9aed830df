import type { Db } from '#server/db/database.ts'

/** What deciding about a list needs; with `lock` it stays so until the transaction ends. */
export function findList(db: Db, id: string, { lock } = { lock: false }) {
  return db
    .selectFrom('lists')
    .select([
      'id',
      'member_id',
      'title',
      'description',
      'cover',
      'is_private',
      'is_ranked',
      'films_count',
      'updated_at',
    ])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

export type OwnList = NonNullable<Awaited<ReturnType<typeof findList>>>

/** Whether any list of the member has the cover. */
export async function hasCover(db: Db, memberId: string, cover: string): Promise<boolean> {
  const row = await db
    .selectFrom('lists')
    .select('id')
    .where('member_id', '=', memberId)
    .where('cover', '=', cover)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
