import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isMissing } from '#server/core/disk.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'

/** Files that can be made again. Names are `folder/…/file` of plain characters. */
export interface DiskCache {
  /** Null when it is not there or cannot be read. */
  get(name: string): Promise<Buffer | null>
  /** Stores the bytes if possible; a full disk disables the cache but fails no request. */
  put(name: string, bytes: Buffer): Promise<void>
}

interface Options {
  maxBytes: number
  /** Whether this name is not used any more; then its file is deleted even if there is room. */
  isOutdated?: (name: string) => boolean
  report: (error: unknown) => void
}

const cacheName = /^([a-z0-9]+\/)+[A-Za-z0-9_-]+\.[a-z]+$/

/**
 * A cache in a folder that several instances may share. Beyond `maxBytes` the oldest files are deleted, down to four
 * fifths. The folder is read with the first `put`, and whenever it is full.
 */
export function createDiskCache(
  folder: string,
  { maxBytes, isOutdated = () => false, report }: Options,
): DiskCache {
  const once = createSingleFlight<void>()
  const known: { bytes: number | null } = { bytes: null }

  const place = (name: string) => {
    if (!cacheName.test(name)) throw new Error('not a name of the picture cache')
    return join(folder, name)
  }

  async function prune() {
    const files: KeptFile[] = []
    for (const file of await filesOf(folder)) {
      if (isOutdated(relative(folder, file.path).replaceAll(sep, '/'))) await rm(file.path, { force: true })
      else files.push(file)
    }
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > maxBytes) {
      for (const file of files.toSorted((a, b) => a.changed - b.changed)) {
        if (bytes <= maxBytes * 0.8) break
        await rm(file.path, { force: true })
        bytes -= file.bytes
      }
    }
    known.bytes = bytes
  }

  return {
    async get(name) {
      const path = place(name)
      try {
        return await readFile(path)
      } catch (error) {
        if (!isMissing(error)) report(error)
        return null
      }
    },
    async put(name, bytes) {
      const target = place(name)
      const aside = `${target}.${randomUUID()}.part`
      try {
        await mkdir(dirname(target), { recursive: true })
        await writeFile(aside, bytes)
        await rename(aside, target)
      } catch (error) {
        report(error)
        await rm(aside, { force: true }).catch(report)
        return
      }
      if (known.bytes !== null) known.bytes += bytes.length
      if (known.bytes === null || known.bytes > maxBytes) void once('prune', prune).catch(report)
    },
  }
}

interface KeptFile {
  path: string
  bytes: number
  /** Milliseconds. */
  changed: number
}

async function filesOf(folder: string): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    try {
      const { size, mtimeMs } = await stat(path)
      files.push({ path, bytes: size, changed: mtimeMs })
    } catch (error) {
      // Another instance may have renamed or removed it meanwhile.
      if (!isMissing(error)) throw error
    }
  }
  return files
}
