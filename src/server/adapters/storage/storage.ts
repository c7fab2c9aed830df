/** Where members' pictures are kept. Paths look like `avatars/<uuid>.webp` and never come from a caller unchecked. */
export interface Storage {
  put(path: string, bytes: Buffer): Promise<void>
  /** The bytes, or null when there is no such file. */
  get(path: string): Promise<Buffer | null>
  /** Removing what is not there is no error. */
  remove(path: string): Promise<void>
  /** @throws when files cannot be kept right now. */
  check(): Promise<void>
}

/** One folder and one file name, both plain. */
export const storagePath = /^[a-z]+\/[a-zA-Z0-9-]+\.[a-z0-9]+$/
