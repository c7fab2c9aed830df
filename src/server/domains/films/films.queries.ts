import { sql, type Selectable } from 'kysely'
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

/** Writes many at once; one that is there gives way only to a record that is newer by `renewMs`. */
export async function insertFilms(db: Db, rows: readonly FilmRow[], renewMs: number): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('films')
    // In one order, or two writers of the same films would wait for each other.
    .values(rows.toSorted((a, b) => a.id - b.id))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          title: eb.ref('excluded.title'),
          original_title: eb.ref('excluded.original_title'),
          release_date: eb.ref('excluded.release_date'),
          runtime: eb.ref('excluded.runtime'),
          poster_path: eb.ref('excluded.poster_path'),
          backdrop_path: eb.ref('excluded.backdrop_path'),
          genre_ids: eb.ref('excluded.genre_ids'),
          vote_average: eb.ref('excluded.vote_average'),
          vote_count: eb.ref('excluded.vote_count'),
          original_language: eb.ref('excluded.original_language'),
          origin_countries: eb.ref('excluded.origin_countries'),
          overview: eb.ref('excluded.overview'),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .where(sql<boolean>`excluded.updated_at > films.updated_at + ${renewMs} * interval '1 millisecond'`),
    )
    .execute()
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
