import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs, weekMs } from '#shared/durations.ts'
import { englishReader } from '#shared/film-titles.ts'
import { withLayout, type PosterLayout } from '#shared/drawn-posters.ts'
import type { Context } from '#server/context.ts'
import { selectLanguages, selectNewestPosters, selectPopularFilms } from './home.queries.ts'

const newestFilms = 40
const popularFilms = 12

/** The layouts and sizes in which these screens show posters, at one to three pixels a point. */
const shown: readonly (readonly [PosterLayout, string])[] = [
  ['t', 'w92'],
  ['t', 'w154'],
  ['t', 'w185'],
  ['t', 'w240'],
  ['t', 'w342'],
  ['f', 'w185'],
  ['f', 'w342'],
  ['m', 'w240'],
  ['m', 'w342'],
  ['m', 'w500'],
]

type Part = Pick<Context, 'db' | 'filmSource' | 'pictures' | 'now'>

/** The posters that home, trending and search show first, as raw paths; home's come first. */
async function beginningPosters({ db, filmSource, now }: Part): Promise<Set<string>> {
  const since = new Date(now().getTime() - weekMs)
  const [trending, newest, popular, known] = await Promise.all([
    filmSource.trending(),
    selectNewestPosters(db, newestFilms),
    selectPopularFilms(db, { since, limit: popularFilms, reader: englishReader }),
    filmSource.discover({}, 'popular', 1),
  ])
  const films = [...trending, ...newest, ...popular, ...known.results]
  return new Set(films.flatMap((film) => film.poster_path ?? []))
}

/** Draws those of them that are drawn pictures and do not exist yet, in the languages of the members. */
export async function drawBeginnings(ctx: Part, signal: AbortSignal): Promise<void> {
  const [posters, languages] = await Promise.all([beginningPosters(ctx), selectLanguages(ctx.db)])
  for (const language of languages)
    for (const poster of posters)
      for (const [layout, size] of shown) {
        const path = withLayout(poster, { layout, hue: null, language })
        await ctx.pictures.drawAhead(size, path.slice(1), signal)
      }
}

/**
 * Draws the posters that many ask for in advance, now and every hour; every process does, as each has its own disk.
 * Answers a function that ends it.
 */
export function drawAhead(ctx: Part & Pick<Context, 'logger'>): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const turn = async () => {
    while (!signal.aborted) {
      await drawBeginnings(ctx, signal).catch((error: unknown) => {
        if (!signal.aborted) ctx.logger.warn({ err: error }, 'posters were not drawn ahead')
      })
      await sleep(hourMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  void turn()
  return () => ending.abort()
}
