import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Filters } from '../question.ts'
import type { Comparison, Discovered, FilmFacts } from './found.ts'

/** @throws film.not_found, film.source_down */
export async function filmFacts(_ctx: Context, _viewer: Viewer, _input: { id: number }): Promise<FilmFacts> {
  throw fail('assistant.unavailable')
}

/** Films like one, those that the viewer has not logged first. @throws film.not_found, film.source_down */
export async function similarFilms(
  _ctx: Context,
  _viewer: Viewer,
  _input: { id: number; filters?: Filters },
): Promise<Discovered> {
  throw fail('assistant.unavailable')
}

/** @throws film.not_found, film.source_down */
export async function compareFilms(
  _ctx: Context,
  _viewer: Viewer,
  _input: { a: number; b: number },
): Promise<Comparison> {
  throw fail('assistant.unavailable')
}
