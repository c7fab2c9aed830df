import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toggleLogLike } from '#shared/api/logs.ts'
import { deleteMember } from '#shared/api/members.ts'
import { createReport, decideCase } from '#shared/api/moderation.ts'
import type { Tx } from '#server/context.ts'
import { lockDiaryToChange } from '#server/domains/logs/film-stats.service.ts'
import { updateAudiences } from '#server/domains/logs/logs.service.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { caseOf } from '#test/report-cases.ts'

// Who writes logs of a member and goes on to the member's row does not meet others half-way: PostgreSQL would undo one of
// the two, which then begins anew.

let app: TestApp
let author: TestMember
let fan: TestMember
let moderator: TestMember
let logId: string

beforeAll(async () => {
  app = await startTestApp()
  moderator = await buildMember(app, { role: 'moderator' })
})
afterAll(() => app.close())
beforeEach(async () => {
  author = await buildMember(app)
  fan = await buildMember(app)
  await follow(app, fan, author)
  logId = (await buildLog(app, { author, film: await buildFilm(app), review: 'Buy watches.' })).id
  await app.call(toggleLogLike, { params: { logId }, as: fan })
})

const erase = (as: TestMember) => app.call(deleteMember, { as, params: { userId: as.id } })

async function report(): Promise<string> {
  await app.call(createReport, {
    as: fan,
    body: { kind: 'log', target: logId, reason: 'spam', text: '' },
  })
  return caseOf(app, logId)
}

const decide = (caseId: string, act: 'limit' | 'hide' | 'restore', seen: number) =>
  app.call(decideCase, {
    as: moderator,
    params: { caseId },
    body: { act, ground: 'spam', facts: 'It sells watches.', seen },
  })

const waiting = async () => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.waiting
}

/** What became of a call that came while a write had begun, and how many transactions were undone. */
async function meet(begin: (tx: Tx) => Promise<unknown>, other: () => Promise<{ status: number }>) {
  let answer: Promise<{ status: number }> | undefined
  const statements = await app.recordStatements(async () => {
    await app.ctx.transact(async (tx) => {
      await begin(tx)
      answer = other()
      await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0)
      await lockMember(tx.db, author.id)
    })
    await answer
  })
  return {
    status: (await answer)?.status,
    undone: statements.filter(({ text }) => text === 'rollback').length,
    wrong: await wrongCounters(app),
  }
}

const well = { status: 200, undone: 0, wrong: [] }

test('logs and the member’s row, while its member’s account is deleted', async () => {
  const write = (tx: Tx) => lockDiaryToChange(tx, author.id)
  expect(await meet(write, () => erase(author))).toEqual(well)
})

test('an audience of all logs, while the account of a follower who likes one is deleted', async () => {
  const write = (tx: Tx) => updateAudiences(tx, author.id, { reviews: true, audience: 'followers' })
  expect(await meet(write, () => erase(fan))).toEqual(well)
})

test('logs and the member’s row, while a moderator takes a limit and what hides a log back', async () => {
  const caseId = await report()
  expect((await decide(caseId, 'limit', 0)).status).toBe(200)
  expect((await decide(caseId, 'hide', 1)).status).toBe(200)
  const write = (tx: Tx) => lockDiaryToChange(tx, author.id)
  expect(await meet(write, () => decide(caseId, 'restore', 2))).toEqual(well)
})
