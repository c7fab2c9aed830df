import type { Audience } from '#shared/audience.ts'
import type { ImportedSettings } from '#server/domains/members/profile.import.ts'
import type { ImportAssumption, ImportKind, ImportSource, RowReason } from '#shared/api/transfer.ts'

/** A list that rows of an import belong to. `key` is the same for the same list of the same source. */
export interface ImportEntryList {
  key: string
  /** The import key that the list had where Scene's own export was made. */
  origin?: string
  title: string
  description: string
  tags?: string[]
  /** From 1; null where the file gives no order. */
  position: number | null
  /** Absent when the file does not say it: the member's default then decides. */
  isPrivate?: boolean
  audience?: Audience | undefined
  isRanked?: boolean
}

/** What a comment or like is about, or who is followed. */
export interface ImportAbout {
  type: 'log' | 'reply' | 'list' | 'saved-list' | 'member'
  /** Its id where the export was made; '' for a member. */
  id: string
  /** Username of the author, or of the member; null where nobody is named. */
  by: string | null
}

/** One row as it is in the file; nothing has been looked up at the film source yet. */
export interface ImportEntry {
  kind: ImportKind
  title: string
  year: number | null
  tmdbId: number | null
  /** `tt` and digits. */
  imdbId: string | null
  directors: string[]
  /** The source's own id of the entry (not of its film), by which a second import recognises it. */
  key: string | null
  /** The import key that the log had where Scene's own export was made. */
  origin?: string
  /** Half stars, 1 to 10. */
  rating: number | null
  /** `YYYY-MM-DD`, as written: never shifted by a time zone. */
  watchedAt: string | null
  /** The day (`YYYY-MM-DD`) or instant (ISO 8601) on which it was recorded. */
  loggedAt: string | null
  rewatch: boolean
  /** How often it was seen before; 1 when the source says only that it was. */
  rewatchCount: number
  /** Plain text. */
  review: string
  /** The emphasised ranges of the review. */
  reviewEmphasis?: number[]
  spoilers: boolean
  tags: string[]
  /** Some tags were longer than Scene allows, and were cut. */
  hasCutTags?: true
  list: ImportEntryList | null
  /** The note on a film in a list; plain text. */
  note?: string
  /** In Scene's own export: the film was only marked as seen. */
  isMark?: boolean
  /** For the watchlist, if the file says it. */
  isPrivate?: boolean
  /** In Scene's own export: the audience. */
  audience?: Audience | undefined
  /** For a comment, like or follow: what it is about; for a picture: the comment that it belongs to. */
  about?: ImportAbout
  /** For an answer: the comment that it answers. */
  parent?: string
  /** For a comment: its picture follows in a row of its own. */
  hasPicture?: true
  /**
   * Addresses in Scene's own export that this installation may not have: of a log's GIF or backdrop, and of a chosen
   * poster.
   */
  gif?: string
  backdrop?: string
  poster?: string
}

/** An entry with its place in the file, or a faulty row. */
export interface ReadRow {
  file: string
  /** The line of the row's first character, from 1. */
  line: number
  entry: ImportEntry
  /** Null when the entry can be matched. */
  fault: RowReason | null
  /** All that the file says in the row, by its columns. */
  cells?: Record<string, string>
  /** The file that a row of kind `picture` is about. */
  picture?: Buffer
}

/** What a file or archive was recognised as. Its rows are read as they are asked for. */
export interface ImportReading {
  source: ImportSource
  files: string[]
  settings?: ImportedSettings
  rows: AsyncIterable<ReadRow>
  /** Known once the rows are read. */
  facts: { assumed: ReadonlySet<ImportAssumption>; columns: ReadonlySet<string> }
}

/** The audience that the file gives; undefined when it gives none, so that the member's default is used. */
export const audienceOf = ({ audience, isPrivate }: Pick<ImportEntry, 'audience' | 'isPrivate'>) =>
  audience ?? (isPrivate ? 'me' : undefined)
