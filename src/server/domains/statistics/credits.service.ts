import pLimit from 'p-limit'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import {
  directorsIn,
  leadingActorsIn,
  requestsAtOnce,
  type SourceFilmDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import { selectUncredited, upsertCredits, type Credits } from './statistics.queries.ts'

/** Also the key of the job: at most one waits. */
export const creditsJob = 'statistics.credits'

const askedAtOnce = 50
const askingMs = 4_000

/**
 * Asks the film source for the people of logged films, for some seconds, as other jobs wait. While the source is down
 * nothing changes; a film that it does not know gets no people. Answers whether all is done.
 */
export async function creditFilms(ctx: Pick<Context, 'db' | 'filmSource' | 'config'>): Promise<boolean> {
  const few = pLimit(requestsAtOnce)
  const source = sourceName(ctx)
  const end = performance.now() + askingMs
  while (performance.now() < end) {
    const ids = await selectUncredited(ctx.db, source, askedAtOnce)
    if (ids.length === 0) return true
    try {
      const films = await few.map(ids, (id) => ctx.filmSource.film(id))
      const credits = films.map((film, place) => creditsOf(ids[place] ?? 0, film))
      const people = new Map(credits.flatMap(({ named }) => named).map((person) => [person.id, person]))
      await upsertCredits(ctx.db, source, credits, [...people.values()])
    } catch (error) {
      if (isFailure(error, 'film.source_down')) return false
      throw error
    } finally {
      few.clearQueue()
    }
  }
  return false
}

function creditsOf(filmId: number, film: SourceFilmDetails | null) {
  const directors = directorsIn(film?.crew ?? [])
  const actors = leadingActorsIn(film?.cast ?? [])
  const numbers = (people: readonly { id: number }[]) => [...new Set(people.map(({ id }) => id))]
  return {
    filmId,
    directors: numbers(directors),
    actors: numbers(actors),
    named: [...directors, ...actors].map(({ id, name, profile_path }) => ({ id, name, profile_path })),
  } satisfies Credits & { named: readonly unknown[] }
}
