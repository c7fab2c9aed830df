import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storagePath, type Storage } from './storage.ts'

/** A folder. A file appears whole or not at all, also after a power cut: written aside, synced, renamed. */
export function createLocalStorage(folder: string): Storage {
  const place = (path: string) => {
    if (!storagePath.test(path)) throw new Error('not a storage path')
    return join(folder, path)
  }
  return {
    async put(path, bytes) {
      const target = place(path)
      await mkdir(dirname(target), { recursive: true })
      const aside = `${target}.${process.pid}.part`
      const file = await open(aside, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(aside, target)
    },
    async get(path) {
      try {
        return await readFile(place(path))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove: (path) => rm(place(path), { force: true }),
    check: async () => void (await mkdir(folder, { recursive: true })),
  }
}
