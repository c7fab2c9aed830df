import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { storagePath, type Storage } from './storage.ts'

/** A folder. A file appears whole or not at all, also after a power cut: written aside, synced, renamed. */
export function createLocalStorage(folder: string): Storage {
  const place = (path: string) => {
    if (!storagePath.test(path)) throw new Error('not a storage path')
    return join(folder, path)
  }
  /** Fixed, so that what a crash left aside goes with `remove`. */
  const aside = (target: string) => `${target}.part`
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
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async remove(path) {
      const target = place(path)
      await rm(aside(target), { force: true })
      await rm(target, { force: true })
    },
    async check() {
      await mkdir(folder, { recursive: true })
      const probe = join(folder, `.check-${randomUUID()}`)
      await writeSynced(probe, Buffer.from('ok'))
      await rm(probe, { force: true })
    },
  }
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

/** A rename is durable once its folder is; Windows has no such call. */
async function syncFolder(path: string) {
  if (platform() === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
