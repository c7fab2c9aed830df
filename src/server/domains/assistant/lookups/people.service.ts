import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Filters } from '../question.ts'
import type { FoundPerson, Role } from './found.ts'

/** Films of a person, in the role that the person is known for unless another is asked for. Null when nobody is found. @throws film.source_down */
export async function personFilms(
  _ctx: Context,
  _viewer: Viewer,
  _input: { name: string; role: Role | null; filters?: Filters },
): Promise<FoundPerson | null> {
  throw fail('assistant.unavailable')
}
