import type * as files from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { refusalOf, roomOf } from './disk.ts'

const found = vi.hoisted(() => ({ bavail: 0, blocks: 0, bsize: 4096, files: 0, ffree: 0 }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof files>()),
  statfs: async () => found,
}))
afterEach(() => void Object.assign(found, { files: 0, ffree: 0 }))

const gigabytes = (count: number) => ({ bavail: (count * 1024 ** 3) / 4096 })

test.each([
  ['room', { ...gigabytes(10), files: 1000, ffree: 900 }, 'enough', false],
  ['room, on a disk without a limit of files', { ...gigabytes(10), files: 0, ffree: 0 }, 'enough', false],
  ['room, and no more files', { ...gigabytes(10), files: 100_000, ffree: 12 }, 'none', true],
  ['little room', { ...gigabytes(1), files: 1000, ffree: 900 }, 'little', false],
  ['neither', { ...gigabytes(0), files: 1000, ffree: 0 }, 'none', false],
])('a disk with %s', async (_name, disk, state, lacksFiles) => {
  Object.assign(found, disk)
  expect(await roomOf('/data')).toMatchObject({ state, lacksFiles })
})

test('what a folder refuses with is told apart', () => {
  const refused = (code: string) => refusalOf(Object.assign(new Error(code), { code }))
  expect(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].map(refused)).toEqual([
    'full',
    'full',
    'read-only',
    'refused',
  ])
})
