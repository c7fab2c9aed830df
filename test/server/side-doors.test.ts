import { unzipSync } from 'fflate'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { login, register, resetPassword } from '#shared/api/accounts.ts'
import { createList, updateList } from '#shared/api/lists.ts'
import { createLog, deleteLog } from '#shared/api/logs.ts'
import { registry } from '#shared/api/registry.ts'
import { toggleWatchlist } from '#shared/api/shelves.ts'
import { createLogger } from '#server/core/logger.ts'
import { rows } from '#test/access.ts'
import { buildWorld, callRow, type World } from '#test/access-world.ts'
import { tablesWith } from '#test/deletion.ts'
import { password, startAccountsApp } from '#test/fakes/accounts-app.ts'
import { buildList } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

// Where what is private could get out beside the answers that test/server/leaks.test.ts reads: refusals, exports of
// others, counts, sockets, and what Scene writes of itself.

const canary = 'Zwartvogel'
const parasite = 496243

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld(app)
})
afterAll(() => app.close())

const others = ['stranger', 'follower'] as const

/** A private list that the follower liked and saved while it was public. */
const hiddenList = () =>
  buildList(app, {
    author: world.who.owner,
    title: canary,
    films: [{ id: parasite }],
    likedBy: [world.who.follower],
    savedBy: [world.who.follower],
    isPrivate: true,
  })

test('no refusal tells what it is about', async () => {
  const list = await hiddenList()
  await app.db
    .updateTable('imports')
    .set({ files: [`${canary}.csv`] })
    .execute()
  for (const actor of others)
    for (const called of registry.filter(({ endpoint }) => endpoint.path.includes(':'))) {
      // These end the session that asks.
      if (called.name === 'deleteMember') continue
      const names = { ...world.names, listId: list.id }
      const { text } = await callRow(app, called, { ...world, names }, world.who[actor])
      expect([called.name, text.includes(canary)]).toEqual([called.name, false])
    }
})

test('an export holds nothing private of others, whatever they once shared', async () => {
  const list = await hiddenList()
  const [owner, follower] = await Promise.all(
    [world.who.owner, world.who.follower].map(async (as) => {
      const headers = { authorization: `Bearer ${as.token}` }
      const zip = await (await fetch(`${app.url}/api/export`, { headers })).arrayBuffer()
      const files = Object.values(unzipSync(new Uint8Array(zip)))
      return files.map((bytes) => Buffer.from(bytes).toString()).join('\n')
    }),
  )
  expect([owner?.includes(canary), owner?.includes(list.id)]).toEqual([true, true])
  expect([follower?.includes(canary), follower?.includes(list.id)]).toEqual([false, false])
})

test('what others read of a member stays to the letter what it was, whatever is private', async () => {
  const { owner, stranger, follower } = world.who
  const about = registry.filter(
    ({ endpoint }) => endpoint.method === 'GET' && /:userId|lists|users/.test(endpoint.path),
  )
  expect(about.length).toBeGreaterThan(20)
  const read = async () => {
    const texts: Record<string, string> = {}
    for (const as of [stranger, follower])
      for (const called of about) {
        const { text } = await callRow(app, called, world, as)
        texts[`${called.name} ${as.username}`] = text.replaceAll(
          /"(requestId|computedAt)":"[^"]*"|"isCounting":\w+/g,
          '',
        )
      }
    return texts
  }
  await read()
  await app.ctx.changes.caughtUp()
  const before = await read()
  const { data: list } = await app.call(createList, {
    as: owner,
    body: { title: canary, isPrivate: true, tags: [canary], movies: [{ id: parasite }, { id: 244786 }] },
  })
  await app.call(toggleWatchlist, { as: owner, body: { movieId: 244786, isPrivate: true } })
  await app.call(updateList, { as: owner, params: { listId: list._id }, body: { description: canary } })
  const { data: log } = await app.call(createLog, { as: owner, body: { movieId: 603, review: canary } })
  await app.call(deleteLog, { as: owner, params: { logId: log._id } })
  await app.ctx.changes.caughtUp()
  expect(await read()).toEqual(before)
  expect(Object.keys(await tablesWith(app, canary))).toContain('public.lists')
})

test('sockets of others hear nothing of what is private', async () => {
  const { owner, stranger, follower } = world.who
  const heard: string[] = []
  for (const as of [stranger, follower]) {
    const socket = io(app.url, { auth: { token: as.token }, transports: ['websocket'], reconnection: false })
    onTestFinished(() => void socket.disconnect())
    socket.onAny((...event) => heard.push(JSON.stringify(event)))
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    for (const id of [as.id, owner.id]) await socket.emitWithAck('join', id)
  }
  const body = { title: canary, isPrivate: true, movies: [{ id: parasite }] }
  const { data: list } = await app.call(createList, { as: owner, body })
  const params = { listId: list._id }
  await app.call(updateList, { as: owner, params, body: { description: canary, isPrivate: true } })
  await app.call(toggleWatchlist, { as: owner, body: { movieId: 680, isPrivate: true } })
  const { data: log } = await app.call(createLog, {
    as: owner,
    body: { movieId: 27205, review: 'In the open.' },
  })
  // What is sent in order is heard in order: whatever there was came before this.
  await expect.poll(() => heard.join('\n')).toContain(log._id)
  expect(heard.filter((event) => event.includes(canary) || event.includes(list._id))).toEqual([])
})

describe('what Scene writes of itself', () => {
  test('names nobody and holds no secret, whoever does what', async () => {
    // The most that LOG_LEVEL takes.
    const lines: string[] = []
    const logger = createLogger('debug', { write: (line) => void lines.push(line) })
    const own = await startAccountsApp({}, { logger })
    onTestFinished(() => own.close())
    const member = await own.signUp({ username: 'Zwartvogel_1' })
    const { email, token, cookie } = member
    const code = await own.codeFor(email)
    const wrong = { email, password: `${canary} wrong` }
    await own.call(login, { body: wrong })
    const again = await own.call(login, { body: { email, password } })
    await own.call(resetPassword, { body: { email, code: '000001', newPassword: canary } })
    await own.call(register, { body: { ...wrong, username: `${canary}_2`, avatar: '' } })
    const built = await buildWorld(own)
    built.names['targetId'] = member.id
    const owner = { token: again.data.token }
    const sing = (fields: object) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'string' && !/id$/i.test(name) ? canary : value,
        ]),
      )
    for (const called of registry) {
      // They end the session.
      if (['logout', 'endAllSessions', 'deleteMember', 'endSession'].includes(called.name)) continue
      await callRow(own, called, built, owner)
      await callRow(own, called, built, built.who.owner, sing)
    }
    for (const path of [
      `/api/users?query=${canary}`,
      `/api/users/${canary}`,
      `/${canary}?token=${token}`,
      '/api/%zz',
    ])
      await rawCall(own, { method: 'GET', path: path.startsWith('/api') ? path : `/api${path}`, as: owner })
    // The way that a fault takes.
    own.ctx.logger.error({ err: new Error('shown') }, 'a fault')
    await own.jobsDone()
    const written = lines.join('')
    expect(lines.length).toBeGreaterThan(registry.length)
    expect(written).toContain('/api/users/:userId')
    const secrets = {
      canary,
      email,
      token,
      code: `"${code}"`,
      cookie: cookie.split('=')[1] ?? '',
      password,
      again: again.data.token,
      other: built.who.owner.token,
      address: built.who.owner.email,
    }
    for (const [name, secret] of Object.entries(secrets))
      expect([name, lines.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))]).toEqual([
        name,
        [],
      ])
    expect(Object.keys(rows).length).toBe(registry.length)
  })
})
