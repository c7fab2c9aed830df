import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listSessions, logout } from '#shared/api/accounts.ts'
import { getFilm } from '#shared/api/films.ts'
import { updateMember } from '#shared/api/members.ts'
import { undoMerge } from '#server/domains/film-identity/decisions.service.ts'
import { mergeFilms } from '#server/domains/film-identity/merge.service.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { sql } from 'kysely'

const name = `t_changes_${Date.now()}`
let first: TestApp
let second: TestApp
beforeAll(async () => {
  await createDatabase(name)
  first = await startTestApp({ database: name })
  second = await startTestApp({ database: name })
  await vi.waitUntil(() => [first, second].every((app) => app.ctx.changes.isListening()))
})
afterAll(async () => {
  await first.close()
  await second.close()
  await dropDatabase(name)
})

const status = async (app: TestApp, as: TestMember) => (await app.call(listSessions, { as })).status
const asksForSession = async (app: TestApp, as: TestMember) => {
  const statements = await app.recordStatements(() => app.call(listSessions, { as }))
  return statements.some(({ text }) => text.includes('from sessions join members'))
}

test('a session in use is read once, until its member changes', async () => {
  const member = await buildMember(first)
  expect(await asksForSession(first, member)).toBe(true)
  expect(await asksForSession(first, member)).toBe(false)
  await second.db.updateTable('members').set({ bio: 'nothing that calls see' }).execute()
  await first.ctx.changes.caughtUp()
  expect(await asksForSession(first, member)).toBe(false)
  await second.db.updateTable('members').set({ locale: 'fr' }).where('id', '=', member.id).execute()
  await first.ctx.changes.caughtUp()
  expect(await asksForSession(first, member)).toBe(true)
})

test('who logs out is out at once there, and a moment later on every other instance', async () => {
  const member = await buildMember(first)
  expect(await Promise.all([status(first, member), status(second, member)])).toEqual([200, 200])
  await first.call(logout, { as: member })
  expect(await status(first, member)).toBe(401)
  await second.ctx.changes.caughtUp()
  expect(await status(second, member)).toBe(401)
})

test('a choice of film titles counts from the next call on', async () => {
  const member = await buildMember(first)
  const film = await buildFilm(first, { title: 'The Great Beauty' })
  await first.db
    .updateTable('films')
    .set({ original_title: 'La grande bellezza', original_language: 'it' })
    .where('id', '=', film.id)
    .execute()
  const title = async () =>
    (await first.call(getFilm, { params: { id: film.id }, query: {}, as: member })).data.title
  expect(await title()).toBe('The Great Beauty')
  for (const [choice, shown] of [
    ['original', 'La grande bellezza'],
    ['english', 'The Great Beauty'],
  ] as const) {
    await first.call(updateMember, {
      params: { userId: member.id },
      body: { filmTitles: choice },
      as: member,
    })
    expect(await title()).toBe(shown)
  }
})

test('numbers that lead on are known once, and follow merges on every instance', async () => {
  const member = await buildMember(first)
  const [from, into] = [await buildFilm(first), await buildFilm(first)]
  const led = async (app: TestApp) =>
    (await app.call(getFilm, { params: { id: from.id }, query: {}, as: member })).data.id
  expect([await led(first), await led(second)]).toEqual([from.id, from.id])
  await mergeFilms(first.ctx, from.id, into.id)
  expect(await led(first)).toBe(into.id)
  await second.ctx.changes.caughtUp()
  expect(await led(second)).toBe(into.id)
  await undoMerge(second.ctx, { shellUser: 'tester' }, from.id)
  expect(await led(second)).toBe(from.id)
  await first.ctx.changes.caughtUp()
  expect(await led(first)).toBe(from.id)
  const statements = await first.recordStatements(() => led(first))
  expect(statements.filter(({ text }) => text.includes('where from_id = any'))).toEqual([])
})

test('while nothing is heard nothing is kept, what was kept is gone, and sockets of ended sessions are cut', async () => {
  const [member, bystander] = [await buildMember(first), await buildMember(first)]
  expect(await status(first, member)).toBe(200)
  const sockets = [member, bystander].map(({ token }) =>
    io(first.url, { auth: { token }, transports: ['websocket'], reconnection: false }),
  )
  onTestFinished(() => sockets.forEach((socket) => void socket.disconnect()))
  await expect.poll(() => sockets.map(({ connected }) => connected)).toEqual([true, true])
  // From here on they need not be looked up within the hour.
  await first.ctx.realtime.recheck(null)
  const killed = await sql<{ pid: number }>`
    select pid from pg_stat_activity, pg_terminate_backend(pid)
    where datname = ${name} and application_name = 'scene changes'`.execute(second.db)
  expect(killed.rows.length).toBe(2)
  await expect.poll(() => first.ctx.changes.isListening(), { interval: 5 }).toBe(false)
  await sql`delete from sessions where member_id = ${member.id}`.execute(second.db)
  expect(await status(first, member)).toBe(401)
  await expect.poll(() => first.ctx.changes.isListening(), { timeout: 10_000 }).toBe(true)
  await expect
    .poll(() => sockets.map(({ connected }) => connected), { timeout: 10_000 })
    .toEqual([false, true])
})
