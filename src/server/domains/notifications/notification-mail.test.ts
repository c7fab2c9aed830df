import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToList } from '#shared/api/lists.ts'
import { toggleLogLike } from '#shared/api/logs.ts'
import {
  getNotificationSettings,
  previewDigest,
  unsubscribeMail,
  updateNotificationSettings,
} from '#shared/api/notification-settings.ts'
import { countUnread, listNotifications, markAllRead } from '#shared/api/notifications.ts'
import { createReply } from '#shared/api/replies.ts'
import { muteFilm, muteMember } from '#shared/api/safety.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { sendDigests } from './digest.service.ts'
import { mailUnseen } from './mail.service.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

let app: TestApp
let mails: Mail[]
let now: Date
let author: TestMember
let friend: TestMember
let film: { id: number }
let logId: string

beforeAll(async () => {
  app = await startTestApp({
    env: { PUBLIC_URL: 'https://scene.example.org', SMTP_URL: 'smtp://127.0.0.1:9' },
    jobs: true,
    overrides: { now: () => now, mailer: { send: async (mail) => void mails.push(mail) } },
  })
  film = await buildFilm(app, { title: 'Salt Harbour', releaseDate: '2019-05-30' })
})
afterAll(() => app.close())
beforeEach(async () => {
  mails = []
  // A Friday, at noon in London.
  now = new Date('2026-11-20T12:00:00Z')
  author = await buildMember(app)
  friend = await buildMember(app)
  logId = (await buildLog(app, { author, film, review: 'Discuss.' })).id
  await app.db
    .updateTable('members')
    .set({ email_verified_at: now })
    .where('id', 'in', [author.id, friend.id])
    .execute()
})

const minutes = (count: number) => (now = new Date(now.getTime() + count * 60_000))
const comment = (text = 'words') => app.call(createReply, { as: friend, params: { logId }, body: { text } })
const choose = (body: object) => app.call(updateNotificationSettings, { as: author, body })
const unread = async () =>
  (await app.call(countUnread, { as: author, params: { userId: author.id } })).data.count

/** A time zone that this machine does not know. */
const spoilClock = ({ id }: TestMember) =>
  app.db.updateTable('members').set({ time_zone: 'Mars/Olympus' }).where('id', '=', id).execute()

/** Those to the author; what is mailed waits in the queue. */
async function mailed(count: number): Promise<Mail[]> {
  await mailUnseen(app.ctx)
  const own = () => mails.filter(({ to }) => to === author.email)
  await expect.poll(() => own().length, { timeout: 5000 }).toBe(count)
  return own()
}

describe('what was not seen', () => {
  test('goes by mail half an hour later, all of it in one, and once', async () => {
    await comment('one')
    minutes(29)
    expect(await mailed(0)).toHaveLength(0)
    await comment('two')
    minutes(1)
    const [mail] = await mailed(1)
    expect(mail?.subject).toBe('2 new things on Scene')
    expect(mail?.text).toContain(`@${friend.username}`)
    expect(mail?.text).toContain(`https://scene.example.org/review/${logId}`)
    expect(mail?.html).toContain('<html lang="en" dir="ltr">')
    minutes(120)
    expect(await mailed(1)).toHaveLength(1)
  })

  test('is counted to the last where a mail does not show all of it, and only what goes by mail', async () => {
    await Promise.all(Array.from({ length: 23 }, (_, at) => comment(String(at))))
    await app.call(toggleLogLike, { as: friend, params: { logId } })
    minutes(60)
    const [mail] = await mailed(1)
    expect(mail?.subject).toBe('23 new things on Scene')
    expect(mail?.text.match(/commented on your review/g)).toHaveLength(20)
  })

  test('does not go where it was seen meanwhile', async () => {
    await comment()
    await app.call(markAllRead, { as: author })
    minutes(60)
    expect(await mailed(0)).toHaveLength(0)
  })

  test('goes as late as the member says, at most once an hour', async () => {
    await choose({ mailAfterMinutes: 5 })
    await comment('one')
    minutes(5)
    expect(await mailed(1)).toHaveLength(1)
    await comment('two')
    minutes(30)
    expect(await mailed(1)).toHaveLength(1)
    minutes(31)
    const [, second] = await mailed(2)
    expect(second?.subject).toBe(`@${friend.username} commented on your review`)
  })

  test('waits for the end of quiet hours', async () => {
    await choose({ quiet: { from: '11:00', to: '14:00' }, timeZone: 'Europe/London' })
    await comment()
    minutes(60)
    expect(await mailed(0)).toHaveLength(0)
    minutes(60)
    expect(await mailed(1)).toHaveLength(1)
  })

  test('is of kinds that the member wants by mail: no likes at first', async () => {
    await app.call(toggleLogLike, { as: friend, params: { logId } })
    minutes(60)
    expect(await mailed(0)).toHaveLength(0)
    await choose({ reach: { likes: { mail: true }, comments: { mail: false } } })
    await comment()
    await app.call(toggleLogLike, { as: await buildMember(app), params: { logId } })
    minutes(60)
    const [mail] = await mailed(1)
    expect(mail?.text).toContain('liked your review')
    expect(mail?.text).not.toContain('commented')
  })

  test('goes to all others where one’s fails', async () => {
    await choose({ quiet: { from: '02:00', to: '03:00' } })
    await spoilClock(author)
    const other = await buildMember(app)
    await app.db.updateTable('members').set({ email_verified_at: now }).where('id', '=', other.id).execute()
    await comment()
    logId = (await buildLog(app, { author: other, film, review: 'Discuss.' })).id
    await comment()
    minutes(30)
    expect(await mailed(0)).toHaveLength(0)
    await expect.poll(() => mails.map(({ to }) => to)).toEqual([other.email])
    await app.db.updateTable('members').set({ time_zone: null }).where('id', '=', author.id).execute()
    expect(await mailed(1)).toHaveLength(1)
  })

  test('goes to proved addresses alone', async () => {
    await app.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', author.id).execute()
    await comment()
    minutes(60)
    expect(await mailed(0)).toHaveLength(0)
  })

  test('is not shown in the app where that is switched off, and goes by mail all the same', async () => {
    await choose({ reach: { comments: { inApp: false } } })
    await comment()
    expect(await unread()).toBe(0)
    expect((await app.call(listNotifications, { as: author, query: {} })).data).toEqual([])
    minutes(30)
    expect(await mailed(1)).toHaveLength(1)
  })

  test('is worded and set as the language is read, and no markup of others is', async () => {
    await app.db.updateTable('members').set({ locale: 'ar' }).where('id', '=', author.id).execute()
    const other = await buildFilm(app, { title: '<b>"Sea" & Salt</b>' })
    logId = (await buildLog(app, { author, film: other, review: 'Discuss.' })).id
    await comment()
    minutes(30)
    const [mail] = await mailed(1)
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.html).toContain('على مراجعتك')
    expect(mail?.html).not.toContain('<b>')
    // Titles and names of another script move nothing around them, in a subject by marks that no program shows.
    expect(mail?.html).toContain('>\u2068&lt;b&gt;&quot;Sea&quot; &amp; Salt&lt;/b&gt;\u2069</span>')
    expect(mail?.text).toContain(
      `\u2068@${friend.username}\u2069 على مراجعتك · \u2068<b>"Sea" & Salt</b>\u2069\n`,
    )
    expect(mail?.subject).toBe(`تعليق من \u200e@${friend.username}\u200e على مراجعتك`)
  })

  test('keeps French marks on the line of the word before', async () => {
    await app.db.updateTable('members').set({ locale: 'fr' }).where('id', '=', author.id).execute()
    await comment()
    minutes(30)
    const [mail] = await mailed(1)
    expect(mail?.text.replaceAll('https:', '')).not.toMatch(/(?<!\u00a0)[!?;:»]|«(?!\u00a0)/)
    expect(mail?.subject).toBe(`@${friend.username} a commenté votre critique`)
  })
})

describe('links at the foot', () => {
  const tokenOf = ({ headers }: Mail) =>
    /unsubscribe\/([\w-]+)>/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''

  test('one click of a mail program ends mails of the kind, twice as well, and a look does not', async () => {
    await comment()
    minutes(30)
    const [mail] = await mailed(1)
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    const token = tokenOf(mail as Mail)
    expect(mail?.text).toContain(`https://scene.example.org/unsubscribe/${token}`)
    const address = `${app.url}/unsubscribe/${token}`
    await fetch(address)
    expect((await settings()).reach.comments.mail).toBe(true)
    for (const _ of [1, 2]) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(answer.status).toBe(200)
    }
    expect((await settings()).reach.comments).toEqual({ inApp: true, push: true, mail: false })
    await comment('more')
    minutes(120)
    expect(await mailed(1)).toHaveLength(1)
  })

  test('the page’s button does the same; a guess ends nothing', async () => {
    await comment()
    minutes(30)
    const [mail] = await mailed(1)
    const params = { token: tokenOf(mail as Mail) }
    expect((await app.call(unsubscribeMail, { params })).data).toEqual({ kind: 'notifications' })
    const guess = { token: 'A'.repeat(32) }
    expect((await app.call(unsubscribeMail, { params: guess })).error.code).toBe('unsubscribe.not_found')
    const answer = await fetch(`${app.url}/unsubscribe/${guess.token}`, { method: 'POST' })
    expect(answer.status).toBe(404)
  })

  const settings = async () => (await app.call(getNotificationSettings, { as: author })).data
})

describe('the weekly digest', () => {
  /** Of whom the author follows; on a day of the week, 5 for Friday. */
  const want = (day: number | null, timeZone = 'Europe/London') => choose({ digestDay: day, timeZone })
  const digests = async (count: number) => {
    await sendDigests(app.ctx)
    return mailed(count)
  }
  beforeEach(async () => {
    await follow(app, author, friend)
    await buildLog(app, { author: friend, film, rating: 4.5, review: 'Good.', createdAt: now })
  })

  test('comes on the member’s day, once, with friends’ best, lists and films of the watchlist', async () => {
    const list = await buildList(app, { author: friend, title: 'Harbours & <i>seas</i>' })
    await app.call(addToList, { as: friend, params: { listId: list.id }, body: { id: film.id } })
    await app.db.updateTable('lists').set({ updated_at: now }).where('id', '=', list.id).execute()
    await app.db.insertInto('watchlist_items').values({ member_id: author.id, film_id: film.id }).execute()
    await want(5)
    const [mail] = await digests(1)
    expect(mail?.subject).toBe('Your week on Scene')
    expect(mail?.text).toContain('\u2068Salt Harbour (2019)\u2069 · 4.5 ★ from 1 friend')
    expect(mail?.text).toContain('ON YOUR WATCHLIST')
    expect(mail?.html).toContain('Harbours &amp; &lt;i&gt;seas&lt;/i&gt;')
    expect(mail?.headers?.['List-Unsubscribe']).toMatch(
      /^<https:\/\/scene\.example\.org\/unsubscribe\/[\w-]{32}>$/,
    )
    minutes(60)
    expect(await digests(1)).toHaveLength(1)
    // A week later, and what was told then is older than one.
    now = new Date('2026-11-27T12:30:00Z')
    expect(await digests(1)).toHaveLength(1)
    await buildLog(app, { author: friend, film, rating: 4, review: 'Again.', createdAt: now })
    now = new Date('2026-12-04T09:00:00Z')
    expect(await digests(2)).toHaveLength(2)
    // One of a clock that was years ahead does not keep the next from coming.
    await app.db.updateTable('notification_settings').set({ digest_on: '2031-12-05' }).execute()
    await buildLog(app, { author: friend, film, rating: 4, review: 'Once more.', createdAt: now })
    now = new Date('2026-12-11T09:00:00Z')
    expect(await digests(3)).toHaveLength(3)
  })

  test('tells nothing of who is muted, nor of a film that is hidden', async () => {
    const hidden = await buildFilm(app, { title: 'Hidden Reef' })
    await buildLog(app, { author: friend, film: hidden, rating: 5, createdAt: now })
    const quiet = await buildMember(app)
    await follow(app, author, quiet)
    const loud = await buildFilm(app, { title: 'Loud Shore' })
    await buildLog(app, { author: quiet, film: loud, rating: 5, createdAt: now })
    const of = { as: author, params: { userId: author.id, targetId: quiet.id, movieId: hidden.id } }
    await app.call(muteMember, { ...of, body: {} })
    await app.call(muteFilm, { ...of, body: {} })
    await want(5)
    const [mail] = await digests(1)
    expect(mail?.text).toContain('Salt Harbour')
    expect(mail?.text).not.toMatch(/Hidden Reef|Loud Shore/)
  })

  test.each([
    ['another day', 4, 'Europe/London'],
    ['where it is Saturday already', 5, 'Pacific/Auckland'],
    ['where it is too early', 5, 'America/Los_Angeles'],
    ['not at all at first', null, 'Europe/London'],
  ])('does not come %s', async (_, day, zone) => {
    await want(day, zone)
    expect(await digests(0)).toHaveLength(0)
  })

  test('goes to all others where one’s fails', async () => {
    await want(5)
    await spoilClock(author)
    await follow(app, friend, author)
    await buildLog(app, { author, film, rating: 4, review: 'Fine.', createdAt: now })
    const body = { digestDay: 5, timeZone: 'Europe/London' }
    await app.call(updateNotificationSettings, { as: friend, body })
    expect(await digests(0)).toHaveLength(0)
    await expect.poll(() => mails.map(({ to }) => to)).toEqual([friend.email])
  })

  test('says nothing of what the member may not see, and does not come then', async () => {
    await app.db.updateTable('logs').set({ audience: 'me' }).where('member_id', '=', friend.id).execute()
    await want(5)
    expect(await digests(0)).toHaveLength(0)
    expect((await app.call(previewDigest, { as: author })).data).toEqual({ digest: null })
  })

  test('is shown beforehand, and ends by its link alone', async () => {
    await want(5)
    const { digest } = (await app.call(previewDigest, { as: author })).data
    expect(digest).toMatchObject({ subject: 'Your week on Scene' })
    expect(digest?.text).toContain('Salt Harbour')
    const [mail] = await digests(1)
    const token = /unsubscribe\/([\w-]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    await app.call(unsubscribeMail, { params: { token } })
    const { data } = await app.call(getNotificationSettings, { as: author })
    expect([data.digestDay, data.reach.comments.mail]).toEqual([null, true])
  })
})

test('settings are of all members alike until they choose, and bad ones are refused', async () => {
  const { data } = await app.call(getNotificationSettings, { as: author })
  expect(data).toMatchObject({
    reach: {
      likes: { inApp: true, push: false, mail: false },
      comments: { inApp: true, push: true, mail: true },
      follows: { inApp: true, push: true, mail: false },
      requests: { inApp: true, push: true, mail: true },
      shares: { inApp: true, push: true, mail: false },
    },
    quiet: null,
    mailAfterMinutes: 30,
    digestDay: null,
    devices: [],
  })
  for (const body of [
    { quiet: { from: '24:00', to: '07:00' } },
    { quiet: { from: '22:00' } },
    { digestDay: 7 },
    { mailAfterMinutes: 1 },
    { timeZone: 'Mars/Olympus' },
  ])
    expect((await choose(body)).status).toBe(400)
  const [a, b] = await Promise.all([
    choose({ reach: { likes: { push: true } } }),
    choose({ reach: { likes: { mail: true } } }),
  ])
  expect([a.status, b.status]).toEqual([200, 200])
  const after = await app.call(getNotificationSettings, { as: author })
  expect(after.data.reach.likes).toEqual({ inApp: true, push: true, mail: true })
})
