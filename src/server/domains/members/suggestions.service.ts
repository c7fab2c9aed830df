import { LRUCache } from 'lru-cache'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/members.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { favouriteFilmView, memberRows } from './members.views.ts'
import {
  selectLatestFilms,
  selectStillSuggested,
  selectSuggestions,
  type SuggestionRow,
} from './suggestions.queries.ts'

type Suggestions = AnswerOf<typeof api.listSuggestions>
type Part = Pick<Context, 'db' | 'shortReads'>

const usualCount = 12
const postersEach = 2

/** Whom each member was suggested last, by database: finding them takes PostgreSQL as long as twenty feeds. */
const recent = new WeakMap<Context['db'], LRUCache<string, SuggestionRow[]>>()
const recentForMs = 10 * minuteMs
const recentMembers = 2000

/** Members whom the viewer may like to follow, with what they logged last. Three statements. */
export async function listSuggestions(ctx: Part, viewer: Viewer, limit = usualCount): Promise<Suggestions> {
  return suggestionViews(ctx, viewer, await findSuggestions(ctx, viewer, limit))
}

/**
 * The first of the suggestions that were found in the last minutes, without members whom the viewer has followed since or
 * who may not be suggested any more. Where that leaves too few, others are found.
 */
export async function listRecentSuggestions(ctx: Part, viewer: Viewer, limit: number): Promise<Suggestions> {
  const known = recent.get(ctx.db)?.get(viewer.id) ?? []
  const still = known.length === 0 ? [] : await selectStillSuggested(ctx.db, viewer.id, known)
  // Fewer than the usual number were all that there are.
  const isEnough = still.length >= limit || (known.length > 0 && known.length < usualCount)
  const shown = isEnough ? still : await findSuggestions(ctx, viewer, usualCount)
  return suggestionViews(ctx, viewer, shown.slice(0, limit))
}

async function findSuggestions({ db }: Part, viewer: Viewer, limit: number): Promise<SuggestionRow[]> {
  // Bounded by size: for a maximal number of entries LRUCache would allocate all memory at once.
  const cache =
    recent.get(db) ?? new LRUCache({ maxSize: recentMembers, sizeCalculation: () => 1, ttl: recentForMs })
  recent.set(db, cache)
  const found = await selectSuggestions(db, viewer.id, limit)
  // An empty result is not cached: there may be members to suggest the next time.
  if (found.length > 0 && limit >= usualCount) cache.set(viewer.id, found)
  return found
}

async function suggestionViews(ctx: Part, viewer: Viewer, suggested: SuggestionRow[]): Promise<Suggestions> {
  const ids = suggested.map(({ id }) => id)
  const [rows, films] = await Promise.all([
    memberRows(ctx, viewer, ids),
    selectLatestFilms(databaseFor(ctx, ids.length * postersEach), viewer.titles, ids, postersEach),
  ])
  const common = new Map(suggested.map((member) => [member.id, member.common]))
  return rows.map((row) => ({
    ...row,
    filmsInCommon: common.get(row._id) ?? 0,
    films: films
      .filter((film) => film.member_id === row._id)
      .map((film) => favouriteFilmView(film, viewer.titles)),
  }))
}
