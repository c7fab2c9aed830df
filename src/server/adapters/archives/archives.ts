import type { Readable } from 'node:stream'

/** A large file, written and read bit by bit. */
export interface StoredArchive {
  /** As operators name it: a path, or `s3://bucket/key`. */
  name: string
  /** Its bytes; null where there is no such file. */
  open(): Promise<Readable | null>
  /**
   * Writes it anew. `check` reads what was written; where that or the writing fails, nothing of it is left. Answers what
   * `check` does.
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

/** Where archives lie beside each other. */
export interface ArchiveFolder {
  /** As operators name it. */
  name: string
  archive(name: string): StoredArchive
  /** All files that lie in it, in any order. */
  list(): Promise<ListedArchive[]>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
}
