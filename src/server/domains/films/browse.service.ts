import pLimit from 'p-limit'
import type * as api from '#shared/api/browse.ts'
import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import { type FilmChoiceName, type FilmChoices, type FilmLength } from '#shared/film-choices.ts'
import { readFilmChoices } from '#shared/read-film-choices.ts'
import {
  filmIdsOfPerson,
  requestsAtOnce,
  type SourceFilm,
  type SourceFilter,
  type SourceOrder,
  type SourcePersonDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import * as queries from './browse.queries.ts'
import { selectFilmsById } from './films.queries.ts'
import { upsertFilm } from './films.service.ts'
import { filmItems } from './titles.service.ts'
import type { ShownFilm } from './films.views.ts'
import { isShownById } from './search.service.ts'

type Ctx = Pick<Context, 'db' | 'filmSource' | 'config' | 'now' | 'logger'>
type Query = ParsedQuery<typeof api.browseFilms>
type Values = AnswerOf<typeof api.listFilmValues>

const windowSize = 24
/** Films on one page of the source. */
const pageSize = 20
const lastPage = 500
/** How many batches are read for one window when few of their films can be shown. */
const stepsPerWindow = 6

/** Minutes, both inclusive. */
const lengths: Record<FilmLength, Pick<SourceFilter, 'shortest' | 'longest'>> = {
  short: { shortest: 1, longest: 89 },
  medium: { shortest: 90, longest: 120 },
  long: { shortest: 121 },
}
/** No film takes longer. */
const maxFilmMinutes = 10_000

/** Genres, countries, languages, and who streams films in the region. */
export async function listFilmValues(
  ctx: Pick<Ctx, 'filmSource'>,
  region: string | undefined,
): Promise<Values> {
  const [values, providers] = await Promise.all([
    ctx.filmSource.values(),
    region === undefined ? [] : ctx.filmSource.providers(region),
  ])
  return { ...values, providers }
}

/**
 * Films that meet all choices. What members made of films comes from Scene's records, all else from the source: first
 * the films that the order knows from here, then the source's. Choices of what does not exist are left out, and named;
 * a person that does not exist has no films.
 */
export async function browseFilms(
  ctx: Ctx,
  viewer: Viewer,
  query: Query,
): Promise<AnswerOf<typeof api.browseFilms>> {
  const { choices, dropped } = await existing(ctx, query)
  const person = choices.person === undefined ? undefined : await ctx.filmSource.person(choices.person)
  if (person === null) return { results: [], total: 0, dropped: [...dropped, 'person'], next: null }
  const wanted = wantedFilms(ctx, viewer, choices, { region: query.region, person })
  const place = placeOf(query.cursor)
  const [{ films, next }, total] = await Promise.all([
    oneWindow(ctx, wanted, place),
    query.cursor === undefined ? countFilms(ctx, wanted) : null,
  ])
  return { results: await filmItems(ctx, viewer, films), total, dropped, next: next && cursorOf(next) }
}

/** The choices of a request without those that the source does not know (any more). */
async function existing(
  ctx: Ctx,
  query: Query,
): Promise<{ choices: FilmChoices; dropped: FilmChoiceName[] }> {
  const { choices, dropped } = readFilmChoices((name) => query[name])
  const { genre, country, lang, on } = choices
  if (!genre && !country && !lang && !on) return { choices, dropped }
  const { genres, countries, languages, providers } = await listFilmValues(ctx, on && query.region)
  const known = {
    genre: among(genre, new Set(genres.map(({ id }) => id))),
    country: country && countries.includes(country) ? country : undefined,
    lang: lang && languages.includes(lang) ? lang : undefined,
    on: among(on, new Set(providers.map(({ provider_id }) => provider_id))),
  }
  const names = ['genre', 'country', 'lang', 'on'] as const
  const unknown = names.filter((name) => choices[name]?.length !== known[name]?.length)
  const { genre: _genre, country: _country, lang: _lang, on: _on, ...others } = choices
  return {
    choices: {
      ...others,
      ...(known.genre && { genre: known.genre }),
      ...(known.country && { country: known.country }),
      ...(known.lang && { lang: known.lang }),
      ...(known.on && { on: known.on }),
    },
    dropped: [...new Set([...dropped, ...unknown])],
  }
}

const among = (ids: number[] | undefined, known: ReadonlySet<number>) => {
  const kept = ids?.filter((id) => known.has(id)) ?? []
  return kept.length > 0 ? kept : undefined
}

/** The choices as a query of the source and as conditions on the database. */
interface WantedFilms {
  filter: SourceFilter
  /** The part of the filter that Scene's records can answer. */
  meets: queries.Condition
  sort: NonNullable<FilmChoices['sort']>
  /** The condition on Scene's records that are listed first; null when only the source is read. */
  here: queries.Condition | null
  /** Whether the source's films are listed as well. */
  source: boolean
  /** Films that meet this condition are left out. */
  without: queries.Condition | null
}

function wantedFilms(
  ctx: Ctx,
  viewer: Viewer,
  choices: FilmChoices,
  { region, person }: { region: string | undefined; person: SourcePersonDetails | undefined },
): WantedFilms {
  const { sort = 'popular', watchlist, friends, on } = choices
  const source = !watchlist && !friends
  const filter = filterOf(choices, region)
  // Of a person all films are wanted, as on their page.
  if (source && !person) filter.minVotes = ctx.config.search.minVotes + 1
  if (source && sort === 'shortest') filter.shortest ??= 1
  const without = choices.seen === 'no' ? queries.isSeenBy(viewer.id) : null
  const credits = person && queries.isOneOf(filmIdsOfPerson(person))
  const meets = queries.both(queries.meets(filter), ...(credits ? [credits] : []))
  const met = [meets, queries.isNot(queries.isOneOf([...ctx.config.search.hiddenFilmIds]))]
  if (without) met.push(queries.isNot(without))
  if (watchlist) met.push(queries.isWantedBy(viewer.id))
  if (friends) met.push(queries.isLikedByFriendsOf(viewer.id))
  if (!source) return { filter, meets, sort, here: queries.both(...met), source, without }
  const first = { popular: queries.isLoggedHere, average: queries.isRatedHere, other: null }
  // Scene's records do not tell who streams a film.
  const known = first[on || (sort !== 'popular' && sort !== 'average') ? 'other' : sort]
  return { filter, meets, sort, here: known && queries.both(known, ...met), source, without }
}

function filterOf(choices: FilmChoices, region: string | undefined): SourceFilter {
  const { genre, decade, year, country, lang, len, person, on } = choices
  const from = Math.max(year ?? 0, decade ?? 0)
  const to = Math.min(year ?? Infinity, decade === undefined ? Infinity : decade + 9)
  return {
    ...(genre && { genres: { all: genre } }),
    ...(from > 0 && { from }),
    ...(to < Infinity && { to }),
    ...(country && { country }),
    ...(lang && { language: lang }),
    ...(len && lengths[len]),
    ...(person !== undefined && { people: [person] }),
    ...(on && region && { streaming: { providers: on, region } }),
  }
}

/** How many films there are; null where only looking at each of them could tell. */
async function countFilms(ctx: Ctx, wanted: WantedFilms): Promise<number | null> {
  const { filter, here, source, without } = wanted
  if (!source) return filter.streaming || !here ? null : queries.countFilms(ctx.db, here)
  if (filter.streaming && without) return null
  const [{ total_results }, left] = await Promise.all([
    ctx.filmSource.discover(filter, 'popular', 1),
    countLeftOut(ctx, wanted),
  ])
  return Math.max(0, total_results - left)
}

/** How many of the films that the source counts are not shown. */
async function countLeftOut(ctx: Ctx, { meets, without }: WantedFilms): Promise<number> {
  const hidden = [...ctx.config.search.hiddenFilmIds]
  if (hidden.length > 0) await upsertMissing(ctx, hidden)
  if (hidden.length === 0 && !without) return 0
  const isHidden = queries.isOneOf(hidden)
  const isLeftOut = without ? queries.either(isHidden, without) : isHidden
  return queries.countFilms(ctx.db, queries.both(isLeftOut, meets))
}

/** Stores those of the films that Scene lacks and the source knows. */
async function upsertMissing(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const known = new Set((await selectFilmsById(ctx.db, ids)).map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  await pLimit(requestsAtOnce).map(missing, async (id) => {
    const details = await ctx.filmSource.film(id)
    if (details) await upsertFilm(ctx.db, details, ctx.now())
  })
}

/**
 * A position in the list: `at` films of Scene's records, or of the source, come before it. With `minute`, `at` counts
 * only films that are that long, and all shorter ones come before.
 */
interface Place {
  part: 'here' | 'source'
  at: number
  minute?: number
}

const cursorOf = ({ part, at, minute }: Place) =>
  [part, at, minute].filter((value) => value !== undefined).join('.')

function placeOf(cursor = 'here.0'): Place {
  const [part, at, minute] = cursor.split('.')
  return {
    part: part === 'source' ? 'source' : 'here',
    at: Number(at),
    ...(minute !== undefined && { minute: Number(minute) }),
  }
}

/** A film, and the position after it. */
interface Step {
  film: ShownFilm
  behind: Place
}

/**
 * The next films after a position: a full window, or what was found in `stepsPerWindow` batches. `next` is null at
 * the end.
 */
async function oneWindow(
  ctx: Ctx,
  wanted: WantedFilms,
  place: Place,
): Promise<{ films: ShownFilm[]; next: Place | null }> {
  const films: ShownFilm[] = []
  let read = 0
  for await (const steps of stepsFrom(ctx, wanted, place)) {
    const isShown = await shownAmong(ctx, wanted, steps)
    for (const { film, behind } of steps) {
      if (isShown(film)) films.push(film)
      if (films.length === windowSize) return { films, next: behind }
    }
    read += 1
    const last = steps.at(-1)
    if (last && read === stepsPerWindow) return { films, next: last.behind }
  }
  return { films, next: null }
}

async function* stepsFrom(ctx: Ctx, wanted: WantedFilms, place: Place): AsyncGenerator<Step[]> {
  if (place.part === 'here' && wanted.here) yield* recordsFrom(ctx, wanted.here, wanted.sort, place.at)
  if (!wanted.source) return
  const { at, minute = 0 } = place.part === 'source' ? place : { at: 0 }
  yield* wanted.sort === 'shortest'
    ? shortestFrom(ctx, wanted.filter, minute, at)
    : pagesFrom(ctx, wanted.filter, sourceOrders[wanted.sort], at)
}

const sourceOrders = {
  popular: 'popular',
  average: 'popular',
  newest: 'newest',
  oldest: 'oldest',
  title: 'title',
} as const satisfies Record<string, SourceOrder>

async function* recordsFrom(
  ctx: Ctx,
  here: queries.Condition,
  sort: WantedFilms['sort'],
  start: number,
): AsyncGenerator<Step[]> {
  for (let offset = start; ; offset += windowSize) {
    const films = await queries.selectFilms(ctx.db, here, { order: sort, offset, limit: windowSize })
    yield films.map((film, place) => ({
      film: { ...film, adult: false },
      behind: { part: 'here', at: offset + place + 1 },
    }))
    if (films.length < windowSize) return
  }
}

async function* pagesFrom(
  ctx: Ctx,
  filter: SourceFilter,
  order: SourceOrder,
  start: number,
): AsyncGenerator<Step[]> {
  for (let page = Math.floor(start / pageSize) + 1; page <= lastPage; page += 1) {
    const { results, total_pages } = await ctx.filmSource.discover(filter, order, page)
    const before = (page - 1) * pageSize
    yield results
      .map((film, place): Step => ({ film, behind: { part: 'source', at: before + place + 1 } }))
      .slice(Math.max(0, start - before))
    if (page >= total_pages) return
  }
}

/**
 * Films by length, shortest first, which the source cannot sort by: it is asked for films within a few minutes of
 * length at a time, for a wider range where there are few. Films of the same length are sorted by popularity.
 */
async function* shortestFrom(
  ctx: Ctx,
  filter: SourceFilter,
  minute: number,
  start: number,
): AsyncGenerator<Step[]> {
  const last = filter.longest ?? maxFilmMinutes
  let from = Math.max(minute, filter.shortest ?? 1)
  let skipped = start
  let width = 1
  while (from <= last) {
    const to = Math.min(from + width - 1, last)
    const span = { ...filter, shortest: from, longest: to }
    const { results, total_results } = await ctx.filmSource.discover(span, 'popular', 1)
    if (width > 1 && total_results > pageSize) {
      width = Math.ceil(width / 4)
      continue
    }
    if (width > 1) yield await byLength(ctx, results, from, to)
    else
      for await (const steps of pagesFrom(ctx, span, 'popular', skipped))
        yield steps.map(({ film, behind }) => ({ film, behind: { ...behind, minute: from } }))
    from += width
    skipped = 0
    if (total_results <= pageSize) width *= 4
  }
}

/** Films that take `from` to `to` minutes, of which lists do not tell how many. */
async function byLength(ctx: Ctx, films: readonly SourceFilm[], from: number, to: number): Promise<Step[]> {
  const timed = await pLimit(requestsAtOnce).map([...films], async (film) => {
    const minutes = (await ctx.filmSource.film(film.id))?.runtime ?? from
    return { film, minute: Math.min(Math.max(minutes, from), to) }
  })
  const groups = Map.groupBy(timed, ({ minute }) => minute)
  return [...groups.values()]
    .flatMap((group) =>
      group.map(({ film, minute }, at): Step => ({ film, behind: { part: 'source', at: at + 1, minute } })),
    )
    .toSorted((a, b) => (a.behind.minute ?? 0) - (b.behind.minute ?? 0))
}

/** Which films of some steps are to be shown. */
async function shownAmong(
  ctx: Ctx,
  { filter, source, here, without }: WantedFilms,
  steps: readonly Step[],
): Promise<(film: ShownFilm) => boolean> {
  const fromSource = steps.filter(({ behind }) => behind.part === 'source').map(({ film }) => film.id)
  const leftOut = [here, without].filter((condition) => condition !== null)
  const others =
    fromSource.length > 0 && leftOut.length > 0
      ? await queries.selectAmong(ctx.db, fromSource, queries.either(...leftOut))
      : new Set<number>()
  const streamed =
    filter.streaming && !source
      ? await streamedAmong(
          ctx,
          filter.streaming,
          steps.map(({ film }) => film.id),
        )
      : null
  return (film) =>
    isShownById(ctx.config.search, film) && !others.has(film.id) && (streamed?.has(film.id) ?? true)
}

async function streamedAmong(
  ctx: Ctx,
  { providers, region }: NonNullable<SourceFilter['streaming']>,
  ids: readonly number[],
): Promise<Set<number>> {
  const streamed = await pLimit(requestsAtOnce).map([...ids], async (id) => {
    const offers = (await ctx.filmSource.film(id))?.providers[region]?.flatrate ?? []
    return offers.some(({ provider_id }) => providers.includes(provider_id)) ? [id] : []
  })
  return new Set(streamed.flat())
}
