import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { writeError } from './backup-error.ts'

/** Adds a file to the archive; resolves when the archive takes more. */
export type Put = (name: string, bytes: Buffer) => Promise<void>

/** Nearer to quick than to small: pictures are packed already. */
const compression = { level: 3 }

/**
 * Writes a tar.gz beside `file`, durably and readable by its owner only. `check` reads it before it takes its name;
 * where anything fails nothing is left.
 * @throws BackupError where the file cannot be written
 */
export async function writeArchive<T>(
  file: string,
  fill: (put: Put) => Promise<void>,
  check: (half: string) => Promise<T>,
): Promise<T> {
  const half = `${file}.part`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await rm(half, { force: true })
    await writeTar(half, fill)
    const checked = await check(half)
    await rename(half, file)
    await syncFolder(dirname(file))
    return checked
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined)
    throw writeError(file, error)
  }
}

async function writeTar(path: string, fill: (put: Put) => Promise<void>): Promise<void> {
  const tar = pack()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip(compression), file)
  const put: Put = async (name, bytes) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
      error ? reject(error) : resolve(),
    )
    // A file that cannot be written ends the wait for an entry that nobody takes.
    await Promise.race([promise, written])
  }
  try {
    await Promise.race([fill(put), written])
    tar.finalize()
  } catch (error) {
    tar.destroy()
    await written.catch(() => undefined)
    throw error
  }
  await written
}

/** A rename is durable once its folder is; Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (platform() === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
