import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { requestsAtOnce } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import { pagesOf } from '#server/core/pages.ts'
import * as queries from './films.queries.ts'
import { updateFilm } from './films.service.ts'

/** The result of asking the source again. */
export interface RefreshResult {
  asked: number
  changed: number[]
  /** The source knows them no more; they stay as they were. */
  dropped: number[]
  /** Numbers of no film that Scene remembers. */
  unknown: number[]
  /** The source did not answer: the rest was not asked for. */
  sourceDown: boolean
}

type Parts = Pick<Context, 'db' | 'filmSource' | 'now'>

const pageSize = 200

/**
 * Asks the film source again for films that Scene remembers, at its pace: those of the numbers, or all whose record is of
 * before a moment.
 */
export async function refreshFilms(ctx: Parts, which: readonly number[] | Date): Promise<RefreshResult> {
  const result: RefreshResult = { asked: 0, changed: [], dropped: [], unknown: [], sourceDown: false }
  for await (const ids of which instanceof Date ? olderThan(ctx, which) : partsOf(which)) {
    const known = new Set((await queries.selectFilmsById(ctx.db, ids)).map(({ id }) => id))
    result.unknown.push(...ids.filter((id) => !known.has(id)))
    const few = pLimit(requestsAtOnce)
    try {
      await few.map([...known], (id) => refreshFilm(ctx, id, result))
    } catch (error) {
      if (!isFailure(error, 'film.source_down')) throw error
      result.sourceDown = true
      return result
    } finally {
      few.clearQueue()
      for (const found of [result.changed, result.dropped]) found.sort((a, b) => a - b)
    }
  }
  return result
}

async function refreshFilm(ctx: Parts, id: number, result: RefreshResult): Promise<void> {
  const before = await queries.selectWhole(ctx.db, id)
  if (!before) return
  const isKnown = await updateFilm(ctx, before.film, await ctx.filmSource.freshFilm(id))
  // So that it is not asked for again at once, as after a visit to its page.
  if (!isKnown) await queries.dateFilms(ctx.db, [id], ctx.now())
  const after = await queries.selectWhole(ctx.db, id)
  result.asked += 1
  if (!isKnown) result.dropped.push(id)
  else if (!isDeepStrictEqual(undated(before), after && undated(after))) result.changed.push(id)
}

/** Without the times, which tell only when the source was asked. */
const undated = ({ film, texts }: queries.WholeFilm) => ({
  film: { ...film, updated_at: null, texts_at: null, sought_at: null },
  texts: texts.map((text) => ({ ...text, fetched_at: null })),
})

const olderThan = ({ db }: Parts, before: Date) =>
  pagesOf(
    0,
    pageSize,
    (after) => queries.selectDated(db, { before, after, limit: pageSize }),
    (id) => id,
  )

function* partsOf(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += pageSize) yield ids.slice(at, at + pageSize)
}
