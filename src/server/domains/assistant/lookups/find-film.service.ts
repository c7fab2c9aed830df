import { foldText } from '#shared/matching/fold.ts'
import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { ownTexts, withPoster, withTitle } from '#server/domains/films/titles.service.ts'
import type { TitleReader } from '#server/domains/films/titles.views.ts'
import { isBlockedQuery, isShownById } from '#server/domains/films/search.service.ts'
import { closeness, exact, nearlyExact } from './closeness.ts'
import { namedCard } from './film-cards.ts'
import type { FoundFilm } from '#server/adapters/language/language.ts'
import { loggedAmong } from '#server/domains/logs/diary.service.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

/** Longer ones are no titles. */
const maxTitleLength = 150
const alternativesNamed = 3
/** Another film of that name is mentioned when it has at least this share of the votes of the one that was chosen. */
const worthNaming = 0.02
/**
 * The source may know a film by a title that it does not return; its first result is then believed only when it is a
 * film with this many votes.
 */
const wellKnown = 1000

interface Candidate {
  film: SourceFilm & { own_title: string | null }
  fit: number
  score: number
}

const yearAtEnd = /^(.*\S)\s+\(?((?:18|19|20)\d\d)\)?$/s

/**
 * The film that a title means, as it was written, slips included; null when none comes near. Who names a film means
 * that film, so few votes do not hide it, as they do in a search.
 */
export async function findFilm(
  ctx: Context,
  { titles }: Viewer,
  input: { title: string; year?: number },
): Promise<FoundFilm | null> {
  const written = input.title.trim().slice(0, maxTitleLength)
  if (foldText(written) === '' || isBlockedQuery(ctx.config.search, written)) return null
  const found = await candidates(ctx, titles, written, input.year)
  const parts = input.year === undefined ? yearAtEnd.exec(written) : null
  if (parts?.[1] && found[0]?.fit !== exact) {
    const dated = await candidates(ctx, titles, parts[1], Number(parts[2]))
    if ((dated[0]?.fit ?? 0) >= nearlyExact) return chosen(titles, dated, Number(parts[2]))
  }
  return chosen(titles, found, input.year)
}

/** The same, but prefers a film that the viewer has logged among those that the title may mean. */
export async function findLoggedFilm(
  ctx: Context,
  viewer: Viewer,
  input: { title: string; year?: number },
): Promise<FoundFilm | null> {
  const found = await findFilm(ctx, viewer, input)
  if (!found) return null
  const { confidence: _, isCalledSo, alternatives, ...film } = found
  const seen = await loggedAmong(
    ctx,
    viewer,
    [film, ...alternatives].map(({ id }) => id),
  )
  const logged = seen.has(film.id) ? undefined : alternatives.find(({ id }) => seen.has(id))
  if (!logged) return found
  const others = [film, ...alternatives.filter(({ id }) => id !== logged.id)]
  return { ...logged, confidence: 'likely', isCalledSo, alternatives: others }
}

async function candidates(
  ctx: Context,
  reader: TitleReader,
  written: string,
  year: number | undefined,
): Promise<Candidate[]> {
  const called = ctx.language.filmCalled(written)
  // When the words are also a part of the film's own title, other films may be meant as well.
  const other = called && foldText(called.title).includes(foldText(written)) ? null : called
  const title = other?.title ?? written
  const wanted = year ?? other?.year
  const ranked = async (films: SourceFilm[]) => {
    const own = await ownTexts(ctx, reader, films)
    const named = films.map((film) => withPoster(withTitle(film, own), own))
    return rank(ctx, [...new Set([title, written])], wanted, named)
  }
  const first = await ctx.filmSource.search(title, 1)
  const found = await ranked(first.results)
  if (wanted === undefined || first.total_pages < 2 || fitsYear(found[0], wanted)) return found
  const { results } = await ctx.filmSource.search(title, 2)
  return ranked([...first.results, ...results])
}

const fitsYear = (candidate: Candidate | undefined, year: number) =>
  candidate !== undefined && candidate.fit >= nearlyExact && yearsApart(candidate.film, year) <= 1

const yearsApart = (film: SourceFilm, year: number) => Math.abs((releaseYear(film) ?? 0) - year)

/** The best first: how well the title fits, then the year, then how many know the film. */
function rank(
  ctx: Context,
  titles: readonly string[],
  year: number | undefined,
  films: Candidate['film'][],
): Candidate[] {
  const { search } = ctx.config
  const ranked = films
    .filter((film) => isShownById(search, film) && !search.excludedLanguages.has(film.original_language))
    .map((film, place): Candidate => {
      const fit = Math.max(...titles.flatMap((title) => namesOf(film).map((name) => closeness(title, name))))
      const known = place === 0 && fit === 0 && film.vote_count >= wellKnown ? 0.1 : fit
      const votes = 0.06 * Math.log10(1 + film.vote_count)
      return { film, fit: known, score: known + votes + yearScore(film, year) }
    })
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.score - a.score)
  return firstOfSeries(ranked)
}

/** All that a film is known to be called. */
const namesOf = (film: Candidate['film']) =>
  [
    film.title,
    film.original_title,
    film.own_title ?? '',
    ...Object.values(film.translated_titles ?? {}),
  ].filter((name) => name !== '')

function yearScore(film: SourceFilm, year: number | undefined): number {
  if (year === undefined) return 0
  const apart = yearsApart(film, year)
  return apart === 0 ? 0.5 : apart === 1 ? 0.3 : -0.3
}

/** For parts of a series, whose titles begin alike and which are about equally known, the first one is meant. */
function firstOfSeries(ranked: Candidate[]): Candidate[] {
  const [best] = ranked
  if (!best || best.fit >= nearlyExact) return ranked
  const alike = ranked.filter(({ fit, score }) => fit === best.fit && best.score - score < 0.05)
  const first = alike.toSorted((a, b) => a.film.release_date.localeCompare(b.film.release_date))[0] ?? best
  return [first, ...ranked.filter((candidate) => candidate !== first)]
}

function chosen(reader: TitleReader, ranked: Candidate[], year: number | undefined): FoundFilm | null {
  const [best, ...rest] = ranked
  if (!best) return null
  const least = best.fit >= nearlyExact ? nearlyExact : 0.7
  const rivals = rest.filter(
    ({ film, fit }) => fit >= least && film.vote_count >= worthNaming * best.film.vote_count,
  )
  const otherYear = year !== undefined && yearsApart(best.film, year) > 1
  const named = year !== undefined && !otherYear && best.fit >= nearlyExact
  const confidence =
    best.fit < 0.7 || otherYear
      ? 'unsure'
      : named || (best.fit >= nearlyExact && rivals.length === 0)
        ? 'sure'
        : 'likely'
  return {
    ...namedCard(best.film, reader),
    confidence,
    isCalledSo: best.fit >= nearlyExact,
    alternatives: named ? [] : rivals.slice(0, alternativesNamed).map(({ film }) => namedCard(film, reader)),
  }
}
