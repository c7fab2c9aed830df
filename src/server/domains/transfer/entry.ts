import type { Audience } from '#shared/audience.ts'
import type { ImportedSettings } from '#server/domains/members/profile.import.ts'
import type { ImportAssumption, ImportKind, ImportSource, RowReason } from '#shared/api/transfer.ts'

/** A list that rows of an import belong to. `key` is the same for the same list of the same source. */
export interface ImportEntryList {
  key: string
  /** What Scene knew the list by where its own export was made. */
  origin?: string
  title: string
  description: string
  tags?: string[]
  /** From 1; null where the file gives no order. */
  position: number | null
  /** Where the file does not say it, the member does. */
  isPrivate?: boolean
  audience?: Audience | undefined
  isRanked?: boolean
}

/** What a comment or like is of, or whom somebody follows. */
export interface ImportAbout {
  type: 'log' | 'reply' | 'list' | 'saved-list' | 'member'
  /** As the installation of the export called it; '' for a member. */
  id: string
  /** Username of the author, or of the member; null where nobody is named. */
  by: string | null
}

/** One row as a file says it; nothing here was compared with the film source yet. */
export interface ImportEntry {
  kind: ImportKind
  title: string
  year: number | null
  tmdbId: number | null
  /** `tt` and digits. */
  imdbId: string | null
  directors: string[]
  /** What the source calls the entry itself (not its film): a second import knows it again by this. */
  key: string | null
  /** What Scene knew a log by where its own export was made. */
  origin?: string
  /** Half stars, 1 to 10. */
  rating: number | null
  /** `YYYY-MM-DD`, as written: never shifted by a time zone. */
  watchedAt: string | null
  /** The day (`YYYY-MM-DD`) or instant (ISO 8601) on which it was recorded. */
  loggedAt: string | null
  rewatch: boolean
  /** How often before; where the source says only yes, 1. */
  rewatchCount: number
  /** Plain text. */
  review: string
  /** Where it is emphasised. */
  reviewEmphasis?: number[]
  spoilers: boolean
  tags: string[]
  /** Some were longer than Scene takes, and cut. */
  hasCutTags?: true
  list: ImportEntryList | null
  /** What is said of a film in its list; plain text. */
  note?: string
  /** Of Scene's own export: the film was only marked as seen. */
  isMark?: boolean
  /** Of the watchlist, where the file says it. */
  isPrivate?: boolean
  /** Of Scene's own export: whom it is for. */
  audience?: Audience | undefined
  /** Of a comment, like or follow; of a picture, the comment that it belongs to. */
  about?: ImportAbout
  /** Of an answer: the comment that it answers. */
  parent?: string
  /** Of a comment: its picture comes too, in a row of its own. */
  hasPicture?: true
  /** Addresses of Scene's own, which this installation may not have: of a log, and the poster chosen for a film. */
  gif?: string
  backdrop?: string
  poster?: string
}

/** An entry with its place, or a row that is faulty itself. */
export interface ReadRow {
  file: string
  /** Of the row’s first character, from 1. */
  line: number
  entry: ImportEntry
  /** Null when the entry can be matched. */
  fault: RowReason | null
  /** All that the file says in the row, by its columns. */
  cells?: Record<string, string>
  /** The file that a row of kind `picture` is about. */
  picture?: Buffer
}

/** What a file or archive turned out to be. The rows are read as they are asked for. */
export interface ImportReading {
  source: ImportSource
  files: string[]
  settings?: ImportedSettings
  rows: AsyncIterable<ReadRow>
  /** Known once the rows are read. */
  facts: { assumed: ReadonlySet<ImportAssumption>; columns: ReadonlySet<string> }
}

/** What the file says of whom it is for; where it says nothing, it is as the member's new ones are. */
export const audienceOf = ({ audience, isPrivate }: Pick<ImportEntry, 'audience' | 'isPrivate'>) =>
  audience ?? (isPrivate ? 'me' : undefined)
