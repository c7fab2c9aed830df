import type * as files from 'node:fs/promises'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalStorage } from './local-storage.ts'

const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof files>()
  const open: typeof fs.open = async (...given) => {
    const file = await fs.open(...given)
    if (disk.isFull)
      file.writeFile = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
    return file
  }
  return { ...fs, open }
})

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'scene-storage-'))
  folder = join(parent, 'media')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

test('a file is kept, read back and removed', async () => {
  const storage = createLocalStorage(folder)
  const bytes = Buffer.from([0, 255, 1, 254])
  await storage.put('avatars/a-1.webp', bytes)
  expect(await storage.get('avatars/a-1.webp')).toEqual(bytes)
  await storage.put('avatars/a-1.webp', Buffer.from('new'))
  expect(await storage.get('avatars/a-1.webp')).toEqual(Buffer.from('new'))
  expect(await readdir(join(folder, 'avatars'))).toEqual(['a-1.webp'])
  await storage.remove('avatars/a-1.webp')
  expect(await storage.get('avatars/a-1.webp')).toBeNull()
  await storage.remove('avatars/a-1.webp')
})

test('readers see the old file or the new one, never a part', async () => {
  const storage = createLocalStorage(folder)
  const size = 4 * 1024 * 1024
  await storage.put('logs/a.webp', Buffer.alloc(size, 1))
  const state = { writing: true }
  const seen = new Set<string>()
  const reader = (async () => {
    while (state.writing) {
      const bytes = await storage.get('logs/a.webp')
      seen.add(`${bytes?.length}:${bytes?.[0] === bytes?.at(-1)}`)
    }
  })()
  for (const fill of [2, 3, 4, 5]) await storage.put('logs/a.webp', Buffer.alloc(size, fill))
  state.writing = false
  await reader
  expect([...seen]).toEqual([`${size}:true`])
})

test('a write that fails leaves nothing behind, and an older attempt’s remains go with the file', async () => {
  const storage = createLocalStorage(folder)
  await mkdir(join(folder, 'logs', 'taken.webp'), { recursive: true })
  await expect(storage.put('logs/taken.webp', Buffer.from('x'))).rejects.toThrow()
  expect(await readdir(join(folder, 'logs'))).toEqual(['taken.webp'])
  await writeFile(join(folder, 'logs', 'b.webp.part'), 'half')
  await storage.remove('logs/b.webp')
  expect(await readdir(join(folder, 'logs'))).toEqual(['taken.webp'])
})

test.each([
  '../secret.txt',
  'avatars/../../secret.txt',
  '/etc/passwd.txt',
  'avatars/..',
  'avatars/a.webp/b',
  'avatars\\a.webp',
  'avatars/a\0.webp',
  'a.webp',
])('the path %j is refused', async (path) => {
  await writeFile(join(parent, 'secret.txt'), 'secret')
  const storage = createLocalStorage(folder)
  await expect(async () => storage.get(path)).rejects.toThrow('not a storage path')
  await expect(async () => storage.put(path, Buffer.from('x'))).rejects.toThrow('not a storage path')
  await expect(async () => storage.remove(path)).rejects.toThrow('not a storage path')
})

test('check fails when the folder cannot be written', async () => {
  await createLocalStorage(folder).check()
  await writeFile(join(parent, 'file'), '')
  await expect(createLocalStorage(join(parent, 'file')).check()).rejects.toThrow()
})

test('a look at a full disk leaves nothing on it', async () => {
  const storage = createLocalStorage(folder)
  disk.isFull = true
  try {
    await expect(storage.check()).rejects.toThrow('ENOSPC')
    await expect(storage.put('avatars/a.webp', Buffer.from('x'))).rejects.toThrow('ENOSPC')
  } finally {
    disk.isFull = false
  }
  expect(await readdir(folder, { recursive: true })).toEqual(['avatars'])
})
