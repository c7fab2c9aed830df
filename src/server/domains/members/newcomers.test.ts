import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFilmLists, listPopularLists } from '#shared/api/lists.ts'
import { listPopularReviews } from '#shared/api/logs.ts'
import { listMembers, toggleFollow } from '#shared/api/members.ts'
import { createReport } from '#shared/api/moderation.ts'
import { createReply, deleteReplyById } from '#shared/api/replies.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let others: TestMember[]
let film: { id: number }

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT: '1' } })
  others = await Promise.all(Array.from({ length: 31 }, () => buildMember(app)))
  film = await buildFilm(app)
})
afterAll(() => app.close())

const built = async (ageHours: number) => {
  const member = await buildMember(app)
  const createdAt = new Date(Date.now() - ageHours * 3_600_000)
  await app.db.updateTable('members').set({ created_at: createdAt }).where('id', '=', member.id).execute()
  return member
}

const codes = (answers: { status: number; error: { code: string } }[]) =>
  answers.flatMap(({ status, error }) => (status === 200 ? [] : [error.code]))

const followAll = (as: TestMember) =>
  Promise.all(
    others.map((other) => app.call(toggleFollow, { as, params: { userId: as.id, targetId: other.id } })),
  )

test('on its first day an account follows 30, comments 20 times and reports 3 things, all at once or not', async () => {
  const newcomer = await built(23)
  const follows = await followAll(newcomer)
  expect(codes(follows)).toEqual(['member.new_account'])
  // Until the account is a day old.
  const wait = Number(follows.find(({ status }) => status === 429)?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3000)
  expect(wait).toBeLessThanOrEqual(3600)
  const [author] = others
  const logs = await Promise.all(
    Array.from({ length: 4 }, () =>
      buildLog(app, { author: author as TestMember, film, review: 'A review' }),
    ),
  )
  const params = { logId: logs[0]?.id ?? '' }
  const comments = await Promise.all(
    Array.from({ length: 21 }, (_, index) =>
      app.call(createReply, { as: newcomer, params, body: { text: `Comment ${index}` } }),
    ),
  )
  expect(codes(comments)).toEqual(['member.new_account'])
  const reports = await Promise.all(
    logs.map(({ id }) =>
      app.call(createReport, { as: newcomer, body: { kind: 'log', target: id, reason: 'spam', text: '' } }),
    ),
  )
  expect(codes(reports)).toEqual(['member.new_account'])
})

test('a newcomer may let go of whom they follow, and a day later nothing of this is left', async () => {
  const newcomer = await built(23)
  await followAll(newcomer)
  const [first] = others
  const params = { userId: newcomer.id, targetId: first?.id ?? '' }
  const followed = await app.db
    .selectFrom('follows')
    .select('followee_id')
    .where('follower_id', '=', newcomer.id)
    .execute()
  const target = followed[0]?.followee_id ?? ''
  expect(
    (await app.call(toggleFollow, { as: newcomer, params: { ...params, targetId: target } })).data.following,
  ).toBe(false)
  expect(codes(await followAll(await built(25)))).toEqual([])
})

test('letting go and deleting give a newcomer no further try', async () => {
  const newcomer = await built(23)
  const [author] = others
  const log = await buildLog(app, { author: author as TestMember, film, review: 'A review' })
  const turns: string[] = []
  for (const { id: targetId } of others) {
    const params = { userId: newcomer.id, targetId }
    const { status, error } = await app.call(toggleFollow, { as: newcomer, params })
    if (status === 200) await app.call(toggleFollow, { as: newcomer, params })
    else turns.push(error.code)
  }
  expect(turns).toEqual(['member.new_account'])
  const again = { userId: newcomer.id, targetId: others[0]?.id ?? '' }
  expect((await app.call(toggleFollow, { as: newcomer, params: again })).data.following).toBe(true)
  for (let turn = 0; turn < 21; turn += 1) {
    const body = { text: `Comment ${turn}` }
    const { status, data, error } = await app.call(createReply, {
      as: newcomer,
      params: { logId: log.id },
      body,
    })
    if (status === 200) await app.call(deleteReplyById, { as: newcomer, params: { replyId: data._id } })
    else turns.push(error.code)
  }
  expect(turns).toEqual(['member.new_account', 'request.rate_limited'])
})

test('a limited member is shown to who follows them, and to nobody who does not look for them', async () => {
  const limited = await built(48)
  const [fan, stranger] = [await built(48), await built(48)]
  await follow(app, fan, limited)
  const own = await buildFilm(app)
  const log = await buildLog(app, { author: limited, film: own, review: 'A loud review' })
  const list = await buildList(app, { author: limited, title: 'A loud list', films: [own] })
  const seenBy = async (as: TestMember) => {
    const [reviews, ofFilm, lists, members, found] = await Promise.all([
      app.call(listPopularReviews, { as, params: { movieId: own.id }, query: {} }),
      app.call(listFilmLists, { as, params: { id: own.id }, query: {} }),
      app.call(listPopularLists, { as, query: { limit: 100 } }),
      app.call(listMembers, { as, query: { limit: 100 } }),
      app.call(listMembers, { as, query: { query: limited.username } }),
    ])
    return [
      reviews.data.some(({ _id }) => _id === log.id),
      ofFilm.data.some(({ _id }) => _id === list.id),
      lists.data.some(({ _id }) => _id === list.id),
      members.data.some(({ _id }) => _id === limited.id),
      found.data.some(({ _id }) => _id === limited.id),
    ]
  }
  expect([await seenBy(fan), await seenBy(stranger)]).toEqual([
    [true, true, true, true, true],
    [true, true, true, true, true],
  ])
  await app.db.updateTable('members').set({ limited_at: new Date() }).where('id', '=', limited.id).execute()
  expect([await seenBy(fan), await seenBy(stranger)]).toEqual([
    [true, true, false, false, true],
    [false, false, false, false, true],
  ])
})
