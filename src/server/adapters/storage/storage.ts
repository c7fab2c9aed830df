/** Where members' pictures are kept. Paths look like `avatars/<uuid>.webp` and never come from a caller unchecked. */
export interface Storage {
  put(path: string, bytes: Buffer): Promise<void>
  /** The bytes, or null when there is no such file. */
  get(path: string): Promise<Buffer | null>
  /** Removing what is not there is no error. What a crash left of a file goes by the path that `list` calls it by. */
  remove(path: string): Promise<void>
  /** What lies in a folder, such as `avatars`, in any order, a page at a time. Files of others are passed over. */
  list(folder: string): AsyncGenerator<StoredFile[]>
  /** @throws when files cannot be kept right now. */
  check(): Promise<void>
}

/** One folder and one file name, both plain. */
export const storagePath = /^[a-z]+\/[a-zA-Z0-9-]+\.[a-z0-9]+$/

export interface StoredFile {
  path: string
  bytes: number
  changedAt: Date
}
