import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/lists.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { shareList } from '#shared/api/sharing.ts'
import { buildFilm, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

let app: TestApp
let owner: TestMember
/** Liked, saved and was told of the list while it was public. */
let fan: TestMember
let stranger: TestMember
let listId: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  fan = await buildMember(app)
  stranger = await buildMember(app)
  await follow(app, fan, owner)
  await follow(app, owner, fan)
  const film = await buildFilm(app)
  const body = { title: 'Zwielicht', movies: [{ id: film.id }] }
  listId = (await app.call(api.createList, { as: owner, body })).data._id
  const params = { listId }
  await app.call(api.toggleListLike, { as: fan, params })
  await app.call(api.toggleListSave, { as: fan, params })
  await app.call(shareList, { as: owner, params, body: { recipients: [fan.id] } })
})
afterAll(() => app.close())

const keep = (isPrivate: boolean) =>
  app.call(api.updateList, { as: owner, params: { listId }, body: { isPrivate } })

/** The reads in which a member comes upon the list, its own address among them. */
async function seenBy(as: TestMember): Promise<string[]> {
  const places = {
    member: `/api/lists/user/${owner.id}`,
    saved: '/api/lists/saved',
    popular: '/api/lists/popular',
    friends: '/api/lists/friends',
    search: '/api/lists/search?query=zwielicht',
    itself: `/api/lists/${listId}`,
    notifications: '/api/notifications',
  }
  const seen = await Promise.all(
    Object.entries(places).map(async ([name, path]) => {
      const { text } = await rawCall(app, { method: 'GET', path, as })
      return text.includes('Zwielicht') ? [name] : []
    }),
  )
  return seen.flat()
}

test('a list that becomes private is nowhere for others, and comes back as it was', async () => {
  const byFan = ['member', 'saved', 'popular', 'friends', 'search', 'itself', 'notifications']
  const byStranger = ['member', 'popular', 'search', 'itself']
  expect([await seenBy(fan), await seenBy(stranger)]).toEqual([byFan, byStranger])
  await keep(true)
  expect([await seenBy(fan), await seenBy(stranger)]).toEqual([[], []])
  expect(await seenBy(owner)).toEqual(['member', 'search', 'itself', 'notifications'])
  const { data } = await app.call(api.getList, { as: owner, params: { listId } })
  expect(data).toMatchObject({ likes: [fan.id], likeCount: 1, savedBy: [fan.id], saveCount: 1 })
  expect((await app.call(listNotifications, { as: fan, query: {} })).data).toMatchObject([
    { type: 'share-list', title: null },
  ])
  await keep(false)
  expect([await seenBy(fan), await seenBy(stranger)]).toEqual([byFan, byStranger])
  expect((await app.call(api.getList, { as: fan, params: { listId } })).data).toMatchObject({
    likedByMe: true,
    savedByMe: true,
  })
})
