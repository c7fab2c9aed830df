import type { Context } from '#server/context.ts'
import type { Entry } from '#server/domains/transfer/entry.ts'
import type { Match } from '#server/domains/transfer/matching/match.ts'
import type { Matcher } from '#server/domains/transfer/matching/match.service.ts'

/**
 * Stands in for matching where a test is about what becomes of rows: the title of a film that Scene has means it,
 * `Maybe <title>` means it doubtfully, anything else is not found.
 */
export const fakeMatching = {
  down: false,
  /** Runs before each batch. */
  before: async (): Promise<void> => {},
  /** Rows asked about. */
  asked: 0,
}

const maybe = /^Maybe (.+)$/

export function createMatcher({ db }: Pick<Context, 'db'>): Matcher {
  return {
    async match(entries) {
      fakeMatching.asked += entries.length
      await fakeMatching.before()
      const titles = entries.map(({ title }) => maybe.exec(title)?.[1] ?? title)
      const films = await db
        .selectFrom('films')
        .select(['id', 'title'])
        .where('title', 'in', titles)
        .execute()
      const ids = new Map(films.map((film) => [film.title, film.id]))
      return entries.map((entry, index) => decide(entry, ids.get(titles[index] ?? '')))
    },
  }
}

function decide({ title }: Entry, filmId: number | undefined): Match {
  if (fakeMatching.down) return { state: 'down' }
  if (filmId === undefined) return { state: 'not-found', reason: 'no-match', confidence: 0, candidates: [] }
  if (maybe.test(title))
    return { state: 'doubtful', reason: 'other-title', confidence: 50, candidates: [filmId] }
  return { state: 'sure', filmId, confidence: 100 }
}
