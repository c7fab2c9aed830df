import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listTrending } from '#shared/api/films.ts'
import { startFilmSourceServer, wireFilm, wirePage } from '#test/fakes/film-source-server.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let source: Awaited<ReturnType<typeof startFilmSourceServer>>
beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({
    env: {
      TMDB_API_KEY: 'key',
      TMDB_BASE_URL: source.url,
      // Nobody listens there.
      SMTP_URL: 'smtp://127.0.0.1:9',
      BACKUP_SCHEDULE: 'daily',
    },
  })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

async function warnings(): Promise<string[]> {
  const answer = await fetch(`${app.url}/readyz`)
  expect(answer.status).toBe(200)
  const { warnings: all } = (await answer.json()) as { warnings: string[] }
  return all.filter((one) => !one.startsWith('disk'))
}

test('a refused key is a warning until the film source takes it', async () => {
  const member = await buildMember(app)
  expect(await warnings()).toEqual([])
  source.otherwise(() => ({ status: 401, json: { status_code: 7 } }))
  await app.call(listTrending, { as: member })
  expect(await warnings()).toEqual([expect.stringContaining('refuses the key')])
  source.otherwise(() => ({ json: wirePage([wireFilm(1)]) }))
  expect((await app.call(listTrending, { as: member })).status).toBe(200)
  expect(await warnings()).toEqual([])
})

test('mail that fails is a warning until one is sent, and what it says names nobody', async () => {
  const mail = { to: 'somebody@example.org', subject: 'a', text: 'b' }
  await expect(app.ctx.mailer.send(mail)).rejects.toThrow()
  expect(await warnings()).toEqual([expect.stringMatching(/^mail: /)])
  const state = await app.db.selectFrom('mail_state').selectAll().executeTakeFirstOrThrow()
  expect([state.sent_at, state.failure]).toEqual([null, expect.stringContaining('ECONNREFUSED')])
  const later = new Date(Date.now() + 1000)
  await app.db.updateTable('mail_state').set({ sent_at: later }).execute()
  expect(await warnings()).toEqual([])
})

test('a backup that failed or is too old is a warning', async () => {
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000)
  const state = (made: Date, failure: string | null) => ({ tried_at: made, made_at: made, failure })
  await app.db
    .insertInto('backup_state')
    .values(state(hours(24), null))
    .execute()
  expect(await warnings()).toEqual([])
  await app.db
    .updateTable('backup_state')
    .set(state(hours(48), null))
    .execute()
  expect(await warnings()).toEqual([expect.stringContaining('too old')])
  await app.db
    .updateTable('backup_state')
    .set(state(hours(1), 'no room'))
    .execute()
  expect(await warnings()).toEqual([expect.stringContaining('failed')])
})

test('however many ask at once, the storage is tried once for all of them', async () => {
  const check = vi.spyOn(app.ctx.storage, 'check')
  await Promise.all(Array.from({ length: 30 }, warnings))
  expect(check.mock.calls.length).toBeLessThan(10)
})
