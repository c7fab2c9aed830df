import type { ImportSource } from '#shared/api/transfer.ts'
import type { ImportEntry, ImportEntryList } from '../entry.ts'
import { createHash } from 'node:crypto'

/** Rows that one import may have. */
export const maxRows = 250_000

/** Whose history rows go to, and by which import. */
export interface Target {
  importId: string
  memberId: string
  source: ImportSource
  privateLists: boolean
  /** When the import began. */
  startedAt: Date
  /** When this is written. */
  now: Date
  /** The import that is being removed, where rows are decided again because of it. */
  leavingId?: string
}

/** A row that asks for no film. */
export interface EntryRow {
  row: number
  entry: ImportEntry
  filmId: null
}

/** A row whose film is known. */
export interface FilmEntryRow extends Omit<EntryRow, 'filmId'> {
  filmId: number
}

/** What a row came to. `created` is false where it only added to a log that was there. */
export interface Written {
  row: number
  state: 'imported' | 'skipped' | 'failed'
  reason: 'there-already' | 'left-out' | 'not-here' | 'too-long' | null
  logId: string | null
  listId: string | null
  created: boolean
  /** The stars that the row replaced in the log, 0 for none; null where it brought none. */
  previousRating: number | null
}

export const nothing = { logId: null, listId: null, created: false, previousRating: null }

export const thereAlready = (row: number): Written => ({
  row,
  state: 'skipped',
  reason: 'there-already',
  ...nothing,
})
/** It adds nothing to a log, but says so much of it that the log stays when the import that made it goes. */
export const knownOf = (row: number, logId: string): Written => ({ ...thereAlready(row), logId })
export const leftOut = (row: number): Written => ({ row, state: 'skipped', reason: 'left-out', ...nothing })
/** What it is about is not on this installation. */
export const notHere = (row: number): Written => ({ row, state: 'skipped', reason: 'not-here', ...nothing })
/** The list that it belongs to holds no more. */
export const tooLong = (row: number): Written => ({ row, state: 'failed', reason: 'too-long', ...nothing })
export const created = (row: number, refs: { logId?: string; listId?: string } = {}): Written => ({
  row,
  state: 'imported',
  reason: null,
  logId: refs.logId ?? null,
  listId: refs.listId ?? null,
  created: true,
  previousRating: null,
})
export const filledIn = (row: number, logId: string): Written => ({
  ...created(row, { logId }),
  created: false,
})
/** The row gave stars to a log that had none. */
export const rated = (written: Written): Written => ({ ...written, previousRating: 0 })

/** Entries of a day, those of none, marks: each has room for the rows of a whole import. */
const ranks = { dated: 0, undated: 1, mark: 2 }
const places = (ranks.mark + 1) * maxRows
/** Between two places of a day, which holds them all. */
const stepMs = 100

/**
 * When what a row says was recorded: its own instant or day, else the day of watching, else when the import began.
 * Never later than that: a diary kept elsewhere may be a day ahead. Of what was recorded on one day, entries of a day come before
 * those of none, and these before marks, each in the order of their file: which file came first makes no difference.
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

/** Sources whose entries have names of their own; elsewhere `key` may be the film’s. */
const named: ReadonlySet<ImportSource> = new Set(['letterboxd', 'trakt', 'scene'])

/** An index takes no longer ones. */
const maxKeyLength = 300

const shortKey = (key: string): string =>
  key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('hex')

/** What Scene's own export calls a log or list: by where it came from first, else by its id. */
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
  /** What the entry's log may be known by; a new one gets the first. */
  keys: string[]
  /** Of a source that names its entries; this file does not. */
  isNameless: boolean
}

/** `nth` is which entry of its film and day it is, from 1. */
export function entryKeys({ entry, filmId }: FilmEntryRow, source: ImportSource, nth: number): EntryKeys {
  const ordinal = `${source}:film:${filmId}:${entry.watchedAt ?? ''}:${nth}`
  if (!named.has(source)) return { keys: [ordinal], isNameless: false }
  if (entry.key === null) return { keys: [ordinal], isNameless: true }
  if (source === 'scene') return { keys: sceneKeys(entry), isNameless: false }
  return { keys: [shortKey(`${source}:${entry.key}`), ordinal], isNameless: false }
}

/** Of the log of a film that was seen on no known day; an entry of a diary takes such a log over. */
export const undatedKey = (source: ImportSource, filmId: number) => `${source}:seen:${filmId}`
