import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, syncFolder } from '#server/core/disk.ts'
import { storagePath, type Storage, type StoredFile } from './storage.ts'

const pageSize = 1000

/** The suffix of a file that is being written, or was when the process died. */
const half = '.part'

const whole = (path: string) => (path.endsWith(half) ? path.slice(0, -half.length) : path)

/**
 * Storage in a folder. A file appears complete or not at all, even after a power cut: it is written under a temporary
 * name, synced and renamed.
 */
export function createLocalStorage(folder: string): Storage {
  const place = (path: string) => {
    if (!storagePath.test(path)) throw new Error('not a storage path')
    return join(folder, path)
  }
  /** The temporary name is fixed, so that `remove` also deletes what a crash left. */
  const aside = (target: string) => `${target}${half}`
  return {
    async put(path, bytes) {
      const target = place(path)
      await mkdir(dirname(target), { recursive: true })
      try {
        await writeSynced(aside(target), bytes)
        await rename(aside(target), target)
      } catch (error) {
        await rm(aside(target), { force: true })
        throw error
      }
      await syncFolder(dirname(target))
    },
    async get(path) {
      try {
        return await readFile(place(path))
      } catch (error) {
        return unlessMissing(error)
      }
    },
    async remove(path) {
      const target = place(whole(path))
      await rm(aside(target), { force: true })
      if (path === whole(path)) await rm(target, { force: true })
    },
    async *list(name) {
      let page: StoredFile[] = []
      for await (const path of filesIn(folder, name)) {
        if (!storagePath.test(whole(path))) continue
        const found = await stat(join(folder, path)).catch(unlessMissing)
        if (found?.isFile()) page.push({ path, bytes: found.size, changedAt: found.mtime })
        if (page.length < pageSize) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    async check() {
      await mkdir(folder, { recursive: true })
      const probe = join(folder, `.check-${randomUUID()}`)
      try {
        await writeSynced(probe, Buffer.from('ok'))
      } finally {
        // On a full disk an empty file would stay of each look.
        await rm(probe, { force: true })
      }
    },
  }
}

function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

async function* filesIn(folder: string, name: string): AsyncGenerator<string> {
  const directory = await opendir(join(folder, name)).catch(unlessMissing)
  if (directory) for await (const entry of directory) yield `${name}/${entry.name}`
}

async function writeSynced(path: string, bytes: Buffer) {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
