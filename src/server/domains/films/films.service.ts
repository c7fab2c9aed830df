import pLimit from 'p-limit'
import type { FilmItem } from '#shared/api/films.ts'
import { foldText } from '#shared/fold.ts'
import type { SourceFilm, SourceFilmDetails, SourceFilter } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { Failure, fail } from '#server/core/errors.ts'
import { createYielder } from '#server/core/yielder.ts'
import type { Db } from '#server/db/database.ts'
import * as queries from './films.queries.ts'
import { filmItemView } from './films.views.ts'
import { isShownById } from './search.service.ts'

type FilmRecord = queries.FilmRecord
export type { FilmRecord }

type Part<Name extends keyof Context> = Pick<Context, Name>

const trendingShown = 20
const recordFreshMs = 86_400_000

/** Of one request: the source's pace is everybody's, and turns away whom it lets wait for long. */
const atOnce = 4

/** This week's trending films. */
export async function listTrending(ctx: Part<'filmSource' | 'config'>): Promise<FilmItem[]> {
  return shownFilms(ctx, await ctx.filmSource.trending(), trendingShown)
}

const startersShown = 30
/** Whoever knows few films knows these. */
const starterVotes = 200

const decade = (from: number): SourceFilter => ({ from, to: from + 9 })
const language = (code: string): SourceFilter => ({ language: code })
const genre = (id: number): SourceFilter => ({ genres: { any: [id] } })

/** Near ones are far apart: films of one kind do not stand together. Genres: animation, horror, comedy, romance, western. */
const starterKinds: readonly SourceFilter[] = [
  decade(1990),
  language('ko'),
  genre(16),
  decade(2010),
  language('ar'),
  decade(1970),
  genre(27),
  language('fr'),
  decade(2000),
  language('ja'),
  genre(35),
  decade(1980),
  language('es'),
  decade(2020),
  language('fa'),
  decade(1960),
  genre(10749),
  language('hi'),
  decade(1950),
  language('pt'),
  genre(37),
  language('it'),
]

/** Films to begin with: the best known of each kind, then the second best known, each once. */
export async function listStarters(ctx: Part<'filmSource' | 'config'>): Promise<FilmItem[]> {
  const few = pLimit(atOnce)
  const pages = await few.map(starterKinds, (kind) =>
    ctx.filmSource.discover({ ...kind, minVotes: starterVotes }, 'popular', 1),
  )
  const kinds = pages.map(({ results }) => results.filter((film) => film.poster_path !== null))
  const longest = Math.max(...kinds.map((films) => films.length))
  const mixed = Array.from({ length: longest }, (_, place) => kinds.flatMap((films) => films[place] ?? []))
  const films = new Map(mixed.flat().map((film) => [film.id, film]))
  return shownFilms(ctx, [...films.values()], startersShown)
}

/** The first films of a list of the source that may be shown, as lists show them. */
export function shownFilms(ctx: Part<'config'>, films: SourceFilm[], limit: number): FilmItem[] {
  return films
    .filter((film) => isShownById(ctx.config.search, film))
    .slice(0, limit)
    .map(filmItemView)
}

/**
 * The film that a member refers to, remembered from now on. A record older than a day is renewed behind the
 * answer; a film that the source dropped stays as it was.
 * @throws film.not_found, or film.source_down when nothing is known of it
 */
export async function requireFilm(
  ctx: Part<'db' | 'filmSource' | 'logger' | 'now'>,
  id: number,
): Promise<FilmRecord> {
  const record = await queries.findFilm(ctx.db, id)
  if (!record) {
    const details = await ctx.filmSource.film(id)
    if (!details) throw fail('film.not_found')
    return rememberFilm(ctx.db, details, ctx.now())
  }
  // A clock that ran ahead dated it, where it lies ahead.
  if (Math.abs(ctx.now().getTime() - record.updated_at.getTime()) > recordFreshMs)
    void renewRecord(ctx, record)
  return record
}

/** The same for several films at once. */
export async function requireFilms(
  ctx: Part<'db' | 'filmSource' | 'logger' | 'now'>,
  ids: number[],
): Promise<void> {
  const records = await queries.findFilms(ctx.db, ids)
  const known = new Set(records.map((film) => film.id))
  const few = pLimit(atOnce)
  try {
    await few.map(
      ids.filter((id) => !known.has(id)),
      (id) => requireFilm(ctx, id),
    )
  } finally {
    few.clearQueue()
  }
}

/** The first caller of the day takes it on; the record itself says so, to all instances. */
async function renewRecord(
  ctx: Part<'db' | 'filmSource' | 'logger' | 'now'>,
  { id, updated_at }: FilmRecord,
): Promise<void> {
  try {
    if (!(await queries.claimRenewal(ctx.db, id, updated_at, ctx.now()))) return
    const details = await ctx.filmSource.film(id)
    if (details) await rememberFilm(ctx.db, details, ctx.now())
  } catch (error) {
    if (!isSourceDown(error)) ctx.logger.warn({ err: error }, 'a film record could not be renewed')
  }
}

/** Writes what Scene keeps of a film, whatever becomes of it at the source. */
export function rememberFilm(db: Db, details: SourceFilmDetails, now = new Date()): Promise<FilmRecord> {
  return queries.upsertFilm(db, recordOf(details), now)
}

/** A list of the source has neither running time nor countries: a record without them is to be renewed soon. */
type ListedFilm = SourceFilm & Partial<Pick<SourceFilmDetails, 'runtime' | 'origin_country'>>

/** Writes many films of the source at once, asking it nothing; what is known of one already stays. */
export async function upsertFilms(ctx: Part<'db' | 'now'>, films: readonly ListedFilm[]): Promise<void> {
  const now = ctx.now()
  const rows = new Map<number, FilmRecord>()
  for (const film of films) {
    const isWhole = film.runtime !== undefined
    if (isWhole || !rows.has(film.id))
      rows.set(film.id, { ...recordOf(film), updated_at: isWhole ? now : new Date(0) })
  }
  await queries.upsertFilms(ctx.db, [...rows.values()], recordFreshMs)
}

const completedAtOnce = 100
const completingMs = 10_000

/**
 * Asks for what lists left open, some seconds long: other jobs wait meanwhile. While the source is down all stays for
 * the next time.
 */
export async function completeFilms(ctx: Part<'db' | 'filmSource' | 'now'>): Promise<void> {
  const few = pLimit(atOnce)
  const turns = createYielder()
  const end = performance.now() + completingMs
  while (performance.now() < end) {
    const ids = await queries.findIncomplete(ctx.db, completedAtOnce)
    if (ids.length === 0) return
    try {
      const films = await few.map(ids, async (id) => {
        if (turns.isOver()) await turns.next()
        return ctx.filmSource.filmTitles(id)
      })
      // Those that the source dropped stay as they are.
      await queries.dateFilms(
        ctx.db,
        ids.filter((_, place) => films[place] === null),
        ctx.now(),
      )
      await upsertFilms(
        ctx,
        films.filter((film) => film !== null),
      )
    } catch (error) {
      if (isSourceDown(error)) return
      throw error
    } finally {
      few.clearQueue()
    }
  }
}

/** What `films.search_text` must hold. */
export function filmSearchText(title: string, originalTitle: string): string {
  const folded = [title, originalTitle].map((one) => ` ${foldText(one)}`)
  return [...new Set(folded)].join('')
}

const foldedAtOnce = 1000

/** Gives films that were remembered earlier their `search_text`; ends at once where all have it. */
export async function foldTitles(ctx: Part<'db'>): Promise<void> {
  for (;;) {
    const films = await queries.findUnfolded(ctx.db, foldedAtOnce)
    if (films.length === 0) return
    await queries.writeSearchTexts(
      ctx.db,
      films.map(({ id, title, original_title }) => ({ id, text: filmSearchText(title, original_title) })),
    )
  }
}

const recordOf = (film: ListedFilm) => ({
  id: film.id,
  title: film.title,
  original_title: film.original_title,
  release_date: film.release_date,
  runtime: film.runtime ?? 0,
  poster_path: film.poster_path,
  backdrop_path: film.backdrop_path,
  genre_ids: film.genre_ids,
  vote_average: film.vote_average,
  vote_count: film.vote_count,
  original_language: film.original_language,
  origin_countries: film.origin_country ?? [],
  overview: film.overview,
  search_text: filmSearchText(film.title, film.original_title),
})

/**
 * The source's answer about a film, or, where it has none or is down, Scene's own record. One of the two is
 * never null; the record is read only when it is needed.
 * @throws film.not_found when neither knows the film; film.source_down when only the source could tell
 */
export async function filmDetails(
  ctx: Part<'db' | 'filmSource'>,
  id: number,
): Promise<{ details: SourceFilmDetails | null; record: FilmRecord | null }> {
  const details = await ctx.filmSource.film(id).catch((error: unknown) => {
    if (isSourceDown(error)) return error
    throw error
  })
  if (details !== null && !(details instanceof Failure)) return { details, record: null }
  const record = await queries.findFilm(ctx.db, id)
  if (record) return { details: null, record }
  throw details ?? fail('film.not_found')
}

/** What Scene has at hand of a film; the film source is not asked. Null when that is nothing. */
export async function findCachedFilm(
  ctx: Part<'db' | 'filmSource'>,
  id: number,
): Promise<FilmRecord | SourceFilmDetails | null> {
  return (await queries.findFilm(ctx.db, id)) ?? (await ctx.filmSource.peekFilm(id))
}

function isSourceDown(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'film.source_down'
}
