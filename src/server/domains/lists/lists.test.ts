import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/lists.ts'
import { buildFilm, buildList, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages, forgedCursor } from '#test/paging.ts'

let app: TestApp
let owner: TestMember
let fan: TestMember
let stranger: TestMember
const at = (day: number) => new Date(Date.UTC(2026, 0, day))

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  fan = await buildMember(app)
  stranger = await buildMember(app)
  await follow(app, fan, owner)
  for (const id of [1, 2, 3, 4, 5]) await buildFilm(app, { id })
  await app.db.updateTable('films').set({ poster_path: null }).where('id', '=', 2).execute()
  await app.db
    .insertInto('poster_overrides')
    .values({ member_id: owner.id, film_id: 3, poster_path: '/mine.jpg' })
    .execute()
  const films = [5, 2, 4, 3, 1].map((id) => ({ id }))
  await buildList(app, { author: owner, title: 'Quiet', createdAt: at(1) })
  await buildList(app, {
    author: owner,
    title: 'Secret',
    isPrivate: true,
    createdAt: at(4),
    likedBy: [owner, fan, stranger],
    savedBy: [owner, fan],
  })
  await buildList(app, {
    author: owner,
    title: 'Loved',
    films,
    isRanked: true,
    createdAt: at(2),
    likedBy: [fan, stranger],
    savedBy: [fan],
  })
  await buildList(app, { author: stranger, title: 'Elsewhere', createdAt: at(3), likedBy: [owner, fan] })
  await buildList(app, { author: fan, title: 'Mine', createdAt: at(5), isPrivate: true, savedBy: [fan] })
})
afterAll(() => app.close())

const titles = (lists: { title: string }[]) => lists.map((list) => list.title)
type Read = (query: { limit?: number; cursor?: string }) => Promise<{
  status: number
  data: api.ListCard[]
  headers: Headers
}>
const ofOwner = (as: TestMember) => (query: Parameters<Read>[0]) =>
  app.call(api.listMemberLists, { as, params: { userId: owner.id }, query })
type Plain = typeof api.listSavedLists
const plain = (endpoint: Plain, as: TestMember) => (query: Parameters<Read>[0]) =>
  app.call(endpoint, { as, query })

const views: [string, () => Read, string[]][] = [
  ['a member’s lists, to others', () => ofOwner(fan), ['Loved', 'Quiet']],
  ['a member’s lists, to the owner', () => ofOwner(owner), ['Secret', 'Loved', 'Quiet']],
  ['my lists', () => plain(api.listMyLists, owner), ['Secret', 'Loved', 'Quiet']],
  ['my lists, without any', () => plain(api.listMyLists, stranger), ['Elsewhere']],
  ['saved lists', () => plain(api.listSavedLists, fan), ['Mine', 'Loved']],
  ['saved lists, one’s own private one', () => plain(api.listSavedLists, owner), ['Secret']],
  ['popular lists', () => plain(api.listPopularLists, fan), ['Elsewhere', 'Loved', 'Quiet']],
  ['popular lists, to an owner', () => plain(api.listPopularLists, owner), ['Elsewhere', 'Loved', 'Quiet']],
  ['friends’ lists', () => plain(api.listFriendsLists, fan), ['Loved', 'Quiet']],
  ['friends’ lists, without friends', () => plain(api.listFriendsLists, stranger), []],
]

test.each(views)('%s', async (_, make, expected) => {
  const read = make()
  expect(titles((await read({})).data)).toEqual(expected)
  expect(titles(await allPages(read))).toEqual(expected)
})

test('a card has cover, first posters, counts and what the viewer did', async () => {
  const { data } = await ofOwner(fan)({ limit: 1 })
  expect(data).toEqual([
    {
      _id: data[0]?._id,
      title: 'Loved',
      description: '',
      coverImage: null,
      posters: ['poster5-0', 'poster4-0', 'mine', 'poster1-0'].map((name) => `/t/p/w500/${name}.jpg`),
      filmsCount: 5,
      isPrivate: false,
      isRanked: true,
      user: { _id: owner.id, username: owner.username, avatar: null },
      likes: [stranger.id, fan.id],
      likeCount: 2,
      likedByMe: true,
      savedByMe: true,
      createdAt: at(2).toISOString(),
    },
  ])
  const [seen] = (await ofOwner(stranger)({})).data
  expect(seen).toMatchObject({ likedByMe: true, savedByMe: false })
})

test('three likers are named, the viewer always', async () => {
  const fans = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
  const author = await buildMember(app)
  await buildList(app, { author, likedBy: fans })
  const params = { userId: author.id }
  const [first, , third, fourth, fifth] = fans
  const likes = async (as: TestMember) =>
    (await app.call(api.listMemberLists, { as, params, query: {} })).data[0]?.likes
  expect(await likes(author)).toEqual([fifth?.id, fourth?.id, third?.id])
  expect(await likes(first ?? author)).toEqual([first?.id, fifth?.id, fourth?.id])
})

test('guests, unknown members and bad cursors', async () => {
  const plainEndpoints = [
    api.listMyLists,
    api.listSavedLists,
    api.listPopularLists,
    api.listFriendsLists,
    api.searchLists,
  ]
  for (const endpoint of plainEndpoints) expect((await app.call(endpoint, { query: {} })).status).toBe(401)
  const params = { userId: randomUUID() }
  const unknown = await app.call(api.listMemberLists, { as: fan, params, query: {} })
  expect(unknown.error.code).toBe('member.not_found')
  for (const cursor of ['nonsense', forgedCursor('x', owner.id), forgedCursor('2026-01-01', 'x')])
    for (const endpoint of plainEndpoints.slice(0, 4))
      expect((await app.call(endpoint, { as: fan, query: { cursor } })).error.code).toBe('request.invalid')
})
