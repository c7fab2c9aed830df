import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Filters, Period } from '../question.ts'
import type { FriendsLoved, FriendsOpinion } from './found.ts'

/** Films that followed members rated 4 stars or more, loved by most first. @throws film.source_down only with people among the filters */
export async function friendsLoved(
  _ctx: Context,
  _viewer: Viewer,
  _input: { period: Period; filters: Filters },
): Promise<FriendsLoved> {
  throw fail('assistant.unavailable')
}

/** What followed members say of a film. */
export async function friendsOf(
  _ctx: Context,
  _viewer: Viewer,
  _input: { filmId: number },
): Promise<FriendsOpinion> {
  throw fail('assistant.unavailable')
}
