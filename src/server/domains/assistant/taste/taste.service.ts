import { dayMs } from '#shared/durations.ts'
import type { Discovered, Filters } from '#server/adapters/language/language.ts'
import type { Context } from '#server/context.ts'
import { createYielder } from '#server/core/yielder.ts'
import type { Viewer } from '#server/core/http.ts'
import { listed } from '../lookups/discover.service.ts'
import { conditionOf } from '../lookups/own.service.ts'
import { likedByTaste } from './liked.service.ts'
import { replaceTaste, selectStaleTastes } from './taste.queries.ts'

/** Members with fewer films are not compared. */
const minFilms = 10
/**
 * How many members are picked at once. Picking reads all members, so it should be rare, but the list must not be old
 * before it is worked off.
 */
const foundAtOnce = 2000
const countingMs = 20_000
/** After this a member is compared again even when their own logs are the same, since those of others are not. */
const lastingDays = 7

/**
 * Compares members whose logs changed with others, for some seconds. The rest follows the next time; each member is a
 * transaction of its own.
 */
export async function countTastes(ctx: Pick<Context, 'db' | 'now' | 'transact'>): Promise<void> {
  const end = performance.now() + countingMs
  const turns = createYielder()
  const before = new Date(ctx.now().getTime() - lastingDays * dayMs)
  for (;;) {
    const stale = await selectStaleTastes(ctx.db, { before, minFilms, limit: foundAtOnce })
    for (const member of stale) {
      if (performance.now() > end) return
      if (turns.isOver()) await turns.next()
      await ctx.transact((tx) => replaceTaste(tx.db, member, ctx.now()))
    }
    if (stale.length < foundAtOnce) return
  }
}

/** Films that members with taste like the viewer's liked; 12 at most. Nobody of them is named. */
export async function filmsByTaste(ctx: Context, viewer: Viewer, filters: Filters): Promise<Discovered> {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const { films, stars } = await likedByTaste(ctx, viewer, condition)
  return {
    films: await listed(ctx, viewer, films, stars),
    people: filters.people ?? [],
    unknownPeople,
  }
}
