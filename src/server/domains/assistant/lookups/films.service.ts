import { sql } from 'kysely'
import type { AssistantFilm } from '#shared/api/assistant.ts'
import {
  directorsIn,
  type SourceFilm,
  type SourceFilmDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import {
  filmDetails,
  isOfSource,
  type FilmRecord,
  type KnownFilm,
} from '#server/domains/films/films.service.ts'
import { posterUrl, releaseYear } from '#server/domains/films/films.views.ts'
import { filmTexts } from '#server/domains/films/titles.service.ts'
import { isShownById } from '#server/domains/films/search.service.ts'
import type {
  Comparison,
  Difference,
  Discovered,
  FilmFacts,
  Filters,
  OwnFilm,
} from '#server/adapters/language/language.ts'
import { conditionOn, listed, unseenFirst, visibleFilms } from './discover.service.ts'
import { sourceVotes } from './film-cards.ts'
import { fits, needsDetails, sourceFilter } from './film-filters.ts'
import { ownFilm } from './own.service.ts'
import { findPeople } from './people.service.ts'
import { likedByTaste } from '../taste/liked.service.ts'
import { withoutRefused } from '../taste/refusals.service.ts'
import { inTurn } from './variety.ts'

const castNamed = 10
const maxOverviewLength = 700
const similarNamed = 8
/** Fewer similar films than this, and others of the same genres are looked for. */
const enough = 5
const servicesNamed = 8
/** Of films that are found by genre; a mood may demand more. */
const minDemanded = { minVotes: 300, minRating: 6.5 }

export async function filmFacts(ctx: Context, viewer: Viewer, { id }: { id: number }): Promise<FilmFacts> {
  const [{ film }, mine] = await Promise.all([filmDetails(ctx, id), ownFilm(ctx, viewer, id)])
  if (!isShownById(ctx.config.search, isOfSource(film) ? film : { ...film, adult: false }))
    throw fail('film.not_found')
  const facts = isOfSource(film) ? sourceFacts(ctx, film, mine) : recordFacts(ctx, film, mine)
  const { overview, ...named } = await filmNamed(ctx, viewer, film)
  return { ...facts, ...named, overview: overview.slice(0, maxOverviewLength) }
}

/** A film's card and overview, in the words of the viewer. */
async function filmNamed(
  ctx: Context,
  { titles }: Viewer,
  film: KnownFilm,
): Promise<AssistantFilm & { overview: string }> {
  const { title, titleLang, overview, poster } = await filmTexts(ctx, titles, film)
  return {
    id: film.id,
    title,
    titleLang,
    year: releaseYear(film),
    poster: poster ?? posterUrl(film.poster_path),
    overview,
  }
}

/** A film's card. @throws film.not_found, film.source_down */
export async function filmById(ctx: Context, viewer: Viewer, id: number): Promise<AssistantFilm> {
  const { film } = await filmDetails(ctx, id)
  const { overview: _, ...card } = await filmNamed(ctx, viewer, film)
  return card
}

/** A film that members of similar taste liked counts as similar when it has this many of the film's first genres. */
const genresShared = 2

/**
 * Films like a given one: those that the viewer has not logged come first. Up to half of the answer, alternating with the
 * others, are films that members of similar taste liked. With `than`, only films that differ from the given one in that
 * way, such as newer ones.
 * @throws film.not_found, film.source_down
 */
export async function similarFilms(
  ctx: Context,
  viewer: Viewer,
  input: { id: number; filters?: Filters; than?: Difference | undefined },
): Promise<Discovered> {
  const film = await ctx.filmSource.film(input.id)
  if (!film || !isShownById(ctx.config.search, film)) throw fail('film.not_found')
  const filters = narrowed(film, input.filters ?? {}, input.than)
  const { people, unknown } = await findPeople(ctx, filters.people ?? [])
  const named = { people: people.map((person) => person.name), unknownPeople: unknown }
  if (unknown.length > 0) return { films: [], ...named }
  const known = film.similar.filter((other) => isShownById(ctx.config.search, other) && fits(filters, other))
  const close = needsDetails(filters) ? [] : known
  const others = close.length >= enough ? [] : await ofSameGenres(ctx, film, filters, people)
  const ids = new Set([film.id, ...close.map((other) => other.id)])
  const all = [...close, ...others.filter((other) => !ids.has(other.id))]
  const { unseen, seen } = await unseenFirst(ctx, viewer, await withoutRefused(ctx, viewer, all))
  const isLike = sql`f.id <> ${film.id} and (f.id = any(${all.map(({ id }) => id)}::integer[]) or ${
    film.genre_ids.length >= genresShared
  } and f.genre_ids @> ${film.genre_ids.slice(0, genresShared)}::integer[])`
  const fitting = await conditionOn(ctx, filters, people)
  const liked = await likedByTaste(ctx, viewer, sql`${fitting} and ${isLike}`)
  const byTaste = liked.films.slice(0, similarNamed / 2)
  const shown = inTurn<Parameters<typeof listed>[2][number]>([...unseen, ...seen], byTaste, similarNamed)
  return { films: await listed(ctx, viewer, shown, liked.stars), ...named }
}

export async function compareFilms(
  ctx: Context,
  viewer: Viewer,
  { a, b }: { a: number; b: number },
): Promise<Comparison> {
  return { films: await Promise.all([filmFacts(ctx, viewer, { id: a }), filmFacts(ctx, viewer, { id: b })]) }
}

function narrowed(film: SourceFilmDetails, filters: Filters, than: Difference | undefined): Filters {
  const year = releaseYear(film)
  if (year !== null && than === 'newer') return { ...filters, from: Math.max(filters.from ?? 0, year + 1) }
  if (year !== null && than === 'older') return { ...filters, to: Math.min(filters.to ?? 9999, year - 1) }
  if (film.runtime > 0 && than === 'shorter')
    return { ...filters, longest: Math.min(filters.longest ?? 9999, film.runtime - 1) }
  if (film.runtime > 0 && than === 'longer')
    return { ...filters, shortest: Math.max(filters.shortest ?? 0, film.runtime + 1) }
  return filters
}

/**
 * Good films with the film's first three genres, or with fewer of them when hardly any film has all; those that the source
 * lists as similar come first.
 */
async function ofSameGenres(
  ctx: Context,
  film: SourceFilmDetails,
  filters: Filters,
  people: { id: number }[],
) {
  const similar = new Set(film.similar.map((other) => other.id))
  const { genres, ...asked } = sourceFilter(
    filters,
    people.map((person) => person.id),
  )
  const own = film.genre_ids.filter((genre) => !filters.without?.includes(genre))
  const tries = genres ? [genres] : [3, 2, 1].map((count) => ({ all: own.slice(0, count) }))
  let shown: SourceFilm[] = []
  for (const wanted of tries) {
    const filter = { ...minDemanded, ...asked, genres: wanted }
    const found = await visibleFilms(ctx, filters, filter, 'popular')
    shown = found.filter((other) => other.id !== film.id)
    if (shown.length >= enough) break
  }
  return shown.toSorted((a, b) => Number(similar.has(b.id)) - Number(similar.has(a.id)))
}

/** The fields that do not depend on the viewer's language. */
type PlainFacts = Omit<FilmFacts, keyof AssistantFilm | 'overview'>

function sourceFacts(ctx: Context, film: SourceFilmDetails, mine: OwnFilm): PlainFacts {
  return {
    originalTitle: film.original_title,
    directors: [...new Set(directorsIn(film.crew).map(({ name }) => name))],
    cast: film.cast.slice(0, castNamed).map(({ name, character }) => ({ name, character })),
    minutes: film.runtime || null,
    released: film.release_date || null,
    genres: film.genres,
    language: film.original_language || null,
    countries: film.origin_country,
    ...sourceVotes(ctx, film),
    providers: Object.fromEntries(
      Object.entries(film.providers)
        .map(
          ([region, { flatrate }]) =>
            [region, flatrate.slice(0, servicesNamed).map(({ provider_name }) => provider_name)] as const,
        )
        .filter(([, names]) => names.length > 0),
    ),
    mine,
  }
}

/** What Scene itself remembers of a film that the source dropped or cannot tell of now. */
function recordFacts(ctx: Context, film: FilmRecord, mine: OwnFilm): PlainFacts {
  return {
    originalTitle: film.original_title,
    directors: [],
    cast: [],
    minutes: film.runtime || null,
    released: film.release_date || null,
    genres: film.genre_ids.map((id) => ({ id, name: '' })),
    language: film.original_language || null,
    countries: film.origin_countries,
    ...sourceVotes(ctx, film),
    providers: {},
    mine,
  }
}
