import { sql } from 'kysely'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLog, getLog, updateLog } from '#shared/api/logs.ts'
import { deleteMember, getMember, uploadAvatar } from '#shared/api/members.ts'
import { restoreAccount, suspendAccount } from '#shared/api/admin.ts'
import {
  appealDecision,
  countCases,
  createGuestReport,
  createReport,
  decideAppeal,
  decideCase,
  getCase,
  listCases,
  listOwnReports,
  listStatements,
  type CaseCounts,
} from '#shared/api/moderation.ts'
import { blockMember } from '#shared/api/safety.ts'
import type { ModerationAct, ReportKind, ReportReason } from '#shared/moderation.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'
import { caseOf } from '#test/report-cases.ts'
import { waitingMails } from '#test/waiting-mails.ts'
import { pruneGuests } from './appeals.service.ts'

let app: TestApp
let now: Date

beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date()
})

async function reportAsGuest(address: string, email: string): Promise<string> {
  const body = {
    address,
    reason: 'illegal' as const,
    text: 'Of mine.',
    name: 'Rana',
    email,
    goodFaith: true as const,
    language: 'en' as const,
  }
  expect((await app.call(createGuestReport, { body })).status).toBe(200)
  return caseOf(app, address)
}

test('guests are forgotten a month after what they reported was decided, and no sooner', async () => {
  const moderator = await buildMember(app, { role: 'moderator' })
  const decided = await reportAsGuest('https://scene.example/decided', 'rana0@example.org')
  const waiting = await reportAsGuest('https://scene.example/waiting', 'rana1@example.org')
  const decision = { act: 'none' as const, ground: 'illegal' as const, facts: '', seen: 0 }
  const sent = { as: moderator, params: { caseId: decided }, body: decision }
  expect((await app.call(decideCase, sent)).status).toBe(200)
  const guests = () =>
    app.db
      .selectFrom('reports')
      .select(['guest_name as name', 'guest_email as email', 'text'])
      .where('case_id', 'in', [decided, waiting])
      .orderBy('id')
      .execute()
  const rana = (email: string) => ({ name: 'Rana', email, text: 'Of mine.' })
  const all = [rana('rana0@example.org'), rana('rana1@example.org')]
  now = new Date(now.getTime() + 30 * 86_400_000 - 1000)
  await pruneGuests(app.ctx)
  expect(await guests()).toEqual(all)
  now = new Date(now.getTime() + 2000)
  await pruneGuests(app.ctx)
  // What was reported, and why, stays.
  expect(await guests()).toEqual([{ name: null, email: null, text: 'Of mine.' }, all[1]])
})

test('a guest reports what is illegal without a name too, and nothing else', async () => {
  const moderator = await buildMember(app, { role: 'moderator' })
  const send = (reason: ReportReason, name: string, email: string) =>
    app.call(createGuestReport, {
      body: {
        address: 'https://scene.example/nameless',
        text: 'Look.',
        goodFaith: true as const,
        language: 'en' as const,
        reason,
        name,
        email,
      },
    })
  const mails = async () => (await sql`select from graphile_worker._private_jobs`.execute(app.db)).rows.length
  const before = await mails()
  expect((await send('illegal', ' ', '')).status).toBe(200)
  expect(await mails()).toBe(before)
  const params = { caseId: await caseOf(app, 'https://scene.example/nameless') }
  const { told } = (await app.call(getCase, { as: moderator, params })).data
  expect(told).toMatchObject([{ reason: 'illegal', text: 'Look.', guest: null, reporter: null }])
  const decision = { act: 'none' as const, ground: 'illegal' as const, facts: '', seen: 0 }
  expect((await app.call(decideCase, { as: moderator, params, body: decision })).status).toBe(200)
  for (const [reason, name, email] of [
    ['spam', '', ''],
    ['illegal', '', 'rana@example.org'],
    ['illegal', 'Rana', ''],
  ] as const)
    expect([reason, name, (await send(reason, name, email)).status]).toEqual([reason, name, 400])
})

const report = (kind: ReportKind, target: string, as: TestMember) =>
  app.call(createReport, { as, body: { kind: kind as 'log', target, reason: 'spam', text: '' } })

async function reportLog(logId: string, as: TestMember): Promise<string> {
  expect((await report('log', logId, as)).status).toBe(200)
  return caseOf(app, logId)
}

test('who reported something reads the words that they saw, and none that were there before or after', async () => {
  const [author, first, later] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const log = await buildLog(app, { author, film: await buildFilm(app), review: 'As it was.' })
  const excerpts = async (as: TestMember) =>
    (await app.call(listOwnReports, { as })).data.map(({ excerpt }) => excerpt)
  await reportLog(log.id, first)
  const review = 'As it became.'
  await app.call(updateLog, { as: author, params: { logId: log.id }, body: { review } })
  await reportLog(log.id, later)
  await app.call(updateLog, { as: author, params: { logId: log.id }, body: { review: 'As it is.' } })
  expect([await excerpts(first), await excerpts(later)]).toEqual([['As it was.'], ['As it became.']])
  await app.call(deleteMember, { as: author, params: { userId: author.id } })
  expect([await excerpts(first), await excerpts(later)]).toEqual([[''], ['']])
})

test('who was right in an appeal against a removal is told that what was removed stays so', async () => {
  const [moderator, second] = [
    await buildMember(app, { role: 'moderator' }),
    await buildMember(app, { role: 'moderator' }),
  ]
  const author = await buildMember(app)
  const log = await buildLog(app, { author, film: await buildFilm(app), review: 'Removed.' })
  const caseId = await reportLog(log.id, await buildMember(app))
  const body = { act: 'remove' as const, ground: 'spam' as const, facts: 'It sells watches.', seen: 0 }
  await app.call(decideCase, { as: moderator, params: { caseId }, body })
  const [statement] = (await app.call(listStatements, { as: author })).data
  const params = { decisionId: statement?._id ?? '' }
  await app.call(appealDecision, { as: author, params, body: { text: 'It does not.' } })
  const answer = { outcome: 'lifted' as const, answer: 'You are right.' }
  expect((await app.call(decideAppeal, { as: second, params, body: answer })).status).toBe(200)
  const told = (await waitingMails(app, author.email)).at(-1)?.text
  expect(told).toContain('Your appeal was accepted. What was removed cannot be brought back.')
  expect(told).not.toContain('taken back')
  const { decisions } = (await app.call(getCase, { as: moderator, params: { caseId } })).data
  expect(decisions).toMatchObject([{ act: 'remove', liftedAt: null, appeal: { outcome: 'lifted' } }])
})

test('who is kept apart from somebody reports nothing of theirs, and so reads none of it', async () => {
  const [host, author, blocked] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const log = await buildLog(app, { author: host, film: await buildFilm(app) })
  await app.call(blockMember, { as: author, params: { userId: author.id, targetId: blocked.id } })
  // Others see its place by its id, for the answer below it.
  const replyId = await buildReply(app, author, log.id)
  await buildReply(app, host, log.id, { parent: replyId })
  for (const [kind, target] of [
    ['reply', replyId],
    ['member', author.id],
  ] as const) {
    expect((await report(kind, target, blocked)).error.code).toBe('report.not_found')
    expect((await report(kind, target, host)).status).toBe(200)
  }
  expect((await app.call(listOwnReports, { as: blocked })).data).toEqual([])
})

test('what its author keeps to themself by now no moderator reads, not by a report of their own either', async () => {
  const [author, fan] = [await buildMember(app), await buildMember(app)]
  const moderator = await buildMember(app, { role: 'moderator' })
  const log = await buildLog(app, { author, film: await buildFilm(app), review: 'For all.' })
  const caseId = await reportLog(log.id, fan)
  const read = async (id: string) => (await app.call(getCase, { as: moderator, params: { caseId: id } })).data
  const write = (body: { review: string; audience: 'me' | 'followers' }) =>
    app.call(updateLog, { as: author, params: { logId: log.id }, body })
  await write({ review: 'For followers.', audience: 'followers' })
  expect(await read(caseId)).toMatchObject({ now: { text: 'For followers.' } })
  await write({ review: 'For me.', audience: 'me' })
  expect(await read(caseId)).toMatchObject({ path: null, now: { text: 'For all.' } })
  const address = `http://127.0.0.1:0/review/${log.id}`
  const own = await reportAsGuest(address, 'moderator@example.org')
  expect(await read(own)).toMatchObject({ kind: 'address', before: { title: address, text: '' } })
  // It may come back.
  expect((await read(caseId)).acts).toContain('hide')
})

test('a limit is for the one who was reported alone, until it is taken back', async () => {
  const [author, moderator] = [await buildMember(app), await buildMember(app, { role: 'moderator' })]
  await report('member', author.id, await buildMember(app))
  const params = { caseId: await caseOf(app, author.id) }
  const limited = async () =>
    (await app.db.selectFrom('members').select('id').where('limited_at', 'is not', null).execute()).map(
      ({ id }) => id,
    )
  for (const [seen, [act, found]] of (
    [
      ['limit', [author.id]],
      ['restore', []],
    ] as const
  ).entries()) {
    const body = { act, ground: 'abuse' as const, facts: 'As reported.', seen }
    expect((await app.call(decideCase, { as: moderator, params, body })).status).toBe(200)
    expect(await limited()).toEqual(found)
  }
})

test('a picture that is hidden is at its address for nobody and comes back, and one that is removed goes for good', async () => {
  const [author, moderator] = [await buildMember(app), await buildMember(app, { role: 'moderator' })]
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
  const file = { bytes, name: 'a.png', type: 'image/png' }
  const { avatar } = (
    await app.call(uploadAvatar, { as: author, params: { userId: author.id }, files: { avatar: file } })
  ).data
  const film = await buildFilm(app)
  const { data: log } = await app.call(createLog, {
    as: author,
    body: { movieId: film.id, watchedAt: '2026-01-02' },
    files: { image: file },
  })
  const shown = async () => [
    (await app.call(getMember, { as: moderator, params: { userId: author.id } })).data.avatar,
    (await app.call(getLog, { as: moderator, params: { logId: log._id }, query: {} })).data.image,
  ]
  const pictures = [avatar, log.image ?? '']
  expect(await shown()).toEqual(pictures)
  for (const path of pictures) {
    const body = { kind: 'picture', target: path, reason: 'abuse', text: '' } as const
    expect((await app.call(createReport, { as: await buildMember(app), body })).status).toBe(200)
    const params = { caseId: await caseOf(app, path) }
    const found = async () => (await fetch(app.url + path)).status
    expect(await found()).toBe(200)
    for (const [seen, [act, status]] of (
      [
        ['hide', 404],
        ['restore', 200],
        ['remove', 404],
      ] as const
    ).entries()) {
      const body = { act, ground: 'abuse' as const, facts: 'As reported.', seen }
      expect((await app.call(decideCase, { as: moderator, params, body })).status).toBe(200)
      await expect.poll(found, { message: act }).toBe(status)
    }
  }
  expect(await shown()).toEqual([null, null])
  expect((await fetch(app.url + avatar.replace('.webp', '-96.webp'))).status).toBe(404)
})

test('cases are read page by page, the newest first', async () => {
  const moderator = await buildMember(app, { role: 'moderator' })
  const reported: string[] = []
  for (let count = 0; count < 3; count++) {
    now = new Date(now.getTime() + 1000)
    const log = await buildLog(app, {
      author: await buildMember(app),
      film: await buildFilm(app),
      review: 'Loud.',
    })
    reported.unshift(await reportLog(log.id, await buildMember(app)))
  }
  const cases = await allPages((page) =>
    app.call(listCases, { as: moderator, query: { state: 'open', kind: 'log', ...page } }),
  )
  expect(cases.map(({ _id }) => _id).filter((id) => reported.includes(id))).toEqual(reported)
})

test('moderators are told how much waits for them, which what they are reported for does not', async () => {
  const [reported, other] = [
    await buildMember(app, { role: 'moderator' }),
    await buildMember(app, { role: 'moderator' }),
  ]
  const heardBy = async (as: TestMember) => {
    const socket = io(app.url, { auth: { token: as.token }, transports: ['websocket'] })
    onTestFinished(() => void socket.close())
    await socket.emitWithAck('join', as.id)
    const heard: CaseCounts[] = []
    socket.on('reports', (waiting: CaseCounts) => heard.push(waiting))
    return heard
  }
  const heard = [await heardBy(reported), await heardBy(other)]
  const before = (await app.call(countCases, { as: reported })).data
  await report('member', reported.id, await buildMember(app))
  const after = { ...before, open: before.open + 1 }
  await expect.poll(() => heard).toEqual([[before], [after]])
  expect((await app.call(countCases, { as: reported })).data).toEqual(before)
  expect((await app.call(countCases, { as: other })).data).toEqual(after)
})

test('moderators end the suspensions of moderators alone, and those still after an operator ended one', async () => {
  const [operator, moderator, author] = [
    await buildMember(app, { role: 'operator' }),
    await buildMember(app, { role: 'moderator' }),
    await buildMember(app),
  ]
  const isSuspended = async () =>
    (await app.db.selectFrom('members').select('suspended_at').where('id', '=', author.id).execute())[0]
      ?.suspended_at !== null
  const made = new Map<string, number>()
  const decide = async (caseId: string, act: ModerationAct) => {
    now = new Date(now.getTime() + 1000)
    const seen = made.get(caseId) ?? 0
    const body = { act, ground: 'spam' as const, facts: 'It sells watches.', seen }
    const { status, error } = await app.call(decideCase, { as: moderator, params: { caseId }, body })
    if (status === 200) made.set(caseId, seen + 1)
    return status === 200 ? await isSuspended() : error.code
  }
  const byOperator = async (endpoint: typeof suspendAccount) => {
    now = new Date(now.getTime() + 1000)
    await app.call(endpoint, { as: operator, params: { memberId: author.id } })
  }
  const film = await buildFilm(app)
  const [first, second] = await Promise.all(
    ['One', 'Two'].map(async (review) =>
      reportLog((await buildLog(app, { author, film, review })).id, await buildMember(app)),
    ),
  )
  if (!first || !second) throw new Error('two cases')
  await byOperator(suspendAccount)
  expect(await decide(first, 'suspend')).toBe('moderation.impossible')
  await byOperator(restoreAccount)
  expect(await decide(first, 'suspend')).toBe(true)
  await byOperator(restoreAccount)
  expect(await decide(second, 'suspend')).toBe(true)
  expect(await decide(second, 'restore')).toBe(false)
  await byOperator(suspendAccount)
  expect(await decide(first, 'restore')).toBe(true)
})

test('who decided about somebody decides about the appeal where nobody else may, however many moderators there are', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  const [operator, author, moderator, fan] = [
    await buildMember(own, { role: 'operator' }),
    await buildMember(own, { role: 'operator' }),
    await buildMember(own, { role: 'moderator' }),
    await buildMember(own),
  ]
  const log = await buildLog(own, { author, film: await buildFilm(own), review: 'From above.' })
  const reported = { kind: 'log' as const, target: log.id, reason: 'spam' as const, text: '' }
  await own.call(createReport, { as: fan, body: reported })
  const body = { act: 'hide' as const, ground: 'spam' as const, facts: 'Spam.', seen: 0 }
  await own.call(decideCase, { as: operator, params: { caseId: await caseOf(own, log.id) }, body })
  const [statement] = (await own.call(listStatements, { as: author })).data
  const params = { decisionId: statement?._id ?? '' }
  await own.call(appealDecision, { as: author, params, body: { text: 'Please.' } })
  const lift = async (as: TestMember) =>
    (await own.call(decideAppeal, { as, params, body: { outcome: 'lifted', answer: 'Yes.' } })).error?.code
  expect(await lift(moderator)).toBe('moderation.not_allowed')
  const third = await buildMember(own, { role: 'operator' })
  expect(await lift(operator)).toBe('appeal.same_moderator')
  await own.db.updateTable('members').set({ role: 'member' }).where('id', '=', third.id).execute()
  expect(await lift(operator)).toBeUndefined()
})
