import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { needsSession } from '#shared/api/endpoint.ts'
import { deleteMember } from '#shared/api/members.ts'
import { registry } from '#shared/api/registry.ts'
import { buildReply } from '#test/deletion.ts'
import {
  buildFilm,
  buildImport,
  buildList,
  buildLog,
  buildMember,
  follow,
  type TestMember,
} from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

// Every call of the contract by callers who may do nothing, and with the ids of others in path and body.

const parasite = 496243
const withMember = registry.filter(({ endpoint }) => needsSession(endpoint.access))

const fill = (path: string, names: Record<string, string | number>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(names[name] ?? names['userId']))

describe('with REQUIRE_VERIFIED_EMAIL', () => {
  let app: TestApp
  let unverified: TestMember
  let deleted: TestMember
  beforeAll(async () => {
    app = await startTestApp({ env: { REQUIRE_VERIFIED_EMAIL: '1' } })
    unverified = await buildMember(app, { verified: false })
    deleted = await buildMember(app)
    await app.call(deleteMember, { as: deleted, params: { userId: deleted.id } })
  })
  afterAll(() => app.close())

  const send = (endpoint: (typeof registry)[number]['endpoint'], as: TestMember) =>
    rawCall(app, {
      method: endpoint.method,
      path: fill(endpoint.path, { userId: as.id, movieId: parasite }),
      as,
      ...(endpoint.method !== 'GET' && { body: '{}' }),
    })

  const exempt = withMember.filter(({ endpoint }) => endpoint.path.startsWith('/api/auth/'))

  test.each(withMember.filter((one) => !exempt.includes(one)))(
    '$domain $name turns away who is not verified',
    async ({ endpoint }) => {
      const { status, data } = await send(endpoint, unverified)
      expect([status, data]).toEqual([403, expect.objectContaining({ code: 'auth.unverified' })])
    },
  )

  test.each(withMember)('$domain $name turns away who deleted the account', async ({ endpoint }) => {
    const { status, data } = await send(endpoint, deleted)
    expect([status, data]).toEqual([401, expect.objectContaining({ code: 'auth.required' })])
  })

  // Who mistyped the address can mend it.
  test('only how one signs in may be looked at and changed without it, and the link of the terminal be used', () => {
    expect(exempt.map(({ name }) => name).toSorted()).toEqual([
      'addPasskey',
      'becomeFirstOperator',
      'cancelEmailChange',
      'changeEmail',
      'changePassword',
      'confirmEmailChange',
      'confirmIdentity',
      'endAllSessions',
      'endSession',
      'getConfirmOptions',
      'getPasskeyOptions',
      'getSecurity',
      'listSessions',
      'logout',
      'removePasskey',
      'renamePasskey',
      'renewRecoveryCodes',
      'resendEmailChangeCodes',
      'setUpSecondStep',
      'turnOffSecondStep',
      'turnOnSecondStep',
    ])
  })
})

describe('with ids of others', () => {
  let app: TestApp
  let owner: TestMember
  let follower: TestMember
  let stranger: TestMember
  let names: Record<string, string | number>
  beforeAll(async () => {
    app = await startTestApp()
    owner = await buildMember(app)
    follower = await buildMember(app)
    stranger = await buildMember(app)
    await follow(app, follower, owner)
    await follow(app, owner, follower)
    await follow(app, stranger, owner)
    const film = await buildFilm(app, { id: parasite, title: 'Parasite' })
    const log = await buildLog(app, { author: owner, film, review: 'Stairs.', rating: 4 })
    const list = await buildList(app, { author: owner, films: [film] })
    await buildList(app, { author: owner, films: [film], isPrivate: true })
    await app.db.insertInto('watchlist_items').values({ member_id: owner.id, film_id: parasite }).execute()
    const kept = { member_id: owner.id, film_id: parasite }
    await app.db.insertInto('favourites').values(kept).execute()
    await app.db
      .insertInto('poster_overrides')
      .values({ ...kept, poster_path: '/poster496243-1.jpg' })
      .execute()
    const session = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const replyId = await buildReply(app, owner, log.id)
    const imported = await buildImport(app, { member: owner, films: [film] })
    names = {
      importId: imported.id,
      row: 1,
      userId: owner.id,
      targetId: stranger.id,
      followerId: stranger.id,
      movieId: parasite,
      logId: log.id,
      replyId,
      listId: list.id,
      sessionId: session.id,
      id: session.id,
    }
  })
  afterAll(() => app.close())

  const tables = [
    'sessions',
    'follows',
    'watchlist_items',
    'favourites',
    'poster_overrides',
    'logs',
    'replies',
    'lists',
    'notifications',
    'media',
    'imports',
  ] as const

  /** Everything that is the owner's. */
  async function owned() {
    const { updated_at: _, ...member } = {
      updated_at: 0,
      ...(await app.db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', owner.id)
        .executeTakeFirstOrThrow()),
    }
    const rows: Record<string, unknown> = { member }
    for (const table of tables)
      rows[table] =
        table === 'follows'
          ? await app.db.selectFrom(table).selectAll().where('follower_id', '=', owner.id).execute()
          : await app.db
              .selectFrom(table)
              .selectAll()
              .where('member_id', '=', owner.id)
              .orderBy(table === 'media' ? 'path' : table === 'poster_overrides' ? 'film_id' : 'created_at')
              .execute()
    return rows
  }

  /** Fields that a forger would like to be believed. */
  const forged = () => ({
    ...names,
    _id: owner.id,
    memberId: owner.id,
    member_id: owner.id,
    user: owner.id,
    email: 'new@example.org',
    emailVerified: true,
    isAdmin: true,
    role: 'operator',
    isPrivate: true,
    movieIds: [parasite],
    posterUrl: '/poster496243-2.jpg',
    backdrop: '/t/p/original/backdrop496243-2.jpg',
    bio: 'forged',
    review: 'forged',
    title: 'forged',
  })

  // What others may do to a log, its comments and a list, or suggest to a friend, is not the owner's alone; what one does with one's own account is one's own.
  const writes = withMember.filter(
    ({ endpoint, name }) =>
      endpoint.method !== 'GET' &&
      ![
        'toggleLogLike',
        'createReply',
        'toggleReplyLike',
        'createListReply',
        'toggleListReplyLike',
        'shareFilm',
        'toggleListLike',
        'toggleListSave',
        'endAllSessions',
        'logout',
        'deleteMember',
      ].includes(name),
  )

  test.each(writes)('$domain $name changes nothing of theirs', async ({ endpoint }) => {
    const before = await owned()
    for (const as of [follower, stranger])
      await rawCall(app, {
        method: endpoint.method,
        path: `${fill(endpoint.path, names)}?userId=${owner.id}`,
        as,
        headers: { 'x-user-id': owner.id, cookie: `token=${owner.token}` },
        body: endpoint.files ? formOf(forged()) : JSON.stringify(forged()),
      })
    expect(await owned()).toEqual(before)
  })

  test.each(withMember.filter(({ name }) => name === 'deleteMember'))(
    'nor does $name',
    async ({ endpoint }) => {
      const { status } = await rawCall(app, {
        method: endpoint.method,
        path: fill(endpoint.path, names),
        as: stranger,
        body: JSON.stringify(forged()),
      })
      expect(status).toBe(403)
      expect((await owned())['member']).toMatchObject({ id: owner.id })
    },
  )

  test('an id in capitals is the same id', async () => {
    const capitals = (id: string) => id.toUpperCase()
    const send = (method: string, path: string) => rawCall(app, { method, path, as: stranger })
    const [mine, theirs] = [capitals(stranger.id), capitals(follower.id)]
    expect((await send('GET', `/api/users/${mine}/watchlist`)).status).toBe(200)
    expect((await send('GET', `/api/users/${theirs}/followers`)).status).toBe(200)
    expect((await send('GET', `/api/users/${mine}/mutuals`)).status).toBe(200)
    const self = await send('POST', `/api/users/${stranger.id}/follow/${mine}`)
    expect(self.data).toMatchObject({ code: 'member.follow_self' })
    const first = await send('POST', `/api/users/${mine}/follow/${theirs}`)
    expect(first.data).toEqual({ following: true, followersCount: 2 })
    const second = await send('POST', `/api/users/${stranger.id}/follow/${follower.id}`)
    expect(second.data).toEqual({ following: false, followersCount: 1 })
  })

  test('no field makes a member more than one is', async () => {
    const path = `/api/users/${stranger.id}`
    const { status } = await rawCall(app, {
      method: 'PATCH',
      path,
      as: stranger,
      body: JSON.stringify(forged()),
    })
    expect(status).toBe(200)
    const row = await app.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', stranger.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      bio: 'forged',
      email: stranger.email,
      username: stranger.username,
      google_id: null,
      role: 'member',
    })
  })

  test('an e-mail address, its verification and recent GIFs are in no answer to others', async () => {
    await app.db
      .insertInto('recent_gifs')
      .values({ member_id: owner.id, addresses: ['https://gif.example/canary.gif'] })
      .execute()
    const reads = withMember.filter(({ endpoint }) => endpoint.method === 'GET')
    const texts = await Promise.all(
      reads.map(({ endpoint }) =>
        rawCall(app, {
          method: 'GET',
          path: `${fill(endpoint.path, names)}?query=${owner.email}&q=${owner.username}&role=actor`,
          as: follower,
        }),
      ),
    )
    for (const { text } of texts) {
      expect(text).not.toContain(owner.email)
      expect(text).not.toContain('canary.gif')
    }
  })
})

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

test('who hangs up is counted as who they were, and is no fault of the server', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { token } = await buildMember(app)
  const used = vi.spyOn(app.ctx.limits, 'use')
  const { hostname, port } = new URL(app.url)
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const locked = app.ctx.transact(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx.db)
    hold()
    await freed
  })
  await held
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/evenings/ABCDEF HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
    expect(rows).toHaveLength(1)
  })
  socket.resetAndDestroy()
  await once(socket, 'close')
  // The server hears of it a moment later.
  await sleep(200)
  free()
  await locked
  await vi.waitFor(() => expect(used).toHaveBeenCalledWith('evening.guess', '127.0.0.1'))
})
