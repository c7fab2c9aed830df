import { createHash } from 'node:crypto'
import type { ImportSource } from '#shared/api/transfer.ts'
import type { Entry } from '../entry.ts'

/** Rows that one import may have. */
export const mostRows = 250_000

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
}

/** A row that asks for no film. */
export interface EntryRow {
  row: number
  entry: Entry
  filmId: null
}

/** A row whose film is known. */
export interface FilmRow extends Omit<EntryRow, 'filmId'> {
  filmId: number
}

/** What a row came to. `created` is false where it only added to a log that was there. */
export interface Written {
  row: number
  state: 'imported' | 'skipped' | 'failed'
  reason: 'there-already' | 'left-out' | 'too-long' | null
  logId: string | null
  listId: string | null
  created: boolean
}

const nothing = { logId: null, listId: null, created: false }

export const thereAlready = (row: number): Written => ({
  row,
  state: 'skipped',
  reason: 'there-already',
  ...nothing,
})
export const leftOut = (row: number): Written => ({ row, state: 'skipped', reason: 'left-out', ...nothing })
/** The list that it belongs to holds no more. */
export const tooLong = (row: number): Written => ({ row, state: 'failed', reason: 'too-long', ...nothing })
export const created = (row: number, refs: { logId?: string; listId?: string } = {}): Written => ({
  row,
  state: 'imported',
  reason: null,
  logId: refs.logId ?? null,
  listId: refs.listId ?? null,
  created: true,
})
export const filledIn = (row: number, logId: string): Written => ({
  ...created(row, { logId }),
  created: false,
})

/** Rows of one day follow each other in the order of the file: 250,000 of them fit into it. */
const stepMs = 300

/**
 * When what a row says was recorded: its own instant or day, else the day of watching, else when the import began.
 * Never later than that: a diary kept elsewhere may be a day ahead.
 */
export function momentOf(entry: Entry, row: number, startedAt: Date): Date {
  const said = entry.loggedAt ?? entry.watchedAt
  const last = new Date(startedAt.getTime() - (mostRows - row))
  if (said === null) return last
  const isDay = said.length === 'YYYY-MM-DD'.length
  const moment = new Date(Date.parse(said) + (isDay ? row * stepMs : 0))
  return moment <= startedAt ? moment : last
}

/** An index takes no longer ones. */
const longestKey = 300

export const shortKey = (key: string): string =>
  key.length <= longestKey ? key : createHash('sha256').update(key).digest('hex')
