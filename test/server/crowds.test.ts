import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSession, listSessions } from '#shared/api/accounts.ts'
import { deleteList, toggleListLike, toggleListSave, updateList } from '#shared/api/lists.ts'
import { toggleLogLike } from '#shared/api/logs.ts'
import {
  deleteMember,
  removeFollower,
  toggleFollow,
  updateMember,
  uploadAvatar,
} from '#shared/api/members.ts'
import { createReply, deleteReplyById, toggleReplyLike } from '#shared/api/replies.ts'
import { addFavourite, toggleWatchlist, updateWatchlistItem } from '#shared/api/shelves.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let picture: Buffer
let films: { id: number }[]
beforeAll(async () => {
  app = await startTestApp()
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
  films = await Promise.all(Array.from({ length: 6 }, () => buildFilm(app)))
})
afterAll(() => app.close())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildMember(app)))
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const times3 = <T>(work: () => Promise<T>) => [work(), work(), work()]

/** Every member whose counters differ from the rows that they count. */
async function miscounted(): Promise<string[]> {
  const follows = await app.db.selectFrom('follows').select(['follower_id', 'followee_id']).execute()
  const members = await app.db
    .selectFrom('members')
    .select(['id', 'followers_count', 'following_count'])
    .execute()
  return members
    .filter(
      ({ id, followers_count, following_count }) =>
        followers_count !== follows.filter((row) => row.followee_id === id).length ||
        following_count !== follows.filter((row) => row.follower_id === id).length,
    )
    .map((member) => member.id)
}

const toggle = (as: TestMember, target: TestMember) =>
  app.call(toggleFollow, { as, params: { userId: as.id, targetId: target.id } })

test('thirty changes of a profile at once leave one of them whole', async () => {
  const member = await buildMember(app)
  const answers = await times(30, (index) =>
    app.call(updateMember, {
      as: member,
      params: { userId: member.id },
      body: {
        bio: `bio ${index}`,
        socials: { X: `x${index}`, website: `https://example.org/${index}` },
        favoriteFilms: [{ tmdbId: films[index % 6]?.id }],
      },
    }),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(30).fill(200))
  const row = await app.db
    .selectFrom('members')
    .select(['bio', 'socials', 'favorite_film_ids'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const index = Number(row.bio.slice(4))
  expect(row).toEqual({
    bio: `bio ${index}`,
    socials: { X: `x${index}`, website: `https://example.org/${index}` },
    favorite_film_ids: [films[index % 6]?.id],
  })
})

test('everybody follows everybody, and back and forth, while followers are removed', async () => {
  const crowd = await people(6)
  const pairs = crowd.flatMap((one) => crowd.filter((two) => two !== one).map((two) => [one, two] as const))
  const answers = await Promise.all([
    ...pairs.map(([one, two]) => toggle(one, two)),
    ...pairs.map(([one, two]) => toggle(one, two)),
    ...pairs.map(([one, two]) => toggle(one, two)),
    ...pairs.map(([one, two]) =>
      app.call(removeFollower, { as: one, params: { userId: one.id, followerId: two.id } }),
    ),
  ])
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  expect(await miscounted()).toEqual([])
})

test('marks that are set at once are set once', async () => {
  const member = await buildMember(app)
  const movieId = films[0]?.id ?? 0
  const hearts = await times(12, () =>
    app.call(addFavourite, { as: member, params: { userId: member.id, movieId } }),
  )
  const turns = await Promise.all([
    ...times3(() => app.call(toggleWatchlist, { as: member, body: { movieId, isPrivate: true } })),
    ...times3(() =>
      app.call(updateWatchlistItem, { as: member, params: { movieId }, body: { isPrivate: true } }),
    ),
    ...times3(() => app.call(toggleWatchlist, { as: member, body: { movieId } })),
  ])
  expect(hearts.map((answer) => answer.status)).toEqual(Array(12).fill(200))
  expect(
    turns.filter((answer) => answer.status !== 200 && answer.error.code !== 'watchlist.not_found'),
  ).toEqual([])
  const rows = await app.db
    .selectFrom('favourites')
    .select('film_id')
    .where('member_id', '=', member.id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('a session that is ended from everywhere at once ends once', async () => {
  const member = await buildMember(app)
  const stranger = await buildMember(app)
  const { data } = await app.call(listSessions, { as: stranger })
  const sessionId = data[0]?._id ?? ''
  const foreign = await times(5, () => app.call(endSession, { as: member, params: { sessionId } }))
  expect(foreign.map((answer) => answer.error.code)).toEqual(Array(5).fill('auth.session_not_found'))
  const own = await times(5, () => app.call(endSession, { as: stranger, params: { sessionId } }))
  expect(own.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(own.filter((answer) => ![200, 401, 404].includes(answer.status))).toEqual([])
})

test('an account that goes while everybody is busy with it leaves nothing and no wrong count', async () => {
  const crowd = await people(8)
  const leaver = await buildMember(app)
  for (const one of crowd.slice(0, 4)) await follow(app, one, leaver)
  for (const one of crowd.slice(2, 6)) await follow(app, leaver, one)
  const log = await buildLog(app, { author: leaver, film: films[0] ?? { id: 0 }, review: 'Last words.' })
  const theirs = await buildLog(app, {
    author: crowd[0] ?? leaver,
    film: films[1] ?? { id: 0 },
    review: 'Mine.',
  })
  await buildList(app, { author: leaver, films, likedBy: crowd, savedBy: crowd })
  const params = { userId: leaver.id }
  const answers = await Promise.all([
    ...crowd.map((one) => toggle(one, leaver)),
    ...crowd.map((one) => toggle(leaver, one)),
    ...times3(() => app.call(uploadAvatar, { as: leaver, params, files: { avatar: { bytes: picture } } })),
    ...crowd.map((one) => app.call(toggleLogLike, { as: one, params: { logId: log.id } })),
    app.call(toggleLogLike, { as: leaver, params: { logId: theirs.id } }),
    app.call(deleteMember, { as: leaver, params }),
    app.call(deleteMember, { as: leaver, params }),
    ...times3(() => app.call(updateMember, { as: leaver, params, body: { bio: 'still here' } })),
    ...times3(() => app.call(toggleWatchlist, { as: leaver, body: { movieId: films[2]?.id ?? 0 } })),
    ...crowd.map((one) =>
      app.call(removeFollower, { as: one, params: { userId: one.id, followerId: leaver.id } }),
    ),
  ])
  expect(answers.filter((answer) => ![200, 401, 404].includes(answer.status))).toEqual([])
  expect(await miscounted()).toEqual([])
  const left = async (table: 'members' | 'sessions' | 'logs' | 'lists' | 'media' | 'watchlist_items') =>
    (
      await app.db
        .selectFrom(table)
        .select(table === 'members' ? 'id' : 'member_id')
        .where(table === 'members' ? 'id' : 'member_id', '=', leaver.id)
        .execute()
    ).length
  for (const table of ['members', 'sessions', 'logs', 'lists', 'media', 'watchlist_items'] as const)
    expect([table, await left(table)]).toEqual([table, 0])
  const { like_count } = await app.db
    .selectFrom('logs')
    .select('like_count')
    .where('id', '=', theirs.id)
    .executeTakeFirstOrThrow()
  expect(like_count).toBe(0)
})

test('an account that goes while people like and save leaves lists whole and no wrong count', async () => {
  const crowd = await people(8)
  const leaver = await buildMember(app)
  const [host = leaver] = crowd
  const theirs = await times(4, () => buildList(app, { author: leaver, films, likedBy: crowd }))
  const others = await times(4, () => buildList(app, { author: host, films, savedBy: [leaver, ...crowd] }))
  const taps = (as: TestMember) =>
    [...theirs, ...others].flatMap(({ id: listId }) => [
      app.call(toggleListLike, { as, params: { listId } }),
      app.call(toggleListSave, { as, params: { listId } }),
    ])
  const change = (as: TestMember, listId: string, isPrivate: boolean) =>
    app.call(updateList, {
      as,
      params: { listId },
      body: { isPrivate, movies: films.toReversed().map(({ id }) => ({ id })) },
    })
  const outcome = await Promise.all([
    ...crowd.flatMap(taps),
    ...taps(leaver),
    ...others.map(({ id }, index) => change(host, id, index === 0)),
    ...theirs.map(({ id }) => change(leaver, id, false)),
    app.call(deleteList, { as: leaver, params: { listId: theirs[0]?.id ?? '' } }),
    app.call(deleteMember, { as: leaver, params: { userId: leaver.id } }),
    ...taps(leaver),
  ])
  expect(outcome.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([])
  expect(await wrongCounters(app)).toEqual([])
  const left = async (table: 'lists' | 'list_likes' | 'list_saves') =>
    app.db.selectFrom(table).select('member_id').where('member_id', '=', leaver.id).execute()
  for (const table of ['lists', 'list_likes', 'list_saves'] as const) expect(await left(table)).toEqual([])
})

test('an account that goes while people talk leaves threads whole and no wrong count', async () => {
  const crowd = await people(6)
  const leaver = await buildMember(app)
  const film = films[2] ?? { id: 0 }
  const [host = leaver, ...guests] = crowd
  const log = await buildLog(app, { author: host, film, review: 'Talk.' })
  const own = await buildLog(app, { author: leaver, film, review: 'Mine.' })
  const write = (as: TestMember, logId: string, parentComment = '') =>
    app.call(createReply, { as, params: { logId }, body: { text: 'words', parentComment } })
  const written = async (as: TestMember, parent = '') => (await write(as, log.id, parent)).data._id
  const comments = [await written(leaver), await written(host), await written(leaver)]
  const answers = await Promise.all(crowd.map((one, index) => written(one, comments[index % 3])))
  for (const answer of answers.slice(0, 3)) await written(leaver, answer)
  const all = [...comments, ...answers]
  const outcome = await Promise.all([
    ...guests.map((one, index) => write(one, log.id, all[index])),
    ...guests.map((one) => write(one, own.id)),
    ...times3(() => write(leaver, log.id, comments[1])),
    ...crowd.flatMap((as) =>
      all.map((replyId) => app.call(toggleReplyLike, { as, params: { logId: log.id, replyId } })),
    ),
    ...all.map((replyId) => app.call(toggleReplyLike, { as: leaver, params: { logId: log.id, replyId } })),
    ...answers.map((replyId, index) =>
      app.call(deleteReplyById, { as: crowd[index] ?? host, params: { replyId } }),
    ),
    app.call(deleteMember, { as: leaver, params: { userId: leaver.id } }),
  ])
  expect(outcome.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([])
  expect(outcome.at(-1)?.status).toBe(200)
  expect(await wrongCounters(app)).toEqual([])
  const left = await app.db.selectFrom('replies').select('id').where('member_id', '=', leaver.id).execute()
  expect(left).toEqual([])
})
