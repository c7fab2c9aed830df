import type { Context } from '#server/context.ts'
import type { FilmHint, Match } from '#server/domains/transfer/matching/resolve.ts'
import type { Matcher } from '#server/domains/transfer/matching/match.service.ts'

/**
 * Stands in for matching where a test is about what becomes of rows: the title of a film that Scene has means it,
 * `Maybe <title>` means it doubtfully, anything else is not found.
 */
export class FakeMatching {
  down = false
  /** Rows asked about. */
  asked = 0
  /** Runs before each batch. */
  before = async (): Promise<void> => {}

  reset(): void {
    this.down = false
    this.asked = 0
    this.before = async () => {}
  }

  readonly startMatcher = ({ db }: Pick<Context, 'db'>): Matcher => ({
    match: async (entries) => {
      this.asked += entries.length
      await this.before()
      const titles = entries.map(({ title }) => maybe.exec(title)?.[1] ?? title)
      const films = await db
        .selectFrom('films')
        .select(['id', 'title'])
        .where('title', 'in', titles)
        .execute()
      const ids = new Map(films.map((film) => [film.title, film.id]))
      return entries.map((entry, index) =>
        this.down ? { state: 'down' } : matchOf(entry, ids.get(titles[index] ?? '')),
      )
    },
  })
}

const maybe = /^Maybe (.+)$/

function matchOf({ title }: FilmHint, filmId: number | undefined): Match {
  if (filmId === undefined) return { state: 'not-found', reason: 'no-match', confidence: 0, candidates: [] }
  if (maybe.test(title))
    return { state: 'doubtful', reason: 'other-title', confidence: 50, candidates: [filmId] }
  return { state: 'sure', filmId, confidence: 100 }
}
