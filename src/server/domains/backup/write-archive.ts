import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { StoredArchive } from '#server/adapters/archives/archives.ts'
import { writeError } from './backup-error.ts'

/** Adds a file to the archive; resolves when the archive takes more. */
export type Put = (name: string, bytes: Buffer) => Promise<void>

/** Nearer to quick than to small: pictures are packed already. */
const compression = { level: 3 }

/**
 * Writes a tar.gz. `check` reads it before it is left there; where anything fails nothing is left.
 * @throws BackupError where it cannot be written
 */
export async function writeArchive<T>(
  archive: StoredArchive,
  fill: (put: Put) => Promise<void>,
  check: (written: StoredArchive) => Promise<T>,
): Promise<T> {
  const tar = pack()
  const written = pipeline(tar, createGzip(compression), (chunks: AsyncIterable<Buffer>) =>
    archive.write(chunks, check),
  )
  const put: Put = async (name, bytes) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
      error ? reject(error) : resolve(),
    )
    // An archive that cannot be written ends the wait for an entry that nobody takes.
    await Promise.race([promise, written])
  }
  try {
    await Promise.race([fill(put), written])
    tar.finalize()
    return await written
  } catch (error) {
    tar.destroy()
    await written.catch(() => undefined)
    throw writeError(archive.name, error)
  }
}
