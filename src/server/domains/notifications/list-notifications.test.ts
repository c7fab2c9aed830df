import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { deleteList, toggleListLike, updateList } from '#shared/api/lists.ts'
import { countUnread, listNotifications, markAllRead, type Notification } from '#shared/api/notifications.ts'
import { paths } from '#shared/paths.ts'
import { shareList } from '#shared/api/sharing.ts'
import { buildList, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { pathOf } from './notifications.views.ts'

let app: TestApp
let owner: TestMember
/** Each follows the other two. */
let fan: TestMember
let friend: TestMember
let listId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await buildMember(app)
  fan = await buildMember(app)
  friend = await buildMember(app)
  const all = [owner, fan, friend]
  for (const one of all) for (const two of all) if (one !== two) await follow(app, one, two)
  listId = (await buildList(app, { author: owner, title: 'Salt' })).id
})

const params = () => ({ listId })
const like = (as: TestMember) => app.call(toggleListLike, { as, params: params() })
const share = (as: TestMember, ...to: TestMember[]) =>
  app.call(shareList, { as, params: params(), body: { recipients: to.map((member) => member.id) } })
const keep = (isPrivate: boolean) =>
  app.call(updateList, { as: owner, params: params(), body: { isPrivate } })
const told = async (as: TestMember) => (await app.call(listNotifications, { as, query: {} })).data
const unread = async (as: TestMember) =>
  (await app.call(countUnread, { as, params: { userId: as.id } })).data.count

test('likes of a list are told to its owner, once each, and never one’s own', async () => {
  for (let tap = 0; tap < 3; tap++) await like(fan)
  await app.call(markAllRead, { as: owner })
  await Promise.all(Array.from({ length: 6 }, () => like(fan)))
  await like(friend)
  await like(owner)
  const about = {
    message: 'liked your list!',
    relatedId: listId,
    listId,
    movieId: null,
    reviewId: null,
    title: 'Salt',
  }
  expect(await told(owner)).toMatchObject([
    { type: 'list_like', from: { _id: friend.id }, read: false, ...about },
    { type: 'list_like', from: { _id: fan.id }, read: true, ...about },
  ])
  expect((await told(owner)).map(pathOf)).toEqual([paths.list(listId), paths.list(listId)])
  for (const other of [fan, friend]) expect(await told(other)).toEqual([])
})

test('a list that became private keeps its place and loses its title, but not for its owner', async () => {
  await like(fan)
  await share(fan, friend)
  expect(await told(friend)).toMatchObject([{ type: 'share-list', relatedId: listId, listId, title: 'Salt' }])
  await keep(true)
  const hidden = await told(friend)
  expect(hidden).toMatchObject([{ type: 'share-list', title: null, poster: null }])
  expect(JSON.stringify(hidden)).not.toContain('Salt')
  expect(await told(owner)).toMatchObject([{ type: 'list_like', title: 'Salt' }])
  await keep(false)
  expect(await told(friend)).toMatchObject([{ type: 'share-list', title: 'Salt' }])
})

test('those about a deleted list are gone, also from the counts', async () => {
  await like(fan)
  await share(fan, friend)
  expect([await unread(owner), await unread(friend)]).toEqual([1, 1])
  await app.call(deleteList, { as: owner, params: params() })
  for (const member of [owner, friend]) {
    expect(await told(member)).toEqual([])
    expect(await unread(member)).toBe(0)
  }
})

test('open clients hear of it, only whom it concerns, and no title of a private list', async () => {
  const heard: [string, Notification][] = []
  for (const member of [owner, fan, friend]) {
    const socket = io(app.url, { auth: { token: member.token }, transports: ['websocket'] })
    onTestFinished(() => void socket.close())
    socket.on('notification', (notification: Notification) => heard.push([member.id, notification]))
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    await socket.emitWithAck('join', member.id)
  }
  await like(fan)
  await expect.poll(() => heard.length, { timeout: 5000 }).toBe(1)
  await share(owner, friend)
  await expect.poll(() => heard.length, { timeout: 5000 }).toBe(2)
  expect(heard).toMatchObject([
    [owner.id, { type: 'list_like', title: 'Salt', from: { username: fan.username } }],
    [friend.id, { type: 'share-list', title: 'Salt', from: { username: owner.username } }],
  ])
  await keep(true)
  expect((await like(friend)).error.code).toBe('list.not_found')
  expect((await share(owner, fan)).error.code).toBe('list.private')
  await keep(false)
  await like(friend)
  await expect.poll(() => heard.length, { timeout: 5000 }).toBe(3)
  expect(heard[2]).toMatchObject([owner.id, { type: 'list_like', from: { username: friend.username } }])
})
