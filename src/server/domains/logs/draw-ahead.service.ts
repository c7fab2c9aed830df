import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs, weekMs } from '#shared/durations.ts'
import { englishReader } from '#shared/film-titles.ts'
import { withLayout, type PosterLayout } from '#shared/drawn-posters.ts'
import type { Context } from '#server/context.ts'
import { selectLanguages, selectNewestPosters, selectPopularFilms } from './home.queries.ts'

const newestFilms = 40
const popularFilms = 12

/** In which layouts and sizes posters are shown there, on screens of one to three pixels a point. */
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

/** The posters with which home, trending and search begin, as raw paths; home's come first. */
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

/** Draws those that are drawn and not there yet, in the languages of the members. */
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
 * Draws the posters that many ask for before anybody does, now and every hour, as long as this process lives: each has
 * a disk of its own. Answers what ends it.
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
