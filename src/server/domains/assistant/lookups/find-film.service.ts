import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { FoundFilm } from './found.ts'

/** The film that a title means, as it was written, slips included. Null when none comes near. @throws film.source_down */
export async function findFilm(
  _ctx: Context,
  _viewer: Viewer,
  _input: { title: string; year?: number },
): Promise<FoundFilm | null> {
  throw fail('assistant.unavailable')
}
