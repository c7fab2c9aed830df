import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#shared/api/accounts.ts'
import { createLog, getFeed, getLog, toggleLogLike } from '#shared/api/logs.ts'
import { getMember, updateMember } from '#shared/api/members.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { buildMember, follow, type TestMember } from '#test/factories.ts'
import { send } from '#test/harness.ts'
import { startCluster, until, type Cluster } from './cluster.ts'

const parasite = 496243

let cluster: Cluster
/** The members' database, as a Scene reaches it. */
let database: Database
let author: TestMember
let fan: TestMember

beforeAll(async () => {
  const folder = process.env['SCENE_PARTS_FOLDER']
  if (!folder) throw new Error('npm run test:cluster starts this')
  cluster = await startCluster(folder)
  database = openDatabase({ connectionString: cluster.databaseUrl, max: 4 }, () => {})
  author = await buildMember(database)
  fan = await buildMember(database)
  await follow(database, fan, author)
})
afterAll(async () => {
  await database?.close()
  await cluster?.close()
})

const urlOf = (index: 0 | 1) => cluster.scenes[index].url

const writeLog = (url: string, as: TestMember, review: string, key: string = randomUUID()) =>
  send(url, createLog, { as, headers: { 'idempotency-key': key }, body: { movieId: parasite, review } })

async function listen(index: 0 | 1, as: TestMember) {
  const socket = io(urlOf(index), { auth: { token: as.token }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  expect(await socket.emitWithAck('join', as.id)).toEqual({ ok: true })
  const heard: string[] = []
  socket.onAny((name: string, payload: { logId?: string; reviewId?: string }) =>
    heard.push(`${name} ${payload?.logId ?? payload?.reviewId ?? ''}`.trim()),
  )
  return heard
}

test('what happens on one instance is heard on both, once, and found where it is told', async () => {
  const onOne = await listen(0, author)
  const onTwo = await listen(1, author)
  const feed = await listen(1, fan)
  const { data: log } = await writeLog(urlOf(0), author, 'seen on the other')
  await expect.poll(() => feed).toContain(`feed ${log._id}`)
  const { data: tiles } = await send(urlOf(1), getFeed, { as: fan, params: { userId: fan.id }, query: {} })
  expect(tiles.map(({ _id }) => _id)).toEqual([log._id])
  await send(urlOf(0), toggleLogLike, { as: fan, params: { logId: log._id } })
  const told = `notification ${log._id}`
  await expect.poll(() => [onOne.includes(told), onTwo.includes(told)]).toEqual([true, true])
  const told2 = (heard: string[]) => heard.filter((name) => name === told).length
  expect([told2(onOne), told2(onTwo)]).toEqual([1, 1])
  const rows = await database.db
    .selectFrom('notifications')
    .select('id')
    .where('member_id', '=', author.id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('wrong passwords are counted together', async () => {
  const wrong = { email: fan.email, password: 'not this one' }
  const statuses: number[] = []
  for (let index = 0; index < 14; index++)
    statuses.push((await send(urlOf(index % 2 ? 0 : 1), login, { body: wrong })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
})

test('a member sees the own writes on every instance while the replica stands still', async () => {
  const bio = async (index: 0 | 1, as: TestMember) =>
    (await send(urlOf(index), getMember, { as, params: { userId: author.id } })).data.bio
  const roles = await cluster.roles()
  const replica = await cluster.connect(roles?.replica ?? '')
  onTestFinished(() => replica.end())
  // Who liked something a moment ago reads from the primary too.
  const reader = await buildMember(database)
  await expect.poll(() => bio(1, reader)).toBe('')
  await replica.query('select pg_wal_replay_pause()')
  await send(urlOf(0), updateMember, {
    as: author,
    params: { userId: author.id },
    body: { bio: 'just now' },
  })
  expect([await bio(1, author), await bio(1, reader)]).toEqual(['just now', ''])
  await replica.query('select pg_wal_replay_resume()')
  await expect.poll(() => bio(1, reader)).toBe('just now')
})

interface Load {
  /** Ids of the logs that were acknowledged. */
  acknowledged: string[]
  /** Writes that were neither acknowledged at first nor at the tries after it. */
  lost: number
  /** Writes that took another try. */
  retried: number
  /** What was answered besides 200, with what `Retry-After` said. */
  refusals: { status: number; retryAfter: string | null; at: number }[]
  /** When writes were acknowledged, in milliseconds. */
  times: number[]
}

/** Members who write, read and like all the time through the balancer, until `ends`. Each write is tried `tries` times. */
async function loadUntil(ends: Promise<unknown>, tries: number, pauseMs: number): Promise<Load> {
  const load: Load = { acknowledged: [], lost: 0, retried: 0, refusals: [], times: [] }
  const members = await Promise.all(Array.from({ length: 6 }, () => buildMember(database)))
  const state = { over: false }
  const stop = ends.finally(() => (state.over = true))

  async function attempt(member: TestMember, key: string) {
    try {
      const answer = await writeLog(cluster.url, member, key, key)
      if (answer.status === 200) return answer.data._id
      const retryAfter = answer.headers.get('retry-after')
      load.refusals.push({ status: answer.status, retryAfter, at: performance.now() })
    } catch {
      // The connection broke.
    }
    return null
  }

  async function work(member: TestMember) {
    while (!state.over) {
      const key = randomUUID()
      let id: string | null = null
      for (let count = 0; count < tries && id === null; count++) {
        if (count === 1) load.retried += 1
        if (count > 0) await sleep(pauseMs)
        id = await attempt(member, key)
      }
      if (id === null) load.lost += 1
      else {
        load.acknowledged.push(id)
        load.times.push(performance.now())
        const any = load.acknowledged[Math.floor(Math.random() * load.acknowledged.length)]
        if (any)
          await send(cluster.url, toggleLogLike, { as: member, params: { logId: any } }).catch(() => null)
      }
      // Below what a member may write in a minute.
      await sleep(400)
    }
  }
  await Promise.all([...members.map(work), stop])
  return load
}

async function missing(ids: string[]): Promise<string[]> {
  const rows = await database.db.selectFrom('logs').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}

/** Counters that are not what their rows say. */
async function wrongCounters() {
  const { rows } = await database.pool.query(`
    select 'likes' as what, l.id::text from logs l
      where like_count <> (select count(*) from log_likes where log_id = l.id)
    union all select 'logs of a film', film_id::text from film_stats s
      where (logs, marks) <> (select count(*), count(*) filter (where seen_only) from logs where film_id = s.film_id)
    union all select 'films', d.member_id::text from diaries d
      where films_count <> (select count(distinct film_id) from logs where member_id = d.member_id)
    union all select 'followers', m.id::text from members m
      where followers_count <> (select count(*) from follows where followee_id = m.id)
    union all select 'notified twice', log_id::text from notifications where type = 'review_like'
      group by member_id, from_id, log_id having count(*) > 1`)
  return rows
}

test('instances are started again one after the other, and no write is lost after one retry', async () => {
  const restarted = (async () => {
    await sleep(1500)
    await cluster.restart(0)
    await sleep(2500)
    await cluster.restart(1)
    await sleep(1500)
  })()
  const load = await loadUntil(restarted, 2, 1500)
  console.log(
    `rolling restart: ${load.acknowledged.length} writes, ${load.retried} of them at the second try`,
  )
  expect(load.acknowledged.length).toBeGreaterThan(30)
  expect([load.lost, await missing(load.acknowledged), await wrongCounters()]).toEqual([0, [], []])
})

test('the primary dies while members write: nothing acknowledged is lost, and Scene comes back by itself', async () => {
  const before = await until('synchronous replica', async () => {
    const roles = await cluster.roles()
    return roles?.replica ? roles : null
  })
  let killedAt = 0
  const failedOver = (async () => {
    await sleep(3000)
    cluster.kill(before.primary)
    killedAt = performance.now()
    await until('other primary', async () => (await cluster.roles())?.primary === before.replica)
    await until('write', async () => (await writeLog(cluster.url, author, 'after')).status === 200)
    await sleep(3000)
  })()
  const load = await loadUntil(failedOver, 60, 500)
  const backMs = Math.min(...load.times.filter((at) => at > killedAt + 1000)) - killedAt
  console.log(
    `failover: ${load.acknowledged.length} writes, writing again ${(backMs / 1000).toFixed(1)} s after the kill, ` +
      `${load.refusals.length} refusals meanwhile`,
  )
  expect([load.lost, await missing(load.acknowledged), await wrongCounters()]).toEqual([0, [], []])
  expect(backMs).toBeLessThan(15_000)
  const unlike = load.refusals.filter(({ status, retryAfter }) => status !== 503 || Number(retryAfter) < 1)
  expect(load.refusals.length).toBeGreaterThan(0)
  expect(unlike).toEqual([])
})

test('after it jobs run, sockets tell and the old primary follows the new one', async () => {
  const heard = await listen(1, author)
  const { data: log } = await writeLog(urlOf(0), author, 'on the new primary')
  await send(urlOf(0), toggleLogLike, { as: fan, params: { logId: log._id } })
  await expect.poll(() => heard, { timeout: 10_000 }).toContain(`notification ${log._id}`)
  await database.pool.query("select graphile_worker.add_job('accounts.prune', '{}', job_key => 'cluster')")
  const left = async () => {
    const text = "select 1 from graphile_worker._private_jobs where key = 'cluster'"
    return (await database.pool.query(text)).rowCount
  }
  await expect.poll(left, { timeout: 40_000, interval: 500 }).toBe(0)
  await until('replica', async () => (await cluster.roles())?.replica ?? null)
  const ready = async (index: 0 | 1) =>
    ((await (await fetch(`${urlOf(index)}/readyz`)).json()) as { warnings: string[] }).warnings
  await expect
    .poll(() => ready(0), { timeout: 30_000, interval: 500 })
    .not.toContainEqual(expect.stringContaining('replica'))
  const { status } = await send(urlOf(1), getLog, { as: fan, params: { logId: log._id } })
  expect(status).toBe(200)
})
