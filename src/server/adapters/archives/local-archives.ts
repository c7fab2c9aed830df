import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isMissing, writeWhole } from '#server/core/disk.ts'
import type { ArchiveFolder, StoredArchive } from './archives.ts'

/** A file on this machine: durable, and readable by its owner only. */
export function createLocalArchive(path: string): StoredArchive {
  return {
    name: path,
    async open() {
      const stream = createReadStream(path)
      try {
        await once(stream, 'open')
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
      return stream
    },
    write: (chunks, check) =>
      writeWhole(path, async (aside) => {
        await pipeline(chunks, createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }))
        return check(createLocalArchive(aside))
      }),
    size: async () => (await stat(path)).size,
  }
}

export function createLocalFolder(folder: string): ArchiveFolder {
  return {
    name: folder,
    archive: (name) => createLocalArchive(join(folder, name)),
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const found = names.map(async (name) => {
        try {
          const { size, mtime } = await stat(join(folder, name))
          return [{ name, bytes: size, at: mtime }]
        } catch (error) {
          // Removed meanwhile, as a temporary file is when it is renamed.
          if (isMissing(error)) return []
          throw error
        }
      })
      return (await Promise.all(found)).flat()
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
