import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { cloneList, createList, updateList } from '#shared/api/lists.ts'
import { createLog } from '#shared/api/logs.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  resumeWebhook,
  testWebhook,
} from '#shared/api/webhooks.ts'
import { endSessions } from '#server/domains/accounts/sessions.service.ts'
import { buildFilm, buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startAccountsApp } from '#test/fakes/accounts-app.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { deliver, retryMs } from './deliveries.service.ts'

interface Heard {
  headers: IncomingHttpHeaders
  body: string
}

let app: TestApp
let member: TestMember
let receiver: Server
let address: string
let heard: Heard[]
let answer: { status: number; headers?: Record<string, string> }

beforeAll(async () => {
  app = await startTestApp({ env: { WEBHOOK_HOSTS: '127.0.0.1' } })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.writeHead(answer.status, answer.headers).end('thanks')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/scene`
})
afterAll(async () => {
  receiver.close()
  await app.close()
})
beforeEach(async () => {
  heard = []
  answer = { status: 200 }
  member = await buildMember(app)
})
afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

async function make(url = address) {
  const { status, data } = await app.call(createWebhook, { as: member, body: { url } })
  expect(status).toBe(200)
  return data
}

interface Queued {
  id: string
  runAt: number
}

/** What is queued, the earliest first. */
async function queued(): Promise<Queued[]> {
  const { rows } = await sql<{ id: string; run_at: Date }>`
    select substring(key from 9) as id, run_at from graphile_worker._private_jobs
    where starts_with(key, 'webhook:') order by run_at`.execute(app.db)
  return rows.map((row) => ({ id: row.id, runAt: row.run_at.getTime() }))
}

/** As the queue would, now. */
async function runQueued(): Promise<void> {
  const jobs = await queued()
  await sql`delete from graphile_worker._private_jobs where starts_with(key, 'webhook:')`.execute(app.db)
  for (const { id } of jobs) await deliver(app.ctx, id)
}

const signed = (secret: string, { headers, body }: Heard) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`

const told = async () => (await app.call(listWebhooks, { as: member })).data[0]?.deliveries ?? []

describe('a webhook', () => {
  test('hears of a new log and a changed list, signed', async () => {
    const { secret } = await make()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { data: log } = await app.call(createLog, {
      as: member,
      body: { movieId: 496243, rating: 4.5, review: 'x'.repeat(9000), watchedAt: '2026-11-20' },
    })
    const { data: list } = await app.call(createList, {
      as: member,
      body: { title: 'Stairs', movies: [{ id: 496243 }] },
    })
    await app.call(updateList, { as: member, params: { listId: list._id }, body: { title: 'More stairs' } })
    await runQueued()
    const messages = heard.map(
      ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
    )
    expect(messages).toMatchObject([
      {
        type: 'log.created',
        data: {
          id: log._id,
          rating: 4.5,
          watchedOn: '2026-11-20',
          film: { id: 496243, title: 'Parasite', year: 2019 },
        },
      },
      // What came in a burst is told once, as it is then.
      { type: 'list.changed', data: { id: list._id, title: 'More stairs', filmsCount: 1 } },
    ])
    for (const one of heard) {
      expect(one.headers['webhook-signature']).toBe(signed(secret, one))
      expect(Number(one.headers['webhook-timestamp'])).toBeCloseTo(Date.now() / 1000, -2)
      expect(Buffer.byteLength(one.body)).toBeLessThan(20_000)
    }
    expect(await told()).toMatchObject([
      { type: 'list.changed', state: 'delivered', status: 200 },
      { type: 'log.created', state: 'delivered', status: 200 },
    ])
  })

  test('hears of a list that is a copy of another', async () => {
    const [film, author] = [await buildFilm(app), await buildMember(app)]
    const { id: listId } = await buildList(app, { author, films: [film], title: 'Stairs' })
    await make()
    const { data } = await app.call(cloneList, { as: member, params: { listId } })
    await runQueued()
    expect(heard.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'list.changed', data: { id: data._id, title: 'Stairs', filmsCount: 1 } },
    ])
  })

  test('is told nothing of others, of other events, or after it is gone', async () => {
    const { data } = await app.call(createWebhook, {
      as: member,
      body: { url: address, events: ['list.changed'] },
    })
    const other = await buildMember(app)
    await app.call(createLog, { as: other, body: { movieId: 496243 } })
    await app.call(createLog, { as: member, body: { movieId: 496243 } })
    expect(await queued()).toEqual([])
    const params = { webhookId: data.id }
    await app.call(testWebhook, { as: member, params })
    expect((await app.call(deleteWebhook, { as: other, params })).error.code).toBe('webhook.not_found')
    expect((await app.call(deleteWebhook, { as: member, params })).status).toBe(200)
    await runQueued()
    expect(heard).toEqual([])
  })

  test('is tried again after the pauses of the standard, with the same words and number, and then given up', async () => {
    const { id } = await make()
    answer = { status: 500 }
    await app.call(testWebhook, { as: member, params: { webhookId: id } })
    for (const pause of retryMs) {
      await runQueued()
      const [next] = await queued()
      const waits = (next?.runAt ?? 0) - Date.now()
      expect(waits).toBeGreaterThan(pause - 3000)
      expect(waits).toBeLessThan(pause * 1.11)
    }
    await runQueued()
    expect(await queued()).toEqual([])
    expect(heard).toHaveLength(retryMs.length + 1)
    expect(new Set(heard.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
    expect(await told()).toMatchObject([
      { state: 'failed', status: 500, attempts: retryMs.length + 1, nextAt: null },
    ])
  })

  test('that is away is asked once, and what comes meanwhile waits for that try', async () => {
    await make()
    answer = { status: 503 }
    await app.call(createLog, { as: member, body: { movieId: 496243 } })
    await runQueued()
    for (const watchedAt of ['2026-11-01', '2026-11-02'])
      await app.call(createLog, { as: member, body: { movieId: 496243, watchedAt } })
    const [first] = (await queued()).slice(-1)
    const failed = (await told()).find(({ attempts }) => attempts > 0)
    for (const { id } of await queued()) if (id !== failed?.id) await deliver(app.ctx, id)
    expect(heard).toHaveLength(1)
    expect((await queued()).map(({ runAt }) => runAt)).toEqual([first?.runAt, first?.runAt, first?.runAt])
    answer = { status: 200 }
    await sql`update webhook_deliveries set next_at = now() - interval '1 second'`.execute(app.db)
    await runQueued()
    expect((await told()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('waits as long as it is asked to', async () => {
    const { id } = await make()
    answer = { status: 429, headers: { 'retry-after': '600' } }
    await app.call(testWebhook, { as: member, params: { webhookId: id } })
    await runQueued()
    const [next] = await queued()
    expect((next?.runAt ?? 0) - Date.now()).toBeGreaterThan(590_000)
  })

  test('that says it is gone is paused, and goes on when its member says so', async () => {
    const { id } = await make()
    const params = { webhookId: id }
    answer = { status: 410 }
    await app.call(testWebhook, { as: member, params })
    await runQueued()
    expect((await app.call(listWebhooks, { as: member })).data[0]?.pausedAt).not.toBeNull()
    const told = (await app.call(listNotifications, { as: member, query: {} })).data
    expect(told.map(({ type }) => type)).toEqual(['webhook-paused'])
    answer = { status: 204 }
    await app.call(createLog, { as: member, body: { movieId: 496243 } })
    await runQueued()
    expect(heard).toHaveLength(1)
    expect((await app.call(resumeWebhook, { as: member, params })).data.pausedAt).toBeNull()
    await runQueued()
    expect(heard).toHaveLength(2)
  })

  test('waits for its member once all other sessions were ended: a stranger may have made it', async () => {
    const { id } = await make()
    const own = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    await app.ctx.transact((tx) => endSessions(app.ctx, tx, member.id, { but: own.id }))
    expect((await app.call(listWebhooks, { as: member })).data[0]?.pausedAt).not.toBeNull()
    await app.call(createLog, {
      as: member,
      body: { movieId: 496243, review: 'Mine alone.', audience: 'me' },
    })
    await runQueued()
    expect(heard).toEqual([])
    await app.call(resumeWebhook, { as: member, params: { webhookId: id } })
    await runQueued()
    expect(heard).toHaveLength(1)
  })

  test('follows no redirect', async () => {
    const { id } = await make()
    answer = { status: 302, headers: { location: address } }
    await app.call(testWebhook, { as: member, params: { webhookId: id } })
    await runQueued()
    expect(heard).toHaveLength(1)
    expect(await told()).toMatchObject([{ state: 'waiting', status: 302 }])
  })

  test('is signed by both secrets for a day', async () => {
    const { id, secret } = await make()
    const { data } = await app.call(renewWebhookSecret, { as: member, params: { webhookId: id } })
    await app.call(testWebhook, { as: member, params: { webhookId: id } })
    await runQueued()
    const [one] = heard
    if (!one) throw new Error('nothing was heard')
    expect(one.headers['webhook-signature']).toBe(`${signed(data.secret, one)} ${signed(secret, one)}`)
    const { rows } = await sql`select secret, old_secret from webhooks where id = ${id}`.execute(app.db)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'))
    await sql`update webhooks set old_secret_until = now() - interval '1 second' where id = ${id}`.execute(
      app.db,
    )
    await app.call(testWebhook, { as: member, params: { webhookId: id } })
    await runQueued()
    const [, later] = heard
    expect(later?.headers['webhook-signature']).toBe(later && signed(data.secret, later))
  })
})

describe('an address', () => {
  test.each([
    'http://127.0.0.2/x',
    'http://10.0.0.1/x',
    'http://192.168.1.20:8123/api',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/x',
    'http://[fd00::1]/x',
    'http://localhost/x',
    'http://nas.local/x',
    'http://localhost./x',
    'http://metadata.google.internal./x',
    'http://0x7f000002/x',
    'https://user:secret@example.org/x',
    'http://',
  ])('%s is refused', async (url) => {
    const { error } = await app.call(createWebhook, { as: member, body: { url } })
    expect(['webhook.address', 'request.invalid']).toContain(error.code)
  })

  test('without a proof of who asks it is not made and gets no new secret, and a mail tells of one that is', async () => {
    const own = await startAccountsApp()
    onTestFinished(() => own.close())
    const asker = await own.signUp()
    await own.db
      .updateTable('members')
      .set({ email_verified_at: new Date() })
      .where('id', '=', asker.id)
      .execute()
    const create = () =>
      own.call(createWebhook, { as: asker, body: { url: 'https://hooks.example.org/scene' } })
    const { status, data } = await create()
    expect(status).toBe(200)
    await own.jobsDone()
    expect(own.mails.findLast(({ to }) => to === asker.email)).toMatchObject({
      subject: 'A webhook was made for your Scene account',
      text: expect.stringContaining('hooks.example.org'),
    })
    const renew = () => own.call(renewWebhookSecret, { as: asker, params: { webhookId: data.id } })
    const kept = () => own.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
    expect((await renew()).status).toBe(200)
    const renewed = await kept()
    own.skip(11 * 60_000)
    expect((await create()).error.code).toBe('auth.step_up_required')
    expect((await renew()).error.code).toBe('auth.step_up_required')
    expect(await kept()).toEqual(renewed)
  })

  test('five are the most', async () => {
    for (let at = 0; at < 5; at++) await make(`https://hooks.example.org/${at}`)
    expect((await app.call(createWebhook, { as: member, body: { url: address } })).error.code).toBe(
      'webhook.full',
    )
  })

  test('whose name leads inside is not reached', async () => {
    const { id } = await make('http://localtest.example.org/x')
    const { createWebhookSender } = await import('#server/adapters/webhooks/webhook-sender.ts')
    const sender = createWebhookSender([], (_name, _options, done) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]),
    )
    const port = new URL(address).port
    expect(await sender.post(new URL(`http://localtest.example.org:${port}/x`), {}, '{}')).toEqual({
      status: null,
      fault: 'address',
    })
    expect(heard).toEqual([])
    expect(id).toBeTruthy()
  })
})
