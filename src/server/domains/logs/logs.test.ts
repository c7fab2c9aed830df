import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
import { searchGifs } from '#shared/api/gifs.ts'
import * as api from '#shared/api/logs.ts'
import { getMember } from '#shared/api/members.ts'
import { getWatchlistStatus, listFavourites, toggleWatchlist } from '#shared/api/shelves.ts'
import { buildGif, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'
import { selectFollowersPage } from './notified-followers.queries.ts'

const parasite = 496243
const whiplash = 244786

let app: TestApp
let author: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  author = await buildMember(app)
  other = await buildMember(app)
})

const png = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#7c3aed' } })
    .png()
    .toBuffer()

const write = (body: Record<string, unknown>, as = author, headers: Record<string, string> = {}) =>
  app.call(api.createLog, { as, body: { movieId: parasite, ...body }, headers })

const filmsCount = async (member: TestMember) =>
  (await app.call(getMember, { as: member, params: { userId: member.id } })).data.filmsCount

test('a log carries every field back, with the film that the source tells', async () => {
  const { status, data } = await app.call(api.createLog, {
    as: author,
    body: {
      movieId: parasite,
      rating: 4.5,
      review: '  Stairs.  ',
      rewatchCount: 2,
      watchedAt: '2026-01-31',
      favorite: true,
      title: 'A lie',
    },
    files: { image: { bytes: await png() } },
  })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    tmdbId: parasite,
    title: 'Parasite',
    rating: 4.5,
    review: 'Stairs.',
    rewatch: true,
    rewatchCount: 2,
    watchedAt: '2026-01-31',
    isFavorite: true,
    likeCount: 0,
    likedByMe: false,
    user: { _id: author.id, username: author.username },
    movie: { id: parasite, poster: expect.stringMatching(/^\/t\/p\/w500\//) },
  })
  const image = await fetch(app.url + data.image)
  expect(image.headers.get('content-type')).toBe('image/webp')
  const { data: favourites } = await app.call(listFavourites, { as: other, params: { userId: author.id } })
  expect(favourites.map((film) => film.id)).toEqual([parasite])
})

test('what a write answers is the log as it is read, whatever it carries', async () => {
  const address = await buildGif(app)
  await app.db
    .insertInto('poster_overrides')
    .values({ member_id: author.id, film_id: parasite, poster_path: '/one.jpg' })
    .execute()
  const drawn = (await app.call(searchGifs, { as: author, query: { q: 'sad' } })).data.results[0]?.url
  const bodies: Record<string, unknown>[] = [
    {},
    { rating: 3.5, review: 'Stairs.', tags: ['Cinema', 'Éric'], watchedAt: '2026-01-31', spoilers: true },
    { gif: address, favorite: true },
    { gif: drawn, audience: 'mutuals' },
    { rewatchCount: 3, audience: 'me' },
    { favorite: false, audience: 'followers' },
  ]
  for (const body of bodies) {
    const { status, data } = await write(body)
    expect(status, JSON.stringify(body)).toBe(200)
    const read = await app.call(api.getLog, { as: author, params: { logId: data._id } })
    expect(read.data).toMatchObject(data)
    expect(Object.keys(read.data).toSorted()).toEqual(
      [...Object.keys(data), 'replies', 'moreReviews', 'filmSeen'].toSorted(),
    )
    expect(data.posterOverride).toBe('/t/p/w500/one.jpg')
    expect(data.gifDetails === null).toBe(!data.gif)
  }
  expect((await write({})).data.isFavorite).toBe(false)
  await write({ favorite: true })
  expect((await write({})).data.isFavorite).toBe(true)
})

test('a log may be only a mark: zero stars and placeholders count as nothing', async () => {
  for (const review of ['__media__', '[GIF ONLY]', '[IMAGE ONLY]', '   ']) {
    const { data } = await write({ rating: 0, review })
    expect(data).toMatchObject({ rating: null, review: '', rewatch: false, rewatchCount: 0, watchedAt: null })
  }
})

test('tags are kept as they were spelled first, by parts of a form and as an array, until they are changed', async () => {
  const { data } = await write({ tags: [' Cinema', 'with  Omar', 'CINEMA', ''], review: 'x' })
  expect(data.tags).toEqual(['Cinema', 'with Omar'])
  const change = async (body: Record<string, unknown>) =>
    (await app.call(api.updateLog, { as: author, params: { logId: data._id }, body })).data.tags
  expect(await change({ rating: 4 })).toEqual(['Cinema', 'with Omar'])
  expect(await change({ tags: 'سينما, Éric,éric,' })).toEqual(['سينما', 'Éric'])
  const seen = await app.call(api.getLog, { as: other, params: { logId: data._id } })
  expect(seen.data.tags).toEqual(['سينما', 'Éric'])
  expect(await change({ tags: '' })).toEqual([])
  expect((await write({ movieId: whiplash })).data.tags).toEqual([])
})

test('bad fields are named and nothing is written', async () => {
  const bad: [Record<string, unknown>, string][] = [
    [{ rating: 4.3 }, 'rating'],
    [{ rating: 5.5 }, 'rating'],
    [{ rating: -0.5 }, 'rating'],
    [{ rewatchCount: 1.5 }, 'rewatchCount'],
    [{ watchedAt: '2026-02-30' }, 'watchedAt'],
    [{ watchedAt: 'yesterday' }, 'watchedAt'],
    [{ review: 'x'.repeat(20_001) }, 'review'],
    [{ gif: 'x'.repeat(501) }, 'gif'],
    [{ tags: ['a\nb'] }, 'tags'],
    [{ tags: 'a\u0007' }, 'tags'],
    [{ tags: ['x'.repeat(201)] }, 'tags.0'],
    [{ tags: Array.from({ length: 501 }, (_, at) => at).join(',') }, 'tags'],
    [{ movieId: 'abc' }, 'movieId'],
  ]
  for (const [body, field] of bad) {
    const { status, error } = await write(body)
    expect([status, error.code], JSON.stringify(body).slice(0, 80)).toEqual([400, 'request.invalid'])
    expect(error.issues?.map((issue) => issue.path)).toContain(field)
  }
  // A device whose clock is wrong sends such a day by itself.
  const ahead = await write({ watchedAt: '2999-01-01' })
  expect([ahead.status, ahead.error.code, ahead.error.issues?.[0]?.path]).toEqual([
    400,
    'log.day_ahead',
    'watchedAt',
  ])
  expect(await filmsCount(author)).toBe(0)
})

test('only a number, or one written out, is a number: nothing else becomes stars, times or a film', async () => {
  const body = { movieId: String(parasite), rating: null, rewatchCount: '2' }
  const send = (change: Record<string, unknown>) =>
    rawCall(app, {
      method: 'POST',
      path: '/api/logs/full',
      as: author,
      body: JSON.stringify({ ...body, ...change }),
    })
  const others = [true, [3], [], {}, [parasite]]
  for (const field of Object.keys(body))
    for (const value of others) {
      const { status, data } = await send({ [field]: value })
      expect([field, value, status, data]).toMatchObject([field, value, 400, { issues: [{ path: field }] }])
    }
  expect(await filmsCount(author)).toBe(0)
  expect(await send({})).toMatchObject({
    status: 200,
    data: { tmdbId: parasite, rating: null, rewatchCount: 2 },
  })
})

test('an unknown film is 404', async () => {
  expect((await write({ movieId: 2_000_000_001 })).error.code).toBe('film.not_found')
})

test('what is logged leaves the watchlist, in the same go', async () => {
  await app.call(toggleWatchlist, { as: author, body: { movieId: whiplash } })
  await write({ movieId: whiplash })
  const { data } = await app.call(getWatchlistStatus, { as: author, params: { movieId: whiplash } })
  expect(data.inWatchlist).toBe(false)
})

test('a log is answered as it is read, whatever of it was given', async () => {
  const gif = await buildGif(app)
  const given = [
    {},
    {
      review: 'of a pair \ud83d half',
      rating: 3.5,
      watchedAt: '2024-02-29',
      tags: ['a', 'b, c'],
      spoilers: true,
    },
    { gif, rewatch: true, rewatchCount: 3, audience: 'mutuals', favorite: true },
    { rating: 0, favorite: false },
  ]
  for (const one of given) {
    const { data } = await write(one)
    const { data: read } = await app.call(api.getLog, { as: author, params: { logId: data._id } })
    expect(read).toMatchObject(data)
  }
})

test('followers of an author are told page by page, each once, as far as a log is for them', async () => {
  const fans = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
  const [muting, ...hearing] = fans
  for (const fan of fans) await follow(app, fan, author)
  for (const fan of hearing.slice(0, 2)) await follow(app, author, fan)
  await app.db
    .insertInto('mutes')
    .values({ member_id: muting?.id ?? '', muted_id: author.id, notifications: false })
    .execute()
  const told = async (audience: string) => {
    const { data } = await write({ audience })
    const pages: string[][] = []
    for (let cursor: string | undefined; pages.length < 9;) {
      const { statement, list } = selectFollowersPage(
        { logId: data._id, authorId: author.id },
        { limit: 2, cursor },
      )
      const { items, next } = list((await statement.execute(app.db)).rows)
      pages.push(items)
      if (next === null) break
      cursor = next
    }
    return pages
  }
  const newestFirst = hearing.map(({ id }) => id).toReversed()
  for (const audience of ['public', 'members', 'followers'])
    expect(await told(audience)).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2), []])
  expect(await told('mutuals')).toEqual([newestFirst.slice(2), []])
  expect(await told('me')).toEqual([[]])
})

test('a repetition with the same key answers the first log, also at the same time', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write({ review: 'once', rating: 3 }, author, headers)),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(new Set(answers.map((answer) => answer.data._id)).size).toBe(1)
  expect((await write({ review: 'once', rating: 3 }, author, headers)).data._id).toBe(answers[0]?.data._id)
  const { data: logs } = await app.call(api.listMemberLogs, { as: author, params: { userId: author.id } })
  expect(logs).toHaveLength(1)
  const different = await write({ review: 'twice', rating: 3 }, author, headers)
  expect([different.status, different.error.code]).toEqual([409, 'request.conflict'])
  const elsewhere = await write({ review: 'once', rating: 3 }, other, headers)
  expect(elsewhere.data._id).not.toBe(answers[0]?.data._id)
})

test('a key costs no statement, and a retry finds the first log where none could be made any more', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const statements = (given = {}) =>
    app.countStatements(async () => {
      expect((await write({ review: 'x' }, author, given)).status).toBe(200)
      await app.ctx.settled()
    })
  const bare = await statements()
  expect(await statements(headers)).toBe(bare)
  const address = await buildGif(app)
  const again = { 'idempotency-key': randomUUID() }
  const { data } = await write({ gif: address }, author, again)
  await app.db.deleteFrom('gifs').where('address', '=', address).execute()
  expect((await write({ gif: address })).error.code).toBe('gif.unknown')
  expect((await write({ gif: address }, author, again)).data._id).toBe(data._id)
  expect((await write({ gif: address, review: 'y' }, author, again)).error.code).toBe('request.conflict')
})

test('a key that is no UUID is refused', async () => {
  expect((await write({}, author, { 'idempotency-key': 'x' })).status).toBe(400)
})

test('distinct films are counted exactly under concurrent writes and deletes', async () => {
  const written = await Promise.all([
    ...Array.from({ length: 6 }, () => write({ movieId: parasite })),
    ...Array.from({ length: 6 }, () => write({ movieId: whiplash })),
  ])
  expect(await filmsCount(author)).toBe(2)
  const drop = (id: string) => app.call(api.deleteLog, { as: author, params: { logId: id } })
  await Promise.all(written.slice(0, 6).map((answer) => drop(answer.data._id)))
  expect(await filmsCount(author)).toBe(1)
  await Promise.all(written.slice(6).map((answer) => drop(answer.data._id)))
  expect(await filmsCount(author)).toBe(0)
})

test('editing changes what is sent and keeps the rest; the image can be replaced and taken away', async () => {
  const { data: log } = await write({ rating: 2, review: 'first', watchedAt: '2026-03-01', rewatchCount: 1 })
  const edit = (body: Record<string, unknown>, files = {}) =>
    app.call(api.updateLog, { as: author, params: { logId: log._id }, body, files })
  const { data: edited } = await edit({ rating: 3.5 }, { image: { bytes: await png() } })
  expect(edited).toMatchObject({ rating: 3.5, review: 'first', watchedAt: '2026-03-01', rewatchCount: 1 })
  const { data: replaced } = await edit({}, { image: { bytes: await png(60) } })
  expect(replaced.image).not.toBe(edited.image)
  const { data: cleared } = await edit({ removeImage: true, watchedAt: '', rewatch: false, rating: 0 })
  expect(cleared).toMatchObject({
    image: null,
    watchedAt: null,
    rewatchCount: 0,
    rating: null,
    review: 'first',
  })
  await expect.poll(async () => (await fetch(app.url + edited.image)).status).toBe(404)
})

test('only the author edits and deletes; a missing log is 404', async () => {
  const { data: log } = await write({ review: 'mine' })
  const params = { logId: log._id }
  const edit = await app.call(api.updateLog, { as: other, params, body: { review: 'yours' } })
  expect([edit.status, edit.error.code]).toEqual([403, 'log.not_yours'])
  const drop = await app.call(api.deleteLog, { as: other, params })
  expect([drop.status, drop.error.code]).toEqual([403, 'log.not_yours'])
  const missing = { logId: randomUUID() }
  expect((await app.call(api.getLog, { as: author, params: missing })).error.code).toBe('log.not_found')
  expect((await app.call(api.deleteLog, { as: author, params: missing })).error.code).toBe('log.not_found')
  expect((await app.call(api.getLog, { as: other, params })).data.review).toBe('mine')
})

test('a log that one may not see answers as a missing one, whatever is asked of it', async () => {
  const { data: log } = await write({ review: 'mine', audience: 'me' })
  const told = async (logId: string) => {
    const params = { logId }
    const answers = [
      await app.call(api.getLog, { as: other, params }),
      await app.call(api.updateLog, { as: other, params, body: { review: 'yours' } }),
      await app.call(api.updateLogBackdrop, { as: other, params, body: { backdrop: '' } }),
      await app.call(api.deleteLog, { as: other, params }),
    ]
    return answers.map(({ status, error }) => [status, error.code])
  }
  expect(await told(log._id)).toEqual(Array.from({ length: 4 }, () => [404, 'log.not_found']))
  expect(await told(randomUUID())).toEqual(await told(log._id))
})

test('a rewatch counter has no bound of its own', async () => {
  const { data: log } = await write({ rewatch: true, rewatchCount: 1_000_000 })
  expect(log.rewatchCount).toBe(1_000_000)
})

test('a deleted log is gone with its file, its likes and what the film page says', async () => {
  const { data: log } = await app.call(api.createLog, {
    as: author,
    body: { movieId: parasite, review: 'soon gone' },
    files: { image: { bytes: await png() } },
  })
  await app.call(api.toggleLogLike, { as: other, params: { logId: log._id } })
  expect((await app.call(api.deleteLog, { as: author, params: { logId: log._id } })).status).toBe(200)
  expect((await app.call(api.getLog, { as: author, params: { logId: log._id } })).status).toBe(404)
  expect((await app.call(api.toggleLogLike, { as: other, params: { logId: log._id } })).status).toBe(404)
  const { data: film } = await app.call(getFilm, { as: author, params: { id: parasite } })
  expect(film.myLogs).toEqual([])
  await expect.poll(async () => (await fetch(app.url + log.image)).status).toBe(404)
})

test('the review page’s answer brings three more reviews with text, not the log itself', async () => {
  const film = { id: parasite }
  const { data: first } = await write({ review: 'the one' })
  await buildLog(app, { author, film, review: '' })
  for (const review of ['a', 'b', 'c', 'd']) await buildLog(app, { author, film, review })
  const { data } = await app.call(api.getLog, { as: other, params: { logId: first._id } })
  expect(data.moreReviews.map((log) => log.review)).toEqual(['d', 'c', 'b'])
  expect(data.replies).toEqual([])
})

test('a file that is no image is refused and no log is left', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const { status, error } = await app.call(api.createLog, {
    as: author,
    body: { movieId: parasite },
    files: { image: { bytes: svg, type: 'image/png' } },
  })
  expect([status, error.code]).toEqual([415, 'upload.not_an_image'])
  expect(await filmsCount(author)).toBe(0)
})

test('a file under an unexpected name is an error, not dropped', async () => {
  const { status } = await app.call(api.createLog, {
    as: author,
    body: { movieId: parasite },
    files: { picture: { bytes: await png() } },
  })
  expect(status).toBe(400)
})

test('a log tells whether its reader logged the film as well', async () => {
  const { data: log } = await write({ rating: 4 })
  const read = async (as: TestMember) =>
    (await app.call(api.getLog, { as, params: { logId: log._id } })).data.filmSeen
  expect([await read(author), await read(other)]).toEqual([true, false])
  await write({}, other)
  expect(await read(other)).toBe(true)
})
