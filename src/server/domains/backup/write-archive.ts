import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { StoredArchive } from '#server/adapters/archives/archives.ts'
import { writeError } from './backup-error.ts'

/** Adds a file to the archive; resolves when the archive takes more. */
export type Put = (name: string, bytes: Buffer) => Promise<void>

/** Fast rather than small: pictures are compressed already. */
const compression = { level: 3 }

/**
 * Writes a tar.gz and lets `check` read it; when anything fails no file is left. @throws BackupError when it cannot
 * be written
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
    const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
      error ? reject(error) : resolve(),
    )
    // An entry that is cut short also says so as an event, which nobody else hears: it would end the process.
    entry.on('error', reject)
    // When the file cannot be written, nobody takes the entry and the wait for it would never end.
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
