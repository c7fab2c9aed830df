import pLimit from 'p-limit'
import { dayMs } from '#shared/durations.ts'
import { foldText } from '#shared/matching/fold.ts'
import { firstMadeUpId, selectRedirects } from '#server/adapters/film-source/canonical-film-source.ts'
import {
  requestsAtOnce,
  type SourceFilm,
  type SourceFilmDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { Failure, fail, isFailure } from '#server/core/errors.ts'
import { addJob } from '#server/core/jobs.ts'
import type { Db } from '#server/db/database.ts'
import { isFilmHere } from './film-refs.views.ts'
import * as queries from './films.queries.ts'
import { locales } from '#shared/locale.ts'
import type { ShownFilm } from './films.views.ts'

type FilmRecord = queries.FilmRecord
export type { FilmRecord }

type Part<Name extends keyof Context> = Pick<Context, Name>

const recordFreshMs = dayMs

/**
 * The film that a member refers to, remembered from now on. A record older than a day is renewed behind the
 * answer; a film that the source dropped stays as it was.
 * @throws film.not_found, or film.source_down when nothing is known of it
 */
export async function requireFilm(
  ctx: Part<'db' | 'shortReads' | 'filmSource' | 'logger' | 'now'>,
  id: number,
): Promise<FilmRecord> {
  const record = await queries.selectFilm(ctx.shortReads, id)
  if (!record) return requireNewFilm(ctx, id)
  // A date in the future came from a wrong clock and counts as old.
  if (Math.abs(ctx.now().getTime() - record.updated_at.getTime()) > recordFreshMs)
    void renewRecord(ctx, record)
  return record
}

/** Makes sure that Scene has the film, for callers that need only its current number. */
export const requireFilmNumber = async (
  ctx: Part<'db' | 'shortReads' | 'filmSource' | 'logger' | 'now' | 'changes'>,
  id: number,
): Promise<number> => ((await isFilmHere(ctx, id)) ? id : (await requireFilm(ctx, id)).id)

/** A film whose outside numbers belong to a known film is that film. */
async function requireNewFilm(ctx: Part<'db' | 'filmSource' | 'logger' | 'now'>, id: number) {
  const canonical = await canonicalFilm(ctx.db, id)
  if (canonical) return canonical
  const details = await ctx.filmSource.film(id)
  if (!details) throw fail('film.not_found')
  const redirects = await redirectMadeUp(ctx.db, [details])
  return (redirects.has(id) && (await canonicalFilm(ctx.db, id))) || upsertFilm(ctx.db, details, ctx.now())
}

/** Redirects made-up numbers to the films that Scene has under other numbers; answers which, and to which. */
export async function redirectMadeUp(db: Db, films: readonly ListedFilm[]): Promise<Map<number, number>> {
  const madeUp = films.filter(({ id }) => id >= firstMadeUpId)
  if (madeUp.length === 0) return new Map()
  return queries.insertRedirects(db, madeUp.map(recordOf))
}

/** The film that a merged number leads to. */
async function canonicalFilm(db: Db, id: number): Promise<FilmRecord | undefined> {
  const filmId = (await selectRedirects(db, [id])).get(id)
  return filmId === undefined ? undefined : queries.selectFilm(db, filmId)
}

/** As `requireFilm` does, for several films at once. */
export async function requireFilms(
  ctx: Part<'db' | 'shortReads' | 'filmSource' | 'logger' | 'now'>,
  ids: number[],
): Promise<void> {
  const records = await queries.selectFilmsById(ctx.db, ids)
  const known = new Set(records.map((film) => film.id))
  const few = pLimit(requestsAtOnce)
  try {
    await few.map(
      ids.filter((id) => !known.has(id)),
      (id) => requireFilm(ctx, id),
    )
  } finally {
    few.clearQueue()
  }
}

/**
 * Renews a record; only the first caller of the day does, on whichever instance, since the record's date tells the
 * others.
 */
async function renewRecord(
  ctx: Part<'db' | 'filmSource' | 'logger' | 'now'>,
  record: FilmRecord,
): Promise<void> {
  try {
    if (!(await queries.claimRenewal(ctx.db, record.id, record.updated_at, ctx.now()))) return
    await updateFilm(ctx, record, await ctx.filmSource.film(record.id))
  } catch (error) {
    if (!isFailure(error, 'film.source_down'))
      ctx.logger.warn({ err: error }, 'a film record could not be renewed')
  }
}

/** Updates a film to what the source says of it now; answers whether the source still knows it. */
export async function updateFilm(
  ctx: Part<'db' | 'filmSource' | 'now'>,
  { id, imdb_id }: Pick<FilmRecord, 'id' | 'imdb_id'>,
  found: SourceFilmDetails | null,
): Promise<boolean> {
  const details = found ?? (await newNumber(ctx, imdb_id))
  if (!details) return false
  await upsertFilm(ctx.db, details, ctx.now())
  if (details.id === id) return true
  await queries.insertTwin(ctx.db, id, details.id)
  await queueReconciling(ctx.db)
  return true
}

/** The film under its new number, when the source has dropped the number that Scene knows; found by IMDb's number. */
async function newNumber({ filmSource }: Part<'filmSource'>, imdbId: string | null) {
  const film = imdbId === null ? null : await filmSource.filmByImdbId(imdbId)
  return film && filmSource.film(film.id)
}

/** Queues the job that merges films, which belongs to a domain above this one. */
const queueReconciling = (db: Db): Promise<void> =>
  addJob(db, 'films.reconcile', {}, { key: 'films.reconcile' })

/** Stores what the source says of a film, so that Scene has it even when the source drops it. */
export async function upsertFilm(db: Db, details: SourceFilmDetails, now = new Date()): Promise<FilmRecord> {
  const record = await queries.upsertFilm(db, { ...recordOf(details), updated_at: now })
  if (record) {
    await queries.upsertTexts(db, [details.id], textsOf(details), now)
    await noteTwins(db, [details], [record])
    return record
  }
  const canonical = await canonicalFilm(db, details.id)
  if (!canonical) throw fail('film.not_found')
  return canonical
}

/** Records films that turn out to be one, because they share an outside number. */
async function noteTwins(
  db: Db,
  given: readonly Pick<ListedFilm, 'id' | 'imdb_id' | 'wikidata_id'>[],
  written: readonly FilmRecord[],
): Promise<void> {
  const rows = new Map(written.map((record) => [record.id, record]))
  const taken = given.flatMap(({ id, imdb_id = null, wikidata_id = null }) => {
    const row = rows.get(id)
    const isTaken =
      (imdb_id !== null && row?.imdb_id !== imdb_id) ||
      (wikidata_id !== null && row?.wikidata_id !== wikidata_id)
    return row && isTaken ? [{ id, imdb_id, wikidata_id }] : []
  })
  if (taken.length > 0 && (await queries.insertTwins(db, taken))) await queueReconciling(db)
}

/**
 * A film from a list of the source, which has no length, no countries and not all texts, so the record has to be
 * completed soon.
 */
type ListedFilm = ShownFilm &
  Pick<SourceFilm, 'imdb_id'> &
  Partial<
    Pick<
      SourceFilmDetails,
      'runtime' | 'origin_country' | 'translations' | 'translated_posters' | 'wikidata_id'
    >
  >

/** Longest texts that are stored, in code points. */
const maxTextLengths = { title: 1000, overview: 10_000, tagline: 1000 }

const cut = (text: string, most: number) => Array.from(text.trim()).slice(0, most).join('').toWellFormed()

type TranslatedFilm = Pick<ListedFilm, 'id' | 'translations' | 'translated_posters'>

/** The texts of a film in Scene's languages besides English, which is in the record. */
function textsOf({
  id,
  translations = [],
  translated_posters: posters = {},
}: TranslatedFilm): queries.FilmText[] {
  return locales.flatMap((language) => {
    if (language === 'en') return []
    const text = translations.find((one) => one.language === language)
    const title = cut(text?.title ?? '', maxTextLengths.title)
    const overview = cut(text?.overview ?? '', maxTextLengths.overview)
    const tagline = cut(text?.tagline ?? '', maxTextLengths.tagline)
    const poster_path = posters[language] ?? null
    if (title === '' && overview === '' && tagline === '' && poster_path === null) return []
    const search_text = title === '' ? '' : ` ${foldText(title)}`
    return [{ film_id: id, language, title, overview, tagline, search_text, poster_path }]
  })
}

/**
 * Writes many films from the source's answers without asking it for more; what is known of one already stays. Answers
 * which of the numbers were merged into other films, and into which.
 */
export async function upsertFilms(
  ctx: Part<'db' | 'now'>,
  films: readonly ListedFilm[],
): Promise<Map<number, number>> {
  const redirects = await redirectMadeUp(ctx.db, films)
  const now = ctx.now()
  const rows = new Map<number, queries.FilmRow>()
  for (const film of films) {
    const isWhole = film.runtime !== undefined
    if (isWhole || !rows.has(film.id))
      rows.set(film.id, { ...recordOf(film), updated_at: isWhole ? now : new Date(0) })
  }
  await noteTwins(ctx.db, films, await queries.upsertFilms(ctx.db, distinctNumbers(rows), recordFreshMs))
  const translated = [...new Map(films.map((film) => [film.id, film])).values()].filter(
    (film) => film.translations,
  )
  if (translated.length === 0) return redirects
  const ids = translated.map(({ id }) => id)
  await queries.upsertTexts(ctx.db, ids, translated.flatMap(textsOf), now)
  return redirects
}

/** Two films of one answer cannot have the same number of others. */
function distinctNumbers(rows: ReadonlyMap<number, queries.FilmRow>): queries.FilmRow[] {
  const seen = new Set<string>()
  const once = (number: string | null) => {
    if (number === null || seen.has(number)) return null
    seen.add(number)
    return number
  }
  return [...rows.values()].map((row) => ({
    ...row,
    imdb_id: once(row.imdb_id),
    wikidata_id: once(row.wikidata_id),
  }))
}

const completedAtOnce = 100
const completingMs = 10_000
/** Milliseconds after which a film is renewed even if nobody looks at it. */
const dueMs = 30 * recordFreshMs

/**
 * Completes films that came from lists, and renews old ones, for some seconds, as other jobs wait. While the source
 * is down nothing changes.
 */
export async function completeFilms(ctx: Part<'db' | 'filmSource' | 'now'>): Promise<void> {
  const few = pLimit(requestsAtOnce)
  const end = performance.now() + completingMs
  while (performance.now() < end) {
    const ids = await queries.selectDue(ctx.db, new Date(ctx.now().getTime() - dueMs), completedAtOnce)
    if (ids.length === 0) return
    try {
      const films = await few.map(ids, (id) => ctx.filmSource.filmTitles(id))
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
      if (isFailure(error, 'film.source_down')) return
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
    const films = await queries.selectUnfolded(ctx.db, foldedAtOnce)
    if (films.length === 0) return
    await queries.updateSearchTexts(
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
  imdb_id: numberOf(/^tt\d{1,12}$/, film.imdb_id),
  wikidata_id: numberOf(/^Q\d{1,12}$/, film.wikidata_id),
})

/** The number if it has the right form: a source may send anything. */
const numberOf = (shape: RegExp, number: string | null | undefined) =>
  typeof number === 'string' && shape.test(number) ? number : null

/** How long a film that Scene remembers waits for what the source has to say of it. */
const sourceTimeoutMs = 2000

/** A film as the source describes it, or as Scene remembers it. */
export type KnownFilm = SourceFilmDetails | FilmRecord

/** Whether it is the source's answer and not Scene's own record. */
export const isOfSource = (film: KnownFilm): film is SourceFilmDetails => 'translations' in film

/**
 * The source's answer about a film, or, where it has none, is down or keeps silent, Scene's own record, which is read
 * only when it is needed.
 * @throws film.not_found when neither knows the film; film.source_down when only the source could tell
 */
export async function filmDetails(
  ctx: Part<'db' | 'filmSource'>,
  id: number,
): Promise<{ film: KnownFilm; sourceDown: boolean }> {
  const asked = ctx.filmSource.film(id).catch((error: unknown) => {
    if (isFailure(error, 'film.source_down')) return error
    throw error
  })
  const answer = await within(sourceTimeoutMs, asked)
  if (answer && !(answer instanceof Failure)) return { film: answer, sourceDown: false }
  const record = (await queries.selectFilm(ctx.db, id)) ?? (await canonicalFilm(ctx.db, id))
  if (record) return { film: record, sourceDown: answer !== null }
  const film = await asked
  if (film instanceof Failure) throw film
  if (film === null) throw fail('film.not_found')
  return { film, sourceDown: false }
}

/** The result of a promise; undefined when it takes longer. It then goes on, and its errors are ignored. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}

/** What Scene has cached of a film, without asking the source; null when that is nothing. */
export async function findCachedFilm(ctx: Part<'db' | 'filmSource'>, id: number): Promise<KnownFilm | null> {
  return (
    (await queries.selectFilm(ctx.db, id)) ??
    (await ctx.filmSource.peekFilm(id)) ??
    (await canonicalFilm(ctx.db, id)) ??
    null
  )
}
