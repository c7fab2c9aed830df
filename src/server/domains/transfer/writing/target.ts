import type { ImportSource } from '#shared/api/transfer.ts'
import type { ImportEntry, ImportEntryList } from '../entry.ts'
import { createHash } from 'node:crypto'

/** Rows that one import may have. */
export const maxRows = 250_000

/** The member and the import that rows are written for. */
export interface Target {
  importId: string
  memberId: string
  source: ImportSource
  privateLists: boolean
  /** When the import began. */
  startedAt: Date
  /** When this is written. */
  now: Date
  /** The import that is being removed, when its removal causes rows to be decided again. */
  leavingId?: string
}

/** A row without a film. */
export interface EntryRow {
  row: number
  entry: ImportEntry
  filmId: null
}

/** A row whose film is known. */
export interface FilmEntryRow extends Omit<EntryRow, 'filmId'> {
  filmId: number
}

/** The outcome of a row. `created` is false when it only added to an existing log. */
export interface RowResult {
  row: number
  state: 'imported' | 'skipped' | 'failed'
  reason: 'there-already' | 'left-out' | 'not-here' | 'too-long' | null
  logId: string | null
  listId: string | null
  created: boolean
  /** The stars that the row replaced in the log, 0 for none; null when it has none. */
  previousRating: number | null
}

export const nothing = { logId: null, listId: null, created: false, previousRating: null }

export const thereAlready = (row: number): RowResult => ({
  row,
  state: 'skipped',
  reason: 'there-already',
  ...nothing,
})
/** Adds nothing to a log, but is a reason for the log to stay when the import that made it is removed. */
export const knownOf = (row: number, logId: string): RowResult => ({ ...thereAlready(row), logId })
export const leftOut = (row: number): RowResult => ({ row, state: 'skipped', reason: 'left-out', ...nothing })
/** Its target does not exist on this installation. */
export const notHere = (row: number): RowResult => ({ row, state: 'skipped', reason: 'not-here', ...nothing })
/** Its list is full. */
export const tooLong = (row: number): RowResult => ({ row, state: 'failed', reason: 'too-long', ...nothing })
export const created = (row: number, refs: { logId?: string; listId?: string } = {}): RowResult => ({
  row,
  state: 'imported',
  reason: null,
  logId: refs.logId ?? null,
  listId: refs.listId ?? null,
  created: true,
  previousRating: null,
})
export const filledIn = (row: number, logId: string): RowResult => ({
  ...created(row, { logId }),
  created: false,
})
/** The row gave stars to a log that had none. */
export const rated = (written: RowResult): RowResult => ({ ...written, previousRating: 0 })

/** The order of entries with a day, without one, and marks; each group has room for all rows of an import. */
const ranks = { dated: 0, undated: 1, mark: 2 }
const places = (ranks.mark + 1) * maxRows
/** Milliseconds between two positions, so that a day has room for all of them. */
const stepMs = 100

/**
 * When a row was recorded: its own instant or day, else the day of watching, else the start of the import; never
 * later than that, as a diary kept elsewhere may be a day ahead. Of rows recorded on the same day, entries with a day
 * come before those without, and these before marks, each in the order of the file. So it makes no difference which
 * file came first.
 */
export function momentOf(
  { kind, loggedAt, watchedAt }: Pick<ImportEntry, 'kind' | 'loggedAt' | 'watchedAt'>,
  row: number,
  startedAt: Date,
): Date {
  const isEntry = kind === 'log' || kind === 'review'
  const rank = isEntry ? (watchedAt === null ? ranks.undated : ranks.dated) : ranks.mark
  const place = rank * maxRows + row
  const last = new Date(startedAt.getTime() - (places - place))
  const said = loggedAt ?? watchedAt
  if (said === null) return last
  const isDay = said.length === 'YYYY-MM-DD'.length
  const moment = new Date(Date.parse(said) + (isDay ? place * stepMs : 0))
  return moment <= (isDay ? last : startedAt) ? moment : last
}

/** Sources whose entries have keys of their own; for others `key` may be the film's. */
const named: ReadonlySet<ImportSource> = new Set(['letterboxd', 'trakt', 'neodb', 'scene'])

/** The longest key that the index can hold. */
const maxKeyLength = 300

const shortKey = (key: string): string =>
  key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('hex')

/** The keys of a log or list of Scene's own export: the one it was imported under first, else its id. */
const sceneKeys = ({ key, origin }: Pick<ImportEntry, 'key' | 'origin'>): string[] => [
  ...(origin === undefined ? [] : [origin]),
  shortKey(`scene:${key}`),
]

/** The log or list that a picture of Scene's own export belongs to. */
export const pictureKey = (entry: Pick<ImportEntry, 'list' | 'key' | 'origin'>): string =>
  sceneKeys(entry.list ?? entry)[0] ?? ''

export const listKeys = (source: ImportSource, list: ImportEntryList | null): string[] =>
  source === 'scene' && list ? sceneKeys(list) : [shortKey(`${source}:${list?.key ?? ''}`)]

export interface EntryKeys {
  /** Keys by which the entry's log may be found; a new log gets the first. */
  keys: string[]
  /** The source has keys of entries, but this file does not. */
  isNameless: boolean
}

/** `nth` is the entry's number, from 1, among those of its film and day. */
export function entryKeys({ entry, filmId }: FilmEntryRow, source: ImportSource, nth: number): EntryKeys {
  const ordinal = `${source}:film:${filmId}:${entry.watchedAt ?? ''}:${nth}`
  if (!named.has(source)) return { keys: [ordinal], isNameless: false }
  if (entry.key === null) return { keys: [ordinal], isNameless: true }
  if (source === 'scene') return { keys: sceneKeys(entry), isNameless: false }
  return { keys: [shortKey(`${source}:${entry.key}`), ordinal], isNameless: false }
}

/** The key of a log for a film seen on no known day; a diary entry takes such a log over. */
export const undatedKey = (source: ImportSource, filmId: number) => `${source}:seen:${filmId}`
