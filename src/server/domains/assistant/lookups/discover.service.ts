import type { SourceFilm, SourceFilter } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { listTrending } from '#server/domains/films/trending.service.ts'
import type { Discovered, FilmOrder, Filters, ListedFilm } from '#server/adapters/language/language.ts'
import { filmsListed, namedCard, sourceRating } from './film-cards.ts'
import { filmCondition, isShownWhenAsked, sourceFilter } from './film-filters.ts'
import { bestFriendRatings } from '#server/domains/logs/friends-ratings.service.ts'
import { shelvedAmong } from '#server/domains/shelves/shelves.service.ts'
import { ownTexts, withPoster, withTitle } from '#server/domains/films/titles.service.ts'
import { loggedAmong } from '#server/domains/logs/diary.service.ts'
import { filmIdsOf, findPeople, type KnownPeople } from './people.service.ts'
import { likedByTaste } from '../taste/liked.service.ts'
import { reasonsFor } from '../taste/reasons.service.ts'
import { withoutRefused } from '../taste/refusals.service.ts'
import { inTurn, someOf } from './variety.ts'

const filmsRecommended = 6
/** The number of films from which recommendations are drawn. */
const drawnFrom = 24
/** With fewer finds than this, the next weaker demand is tried. */
const enough = 8

/** Demands on films besides what was asked for, the strictest first. Ratings are out of 10. */
const demands: Record<FilmOrder, readonly { minVotes: number; minRating?: number }[]> = {
  popular: [
    { minVotes: 1000, minRating: 7 },
    { minVotes: 300, minRating: 6.3 },
    { minVotes: 50, minRating: 5.5 },
    { minVotes: 0 },
  ],
  best: [{ minVotes: 1000 }, { minVotes: 150 }, { minVotes: 0 }],
  newest: [{ minVotes: 100 }, { minVotes: 0 }],
  oldest: [{ minVotes: 100 }, { minVotes: 0 }],
}

/**
 * Films by genre, mood, year, length and so on; 12 at most. `popular` means a recommendation: it changes daily, films
 * that the viewer has not logged come first, and up to half of it are films that members of similar taste liked.
 */
export async function discoverFilms(
  ctx: Context,
  viewer: Viewer,
  { filters, order }: { filters: Filters; order: FilmOrder },
): Promise<Discovered> {
  const { people, unknown } = await findPeople(ctx, filters.people ?? [])
  const named = { people: people.map((person) => person.name), unknownPeople: unknown }
  if (unknown.length > 0) return { films: [], ...named }
  const filter = sourceFilter(
    filters,
    people.map((person) => person.id),
  )
  const found = await withoutRefused(ctx, viewer, await atLeastSome(ctx, filters, filter, order))
  if (order !== 'popular') return { films: await listed(ctx, viewer, found.slice(0, filmsListed)), ...named }
  const liked = await likedByTaste(ctx, viewer, await conditionOn(ctx, filters, people))
  const films = await recommended(ctx, viewer, filters, { found, liked: liked.films })
  return { films: await listed(ctx, viewer, films, liked.stars), ...named }
}

/** This week's trending films. */
export async function trendingNow(ctx: Context, viewer: Viewer): Promise<Discovered> {
  const trending = await withoutRefused(ctx, viewer, await listTrending(ctx, viewer))
  const films = await listed(ctx, viewer, trending.slice(0, filmsListed))
  return { films, people: [], unknownPeople: [] }
}

/** The filters, whose people are known, as a condition on Scene's own records. */
export const conditionOn = async (ctx: Context, filters: Filters, people: KnownPeople['people']) =>
  filmCondition(filters, people.length > 0 ? await filmIdsOf(ctx, people) : null)

async function recommended(
  ctx: Context,
  viewer: Viewer,
  question: Filters,
  { found, liked }: { found: SourceFilm[]; liked: readonly Listed[] },
): Promise<Listed[]> {
  const { unseen, seen } = await unseenFirst(ctx, viewer, found)
  const by = { viewer, now: ctx.now(), question }
  const byTaste = someOf(liked, filmsRecommended / 2, by)
  const drawn: Listed[] = someOf(unseen.slice(0, drawnFrom), filmsRecommended, by)
  return inTurn(byTaste, [...drawn, ...seen], filmsRecommended)
}

type Listed = Pick<
  SourceFilm,
  | 'id'
  | 'title'
  | 'original_title'
  | 'original_language'
  | 'release_date'
  | 'poster_path'
  | 'vote_average'
  | 'vote_count'
> & { genre_ids?: readonly number[] }

/** Those that the viewer has not logged, then the others. One statement. */
export async function unseenFirst<Film extends Listed>(ctx: Context, viewer: Viewer, films: readonly Film[]) {
  const seen = await loggedAmong(
    ctx,
    viewer,
    films.map((film) => film.id),
  )
  return {
    unseen: films.filter((film) => !seen.has(film.id)),
    seen: films.filter((film) => seen.has(film.id)),
  }
}

/**
 * Films as look-ups list them, each with why it may be for the viewer. Six statements, and one for titles in other languages.
 * @param byTaste stars that members of like taste give, by the films' numbers
 */
export async function listed(
  ctx: Context,
  viewer: Viewer,
  films: readonly Listed[],
  byTaste: ReadonlyMap<number, number> = new Map(),
): Promise<ListedFilm[]> {
  const ids = films.map((film) => film.id)
  const [logged, { watchlist }, friends, own, reasons] = await Promise.all([
    loggedAmong(ctx, viewer, ids),
    shelvedAmong(ctx, viewer, ids),
    bestFriendRatings(ctx, viewer, ids),
    ownTexts(ctx, viewer.titles, films),
    reasonsFor(ctx, viewer, films),
  ])
  return films.map((film) => ({
    ...namedCard(withPoster(withTitle(film, own), own), viewer.titles),
    rating: sourceRating(ctx, film),
    seen: logged.has(film.id),
    onWatchlist: watchlist.has(film.id),
    friend: friends.get(film.id) ?? null,
    because: reasons.get(film.id) ?? null,
    byTaste: byTaste.get(film.id) ?? null,
  }))
}

/** The films of the first demand that enough of them meet, else of the least; two pages of the source. */
async function atLeastSome(
  ctx: Context,
  filters: Filters,
  filter: SourceFilter,
  order: FilmOrder,
): Promise<SourceFilm[]> {
  let films: SourceFilm[] = []
  for (const { minVotes, minRating = 0 } of demands[order]) {
    const demanded = {
      ...filter,
      minVotes: Math.max(minVotes, ctx.config.search.minVotes + 1),
      minRating: Math.max(minRating, filter.minRating ?? 0),
    }
    films = await visibleFilms(ctx, filters, demanded, order)
    if (films.length >= enough) break
  }
  return films
}

/** The visible films of the first two pages of the source. */
export async function visibleFilms(
  ctx: Context,
  filters: Filters,
  filter: SourceFilter,
  order: FilmOrder,
): Promise<SourceFilm[]> {
  const pages = await Promise.all([1, 2].map((page) => ctx.filmSource.discover(filter, order, page)))
  const shown = pages.flatMap((page) => page.results).filter((film) => isShownWhenAsked(ctx, filters, film))
  // A film that changes its place between two requests may be on both pages.
  return [...new Map(shown.map((film) => [film.id, film])).values()]
}
