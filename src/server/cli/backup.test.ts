import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { databaseUrl, runCommand } from '#test/command-line.ts'
import { buildMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp } from '#test/harness.ts'

test('a restore that loses its database says so, and can be done again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-lost-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = ['from', 'to'].map((part) => `t_lost_${part}_${process.pid}`)
  for (const name of names) {
    await createDatabase(name)
    onTestFinished(() => dropDatabase(name))
  }
  const [from = '', to = ''] = names
  const app = await startTestApp({ database: from })
  const { username } = await buildMember(app)
  await app.close()
  const file = join(folder, 'scene.tar.gz')
  const scene = (database: string, ...words: string[]) =>
    runCommand(words, { DATABASE_URL: databaseUrl(database), SCENE_DATA_DIR: folder })
  expect(await scene(from, 'backup', 'create', '--to', file)).toMatchObject({ code: 0 })

  // Of another database: a session in this one would be refused.
  const admin = openDatabase(inject('server'), () => {})
  onTestFinished(() => admin.close())
  const ending = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${to} and application_name = 'scene restore' and xact_start is not null`
  const ended = vi.waitUntil(async () => (await ending.execute(admin.db)).rows.length === 1, {
    interval: 2,
    timeout: 20_000,
  })
  const lost = await scene(to, 'backup', 'restore', file)
  await ended
  expect(lost).toMatchObject({ code: 75, error: expect.stringMatching(/^The database cannot be used: /) })
  expect(lost.error.split('\n')).toHaveLength(1)

  expect(await scene(to, 'backup', 'restore', file)).toMatchObject({ code: 0 })
  expect((await scene(to, 'user', 'list')).out).toContain(`@${username} `)
})
