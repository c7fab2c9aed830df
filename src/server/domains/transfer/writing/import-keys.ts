import { createHash } from 'node:crypto'
import type { ImportSource } from '#shared/api/transfer.ts'
import type { Entry, EntryList } from '../entry.ts'
import type { FilmEntryRow } from './target.ts'

/** Sources whose entries have names of their own; elsewhere `key` may be the film’s. */
const named: ReadonlySet<ImportSource> = new Set(['letterboxd', 'trakt', 'scene'])

/** An index takes no longer ones. */
const maxKeyLength = 300

const shortKey = (key: string): string =>
  key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('hex')

/** What Scene's own export calls a log or list: by where it came from first, else by its id. */
const sceneKeys = ({ key, origin }: Pick<Entry, 'key' | 'origin'>): string[] => [
  ...(origin === undefined ? [] : [origin]),
  shortKey(`scene:${key}`),
]

/** The log or list that a picture of Scene's own export belongs to. */
export const pictureKey = (entry: Pick<Entry, 'list' | 'key' | 'origin'>): string =>
  sceneKeys(entry.list ?? entry)[0] ?? ''

export const listKeys = (source: ImportSource, list: EntryList | null): string[] =>
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
