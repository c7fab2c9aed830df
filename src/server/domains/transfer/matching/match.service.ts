import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import { upsertFilms } from '#server/domains/films/films.service.ts'
import { entryKey, resolve, type FilmHint, type Match, type ResolvedEntry } from './resolve.ts'

export type { Match }

export interface Matcher {
  /**
   * The matches of the entries, in their order; `down` when the source could not be asked. All films that they name
   * are in the table `films` then.
   */
  match(entries: readonly FilmHint[]): Promise<Match[]>
}

/**
 * Requests of one import at once: the source's rate limit is shared by everybody. The built-in catalogue answers in
 * this process, so more than one gains nothing.
 */
const atOnce = { network: 6, builtIn: 1 }
const maxRemembered = 20_000

/** Creates a matcher for one run of an import; it remembers results, so that each film is looked up once. */
export function createMatcher(ctx: Pick<Context, 'db' | 'filmSource' | 'config' | 'now'>): Matcher {
  const remembered = new LRUCache<string, ResolvedEntry['match']>({ max: maxRemembered })
  const few = pLimit(ctx.config.filmSource.builtIn ? atOnce.builtIn : atOnce.network)

  async function ask(entry: FilmHint): Promise<ResolvedEntry | null> {
    try {
      return await resolve(ctx.filmSource, entry)
    } catch (error) {
      if (isFailure(error, 'film.source_down')) return null
      throw error
    }
  }

  return {
    async match(entries) {
      const keys = entries.map(entryKey)
      const matches = new Map<string, Match>()
      const unknown = new Map<string, FilmHint>()
      entries.forEach((entry, place) => {
        const key = keys[place] ?? ''
        const known = remembered.get(key)
        if (known) matches.set(key, known)
        else unknown.set(key, entry)
      })
      const films: SourceFilm[] = []
      const resolved = await few.map(unknown, async ([key, entry]) => ({ key, answer: await ask(entry) }))
      for (const { answer } of resolved) films.push(...(answer?.films ?? []))
      const redirects = await upsertFilms(ctx, films)
      for (const { key, answer } of resolved) {
        const match = answer && follow(answer.match, redirects)
        matches.set(key, match ?? { state: 'down' })
        if (match) remembered.set(key, match)
      }
      return keys.map((key) => matches.get(key) ?? { state: 'down' })
    },
  }
}

/** Replaces numbers of merged films by those that Scene uses now. */
function follow(
  match: ResolvedEntry['match'],
  redirects: ReadonlyMap<number, number>,
): ResolvedEntry['match'] {
  const own = (id: number) => redirects.get(id) ?? id
  return match.state === 'sure'
    ? { ...match, filmId: own(match.filmId) }
    : { ...match, candidates: [...new Set(match.candidates.map(own))] }
}
