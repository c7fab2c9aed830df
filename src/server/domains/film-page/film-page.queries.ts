import { sql } from 'kysely'
import type { Onlooker } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import type { Db } from '#server/db/database.ts'
import { filmListsCount, type FilmListsColumns } from '#server/domains/lists/lists.service.ts'
import { filmActivity, type FilmActivityColumns } from '#server/domains/logs/logs.service.ts'
import { filmMarks, type FilmMarksColumns } from '#server/domains/shelves/shelves.service.ts'

type ViewersRow = FilmActivityColumns & FilmMarksColumns & FilmListsColumns

/** The part of a film page that depends on the viewer, except the popular reviews. */
export async function selectViewersPart(db: Db, reader: Onlooker, film: number): Promise<ViewersRow> {
  const statement = keptStatement(
    'film page',
    { ...reader, filmId: film },
    ({ filmId, ...of }) => sql<ViewersRow>`
      select * from (${filmActivity.select(of.memberId, filmId)}) activity
      cross join (${filmMarks.select(of.memberId, filmId)}) marks
      cross join (${filmListsCount.select(of, filmId)}) lists`,
  )
  const [row] = (await statement.execute(db)).rows
  if (!row) throw new Error('each part has one row')
  return row
}
