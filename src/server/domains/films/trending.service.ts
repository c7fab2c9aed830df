import pLimit from 'p-limit'
import type { FilmItem } from '#shared/api/films.ts'
import {
  requestsAtOnce,
  type SourceFilm,
  type SourceFilter,
} from '#server/adapters/film-source/film-source.ts'
import { genreIds } from '#server/adapters/film-source/genres.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { rankedSkeleton, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { isShownById } from './search.service.ts'
import { filmItems } from './titles.service.ts'

type Part = Pick<Context, 'db' | 'filmSource' | 'config' | 'now' | 'logger'>
type Reader = Pick<Viewer, 'titles'>

const trendingShown = 20

/** This week's trending films. */
export async function listTrending(ctx: Part, viewer: Reader): Promise<FilmItem[]> {
  return shownFilms(ctx, viewer, await ctx.filmSource.trending(), trendingShown)
}

/** Some of them, the most popular first. */
export async function listTrendingPage(
  ctx: Part,
  viewer: Reader,
  query: PageQuery,
): Promise<Listed<FilmItem>> {
  const films = await listTrending(ctx, viewer)
  const byId = new Map(films.map((film) => [String(film.id), film]))
  const { ids, next } = rankedSkeleton([...byId.keys()], query, trendingShown)
  return { items: ids.flatMap((id) => byId.get(id) ?? []), next }
}

const startersShown = 30
/** Votes of a starter film, so that even people who know few films know it. */
const starterVotes = 200

const decade = (from: number): SourceFilter => ({ from, to: from + 9 })
const language = (code: string): SourceFilter => ({ language: code })
const genre = (name: keyof typeof genreIds): SourceFilter => ({ genres: { any: [genreIds[name]] } })

/** Sorted so that similar kinds are not next to each other. */
const starterKinds: readonly SourceFilter[] = [
  decade(1990),
  language('ko'),
  genre('Animation'),
  decade(2010),
  language('ar'),
  decade(1970),
  genre('Horror'),
  language('fr'),
  decade(2000),
  language('ja'),
  genre('Comedy'),
  decade(1980),
  language('es'),
  decade(2020),
  language('fa'),
  decade(1960),
  genre('Romance'),
  language('hi'),
  decade(1950),
  language('pt'),
  genre('Western'),
  language('it'),
]

/** Films to begin with: the best known of each kind, then the second best known, each once. */
export async function listStarters(ctx: Part, viewer: Reader): Promise<FilmItem[]> {
  const few = pLimit(requestsAtOnce)
  const pages = await few.map(starterKinds, (kind) =>
    ctx.filmSource.discover({ ...kind, minVotes: starterVotes }, 'popular', 1),
  )
  const kinds = pages.map(({ results }) => results.filter((film) => film.poster_path !== null))
  const longest = Math.max(...kinds.map((films) => films.length))
  const mixed = Array.from({ length: longest }, (_, place) => kinds.flatMap((films) => films[place] ?? []))
  const films = new Map(mixed.flat().map((film) => [film.id, film]))
  return shownFilms(ctx, viewer, [...films.values()], startersShown)
}

/** The first films of a list of the source that may be shown, as lists show them. */
export function shownFilms(
  ctx: Part,
  viewer: Reader,
  films: SourceFilm[],
  limit: number,
): Promise<FilmItem[]> {
  const shown = films.filter((film) => isShownById(ctx.config.search, film)).slice(0, limit)
  return filmItems(ctx, viewer, shown)
}
