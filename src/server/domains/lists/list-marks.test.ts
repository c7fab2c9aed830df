import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getList, listSavedLists, toggleListLike, toggleListSave } from '#shared/api/lists.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let fan: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  fan = await buildMember(app)
})
afterAll(() => app.close())

const like = (listId: string, as: TestMember | null = fan) =>
  app.call(toggleListLike, { ...(as && { as }), params: { listId } })
const save = (listId: string, as: TestMember | null = fan) =>
  app.call(toggleListSave, { ...(as && { as }), params: { listId } })
const read = async (listId: string, as = fan) => (await app.call(getList, { as, params: { listId } })).data

test('a list is liked and the like taken back', async () => {
  const { id } = await buildList(app, { author: owner })
  expect((await like(id)).data).toEqual({ liked: true, likeCount: 1, likes: [fan.id] })
  expect((await like(id, owner)).data).toEqual({ liked: true, likeCount: 2, likes: [owner.id, fan.id] })
  expect(await read(id)).toMatchObject({ likedByMe: true, likeCount: 2 })
  expect((await like(id)).data).toEqual({ liked: false, likeCount: 1, likes: [owner.id] })
  expect(await read(id)).toMatchObject({ likedByMe: false, likeCount: 1 })
})

test('a list is saved and taken off again', async () => {
  const { id } = await buildList(app, { author: owner, title: 'Kept' })
  const saved = async () =>
    (await app.call(listSavedLists, { as: fan, query: {} })).data.map((list) => list._id)
  expect((await save(id)).data).toEqual({ saved: true, saveCount: 1 })
  expect(await saved()).toContain(id)
  expect((await save(id, owner)).data).toEqual({ saved: true, saveCount: 2 })
  expect((await save(id)).data).toEqual({ saved: false, saveCount: 1 })
  expect(await saved()).not.toContain(id)
})

test('neither changes when the list was changed last', async () => {
  const { id } = await buildList(app, { author: owner })
  const { updatedAt } = await read(id)
  await like(id)
  await save(id)
  expect((await read(id)).updatedAt).toBe(updatedAt)
})

test('another member’s private list cannot be liked or saved, nor the like be taken back', async () => {
  const { id } = await buildList(app, { author: owner, isPrivate: true, likedBy: [fan], savedBy: [fan] })
  for (const tap of [like, save])
    for (const listId of [id, randomUUID()]) {
      const { status, error } = await tap(listId)
      expect([status, error.code]).toEqual([404, 'list.not_found'])
    }
  for (const tap of [like, save]) expect((await tap(id, null)).status).toBe(401)
  expect((await like(id, owner)).data).toMatchObject({ liked: true, likeCount: 2 })
  expect((await save(id, owner)).data).toEqual({ saved: true, saveCount: 2 })
})

test('fifty members at once are counted exactly', async () => {
  const { id } = await buildList(app, { author: owner })
  const crowd = await Promise.all(Array.from({ length: 50 }, () => buildMember(app)))
  const answers = await Promise.all(crowd.flatMap((as) => [like(id, as), save(id, as)]))
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
  expect(await read(id)).toMatchObject({ likeCount: 50, saveCount: 50 })
  await Promise.all(crowd.slice(0, 20).flatMap((as) => [like(id, as), save(id, as)]))
  expect(await read(id)).toMatchObject({ likeCount: 30, saveCount: 30 })
  expect(await wrongCounters(app)).toEqual([])
})

test('taps of one member at once take turns', async () => {
  const { id } = await buildList(app, { author: owner })
  for (const tap of [like, save]) {
    const even = await Promise.all(Array.from({ length: 8 }, () => tap(id)))
    expect(even.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const on = even.filter(({ data }) => ('liked' in data ? data.liked : data.saved))
    expect(on).toHaveLength(4)
  }
  expect(await read(id)).toMatchObject({ likeCount: 0, saveCount: 0, likedByMe: false, savedByMe: false })
  expect(await wrongCounters(app)).toEqual([])
})
