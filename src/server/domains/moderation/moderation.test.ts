import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditLog } from '#shared/api/audit.ts'
import { createList, toggleListLike } from '#shared/api/lists.ts'
import { toggleLogLike } from '#shared/api/logs.ts'
import { deleteMember } from '#shared/api/members.ts'
import * as api from '#shared/api/moderation.ts'
import { countUnread } from '#shared/api/notifications.ts'
import { createReply, listReplies } from '#shared/api/replies.ts'
import type { ModerationAct, ReportKind, ReportReason } from '#shared/moderation.ts'
import { recount } from '#server/domains/recount/recount.service.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'
import { caseOf } from '#test/report-cases.ts'
import { waitingMails } from '#test/waiting-mails.ts'

let app: TestApp
let moderator: TestMember
let second: TestMember
let operator: TestMember
let author: TestMember
let fan: TestMember
let film: { id: number }
let now: Date

beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => now } })
  moderator = await buildMember(app, { role: 'moderator' })
  second = await buildMember(app, { role: 'moderator' })
  operator = await buildMember(app, { role: 'operator' })
  film = await buildFilm(app)
})
afterAll(() => app.close())

const fresh = async () => {
  now = new Date()
  author = await buildMember(app)
  fan = await buildMember(app)
  await follow(app, fan, author)
  await follow(app, author, fan)
}

const report = async (
  kind: ReportKind,
  target: string,
  { as = fan, reason = 'spam', text = '' }: { as?: TestMember; reason?: ReportReason; text?: string } = {},
) => app.call(api.createReport, { as, body: { kind: kind as 'log', target, reason, text } })

const decide = (
  caseId: string,
  act: ModerationAct,
  { as = moderator, seen = 0, facts = 'It sells watches.' } = {},
) => app.call(api.decideCase, { as, params: { caseId }, body: { act, ground: 'spam', facts, seen } })

const mailsTo = (email: string) => waitingMails(app, email)

/** Counters that are not what they count. */
const miscounted = async () =>
  (await recount(app.ctx, { mends: false })).filter(({ wrong }) => Object.keys(wrong).length > 0)

test('a hundred reports of one review are one row, each of its own reporter counted once', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Buy watches.' })
  const others = await Promise.all(Array.from({ length: 12 }, () => buildMember(app)))
  const numbers = await Promise.all(others.map((as) => report('log', log.id, { as })))
  expect(numbers.map(({ status }) => status)).toEqual(others.map(() => 200))
  const again = await report('log', log.id, { as: others[0] as TestMember, reason: 'abuse' })
  expect(again.data.number).toBe(numbers[0]?.data.number)
  const rows = (await app.call(api.listCases, { as: moderator, query: { state: 'open' } })).data
  expect(rows.filter((row) => row.author?._id === author.id)).toMatchObject([
    { kind: 'log', excerpt: 'Buy watches.', reports: 12, reasons: ['spam'], act: null },
  ])
})

test('one reports what one sees and what is not one’s own, with words where a reason needs them', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Mine.' })
  const secret = await buildList(app, { author, isPrivate: true })
  const codes = async (answer: ReturnType<typeof report>) => (await answer).error.code
  expect(await codes(report('log', log.id, { as: author }))).toBe('report.own')
  expect(await codes(report('list', secret.id))).toBe('report.not_found')
  expect(await codes(report('log', log.id, { reason: 'copied', text: '  ' }))).toBe('report.text_required')
  expect(await codes(report('log', log.id, { reason: 'impersonation' }))).toBe('request.invalid')
  expect(await codes(report('log', 'nonsense'))).toBe('report.not_found')
  expect((await report('log', log.id, { reason: 'other', text: 'x'.repeat(1001) })).status).toBe(400)
})

test('a guest reports an address, is told by mail that it came, and later what was decided', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Copied.' })
  const body = {
    address: `${app.ctx.config.publicUrl ?? 'http://127.0.0.1:0'}/review/${log.id}?x=1`,
    name: 'Rana',
    email: 'rana@example.org',
    reason: 'copied' as const,
    text: 'From my page.',
    goodFaith: true as const,
    language: 'fr' as const,
  }
  const { data, status } = await app.call(api.createGuestReport, { body })
  expect(status).toBe(200)
  const wrong = { ...body, address: 'Press https://elsewhere.example/review/1' }
  expect((await app.call(api.createGuestReport, { body: wrong })).status).toBe(200)
  expect((await app.call(api.createGuestReport, { body: { ...body, email: 'nothing' } })).error.code).toBe(
    'auth.email_invalid',
  )
  const caseId = await caseOf(app, log.id)
  const detail = (await app.call(api.getCase, { as: moderator, params: { caseId } })).data
  expect(detail.told).toMatchObject([{ number: data.number, guest: { name: 'Rana' }, text: 'From my page.' }])
  expect(detail.author?._id).toBe(author.id)
  await decide(caseId, 'hide')
  const mails = await mailsTo('rana@example.org')
  // It goes to whomever a stranger names: of what the stranger wrote it repeats nothing but a page of this Scene.
  expect(mails.slice(0, 2).map(({ text }) => /https?:.*/.exec(text)?.[0])).toEqual([
    body.address.replace('?x=1', ''),
    undefined,
  ])
  expect(mails[1]?.text).not.toContain('elsewhere.example')
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Scene a reçu votre signalement n°\u00a0${data.number}`,
    expect.stringContaining('Scene a reçu'),
    `Votre signalement n°\u00a0${data.number} a été traité sur Scene`,
  ])
})

/** Every read in which others may come upon what somebody wrote. */
async function placesWith(
  words: string,
  as: TestMember,
  ids: { logId: string; listId: string; filmId: number },
) {
  const places = [
    `/api/logs/feed/${as.id}`,
    '/api/logs/week',
    `/api/logs/user/${author.id}`,
    `/api/logs/user/${author.id}?reviews=true`,
    `/api/logs/${ids.logId}`,
    `/api/logs/${ids.logId}/replies`,
    `/api/movies/${ids.filmId}`,
    `/api/users/${author.id}/tags`,
    `/api/users/${author.id}/diary?today=2020-01-02`,
    `/api/users/${author.id}/films`,
    `/api/lists/user/${author.id}`,
    '/api/lists/saved',
    '/api/lists/popular',
    '/api/lists/friends',
    `/api/lists/search?query=${words}`,
    `/api/lists/${ids.listId}`,
    '/api/notifications',
    '/api/home',
    '/api/logs/reviews/friends',
    '/api/logs/reviews/new',
  ]
  const found = await Promise.all(
    places.map(async (path) =>
      (await rawCall(app, { method: 'GET', path, as })).text.includes(words) ? [path] : [],
    ),
  )
  return found.flat()
}

test('what is hidden is nowhere for others and as it was for its author, and comes back whole', async () => {
  await fresh()
  const words = 'Zwielichtig'
  const own = await buildFilm(app)
  const log = await buildLog(app, { author, film: own, review: words, rating: 4, tags: [words] })
  const params = { logId: log.id }
  await app.call(toggleLogLike, { as: fan, params })
  const reply = (await app.call(createReply, { as: author, params, body: { text: `${words} too` } })).data
  await app.call(createReply, { as: fan, params, body: { text: 'An answer', parentComment: reply._id } })
  const list = (await app.call(createList, { as: author, body: { title: words, movies: [{ id: own.id }] } }))
    .data
  await app.call(toggleListLike, { as: fan, params: { listId: list._id } })
  const ids = { logId: log.id, listId: list._id, filmId: own.id }
  const before = await placesWith(words, fan, ids)
  const byAuthor = await placesWith(words, author, ids)
  expect(before.length).toBeGreaterThan(10)
  const stats = () =>
    app.db.selectFrom('film_stats').selectAll().where('film_id', '=', own.id).executeTakeFirst()
  const counted = await stats()

  for (const [kind, id] of [
    ['reply', reply._id],
    ['log', log.id],
    ['list', list._id],
  ] as const) {
    await report(kind, id)
    expect((await decide(await caseOf(app, id), 'hide')).status).toBe(200)
  }
  expect(await placesWith(words, fan, ids)).toEqual([])
  expect(await placesWith(words, moderator, ids)).toEqual([])
  // What is popular is what everybody sees.
  expect(await placesWith(words, author, ids)).toEqual(
    byAuthor.filter((path) => path !== '/api/lists/popular'),
  )
  const hidden = await rawCall(app, { method: 'GET', path: `/api/logs/${log.id}`, as: fan })
  const missing = await rawCall(app, { method: 'GET', path: `/api/logs/${moderator.id}`, as: fan })
  const plain = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
  expect([hidden.status, plain(hidden.text)]).toEqual([missing.status, plain(missing.text)])
  expect((await app.call(toggleLogLike, { as: fan, params })).error.code).toBe('log.not_found')
  expect((await app.call(createReply, { as: fan, params, body: { text: 'x' } })).error.code).toBe(
    'log.not_found',
  )
  expect(await stats()).toMatchObject({ logs: 0, ratings: 0 })
  expect(await miscounted()).toEqual([])

  for (const id of [reply._id, log.id, list._id]) await decide(await caseOf(app, id), 'restore', { seen: 1 })
  // What others were told of it is gone for good.
  expect(await placesWith(words, fan, ids)).toEqual(before.filter((path) => path !== '/api/notifications'))
  expect(await stats()).toEqual(counted)
  expect(await miscounted()).toEqual([])
})

test('of a hidden comment others see the place, and only where something hangs below it', async () => {
  await fresh()
  const log = await buildLog(app, { author: fan, film, review: 'A review' })
  const params = { logId: log.id }
  const write = async (text: string, parentComment?: string) =>
    (
      await app.call(createReply, {
        as: author,
        params,
        body: { text, ...(parentComment && { parentComment }) },
      })
    ).data._id
  const [top, alone] = [await write('With an answer'), await write('Alone')]
  await write('The answer', top)
  for (const id of [top, alone]) {
    await report('reply', id)
    await decide(await caseOf(app, id), 'hide')
  }
  const seen = async (as: TestMember) =>
    (await app.call(listReplies, { as, params })).data.map(({ text, deleted, username, hidden }) => ({
      text,
      deleted,
      named: username !== '',
      hidden: hidden ?? false,
    }))
  expect(await seen(fan)).toEqual([
    { text: '', deleted: true, named: false, hidden: false },
    { text: 'The answer', deleted: false, named: true, hidden: false },
  ])
  expect((await seen(author)).map(({ text, hidden }) => [text, hidden])).toEqual([
    ['With an answer', true],
    ['The answer', false],
    ['Alone', true],
  ])
  const { reply_count } = await app.db
    .selectFrom('logs')
    .select('reply_count')
    .where('id', '=', log.id)
    .executeTakeFirstOrThrow()
  expect(reply_count).toBe(1)
})

test('of two moderators who decide at once one is first, and the other is told', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Twice' })
  await report('log', log.id)
  const caseId = await caseOf(app, log.id)
  const answers = await Promise.all([decide(caseId, 'hide'), decide(caseId, 'none', { as: second })])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.error.code).toBe('moderation.decided')
  const { data } = await app.call(api.getCase, { as: second, params: { caseId } })
  expect(data.decisions).toHaveLength(1)
  const notes = (await app.call(listAuditLog, { as: operator })).data
  expect(notes.filter(({ about }) => about['case'] === caseId)).toHaveLength(1)
})

test('nobody decides about themselves or a higher role, nor reads who reported them', async () => {
  await fresh()
  const byOperator = await buildLog(app, { author: operator, film, review: 'From above' })
  const byModerator = await buildLog(app, { author: moderator, film, review: 'From beside' })
  for (const { id } of [byOperator, byModerator]) await report('log', id)
  const [above, own] = [await caseOf(app, byOperator.id), await caseOf(app, byModerator.id)]
  expect((await decide(above, 'hide')).error.code).toBe('moderation.not_allowed')
  expect((await app.call(api.getCase, { as: moderator, params: { caseId: above } })).data.acts).toEqual([])
  expect((await app.call(api.getCase, { as: moderator, params: { caseId: own } })).error.code).toBe(
    'moderation.not_found',
  )
  expect((await decide(own, 'none')).error.code).toBe('moderation.not_found')
  const rows = (await app.call(api.listCases, { as: moderator, query: { state: 'open' } })).data
  expect(rows.map(({ _id }) => _id)).not.toContain(own)
  expect((await decide(own, 'hide', { as: second })).status).toBe(200)
})

test('the author reads what was decided and why, appeals once, and somebody else decides about it', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Appealed' })
  await report('log', log.id)
  const caseId = await caseOf(app, log.id)
  await decide(caseId, 'hide')
  const [mail] = await mailsTo(author.email)
  expect(mail?.text).toContain('It sells watches.')
  expect(mail?.text).toContain('Nobody but you and the moderators can see it.')
  expect(mail?.text).toContain('No automatic means were used')
  expect((await app.call(countUnread, { as: author, params: { userId: author.id } })).data.count).toBe(1)
  expect((await app.call(countUnread, { as: fan, params: { userId: fan.id } })).data.count).toBe(1)
  const [own] = (await app.call(api.listStatements, { as: author })).data
  expect(own).toMatchObject({ act: 'hide', ground: 'spam', facts: 'It sells watches.', excerpt: 'Appealed' })
  expect((await app.call(api.listOwnReports, { as: fan })).data).toMatchObject([
    { acted: true, excerpt: 'Appealed' },
  ])

  const params = { decisionId: own?._id ?? '' }
  const appeal = (as: TestMember) =>
    app.call(api.appealDecision, { as, params, body: { text: 'It does not.' } })
  expect((await appeal(fan)).error.code).toBe('moderation.not_found')
  expect((await appeal(author)).data.appeal).toMatchObject({ text: 'It does not.', outcome: null })
  expect((await appeal(author)).error.code).toBe('appeal.over')
  const waiting = (await app.call(api.listCases, { as: second, query: { state: 'appeals' } })).data
  expect(waiting.map(({ _id }) => _id)).toContain(caseId)
  const lift = (as: TestMember) =>
    app.call(api.decideAppeal, { as, params, body: { outcome: 'lifted', answer: 'You are right.' } })
  expect((await lift(moderator)).error.code).toBe('appeal.same_moderator')
  expect((await lift(second)).status).toBe(200)
  expect((await lift(operator)).error.code).toBe('moderation.decided')
  expect((await rawCall(app, { method: 'GET', path: `/api/logs/${log.id}`, as: fan })).status).toBe(200)
  expect((await mailsTo(author.email)).at(-1)?.text).toContain('You are right.')
})

test('who is suspended appeals by the link of the mail, within twenty days', async () => {
  await fresh()
  await report('member', author.id, { reason: 'abuse' })
  const caseId = await caseOf(app, author.id)
  await decide(caseId, 'suspend')
  expect((await rawCall(app, { method: 'GET', path: '/api/notifications', as: author })).status).toBe(401)
  const [mail] = await mailsTo(author.email)
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const read = await app.call(api.readStatementByLink, { body: { token } })
  expect(read.data).toMatchObject({ act: 'suspend', kind: 'member', appeal: null })
  const appeal = (given: string) => app.call(api.appealByLink, { body: { token: given, text: 'Please.' } })
  expect((await appeal(`${token}x`)).error.code).toBe('appeal.link')
  now = new Date(now.getTime() + 20 * 86_400_000 + 1)
  expect((await appeal(token)).error.code).toBe('appeal.over')
  now = new Date(now.getTime() - 2)
  expect((await appeal(token)).status).toBe(200)
  expect((await appeal(token)).error.code).toBe('appeal.over')
  now = new Date()
  await decide(caseId, 'restore', { seen: 1 })
  const member = await app.db
    .selectFrom('members')
    .select('suspended_at')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  expect(member.suspended_at).toBeNull()
})

test('what was deleted meanwhile can still be decided, and those who leave are forgotten', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Short lived' })
  await report('log', log.id, { reason: 'abuse' })
  const caseId = await caseOf(app, log.id)
  await rawCall(app, { method: 'DELETE', path: `/api/logs/${log.id}`, as: author })
  const read = async () => (await app.call(api.getCase, { as: moderator, params: { caseId } })).data
  expect(await read()).toMatchObject({ now: null, path: null, before: { text: 'Short lived' } })
  expect((await read()).acts).toEqual(['none', 'limit', 'suspend', 'message'])
  expect((await decide(caseId, 'hide')).error.code).toBe('moderation.impossible')
  await app.call(deleteMember, { as: fan, params: { userId: fan.id } })
  expect((await read()).told).toMatchObject([{ reporter: null, guest: null, reason: 'abuse' }])
  await app.call(deleteMember, { as: author, params: { userId: author.id } })
  expect(await read()).toMatchObject({
    author: null,
    person: null,
    before: { text: '', title: null },
    acts: ['none'],
  })
  expect((await decide(caseId, 'none')).status).toBe(200)
})

test('a restored thing stays hidden while another decision hides it', async () => {
  await fresh()
  const log = await buildLog(app, { author, film, review: 'Twice hidden' })
  await report('log', log.id)
  const first = await caseOf(app, log.id)
  await decide(first, 'none')
  const other = await buildMember(app)
  now = new Date(now.getTime() + 1000)
  await report('log', log.id, { as: other })
  const later = await caseOf(app, log.id)
  expect(later).not.toBe(first)
  await decide(first, 'hide', { seen: 1 })
  await decide(later, 'hide')
  const status = async () =>
    (await rawCall(app, { method: 'GET', path: `/api/logs/${log.id}`, as: fan })).status
  await decide(later, 'restore', { seen: 1 })
  expect(await status()).toBe(404)
  await decide(first, 'restore', { seen: 2 })
  expect(await status()).toBe(200)
})

test('a comment is marked as one that tells what happens, and the mark is taken back', async () => {
  await fresh()
  const log = await buildLog(app, { author: fan, film, review: 'Mild' })
  const { data: reply } = await app.call(createReply, {
    as: author,
    params: { logId: log.id },
    body: { text: 'The butler did it' },
  })
  await report('reply', reply._id, { reason: 'spoilers' })
  const caseId = await caseOf(app, reply._id)
  const isMarked = async () =>
    (await app.call(listReplies, { as: fan, params: { logId: log.id }, query: {} })).data.find(
      ({ _id }) => _id === reply._id,
    )?.spoilers
  expect(await isMarked()).toBe(false)
  const decided = await decide(caseId, 'spoiler')
  expect(decided.data.decisions).toMatchObject([{ act: 'spoiler' }])
  expect([await isMarked(), (await mailsTo(author.email)).length]).toEqual([true, 1])
  await decide(caseId, 'restore', { seen: 1 })
  expect(await isMarked()).toBe(false)
})
