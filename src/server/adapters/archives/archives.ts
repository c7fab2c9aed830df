import type { Readable } from 'node:stream'

/** A large file, written and read bit by bit. */
export interface StoredArchive {
  /** As operators name it: a path, or `s3://bucket/key`. */
  name: string
  /** Its bytes; null where there is no such file. */
  open(): Promise<Readable | null>
  /**
   * Writes the file, in place of an old one, and lets `check` read it; when either fails nothing of it is left.
   * Answers what `check` does.
   */
  write<T>(chunks: AsyncIterable<Uint8Array>, check: (written: StoredArchive) => Promise<T>): Promise<T>
  /** Bytes. @throws where it is not there */
  size(): Promise<number>
}

interface ListedArchive {
  /** Without its folder. */
  name: string
  bytes: number
  at: Date
}

/** A folder or bucket with archives. */
export interface ArchiveFolder {
  /** As operators name it. */
  name: string
  archive(name: string): StoredArchive
  /** All files that lie in it, in any order. */
  list(): Promise<ListedArchive[]>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
}
