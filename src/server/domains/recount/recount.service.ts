import type { Context } from '#server/context.ts'
import { pagesOf } from '#server/core/pages.ts'
import type { Db } from '#server/db/database.ts'
import { allowTime } from '#server/db/statement-time.ts'
import { countFilmsAfter } from '#server/domains/logs/film-stats.service.ts'
import * as queries from './recount.queries.ts'

/** How many rows were looked at, and in how many of them which column was wrong. */
export interface RecountResult {
  table: string
  rows: number
  wrong: Record<string, number>
}

/** Rows that are locked at once: few, so that nobody waits long. */
const mendedAtOnce = 50
const uncountedAtOnce = 100

/** Time limit of statements: that of requests is too short for what thousands of members wrote. */
const timeLimit = '10min'

/**
 * Compares all counts with the rows that they count and, with `mends`, corrects them while members go on writing. A
 * wrong row is locked before it is counted again: whoever changes what it counts changes the count in the same
 * transaction, so that is either finished by then or comes later.
 */
export async function recount(
  ctx: Pick<Context, 'transact'>,
  how: { mends: boolean },
): Promise<RecountResult[]> {
  const found: RecountResult[] = []
  for (const counted of queries.everyCounted) found.push(await recountTable(ctx, counted, how))
  const uncounted = await countUncounted(ctx, how)
  const stats = found.find(({ table }) => table === 'film_stats')
  if (stats && uncounted > 0) stats.wrong['not counted'] = uncounted
  return found
}

async function recountTable(
  ctx: Pick<Context, 'transact'>,
  counted: queries.CountedTable,
  { mends }: { mends: boolean },
): Promise<RecountResult> {
  const result: RecountResult = { table: counted.table, rows: 0, wrong: {} }
  let after: queries.RowKey | null = null
  for (;;) {
    const page = await wrongAfter(ctx, counted, after)
    result.rows += page.looked
    for (const row of mends ? await mend(ctx, counted, page.wrong) : page.wrong)
      for (const column of row.columns) result.wrong[column] = (result.wrong[column] ?? 0) + 1
    if (page.last === null) return result
    after = page.last
  }
}

const wrongAfter = (
  ctx: Pick<Context, 'transact'>,
  counted: queries.CountedTable,
  after: queries.RowKey | null,
): Promise<queries.WrongRows> => patiently(ctx, (db) => queries.selectWrong(db, counted, after))

async function mend(
  ctx: Pick<Context, 'transact'>,
  counted: queries.CountedTable,
  wrong: readonly queries.WrongRow[],
): Promise<queries.WrongRow[]> {
  const mended: queries.WrongRow[] = []
  for (let at = 0; at < wrong.length; at += mendedAtOnce) {
    const keys = wrong.slice(at, at + mendedAtOnce).map(({ key }) => key)
    mended.push(
      ...(await patiently(ctx, async (db) => {
        await queries.lockRows(db, counted, keys)
        return queries.mendRows(db, counted, keys)
      })),
    )
  }
  return mended
}

/** Counts films that have logs and no row of counts; answers how many there were. */
async function countUncounted(
  ctx: Pick<Context, 'transact'>,
  { mends }: { mends: boolean },
): Promise<number> {
  let films = 0
  const read = (after: number) =>
    patiently(ctx, (db) => queries.selectUncountedFilms(db, after, uncountedAtOnce))
  for await (const ids of pagesOf(0, uncountedAtOnce, read, (id) => id)) {
    if (mends) for (const id of ids) await patiently(ctx, (db) => countFilmsAfter(db, id - 1, 1))
    films += ids.length
  }
  return films
}

function patiently<T>(ctx: Pick<Context, 'transact'>, work: (db: Db) => Promise<T>): Promise<T> {
  return ctx.transact(async ({ db }) => {
    await allowTime(db, timeLimit)
    return work(db)
  })
}
