import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listSessions, logout } from '#shared/api/accounts.ts'
import { getFilm } from '#shared/api/films.ts'
import { getLog, updateLog } from '#shared/api/logs.ts'
import { updateMember } from '#shared/api/members.ts'
import { createReply, listReplies } from '#shared/api/replies.ts'
import { blockMember, muteMember, muteWord, unmuteWord } from '#shared/api/safety.ts'
import { undoMerge } from '#server/domains/film-identity/decisions.service.ts'
import { mergeFilms } from '#server/domains/film-identity/merge.service.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
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

/** What a film's page shows of what others wrote: the texts of popular reviews, and how many lists. */
const shownOf = async (app: TestApp, as: TestMember, film: { id: number }) => {
  const { data } = await app.call(getFilm, { params: { id: film.id }, query: {}, as })
  return [...data.popularReviews.map(({ review }) => review), data.lists.count]
}

test('a hidden word hides on a film’s page at once there, and a moment later on every other instance', async () => {
  const [reader, author] = [await buildMember(first), await buildMember(first)]
  const film = await buildFilm(first)
  await buildLog(first, { author, film, review: 'All that snow.', likeCount: 1 })
  await buildLog(first, { author, film, review: 'Dry.' })
  await buildList(first, { author, title: 'Snow days', films: [film] })
  const all = ['All that snow.', 'Dry.', 1]
  const both = () => Promise.all([first, second].map((app) => shownOf(app, reader, film)))
  expect(await both()).toEqual([all, all])
  const of = { as: reader, params: { userId: reader.id } }
  await first.call(muteWord, { ...of, body: { word: 'snow' } })
  expect(await shownOf(first, reader, film)).toEqual(['Dry.', 0])
  await second.ctx.changes.caughtUp()
  expect(await shownOf(second, reader, film)).toEqual(['Dry.', 0])
  await second.call(unmuteWord, { ...of, query: { word: 'snow' } })
  expect(await shownOf(second, reader, film)).toEqual(all)
  await first.ctx.changes.caughtUp()
  expect(await both()).toEqual([all, all])
})

/** What a log's page shows of comments: the best ones, and those of the thread, each below the name that it answers. */
const commentsOf = async (app: TestApp, as: TestMember, logId: string) => {
  const { data: log } = await app.call(getLog, { as, params: { logId }, query: { replies: 3 } })
  const { data: thread } = await app.call(listReplies, { as, params: { logId }, query: {} })
  return [log.replies.map(({ text }) => text), thread.map((row) => [row.parentUsername, row.text])]
}

test('a hidden word hides comments at once there, and a moment later on every other instance', async () => {
  const [reader, author] = [await buildMember(first), await buildMember(first)]
  const { id: logId } = await buildLog(first, { author, film: await buildFilm(first) })
  const write = (text: string, parentComment?: string) =>
    first.call(createReply, { as: author, params: { logId }, body: { text, parentComment } })
  const { data: snowy } = await write('All that snow.')
  await write('Dry.', snowy._id)
  const all = [
    ['All that snow.'],
    [
      [null, 'All that snow.'],
      [author.username, 'Dry.'],
    ],
  ]
  const left = [
    [],
    [
      [null, ''],
      ['', 'Dry.'],
    ],
  ]
  const both = () => Promise.all([first, second].map((app) => commentsOf(app, reader, logId)))
  expect(await both()).toEqual([all, all])
  const of = { as: reader, params: { userId: reader.id } }
  await first.call(muteWord, { ...of, body: { word: 'snow' } })
  expect(await commentsOf(first, reader, logId)).toEqual(left)
  await second.ctx.changes.caughtUp()
  expect(await both()).toEqual([left, left])
  await second.call(unmuteWord, { ...of, query: { word: 'snow' } })
  await first.ctx.changes.caughtUp()
  expect(await both()).toEqual([all, all])
})

test('who else is shown a review is asked each time: on every instance it changes at once', async () => {
  const [reader, author, other] = [
    await buildMember(first),
    await buildMember(first),
    await buildMember(first),
  ]
  const film = await buildFilm(first)
  const { id } = await buildLog(first, { author, film, review: 'Warm.', likeCount: 1 })
  await buildLog(first, { author: other, film, review: 'Cold.' })
  const shown = () => shownOf(second, reader, film)
  expect(await shown()).toEqual(['Warm.', 'Cold.', 0])
  const change = (body: { review?: string; audience?: 'me' | 'members' }) =>
    first.call(updateLog, { as: author, params: { logId: id }, body })
  await change({ review: 'Warmer.' })
  expect(await shown()).toEqual(['Warmer.', 'Cold.', 0])
  await change({ audience: 'me' })
  expect(await shown()).toEqual(['Cold.', 0])
  await change({ audience: 'members' })
  expect(await shown()).toEqual(['Warmer.', 'Cold.', 0])
  await first.call(muteMember, { as: reader, params: { userId: reader.id, targetId: other.id }, body: {} })
  expect(await shown()).toEqual(['Warmer.', 0])
  await first.call(blockMember, { as: author, params: { userId: author.id, targetId: reader.id } })
  expect(await shown()).toEqual([0])
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
