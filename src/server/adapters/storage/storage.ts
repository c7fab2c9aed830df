/** Where members' pictures are kept. Paths look like `avatars/<uuid>.webp` and never come from a caller unchecked. */
export interface Storage {
  put(path: string, bytes: Buffer): Promise<void>
  /** The bytes, or null when there is no such file. */
  get(path: string): Promise<Buffer | null>
  /**
   * Does nothing when there is no such file. What a crash left of a file is removed by the path that `list` gives for
   * it.
   */
  remove(path: string): Promise<void>
  /**
   * The files of a folder, such as `avatars`, in any order, a page at a time. Files that are not Scene's are skipped.
   */
  list(folder: string): AsyncGenerator<StoredFile[]>
  /** @throws when files cannot be stored right now */
  check(): Promise<void>
}

/** One folder and one file name, both plain. */
export const storagePath = /^[a-z]+\/[a-zA-Z0-9-]+\.[a-z0-9]+$/

export interface StoredFile {
  path: string
  bytes: number
  changedAt: Date
}
