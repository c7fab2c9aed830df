import { sql } from 'kysely'
import type { Discovered, Filters } from '#server/adapters/language/language.ts'
import type { Context } from '#server/context.ts'
import { createYielder } from '#server/core/yielder.ts'
import type { Viewer } from '#server/core/http.ts'
import { listed } from '../lookups/discover.service.ts'
import { conditionOf } from '../lookups/own.service.ts'
import { isNotRefused } from './refusals.service.ts'
import { replaceTaste, selectLikedByTaste, selectStaleTastes } from './taste.queries.ts'

/** Who logged fewer films has no taste that could be told. */
const minFilms = 10
const membersAtOnce = 50
const countingMs = 20_000
/** Tastes are compared anew after this, though one’s own logs are the same: those of others are not. */
const lastingDays = 7
const filmsListed = 12

/**
 * Compares members whose logs changed with others, some seconds long. Whoever is left has a turn the next time; each
 * member is a transaction of its own.
 */
export async function countTastes(ctx: Pick<Context, 'db' | 'now' | 'transact'>): Promise<void> {
  const end = performance.now() + countingMs
  const turns = createYielder()
  const before = new Date(ctx.now().getTime() - lastingDays * 86_400_000)
  for (;;) {
    const stale = await selectStaleTastes(ctx.db, { before, minFilms, limit: membersAtOnce })
    for (const member of stale) {
      if (performance.now() > end) return
      if (turns.isOver()) await turns.next()
      await ctx.transact((tx) => replaceTaste(tx.db, member, ctx.now()))
    }
    if (stale.length < membersAtOnce) return
  }
}

const likedByTaste = async (ctx: Context, viewer: Viewer, filters: Filters) => {
  const { condition, unknownPeople } = await conditionOf(ctx, filters)
  const films = await selectLikedByTaste(
    ctx.db,
    viewer,
    {
      condition: sql`${condition} and ${isNotRefused(viewer)}`,
      hidden: [...ctx.config.search.hiddenFilmIds],
    },
    filmsListed,
  )
  return { films, unknownPeople }
}

/** Films that members with taste like the viewer’s liked; 12 at most. Nobody of them is named. */
export async function filmsByTaste(ctx: Context, viewer: Viewer, filters: Filters): Promise<Discovered> {
  const { films, unknownPeople } = await likedByTaste(ctx, viewer, filters)
  const byTaste = new Set(films.map(({ id }) => id))
  return {
    films: await listed(ctx, viewer, films, { why: true, byTaste }),
    people: filters.people ?? [],
    unknownPeople,
  }
}
