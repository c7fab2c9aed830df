import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { StoredArchive } from '#server/adapters/archives/archives.ts'
import { createLocalFolder } from '#server/adapters/archives/local-archives.ts'
import { startTestApp } from '#test/harness.ts'
import {
  backupHealth,
  backupName,
  keepNewest,
  lastBackup,
  makeScheduledBackup,
  newestBackup,
} from './scheduled-backup.service.ts'
import { writeArchive, type Put } from './write-archive.ts'

test('by the clock one is made when it is due, old ones go, and a failure is seen', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'file'), '')
  const clock = { at: Date.now() }
  const backups = join(folder, 'by-the-clock')
  const env = { BACKUP_SCHEDULE: 'daily', BACKUP_DIR: backups, BACKUP_KEEP: '2' }
  const own = await startTestApp({ env, overrides: { now: () => new Date(clock.at) } })
  onTestFinished(() => own.close())
  const names = async () => (await readdir(backups)).toSorted()
  const warnings = async () =>
    ((await (await fetch(`${own.url}/readyz`)).json()) as { warnings: string[] }).warnings
  const failed = 'backup: the last one by the clock failed'
  const hours = (count: number) => (clock.at += count * 3_600_000)
  expect(await lastBackup(own.ctx)).toBeNull()
  // At the same time: one is enough.
  await Promise.all([makeScheduledBackup(own.ctx), makeScheduledBackup(own.ctx)])
  expect(await names()).toHaveLength(1)
  hours(20)
  await makeScheduledBackup(own.ctx)
  expect(await names()).toHaveLength(1)
  for (let day = 0; day < 3; day++) {
    hours(24)
    await makeScheduledBackup(own.ctx)
  }
  const kept = await names()
  expect(kept).toHaveLength(2)
  expect(await lastBackup(own.ctx)).toEqual({
    at: new Date(clock.at),
    madeAt: new Date(clock.at),
    failure: null,
  })
  hours(24)
  const { config } = own.ctx
  const nowhere = { ...config.backup, folder: join(folder, 'file', 'no-folder') }
  await makeScheduledBackup({ ...own.ctx, config: { ...config, backup: nowhere } })
  expect((await lastBackup(own.ctx))?.failure).toContain('cannot be written')
  expect(await warnings()).toContain(failed)
  expect(await names()).toEqual(kept)
  await makeScheduledBackup(own.ctx)
  expect((await lastBackup(own.ctx))?.failure).toBeNull()
  expect(await warnings()).not.toContain(failed)
  // A clock that was years ahead, and is right again, ends neither the backups nor what tells of them.
  const right = clock.at
  hours(5 * 365 * 24)
  await makeScheduledBackup(own.ctx)
  const ahead = (await names()).at(-1) ?? ''
  clock.at = right
  expect((await backupHealth(own.ctx)).state).toBe('old')
  hours(24)
  const later = new Date(clock.at + 5 * 365 * 24 * 3_600_000)
  await utimes(join(backups, ahead), later, later)
  expect((await newestBackup(own.db, config, new Date(clock.at)))?.getTime()).toBeLessThanOrEqual(Date.now())
  await makeScheduledBackup(own.ctx)
  expect((await backupHealth(own.ctx)).state).toBe('made')
  expect(await names()).toContain(backupName('scene', new Date(clock.at)))
  expect(await names()).not.toContain(ahead)
})

test('the backup just made is not removed for others that a wrong clock dates later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (year: number) => backupName('before-migration', new Date(Date.UTC(year, 0)))
  const put = (year: number) => writeFile(join(folder, at(year)), '')
  for (const year of [2024, 2025, 2026]) await put(year)
  for (const year of [2001, 2002]) {
    await put(year)
    await keepNewest(createLocalFolder(folder), at(year), 2)
    expect(await readdir(folder)).toContain(at(year))
  }
  expect((await readdir(folder)).toSorted()).toEqual([at(2001), at(2002)])
})

test('a file that goes while backups are listed is not among them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'kept'), 'kept')
  // It has a name, and nothing behind it.
  await symlink(join(folder, 'nothing'), join(folder, 'gone'))
  expect(await createLocalFolder(folder).list()).toMatchObject([{ name: 'kept', bytes: 4 }])
})

test('a disk that fills while a large entry is written fails the backup, and nothing else', async () => {
  const full: StoredArchive = {
    name: '/full',
    open: async () => null,
    size: async () => 0,
    async write(chunks) {
      const error = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      await pipeline(chunks, new Writable({ write: (_chunk, _encoding, done) => done(error) }))
      throw new Error('nothing came')
    },
  }
  const fill = async (put: Put) => {
    for (let entry = 0; entry < 3; entry++) await put(String(entry), randomBytes(4 * 1024 * 1024))
  }
  await expect(writeArchive(full, fill, async () => undefined)).rejects.toThrow(
    /^There is no room for the backup \/full/,
  )
})
