import { firstMadeUpId } from '#server/adapters/film-source/canonical-film-source.ts'
import { directorsIn, type SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import type { Context } from '#server/context.ts'
import { fail, isFailure } from '#server/core/errors.ts'
import { redirectMadeUp, requireFilm, upsertFilm } from '#server/domains/films/films.service.ts'
import { createMatcher, type Match, type Matcher } from '#server/domains/transfer/matching/match.service.ts'
import { mergeFilms } from './merge.service.ts'
import * as queries from './reconcile.queries.ts'
import type { OpenFilm, Twins } from './reconcile.queries.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

const filmsAtOnce = 20
/** Milliseconds of one run, since other jobs wait meanwhile. */
const turnMs = 10_000

/**
 * Finds out which of the source's films the films of members are, and merges those that turn out to be one, for some
 * seconds; called again it goes on where it was. Each film is one transaction, so a process may die anywhere. Answers
 * whether all is done; not while the source is down.
 */
export async function reconcileFilms(ctx: Context, forMs = turnMs): Promise<boolean> {
  const end = performance.now() + forMs
  try {
    await mergeTwins(ctx)
    const begun = await queries.beginOrGoOn(ctx.db, sourceName(ctx), ctx.now())
    if (begun.isFinished) return true
    if (!ctx.config.filmSource.builtIn) await queries.deleteDoubts(ctx.db, sourceName(ctx))
    const matcher = createMatcher(ctx)
    const wanted = { limit: filmsAtOnce, makesUp: ctx.config.filmSource.builtIn }
    let { doneTo } = begun
    for (;;) {
      const films = await queries.selectNextOpen(ctx.db, { ...begun, doneTo }, wanted, ctx.now())
      for (const film of films) {
        await reconcileFilm(ctx, matcher, film)
        await queries.updateProgress(ctx.db, film.id, ctx.now())
        doneTo = film.id
        if (performance.now() >= end) return false
      }
      await mergeTwins(ctx)
      if (films.length < filmsAtOnce) {
        await queries.updateProgress(ctx.db, null, ctx.now())
        return true
      }
    }
  } catch (error) {
    if (!isFailure(error, 'film.source_down')) throw error
  }
  return false
}

async function reconcileFilm(ctx: Context, matcher: Matcher, film: OpenFilm): Promise<void> {
  const isMadeUp = film.id >= firstMadeUpId
  const details = await (isMadeUp ? ctx.filmSource.madeUpFilm(film.id) : ctx.filmSource.film(film.id))
  // It brings the numbers of others, by which films turn out to be one.
  if (details) await upsertFilm(ctx.db, details, ctx.now())
  if (!isMadeUp && !details) await findNewNumber(ctx, film)
  if (!isMadeUp && ctx.config.filmSource.builtIn) await redirectMadeUpNumber(ctx, film)
  if (!isMadeUp || ctx.config.filmSource.builtIn) return queries.noteSought(ctx.db, film.id, ctx.now())
  const [match] = await matcher.match([
    {
      title: details?.title ?? film.title,
      year: releaseYear(film),
      tmdbId: null,
      imdbId: details?.imdb_id ?? film.imdb_id,
      directors: directorsOf(details),
    },
  ])
  if (!match || match.state === 'down') throw fail('film.source_down')
  if (match.state === 'sure') {
    await requireFilm(ctx, match.filmId)
    await mergeFilms(ctx, film.id, match.filmId)
    return
  }
  if (match.state === 'doubtful') await noteDoubt(ctx, film.id, match, directorsOf(details))
  await queries.noteSought(ctx.db, film.id, ctx.now())
}

const directorsOf = (film: Pick<SourceFilmDetails, 'crew'> | null) =>
  directorsIn(film?.crew ?? []).map(({ name }) => name)

/** With who directed the films, which tells an operator more than their titles. */
async function noteDoubt(
  ctx: Context,
  filmId: number,
  { candidates, reason, confidence }: Exclude<Match, { state: 'sure' | 'down' }>,
  ofFilm: string[],
): Promise<void> {
  const directors: Record<number, string[]> = { [filmId]: ofFilm }
  for (const id of candidates) directors[id] = directorsOf(await ctx.filmSource.film(id))
  const source = sourceName(ctx)
  await queries.insertDoubt(ctx.db, { filmId, candidates, reason, confidence, source, directors })
}

/** Redirects the built-in catalogue's number of a film to it, even if nobody has asked for it by that number yet. */
async function redirectMadeUpNumber({ db, filmSource }: Context, { imdb_id }: OpenFilm): Promise<void> {
  const found = imdb_id === null ? null : await filmSource.filmByImdbId(imdb_id)
  if (found) await redirectMadeUp(db, [found])
}

/** The source dropped a film's number: it may have it under another. */
async function findNewNumber(ctx: Context, { id, imdb_id }: OpenFilm): Promise<void> {
  const found = imdb_id === null ? null : await ctx.filmSource.filmByImdbId(imdb_id)
  if (!found || found.id === id) return
  await requireFilm(ctx, found.id)
  await mergeFilms(ctx, id, found.id)
}

const twinsAtOnce = 100

async function mergeTwins(ctx: Context): Promise<void> {
  for (;;) {
    const twins = await queries.selectTwins(ctx.db, twinsAtOnce)
    if (twins.length === 0) return
    for (const pair of twins) {
      const into = await survivor(ctx, pair)
      await mergeFilms(ctx, into === pair.filmId ? pair.otherId : pair.filmId, into)
    }
  }
}

/**
 * Which of two numbers stays: one of the film database rather than a made-up one; of two of the film database the one
 * that it has for the IMDb id.
 */
async function survivor(ctx: Context, { filmId, otherId, imdbId }: Twins): Promise<number> {
  if (filmId < firstMadeUpId !== otherId < firstMadeUpId) return Math.min(filmId, otherId)
  const found = imdbId === null ? null : await ctx.filmSource.filmByImdbId(imdbId)
  return found?.id === filmId ? filmId : otherId
}
