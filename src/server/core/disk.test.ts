import type * as files from 'node:fs/promises'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { refusalOf, roomOf, writeWhole } from './disk.ts'

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

test('a file that is written appears whole or not at all, and what a dead process left beside it goes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const kept = ['growing.tar.gz.scene-part', 'of-others.tar.gz.part']
  const left = 'left.tar.gz.scene-part'
  for (const name of [left, ...kept]) await writeFile(join(folder, name), '')
  const before = new Date(Date.now() - dayMs - 1000)
  for (const name of [left, 'of-others.tar.gz.part']) await utimes(join(folder, name), before, before)

  const made = join(folder, 'made.tar.gz')
  const seen = await writeWhole(made, async (aside) => {
    await writeFile(aside, 'whole')
    return readdir(folder)
  })
  expect(seen.toSorted()).toEqual([...kept, 'made.tar.gz.scene-part'].toSorted())
  expect(await readFile(made, 'utf8')).toBe('whole')

  const failing = writeWhole(made, async (aside) => {
    await writeFile(aside, 'half')
    throw new Error('no more room')
  })
  await expect(failing).rejects.toThrow('no more room')
  expect((await readdir(folder)).toSorted()).toEqual([...kept, 'made.tar.gz'].toSorted())
  expect(await readFile(made, 'utf8')).toBe('whole')
})

test('a folder that cannot be made is said to be so, also below one where nobody can make any', async () => {
  const write = () => Promise.reject(new Error('not written'))
  for (const path of ['/proc/nowhere/file', '/proc/nowhere/at/all/file'])
    await expect(writeWhole(path, write)).rejects.toMatchObject({ code: 'ENOENT' })
})
