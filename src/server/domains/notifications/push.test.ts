import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logout } from '#shared/api/accounts.ts'
import { toggleLogLike } from '#shared/api/logs.ts'
import {
  getNotificationSettings,
  renewPush,
  subscribePush,
  unsubscribePush,
  updateNotificationSettings,
} from '#shared/api/notification-settings.ts'
import { markAllRead } from '#shared/api/notifications.ts'
import { createReply } from '#shared/api/replies.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { catchUp, sendPush } from './push.service.ts'

interface Heard {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

let app: TestApp
let service: Server
let host: string
let heard: Heard[]
let status: number
let now: Date
let author: TestMember
let friend: TestMember
let film: { id: number }
let logId: string

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  app = await startTestApp({ env: { PUSH_HOSTS: host }, overrides: { now: () => now } })
  film = await buildFilm(app, { title: 'Salt Harbour' })
})
afterAll(async () => {
  service.close()
  await app.close()
})
beforeEach(async () => {
  heard = []
  status = 201
  now = new Date()
  author = await buildMember(app)
  friend = await buildMember(app)
  logId = (await buildLog(app, { author, film, review: 'Discuss.' })).id
})
afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

/** A browser that subscribes, and reads what it is sent as RFC 8291 says. */
function browser(path = '/one') {
  const key = createECDH('prime256v1')
  const publicKey = key.generateKeys()
  const auth = randomBytes(16)
  return {
    body: {
      endpoint: `http://${host}${path}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(message: Buffer) {
      const salt = message.subarray(0, 16)
      const serverKey = message.subarray(21, 21 + (message[20] ?? 0))
      const secret = key.computeSecret(serverKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
      const part = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
      const sealed = message.subarray(21 + serverKey.length)
      const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
      cipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as {
        web_push: number
        notification: Record<string, unknown>
      }
    },
  }
}

const settings = async (as = author) => (await app.call(getNotificationSettings, { as })).data
const subscribe = (one = browser(), as = author) => app.call(subscribePush, { as, body: one.body })
const comment = (text = 'words', as = friend) =>
  app.call(createReply, { as, params: { logId }, body: { text } })
const like = (as = friend) => app.call(toggleLogLike, { as, params: { logId } })

/** Runs what was queued, once, as a worker does; answers how many there were. */
async function work(names = ['push.send', 'push.catch-up'], ctx = app.ctx): Promise<number> {
  await app.ctx.settled()
  const { rows } = await sql<{ id: string; name: string; payload: never; run_at: Date }>`
    select j.id::text, t.identifier as name, j.payload, j.run_at from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${names}::text[]) and j.run_at <= ${now}::timestamptz order by j.id`.execute(
    app.db,
  )
  for (const { id, name, payload } of rows) {
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(app.db)
    await (name === 'push.send' ? sendPush : catchUp)(ctx, payload)
  }
  return rows.length
}

test('a browser is told what happened in the member’s language, encrypted and signed', async () => {
  const one = browser()
  const { data } = await subscribe(one)
  expect(data.devices).toMatchObject([{ isCurrent: true, sentAt: null }])
  await app.db.updateTable('members').set({ locale: 'ar' }).where('id', '=', author.id).execute()
  await comment()
  expect(await work()).toBe(1)
  expect(heard).toHaveLength(1)
  const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: Buffer.of() }] = heard
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
  expect(headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(Number(headers['ttl'])).toBeGreaterThan(86_000)
  expect(Number(headers['ttl'])).toBeLessThanOrEqual(86_400)
  expect(one.read(body)).toEqual({
    web_push: 8030,
    notification: {
      title: `تعليق من \u2068@${friend.username}\u2069 على مراجعتك`,
      body: 'Salt Harbour',
      navigate: expect.stringMatching(new RegExp(`^http.*/review/${logId}$`)),
      lang: 'ar',
      dir: 'rtl',
      silent: false,
      tag: headers['topic'],
      app_badge: '1',
    },
  })
  const [, token = '', publicKey = ''] = /^vapid t=(.+), k=(.+)$/.exec(headers['authorization'] ?? '') ?? []
  expect(publicKey).toBe(data.pushKey)
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
    aud: `http://${host}`,
  })
  expect((await settings()).devices).toMatchObject([{ sentAt: now.toISOString() }])
})

test.each([
  ['https://films.example.org', 'https://films.example.org'],
  ['https://localhost:8443', 'mailto:scene@example.org'],
  ['http://films.example.org', 'mailto:scene@example.org'],
])('at %s the sender is named %s, which every service takes', async (publicUrl, subject) => {
  await subscribe()
  await comment()
  await work(undefined, { ...app.ctx, config: { ...app.ctx.config, publicUrl } })
  const [, claims = ''] = /t=[^.]+\.([^.]+)\./.exec(heard[0]?.headers['authorization'] ?? '') ?? []
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: subject })
})

test('members without browsers queue nothing, and each browser is told for itself', async () => {
  await comment()
  expect(await work()).toBe(0)
  await subscribe(browser('/one'))
  const other = await buildMember(app)
  await subscribe(browser('/two'), other)
  await comment('again')
  await work()
  expect(heard.map(({ path }) => path)).toEqual(['/one'])
})

test('the keys stay, also for other processes, and are sealed', async () => {
  const { pushKey } = await settings()
  expect((await settings(friend)).pushKey).toBe(pushKey)
  expect(Buffer.from(pushKey, 'base64url')).toHaveLength(65)
  const row = await app.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(row.public_key).toBe(pushKey)
  expect(row.private_key.toString('latin1')).not.toMatch(/^[\w-]{43}$/)
})

describe('what is not sent', () => {
  beforeEach(async () => void (await subscribe()))

  test('what was read meanwhile, on another device', async () => {
    await comment()
    await app.call(markAllRead, { as: author })
    await work()
    expect(heard).toEqual([])
  })

  test('kinds that the member does not want: likes at first, and what was switched off', async () => {
    await like()
    await work()
    expect(heard).toEqual([])
    const reach = { likes: { push: true }, comments: { push: false } }
    await app.call(updateNotificationSettings, { as: author, body: { reach } })
    await comment()
    await like()
    await like()
    await work()
    expect(heard).toEqual([])
    const other = await buildMember(app)
    await app.call(toggleLogLike, { as: other, params: { logId } })
    await work()
    expect(heard).toHaveLength(1)
  })

  test('what is a day old', async () => {
    await comment()
    now = new Date(now.getTime() + 86_400_000)
    await work()
    expect(heard).toEqual([])
  })

  test('anything to a session that ended, or to whoever was on this browser before', async () => {
    const one = browser('/shared')
    await subscribe(one)
    await subscribe(one, friend)
    expect((await settings()).devices).toEqual([])
    await comment()
    await work()
    expect(heard).toEqual([])
    await subscribe(browser('/own'))
    await comment('again')
    await app.call(logout, { as: author })
    await work()
    expect(heard).toEqual([])
    expect(
      await app.db
        .selectFrom('push_subscriptions')
        .select('endpoint')
        .where('member_id', '=', author.id)
        .execute(),
    ).toEqual([])
  })

  test('anything to a browser that was removed', async () => {
    const [device] = (await settings()).devices
    const params = { pushId: device?.id ?? '' }
    expect((await app.call(unsubscribePush, { as: friend, params })).error.code).toBe('push.not_found')
    expect((await app.call(unsubscribePush, { as: author, params })).status).toBe(200)
    await comment()
    expect(await work()).toBe(0)
  })
})

test('likes of one review take one place, comments of another one', async () => {
  await subscribe()
  await app.call(updateNotificationSettings, { as: author, body: { reach: { likes: { push: true } } } })
  // What is told after an answer comes in no order of its own.
  await like()
  await app.ctx.settled()
  await like(await buildMember(app))
  await app.ctx.settled()
  await comment()
  await comment('more')
  await work()
  const topics = heard.map(({ headers }) => headers['topic'])
  expect(topics[0]).toBe(topics[1])
  expect(new Set(topics).size).toBe(3)
})

test.each([404, 410])('a subscription that its service answers with %i goes', async (gone) => {
  await subscribe()
  status = gone
  await comment()
  await work()
  expect((await settings()).devices).toEqual([])
})

test.each([
  [201, 'sent'],
  [410, 'gone'],
  [403, 'refused'],
  [500, 'failed'],
])('a message that a service answers with %i is counted as %s', async (answered, outcome) => {
  const count = async () => {
    const { values } = await app.ctx.metrics.push.get()
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  }
  await subscribe()
  status = answered
  await comment()
  const before = await count()
  await work().catch(() => undefined)
  expect(await count()).toBe(before + 1)
})

test.each([429, 500, 503])('a service that answers %i is asked again', async (away) => {
  await subscribe()
  status = away
  await comment()
  await expect(work()).rejects.toThrow(`the push service answered ${away}`)
  expect((await settings()).devices).toHaveLength(1)
})

test('quiet hours end with one message that says how many came', async () => {
  const one = browser()
  await subscribe(one)
  now = new Date('2026-11-20T21:30:00Z')
  // In Riyadh, half past midnight.
  const body = { quiet: { from: '22:00', to: '07:00' }, timeZone: 'Asia/Riyadh' }
  await app.call(updateNotificationSettings, { as: author, body })
  await comment('one')
  await comment('two')
  expect(await work()).toBe(2)
  expect(heard).toEqual([])
  now = new Date('2026-11-21T03:59:00Z')
  expect(await work()).toBe(0)
  now = new Date('2026-11-21T04:00:00Z')
  expect(await work()).toBe(1)
  expect(heard.map(({ body: sent }) => one.read(sent).notification['title'])).toEqual(['2 new notifications'])
  await comment('three')
  await work()
  expect(heard).toHaveLength(2)
})

test('an hour’s budget of twelve, then one message for the rest', async () => {
  const one = browser()
  await subscribe(one)
  for (let index = 0; index < 15; index++) {
    await comment(`words ${index}`)
    now = new Date(now.getTime() + 1000)
  }
  await work()
  expect(heard).toHaveLength(12)
  now = new Date(now.getTime() + 3_600_001)
  await work()
  expect(heard).toHaveLength(13)
  expect(one.read(heard.at(-1)?.body ?? Buffer.of()).notification['title']).toBe('3 new notifications')
})

describe('a browser that gets another address', () => {
  const formerOf = ({ endpoint, keys: { auth } }: ReturnType<typeof browser>['body']) => ({ endpoint, auth })

  test('is reached there, by the secret of the former one and without a login', async () => {
    const [before, after] = [browser('/before'), browser('/after')]
    await subscribe(before)
    const body = { former: formerOf(before.body), ...after.body }
    expect((await app.call(renewPush, { body })).status).toBe(200)
    await comment('words')
    await work()
    expect(heard.map(({ path }) => path)).toEqual(['/after'])
    expect(after.read(heard[0]?.body ?? Buffer.of()).notification['title']).toMatch(
      /commented on your review/,
    )
    const { data } = await app.call(getNotificationSettings, { as: author })
    expect(data.devices).toHaveLength(1)
    // The former one is nobody's now.
    expect((await app.call(renewPush, { body })).error.code).toBe('push.not_found')
  })

  test('is not taken over by a guess, moved elsewhere, or put in the place of another', async () => {
    const [mine, other] = [browser('/mine'), browser('/other')]
    await subscribe(mine)
    await app.call(subscribePush, { as: friend, body: other.body })
    const refusal = async (body: object) =>
      (await app.call(renewPush, { body: { former: formerOf(mine.body), ...browser('/new').body, ...body } }))
        .error.code
    const guess = { endpoint: mine.body.endpoint, auth: browser().body.keys.auth }
    expect(await refusal({ former: guess })).toBe('push.not_found')
    expect(await refusal({ endpoint: 'https://intranet.example.org/hook' })).toBe('push.host')
    expect(await refusal({ endpoint: other.body.endpoint })).toBe('push.not_found')
  })
})

test('no address but a push service’s is taken', async () => {
  const body = { ...browser().body, endpoint: 'https://intranet.example.org/hook' }
  expect((await app.call(subscribePush, { as: author, body })).error.code).toBe('push.host')
})
