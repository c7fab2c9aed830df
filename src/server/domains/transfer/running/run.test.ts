import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { deleteMember } from '#shared/api/members.ts'
import {
  acceptImportRows,
  cancelImport,
  listImports,
  removeImport,
  type Import,
} from '#shared/api/transfer.ts'
import { buildFilm, type TestMember } from '#test/factories.ts'
import { tablesWith, wrongCounters } from '#test/deletion.ts'
import { diaryHeader, filmsHeader, logsOf, startImportApp, type ImportApp } from '#test/fakes/imports.ts'
import { restoreAccount, suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { resumeImports } from './run.service.ts'

let app: ImportApp
let member: TestMember
const titles = Array.from({ length: 40 }, (_, index) => `Film no. ${index}`)
beforeAll(async () => {
  app = await startImportApp({ titles })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member()
  app.matching.reset()
})

const rows = (count: number, name = 'e') =>
  Array.from(
    { length: count },
    (_, n) => `2023-01-05,${titles[n % 40]},2000,https://boxd.it/${name}${n},4,,,2023-01-05`,
  )
const send = (count: number, name?: string) => app.send(member, 'logs', [diaryHeader, ...rows(count, name)])
const imports = async () => (await app.call(listImports, { as: member, query: {} })).data
/** Stops where the films of the second batch are looked for, which is while the first is written. */
function holdSecondBatch() {
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let batches = 0
  app.matching.before = async () => {
    if (++batches < 2) return
    reached.resolve()
    await goOn.promise
  }
  return {
    batches: () => batches,
    goOn: goOn.resolve,
    /** And the first one is written. */
    async reached(importId: string) {
      await reached.promise
      await expect.poll(async () => (await app.read(member, importId)).done).toBe(100)
    },
  }
}
const queued = async () => {
  const { rows: found } = await sql`
    select 1 from graphile_worker._private_jobs where payload->>'memberId' = ${member.id}`.execute(app.db)
  return found.length
}

test('progress is told over the socket, at most every quarter of a second, and the end of it', async () => {
  const socket = io(app.url, { auth: { token: member.token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve) => socket.on('connect', resolve))
  await socket.emitWithAck('join', member.id)
  const told: { at: number; progress: Import }[] = []
  socket.on('import', (progress: Import) => told.push({ at: performance.now(), progress }))
  app.matching.before = () => new Promise((resolve) => setTimeout(resolve, 150))
  const { data } = await send(900)
  await app.ended(member, data.importId)
  await expect.poll(() => told.at(-1)?.progress.state).toBe('done')
  const running = told.filter(({ progress }) => progress.state === 'running')
  expect(running.length).toBeGreaterThan(0)
  expect(told.map(({ progress }) => progress.done)).toEqual(
    told.map(({ progress }) => progress.done).toSorted((a, b) => a - b),
  )
  const last = told.at(-1)?.progress
  expect(last).toMatchObject({ _id: data.importId, total: 900, done: 900, imported: 900 })
  expect(last?.finishedAt).not.toBeNull()
})

test('cancelling stops before the next batch; what came in stays, and it can be cancelled again', async () => {
  const second = holdSecondBatch()
  const { data } = await send(2000)
  await second.reached(data.importId)
  const cancel = () => app.call(cancelImport, { as: member, params: { importId: data.importId } })
  const first = await cancel()
  second.goOn()
  expect(first.data).toMatchObject({ state: 'cancelled', total: 2000, imported: 100, done: 100 })
  await expect.poll(queued).toBe(0)
  expect((await cancel()).data).toEqual(first.data)
  expect(await logsOf(app, member.id)).toHaveLength(100)
  expect(second.batches()).toBe(2)
  expect(await wrongCounters(app)).toEqual([])
})

test('imports of who is suspended stop before the next batch, and go on when they are let in again', async () => {
  const second = holdSecondBatch()
  const { data } = await send(300)
  await second.reached(data.importId)
  const by = { shellUser: 'root' }
  await suspendAccount(app.ctx, by, { id: member.id })
  second.goOn()
  await expect.poll(queued).toBe(0)
  await resumeImports(app.ctx)
  expect(await queued()).toBe(0)
  expect(await logsOf(app, member.id)).toHaveLength(100)
  await restoreAccount(app.ctx, by, { id: member.id })
  await resumeImports(app.ctx)
  await expect.poll(() => logsOf(app, member.id)).toHaveLength(300)
})

test('accepting doubtful rows of a cancelled import lets the rest of it be', async () => {
  const second = holdSecondBatch()
  const doubtful = `2023-01-05,Maybe ${titles[0]},2000,https://boxd.it/maybe,4,,,2023-01-05`
  const { data } = await app.send(member, 'logs', [diaryHeader, doubtful, ...rows(999)])
  await second.reached(data.importId)
  const params = { importId: data.importId }
  await app.call(cancelImport, { as: member, params })
  second.goOn()
  await expect.poll(queued).toBe(0)
  expect(await app.read(member, data.importId)).toMatchObject({ imported: 99, doubtful: 1, done: 100 })
  const accepted = await app.call(acceptImportRows, { as: member, params })
  expect(accepted.data).toMatchObject({ doubtful: 0, skipped: 900, done: 999 })
  const end = { state: 'done', imported: 100, skipped: 900, done: 1000 }
  expect(await app.ended(member, data.importId)).toMatchObject(end)
  expect(await logsOf(app, member.id)).toHaveLength(100)
})

test('while the film source is down rows wait, and go on when it is back', async () => {
  app.matching.down = true
  const { data } = await send(30)
  const retry = () =>
    sql<{ wait: number }>`
      select extract(epoch from run_at - now())::int as wait from graphile_worker._private_jobs
      where payload->>'memberId' = ${member.id} and locked_at is null`.execute(app.db)
  await expect.poll(async () => (await retry()).rows[0]?.wait).toBeGreaterThan(5)
  expect(await app.read(member, data.importId)).toMatchObject({ state: 'running', done: 0, notFound: 0 })
  app.matching.down = false
  // As the clock would.
  await sql`update graphile_worker._private_jobs set run_at = now() where payload->>'memberId' = ${member.id}`.execute(
    app.db,
  )
  await app.run(member.id)
  expect(await app.ended(member, data.importId)).toMatchObject({ imported: 30, notFound: 0 })
})

test('imports of one member run one after the other, in order, and five may wait', async () => {
  const gate = Promise.withResolvers<void>()
  const most: number[] = []
  let atOnce = 0
  app.matching.before = async () => {
    most.push(++atOnce)
    await gate.promise
    atOnce--
  }
  const sent = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) sent.push((await send(3, name)).data.importId)
  const sixth = await send(3, 'f')
  expect([sixth.status, sixth.error.code]).toEqual([409, 'import.running'])
  expect((await imports()).map((one) => one._id)).toEqual(sent.toReversed())
  gate.resolve()
  for (const importId of sent) await app.ended(member, importId)
  const ends = (await imports()).toReversed().map((one) => one.finishedAt ?? '')
  expect(ends).toEqual(ends.toSorted())
  expect(Math.max(...most)).toBe(1)
  expect((await send(3, 'f')).status).toBe(200)
})

test('the same file sent again meanwhile is the same import; another call makes another', async () => {
  const gate = Promise.withResolvers<void>()
  app.matching.before = () => gate.promise
  const [first, second] = await Promise.all([send(50), send(50)])
  expect(first.status).toBe(200)
  expect(second.data).toEqual(first.data)
  expect(first.data.message).toBe('✅ 50 rows are being imported.')
  const list = [filmsHeader, '2023-01-01,Film no. 1,2000,https://boxd.it/a']
  const one = await app.send(member, 'watchlist', list)
  const other = await app.send(member, 'logs', list)
  expect(one.data.message).toBe('✅ 1 row is being imported.')
  expect(other.data.importId).not.toBe(one.data.importId)
  gate.resolve()
  expect(await app.ended(member, first.data.importId)).toMatchObject({ imported: 50 })
  await app.ended(member, other.data.importId)
  const again = await send(50)
  expect(again.data.importId).not.toBe(first.data.importId)
  expect(await app.ended(member, again.data.importId)).toMatchObject({ skipped: 50 })
  expect(await logsOf(app, member.id)).toHaveLength(50)
})

test('what a worker that died left behind is queued again, what runs or waits is not', async () => {
  const gate = Promise.withResolvers<void>()
  app.matching.before = () => gate.promise
  const { data } = await send(10)
  await expect.poll(() => app.matching.asked).toBe(10)
  await resumeImports(app.ctx)
  expect(await queued()).toBe(1)
  gate.resolve()
  await app.ended(member, data.importId)
  await expect.poll(queued).toBe(0)
  // As a process leaves it that was killed: locked for hours.
  await app.db.updateTable('imports').set({ state: 'running' }).where('id', '=', data.importId).execute()
  await sql`
    select graphile_worker.add_job('imports.run', ${JSON.stringify({ memberId: member.id })}::json,
      job_key => ${`imports:${member.id}`}, run_at => now() + interval '1 hour')`.execute(app.db)
  await resumeImports(app.ctx)
  expect((await app.read(member, data.importId)).state).toBe('running')
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-that-died'
    where payload->>'memberId' = ${member.id}`.execute(app.db)
  await resumeImports(app.ctx)
  expect(await app.ended(member, data.importId)).toMatchObject({ state: 'done' })
  await expect.poll(queued).toBe(0)
})

test('an import whose turns fail again and again ends, and the next has its turn', async () => {
  app.matching.before = () => Promise.reject(new Error('always'))
  const { data: first } = await send(10, 'a')
  const { data: second } = await send(10, 'b')
  // One that was at work when the second file came has lost its key to the one that follows, which may have ended at once,
  // since the member's imports were at work: then the clock queues another, as it does each minute.
  const spend = async () => {
    await resumeImports(app.ctx)
    const { numAffectedRows } = await sql`
      update graphile_worker._private_jobs set attempts = max_attempts
      where payload->>'memberId' = ${member.id} and key is not null and locked_at is null
        and attempts > 0`.execute(app.db)
    return Number(numAffectedRows)
  }
  await expect.poll(spend).toBe(1)
  app.matching.before = async () => {}
  await resumeImports(app.ctx)
  expect(await app.ended(member, first.importId)).toMatchObject({ state: 'failed', done: 0 })
  expect(await app.ended(member, second.importId)).toMatchObject({ state: 'done', imported: 10 })
})

test('a batch costs as many statements for much as for little', async () => {
  const idle = await startImportApp({ jobs: false })
  onTestFinished(() => idle.close())
  for (const title of titles) await buildFilm(idle, { title })
  const cost = async (count: number) => {
    const as = await idle.member()
    await idle.send(as, 'logs', [diaryHeader, ...rows(count)])
    return idle.countStatements(() => idle.run(as.id))
  }
  expect(await cost(90)).toBe(await cost(5))
})

test('a deleted member’s imports go, and their work with them', async () => {
  const gate = Promise.withResolvers<void>()
  app.matching.before = () => gate.promise
  await send(20, 'gone')
  await expect.poll(() => app.matching.asked).toBe(20)
  const gone = await app.call(deleteMember, { as: member, params: { userId: member.id } })
  expect(gone.status).toBe(200)
  gate.resolve()
  await expect.poll(() => tablesWith(app, member.id)).toEqual({})
  await app.run(member.id)
  expect(await tablesWith(app, 'boxd.it/gone')).toEqual({})
})

test('imports that fill a member’s room make room when they are removed', async () => {
  const { data } = await send(3)
  await app.ended(member, data.importId)
  await app.db.updateTable('imports').set({ total: 2_000_000 }).where('id', '=', data.importId).execute()
  const refused = await send(3, 'b')
  expect([refused.status, refused.error.code]).toEqual([409, 'import.full'])
  await app.call(removeImport, { as: member, params: { importId: data.importId } })
  expect((await send(3, 'b')).status).toBe(200)
})
