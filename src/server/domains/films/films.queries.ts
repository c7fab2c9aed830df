import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Films } from '#server/db/schema.ts'

export type FilmRow = Selectable<Films>

export const findFilm = (db: Db, id: number): Promise<FilmRow | undefined> =>
  db.selectFrom('films').selectAll().where('id', '=', id).executeTakeFirst()

export const findFilms = (db: Db, ids: readonly number[]): Promise<FilmRow[]> =>
  db
    .selectFrom('films')
    .selectAll()
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** A second writer of the same film updates instead; answers the row as it is then. */
export function upsertFilm(db: Db, row: Omit<FilmRow, 'updated_at'>, now: Date): Promise<FilmRow> {
  const { id, ...fields } = row
  const values = { ...fields, updated_at: now }
  return db
    .insertInto('films')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Dates the record to now; true for the one caller that still found it as old as `seen`. */
export async function claimRenewal(db: Db, id: number, seen: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('films')
    .set({ updated_at: now })
    .where('id', '=', id)
    // Dates of JavaScript end at milliseconds, those of the database do not.
    .where('updated_at', '<', new Date(seen.getTime() + 1))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
