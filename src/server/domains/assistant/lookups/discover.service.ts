import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Filters } from '../question.ts'
import type { Discovered } from './found.ts'

export type Order = 'popular' | 'best' | 'newest' | 'oldest'

/**
 * Films by what they are; 12 at most. `popular` is a recommendation: others every day, those that the viewer has
 * not logged first. @throws film.source_down
 */
export async function discoverFilms(
  _ctx: Context,
  _viewer: Viewer,
  _input: { filters: Filters; order: Order },
): Promise<Discovered> {
  throw fail('assistant.unavailable')
}

/** This week’s trending films. @throws film.source_down */
export async function trendingNow(_ctx: Context, _viewer: Viewer): Promise<Discovered> {
  throw fail('assistant.unavailable')
}
