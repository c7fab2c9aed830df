import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listFriendsReviews, listNewReviews, listPopularFilms } from '#shared/api/logs.ts'
import { updateMember } from '#shared/api/members.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'

let app: TestApp
const clock = { ahead: 0 }
beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => new Date(Date.now() + clock.ahead) } })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.ahead = 0
  return app.db.deleteFrom('members').execute()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const idsOf = (logs: { _id: string }[]) => logs.map(({ _id }) => _id)

test('friends’ reviews come newest first and in pages, without logs that have no text', async () => {
  const [me, one, two, stranger] = [
    await buildMember(app),
    await buildMember(app),
    await buildMember(app),
    await buildMember(app),
  ]
  await follow(app, me, one)
  await follow(app, me, two)
  const film = await buildFilm(app)
  const written = []
  for (let minute = 0; minute < 7; minute++) {
    const author = minute % 3 === 0 ? one : two
    const { id } = await buildLog(app, {
      author,
      film,
      review: `Text ${minute}`,
      createdAt: minutesAgo(minute),
    })
    written.push(id)
    await buildLog(app, { author, film, rating: 4, createdAt: minutesAgo(minute) })
  }
  await buildLog(app, { author: stranger, film, review: 'Not a friend’s.' })
  await buildLog(app, { author: me, film, review: 'One’s own.' })

  const first = await app.call(listFriendsReviews, { query: {}, as: me })
  expect(idsOf(first.data)).toEqual(written.slice(0, 6))
  expect(first.data[0]).toMatchObject({ review: 'Text 0', title: film.title, user: { _id: one.id } })
  const cursor = first.headers.get('x-next-cursor') ?? ''
  const second = await app.call(listFriendsReviews, { query: { cursor }, as: me })
  expect(idsOf(second.data)).toEqual(written.slice(6))
  expect(second.headers.get('x-next-cursor')).toBeNull()
})

test('a page of friends’ reviews reads one text of each friend, and hardly more than it shows', async () => {
  const [me, film] = [await buildMember(app), await buildFilm(app)]
  const [friends, each] = [8, 6]
  const written: { id: string; at: Date }[] = []
  for (let one = 0; one < friends; one++) {
    const author = await buildMember(app)
    await follow(app, me, author)
    for (let text = 0; text < each; text++) {
      // Some are of one moment.
      const at = minutesAgo(100 + text * 3 + (one % 3))
      at.setMilliseconds(0)
      const { id } = await buildLog(app, { author, film, review: 'Text', createdAt: at })
      written.push({ id, at })
    }
  }
  const order = written.toSorted((a, b) => Number(b.at) - Number(a.at) || (a.id < b.id ? 1 : -1))
  const read = (query: object) => app.call(listFriendsReviews, { as: me, query })
  expect(idsOf(await allPages(read))).toEqual(order.map(({ id }) => id))

  const limit = 3
  const statements = await app.recordStatements(() => read({ limit }))
  const page = statements.find(({ text }) => text.includes('authors as materialized'))
  const { rows } = await app.explain(page?.text ?? '', page?.values ?? [], { analyze: true })
  const texts = rows.map((line) => / on logs log.*actual rows=([\d.]+) loops=(\d+)/.exec(line))
  const found = texts.reduce((sum, scan) => sum + Number(scan?.[1] ?? 0) * Number(scan?.[2] ?? 0), 0)
  // One of each friend; those of the page, and the one behind it.
  expect(found, rows.join('\n')).toBe(friends + limit + 1)
})

test('new reviews are one each of three strangers who are open to it', async () => {
  const film = await buildFilm(app)
  const me = await buildMember(app)
  const write = (author: TestMember, minutes: number) =>
    buildLog(app, { author, film, review: 'Text', createdAt: minutesAgo(minutes) })
  const friend = await buildMember(app)
  const hidden = await buildMember(app)
  await follow(app, me, friend)
  await app.call(updateMember, {
    params: { userId: hidden.id },
    body: { discoverable: false },
    as: hidden,
  })
  for (const author of [me, friend, hidden]) await write(author, 0)
  const expected: string[] = []
  for (let minutes = 1; minutes <= 4; minutes++) {
    const author = await buildMember(app)
    expected.push((await write(author, minutes)).id)
    await write(author, minutes + 10)
    // What is not for all takes no place of what is.
    await buildLog(app, { author, film, review: 'Kept', audience: 'followers', createdAt: minutesAgo(0) })
  }
  const statements = await app.recordStatements(async () => {
    const { data } = await app.call(listNewReviews, { as: me })
    expect(idsOf(data)).toEqual(expected.slice(0, 3))
  })
  // Only of those who are shown, and of who would be, it is asked whether they are open to it.
  const search = statements.find(({ text }) => text.includes('strangers as materialized'))
  const { rows } = await app.explain(search?.text ?? '', search?.values ?? [], { analyze: true })
  expect(rows.find((line) => line.includes(' on members'))).toContain('loops=4')
  // Whoever is not shown to strangers sees them all the same.
  expect((await app.call(listNewReviews, { as: hidden })).data).toHaveLength(3)
})

test('popular films are counted by members, of this week only, and once for all in a few minutes', async () => {
  const [me, other] = [await buildMember(app), await buildMember(app)]
  const [liked, again, old, undated, kept] = [
    await buildFilm(app, { title: 'Two members' }),
    await buildFilm(app, { title: 'One member, thrice' }),
    await buildFilm(app),
    await buildFilm(app),
    await buildFilm(app),
  ]
  const watchedAt = '2026-01-01'
  for (const author of [me, other]) await buildLog(app, { author, film: liked, watchedAt })
  for (let time = 0; time < 3; time++) await buildLog(app, { author: me, film: again, watchedAt })
  await buildLog(app, { author: me, film: old, watchedAt, createdAt: minutesAgo(8 * 24 * 60) })
  await buildLog(app, { author: me, film: undated })
  for (const author of [me, other])
    await buildLog(app, { author, film: kept, watchedAt, audience: 'followers' })
  const popular = async () => (await app.call(listPopularFilms, { as: me })).data.map(({ title }) => title)
  expect(await popular()).toEqual([liked.title, again.title])
  await buildLog(app, { author: other, film: again, watchedAt })
  expect(await popular()).toEqual([liked.title, again.title])
  clock.ahead = 6 * 60_000
  expect(await popular()).toEqual([again.title, liked.title])
})
