import type { RowReason } from '#shared/api/transfer.ts'
import { writable, writableLine } from '#shared/api/fields.ts'
import { maxNoteLength } from '#shared/api/lists.ts'
import { firstYear, isDay } from '#shared/diary-period.ts'
import { markEmphasis, readEmphasis, withoutMarks } from '#shared/emphasis.ts'
import { maxTagLength, maxTags, parseTags } from '#shared/tags.ts'
import { maxInteger } from '#shared/integers.ts'
import type { ImportEntry, ImportEntryList } from '../entry.ts'

/** Characters that a log's review holds. */
export const maxReviewLength = 20_000
const maxNames = 500

const nothing: Omit<ImportEntry, 'kind'> = {
  title: '',
  year: null,
  tmdbId: null,
  imdbId: null,
  directors: [],
  key: null,
  rating: null,
  watchedAt: null,
  loggedAt: null,
  rewatch: false,
  rewatchCount: 0,
  review: '',
  spoilers: false,
  tags: [],
  list: null,
}

/** The entry of a row, with its first fault. */
export interface Read {
  entry: ImportEntry
  fault: RowReason | null
}

/**
 * Makes an entry from the texts of a row. Impossible values are faults: no row is imported with a part silently
 * dropped.
 */
export function readEntry(kind: ImportEntry['kind'], given: CellTexts): Read {
  const faults: RowReason[] = []
  const partOf = <Value>(value: Value | undefined, fault: RowReason): Value | null => {
    if (value !== undefined) return value
    faults.push(fault)
    return null
  }
  const watchedAt = partOf(dayOf(given.watchedAt ?? ''), 'bad-date')
  const rating = partOf(halfSteps(given.rating ?? '', given.best ?? 5), 'bad-rating')
  const { text, emphasis } = readEmphasis(given.review ?? '')
  // Replacements have the same length, so that positions of emphasis stay right.
  const review = writable(text)
  const said = parseTags(writableLine(given.tags ?? ''))
  const tags = parseTags(said.map(shortTag).join(',')).slice(0, maxTags)
  const hasCutTags = said.length > maxTags || said.some((tag) => tag.length > maxTagLength)
  const note = writable(withoutMarks(given.note ?? '')).trim()
  if (review.length > maxReviewLength || note.length > maxNoteLength) faults.push('too-long')
  const tmdbId = numberOf(given.tmdbId ?? '')
  const imdbId = imdbOf(given.imdbId ?? '')
  const title = writableLine(given.title ?? '').trim()
  if (title === '' && tmdbId === null && imdbId === null) faults.push('no-title')
  const rewatchCount = numberOf(given.rewatch ?? '') ?? (yes.test(given.rewatch ?? '') ? 1 : 0)
  const entry: ImportEntry = {
    ...nothing,
    kind,
    title: title.slice(0, 500),
    year: yearOf(given.year ?? ''),
    tmdbId,
    imdbId,
    directors: namesOf(given.directors ?? '').slice(0, maxNames),
    key: given.key || null,
    rating,
    watchedAt,
    loggedAt: momentOf(given.loggedAt ?? ''),
    rewatch: rewatchCount > 0,
    rewatchCount,
    review: review.slice(0, maxReviewLength),
    ...(emphasis.length > 0 && { reviewEmphasis: emphasis }),
    tags,
    ...(hasCutTags && { hasCutTags }),
    list: given.list ?? null,
    ...(note !== '' && { note: note.slice(0, maxNoteLength) }),
  }
  return { entry, fault: faults[0] ?? null }
}

const maxListTexts = { title: 200, description: 5000 }

/**
 * Makes the entry of a list itself. Texts that are too long are cut to what fits, and an extra row says so and has
 * the whole text.
 */
export function readList(
  list: ImportEntryList,
  { made, cells }: { made: string; cells: Record<string, string> },
): { list: ImportEntryList; rows: (Read & { cells: Record<string, string> })[] } {
  const title = list.title.trim()
  const fitting: ImportEntryList = {
    ...list,
    title: cut(title, maxListTexts.title),
    description: cut(list.description, maxListTexts.description),
  }
  const read = readEntry('list', { title: fitting.title || 'List', loggedAt: made, list: fitting })
  const isCut = title.length > maxListTexts.title || list.description.length > maxListTexts.description
  return {
    list: fitting,
    rows: [{ ...read, cells }, ...(isCut ? [{ ...read, fault: 'too-long' as const, cells }] : [])],
  }
}

/** Shortens a tag after the last whole word that fits, or in the middle of one if it must. */
function shortTag(tag: string): string {
  if (tag.length <= maxTagLength) return tag
  const end = tag.lastIndexOf(' ', maxTagLength)
  return cut(tag, end > 0 ? end : maxTagLength)
}

/** The beginning of a text, without half of a character. */
export const cut = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** The title of an episode of a series, which is no film: `The Wire S01E02`. */
export function episodeTitle(series: string, season: EpisodeNumber, episode: EpisodeNumber): string {
  const part = (sign: string, number: EpisodeNumber) =>
    (number ?? '') === '' ? '' : sign + String(number).padStart(2, '0')
  return `${series} ${part('S', season)}${part('E', episode)}`.trim()
}
type EpisodeNumber = number | string | null | undefined

/** A row about something else than a film; it keeps what was read. */
export const ofNoFilm = ({ entry }: Read): Read => ({ entry, fault: 'not-a-film' })

/** For a row that may not be about a film. */
export const ofFilm = (isFilm: boolean, read: Read): Read => (isFilm ? read : ofNoFilm(read))

/** Cells as they stand in a file. */
export interface CellTexts {
  title?: string
  year?: string
  tmdbId?: string
  imdbId?: string
  directors?: string
  key?: string
  rating?: string
  /** The highest rating of the scale: 5, 10 or 100. */
  best?: 5 | 10 | 100
  watchedAt?: string
  loggedAt?: string
  rewatch?: string
  /** May contain marks of emphasis. */
  review?: string
  tags?: string
  list?: ImportEntry['list']
  note?: string
}

const yes = /^(yes|y|true|x)$/i

/** The day `YYYY-MM-DD` of a date or an instant as it is written; null when empty, undefined when it is no day. */
export function dayOf(text: string): string | null | undefined {
  const written = text.trim()
  if (written === '' || written.toLowerCase() === 'unknown') return null
  const day = /^(\d{4}-\d\d-\d\d)(?:$|[T ]\d\d:\d\d)/.exec(isoDay(written))?.[1]
  return day !== undefined && isDay(day) ? day : undefined
}

/** Spreadsheets and services in much of Europe write the day first, with dots or (Simkl) hyphens: `31.12.2024`. */
const isoDay = (text: string) =>
  text.replace(
    /^(\d\d?)([.-])(\d\d?)\2(\d{4})(?=$|[T ])/,
    (_, day: string, _sign, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

/** A day, or the instant where a time is given; null for anything else. */
function momentOf(text: string): string | null {
  const day = dayOf(text) ?? null
  if (day === null || !/[T ]\d\d:\d\d/.test(text)) return day
  const moment = new Date(isoDay(text.trim()).replace(' ', 'T'))
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString()
}

/** A rating on the scale as half stars, 1 to 10; null when empty, undefined when it is no such rating. */
function halfSteps(text: string, best: 5 | 10 | 100): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  const value = /^\d+([.,]\d+)?$/.test(written) ? Number(written.replace(',', '.')) : Number.NaN
  if (value === 0) return null
  const steps = (value / best) * 10
  // Other scales are finer than half stars: those are rounded, to at least half a star. Five stars must be in halves.
  if (best === 5 && !Number.isInteger(steps)) return undefined
  return steps > 0 && steps <= 10 ? Math.max(1, Math.round(steps)) : undefined
}

function numberOf(text: string): number | null {
  const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0
  return value > 0 && value <= maxInteger ? value : null
}

/** An IMDb id; old files have only the digits. */
function imdbOf(text: string): string | null {
  const digits = /^(?:tt)?(\d{6,9})$/.exec(text.trim())?.[1]
  return digits === undefined ? null : `tt${digits.padStart(7, '0')}`
}

/** The year of a year or a date. */
function yearOf(text: string): number | null {
  const year = Number(/^(\d{4})(?:$|-)/.exec(text.trim())?.[1] ?? 0)
  return year >= firstYear && year <= 2200 ? year : null
}

function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Texts of other services as plain text, as `markedText` reads them. */
export const htmlText = (html: string): string => withoutMarks(markedText(html)).trim()

/**
 * Reads a review of another service as plain text. Of the tags that Letterboxd allows (`br strong em b i a
 * blockquote`, and `p`), line breaks stay line breaks, links keep their address, quoted lines begin with `> `, and
 * emphasis is marked. What only looks like a tag (`<3`) stays.
 */
export function markedText(html: string): string {
  const marked = markTags(withoutMarks(html).replaceAll(/<br\s*\/?>/gi, '\n'))
    .replaceAll(/<\/p\s*>/gi, '\n\n')
    .replaceAll(
      /<blockquote(?:\s[^<>]{0,500})?>([^<]*(?:<(?!\/?blockquote)[^<]*)*)<\/blockquote\s*>/gi,
      quotation,
    )
    .replaceAll(link, (_whole, _quote: string, address: string, text: string) =>
      text.includes(address) ? text : `${text} (${address})`,
    )
  return markTags(marked)
    .replaceAll(/<\/?(?:strong|em|b|i|a|blockquote|p)(?:\s[^<>]{0,500})?>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const emphasised = /<(strong|em|b|i)(?:\s[^<>]{0,500})?>([^<>]{1,20000})<\/\1\s*>/gi

/** Marks tags of emphasis, the innermost first, three levels deep; one that is not closed is ignored. */
function markTags(html: string): string {
  let marked = html
  for (let depth = 0; depth < 3; depth++)
    marked = marked.replaceAll(emphasised, (_whole, _tag: string, text: string) => markEmphasis(text))
  return marked
}

const quotation = (_whole: string, text: string) => `\n\n${text.trim().replaceAll(/^/gm, '> ')}\n\n`

/** Emphasis that begins inside a link may end outside of it, and the other way round. */
const link =
  /<a\s[^<>]{0,200}?href=(["'])(https?:\/\/[^"'<>\s]{1,500})\1[^<>]{0,200}>((?:[^<>]|<\/?(?:strong|em|b|i)(?:\s[^<>]{0,500})?>){0,1000})<\/a>/gi

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const allowed =
    code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
  return allowed ? withoutMarks(String.fromCodePoint(code)) : whole
}
