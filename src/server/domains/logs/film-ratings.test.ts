import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browseFilms } from '#shared/api/browse.ts'
import { getFilm } from '#shared/api/films.ts'
import * as api from '#shared/api/logs.ts'
import { createReply, listReplies } from '#shared/api/replies.ts'
import * as seenApi from '#shared/api/seen.ts'
import { createRandom } from '#built-in/seeded-random.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Film {
  id: number
}

const rate = (as: TestMember, { id }: Film, rating: number) =>
  app.call(seenApi.markSeen, { as, params: { userId: as.id, movieId: id }, body: { rating } })
const log = async (as: TestMember, { id }: Film, rating: number) =>
  (await app.call(api.createLog, { as, body: { movieId: id, rating, watchedAt: '2026-01-02' } })).data._id
const edit = (as: TestMember, logId: string, body: object) =>
  app.call(api.updateLog, { as, params: { logId }, body })
const remove = (as: TestMember, logId: string) => app.call(api.deleteLog, { as, params: { logId } })

/** What a member gives the film, from wherever it is asked; all must say the same. */
async function given(member: TestMember, film: Film) {
  const of = { as: member, params: { userId: member.id } }
  const films = (await app.call(api.listMemberFilms, of)).data
  const marks = (await app.call(seenApi.getFilmMarks, of)).data.seen
  const [fromFilms, fromMarks] = [
    films.find(({ tmdbId }) => tmdbId === film.id)?.rating ?? null,
    marks.find(([id]) => id === film.id)?.[1] ?? null,
  ]
  expect(fromMarks).toBe(fromFilms)
  return fromFilms
}

type Step = (as: TestMember, film: Film, logs: string[]) => Promise<unknown>
const logged =
  (stars: number): Step =>
  async (as, film, logs) =>
    logs.push(await log(as, film, stars))
const byHand =
  (stars: number): Step =>
  (as, film) =>
    rate(as, film, stars)
const changed =
  (nth: number, body: object): Step =>
  (as, _, logs) =>
    edit(as, logs.at(nth) ?? '', body)
const gone =
  (nth: number): Step =>
  (as, _, logs) =>
    remove(as, logs.at(nth) ?? '')

describe('what a member gives a film is the newest that was said', () => {
  test.each<[string, (number | null)[], Step[]]>([
    ['the newest viewing with stars', [2, 4, 4], [logged(2), logged(4), logged(0)]],
    ['by hand, beside the viewing', [2, 5], [logged(2), byHand(5)]],
    ['a later viewing with stars', [3, 1], [byHand(3), logged(1)]],
    ['by hand, where a later viewing has none', [3, 3], [byHand(3), logged(0)]],
    ['nothing, taken away by hand', [4, null], [logged(4), byHand(0)]],
    ['a viewing after that', [4, null, 2], [logged(4), byHand(0), logged(2)]],
    ['what was before a viewing that is gone', [2, 3, 5, 3], [logged(2), byHand(3), logged(5), gone(-1)]],
    ['the newest viewing changed since', [2, 5, 3], [logged(2), byHand(5), changed(-1, { rating: 3 })]],
    [
      'not an older viewing changed since',
      [2, 3, 5, 5],
      [logged(2), logged(3), byHand(5), changed(0, { rating: 1 })],
    ],
    [
      'by hand, where the viewing is saved as it is',
      [2, 5, 5],
      [logged(2), byHand(5), changed(-1, { rating: 2, review: 'Words.' })],
    ],
    [
      'by hand, where the viewing loses its stars',
      [2, 5, 5],
      [logged(2), byHand(5), changed(-1, { rating: 0 })],
    ],
    ['nothing with the last log', [2, 5, null], [logged(2), byHand(5), gone(-1)]],
  ])('%s', async (_, expected, steps) => {
    const member = await buildMember(app)
    const film = await buildFilm(app)
    const logs: string[] = []
    const seen = []
    for (const step of steps) {
      await step(member, film, logs)
      seen.push(await given(member, film))
    }
    expect(seen).toEqual(expected)
    expect(await wrongCounters(app)).toEqual([])
  })
})

test('the stars of a viewing stay, and all that is said of the film follows what it is given', async () => {
  const [member, friend] = [await buildMember(app), await buildMember(app)]
  await follow(app, friend, member)
  const film = await buildFilm(app)
  const logId = await log(member, film, 2)
  const { data: comment } = await app.call(createReply, {
    as: member,
    params: { logId },
    body: { text: 'More to say.' },
  })
  await rate(member, film, 4.5)
  expect((await app.call(api.getLog, { as: friend, params: { logId } })).data.rating).toBe(2)
  const { data: page } = await app.call(getFilm, { as: friend, params: { id: film.id } })
  expect(page).toMatchObject({
    stats: { logs: 1, ratings: 1, average: 4.5 },
    friends: [{ _id: member.id, rating: 4.5 }],
    friendsRatings: { ratings: 1, average: 4.5 },
  })
  const liked = await app.call(browseFilms, { as: friend, query: { friends: '1' } })
  expect(liked.data.results.map(({ id }) => id)).toEqual([film.id])
  const of = { as: member, params: { userId: member.id } }
  expect((await app.call(api.getMemberRatings, of)).data).toMatchObject({ ratings: 1, average: 4.5 })
  const other = await buildFilm(app)
  await log(member, other, 3)
  const { data: best } = await app.call(api.listMemberFilms, { ...of, query: { sort: 'rating' } })
  expect(best.map(({ tmdbId }) => tmdbId)).toEqual([film.id, other.id])
  const { data: comments } = await app.call(listReplies, { as: friend, params: { logId } })
  expect(comments).toMatchObject([{ _id: comment._id, ratingForThisMovie: 4.5 }])
})

test('a mark shows what its film is given, also changed in the editor', async () => {
  const member = await buildMember(app)
  const film = await buildFilm(app)
  await rate(member, film, 4)
  const shown = async () => {
    const of = { as: member, params: { userId: member.id, movieId: film.id } }
    return (await app.call(api.listMemberFilmLogs, of)).data
  }
  const [mark] = await shown()
  expect(mark).toMatchObject({ rating: 4, seenOnly: true })
  const logId = mark?._id ?? ''
  for (const rating of [3, 0, 2]) {
    await edit(member, logId, { rating })
    expect([(await shown())[0]?.rating ?? null, await given(member, film)]).toEqual([
      rating || null,
      rating || null,
    ])
  }
  expect(await wrongCounters(app)).toEqual([])
})

test('a friend who logs a film again without stars gives what was given before', async () => {
  const [friend, viewer] = [await buildMember(app), await buildMember(app)]
  await follow(app, viewer, friend)
  const film = await buildFilm(app)
  const given = async () =>
    (await app.call(getFilm, { as: viewer, params: { id: film.id } })).data.friends.map(
      ({ rating }) => rating,
    )
  await log(friend, film, 0)
  expect(await given()).toEqual([null])
  await log(friend, film, 3.5)
  await log(friend, film, 0)
  expect(await given()).toEqual([3.5])
})

test('whatever a member writes, the newest that was said counts', async () => {
  const random = createRandom(31)
  const member = await buildMember(app)
  const film = await buildFilm(app)
  /** In the order in which they were said; a viewing keeps its place. */
  const said: { id: string | null; stars: number }[] = []
  const viewings = () => said.filter(({ id }) => id !== null)
  const isNewest = (id: string | null) => viewings().at(-1)?.id === id
  const dropOwn = () => said.splice(0, said.length, ...viewings())
  for (let round = 0; round < 60; round++) {
    const stars = random.int(0, 10) / 2
    const one = viewings()[random.int(0, Math.max(viewings().length - 1, 0))]
    switch (random.pick(['log', 'rate', 'edit', 'day', 'remove'])) {
      case 'log':
        said.push({ id: await log(member, film, stars), stars })
        break
      case 'rate':
        if (!one) break
        await rate(member, film, stars)
        dropOwn()
        said.push({ id: null, stars })
        break
      case 'edit':
        if (!one) break
        await edit(member, one.id ?? '', { rating: stars })
        if (stars > 0 && stars !== one.stars && isNewest(one.id) && said.some(({ id }) => id === null)) {
          dropOwn()
          said.push({ id: null, stars })
        }
        one.stars = stars
        break
      case 'day':
        if (one) await edit(member, one.id ?? '', { watchedAt: `2025-03-${random.int(10, 28)}` })
        break
      case 'remove':
        if (!one) break
        await remove(member, one.id ?? '')
        said.splice(said.indexOf(one), 1)
        if (viewings().length === 0) said.length = 0
        break
    }
    const expected = said.findLast(({ id, stars: some }) => id === null || some > 0)?.stars || null
    expect(await given(member, film), `round ${round}`).toBe(expected)
  }
  expect(await wrongCounters(app)).toEqual([])
})

test('a film that was loved by hand after many logs is among what friends like', async () => {
  const [member, friend] = [await buildMember(app), await buildMember(app)]
  await follow(app, friend, member)
  const film = await buildFilm(app)
  await buildLog(app, { author: member, film, rating: 5 })
  const liked = async () =>
    (await app.call(browseFilms, { as: friend, query: { friends: '1' } })).data.results.map(({ id }) => id)
  expect(await liked()).toEqual([film.id])
  await rate(member, film, 0)
  expect(await liked()).toEqual([])
})

test('stars by hand are for those who may see that the film was logged, among what friends like too', async () => {
  const [member, friend] = [await buildMember(app), await buildMember(app)]
  await follow(app, friend, member)
  const film = await buildFilm(app)
  const { id } = await buildLog(app, { author: member, film, audience: 'me' })
  await rate(member, film, 5)
  const liked = async () =>
    (await app.call(browseFilms, { as: friend, query: { friends: '1' } })).data.results.map(({ id }) => id)
  expect(await liked()).toEqual([])
  await edit(member, id, { audience: 'followers' })
  expect(await liked()).toEqual([film.id])
})
