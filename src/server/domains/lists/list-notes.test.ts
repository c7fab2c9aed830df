import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyOf } from '#shared/api/endpoint.ts'
import {
  createList,
  getList,
  listMemberLists,
  listMyLists,
  maxNoteLength,
  updateList,
} from '#shared/api/lists.ts'
import { changeMemberTag, getMemberTag, listMemberTags } from '#shared/api/tags.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let reader: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  reader = await buildMember(app)
  for (const id of [1, 2, 3, 4]) await buildFilm(app, { id })
})
afterAll(() => app.close())

const make = async (body: Partial<BodyOf<typeof createList>> = {}, as = owner) => {
  const { status, data } = await app.call(createList, {
    as,
    body: { title: 'Doors', movies: [{ id: 1 }], ...body },
  })
  expect(status).toBe(200)
  return data._id
}
const read = async (listId: string, as = reader) => (await app.call(getList, { as, params: { listId } })).data
const change = (listId: string, body: BodyOf<typeof updateList>) =>
  app.call(updateList, { as: owner, params: { listId }, body })
const notesOf = (list: { movies: { id: number; note?: string | undefined }[] }) =>
  list.movies.map(({ id, note }) => [id, note])

describe('notes on films', () => {
  test('are shown to readers, and nothing where there is none', async () => {
    const id = await make({
      movies: [{ id: 2, note: '  A door\n\nthat closes. ' }, { id: 1 }, { id: 3, note: ' ' }],
    })
    const list = await read(id)
    expect(notesOf(list)).toEqual([
      [2, 'A door\n\nthat closes.'],
      [1, undefined],
      [3, undefined],
    ])
    expect(list.movies.map((film) => Object.hasOwn(film, 'note'))).toEqual([true, false, false])
  })

  test('stay where the change says nothing of them, go with their film, and are taken away', async () => {
    const id = await make({ movies: [{ id: 1, note: 'one' }, { id: 2, note: 'two' }, { id: 3 }] })
    const before = await read(id)
    const moved = await change(id, { movies: [{ id: 3, note: 'three' }, { id: 2 }, { id: 1 }] })
    expect(notesOf(moved.data)).toEqual([
      [3, 'three'],
      [2, 'two'],
      [1, 'one'],
    ])
    expect(Date.parse(moved.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    const again = await change(id, { movies: [{ id: 3 }, { id: 2, note: 'two ' }, { id: 1, note: 'one' }] })
    expect(again.data.updatedAt).toBe(moved.data.updatedAt)
    const less = await change(id, { movies: [{ id: 3, note: '' }, { id: 1 }] })
    expect(notesOf(less.data)).toEqual([
      [3, undefined],
      [1, 'one'],
    ])
    const back = await change(id, { movies: [{ id: 3 }, { id: 2 }, { id: 1 }] })
    expect(notesOf(back.data)[1]).toEqual([2, undefined])
  })

  test.each(['x'.repeat(maxNoteLength + 1), 'null\0'])('a bad one is refused', async (note) => {
    const id = await make()
    expect((await change(id, { movies: [{ id: 1, note }] })).error.code).toBe('request.invalid')
    const body = { title: 'Doors', movies: [{ id: 1, note }] }
    expect((await app.call(createList, { as: owner, body })).error.code).toBe('request.invalid')
  })

  test('belong to what a retry must repeat', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = (note: string, tags: string[]) =>
      app.call(createList, {
        as: owner,
        headers,
        body: { title: 'Once', tags, movies: [{ id: 1, note }] },
      })
    const first = await send('a', ['b'])
    expect((await send('a', ['b'])).data._id).toBe(first.data._id)
    expect((await send('other', ['b'])).error.code).toBe('request.conflict')
    expect((await send('a', ['other'])).error.code).toBe('request.conflict')
  })
})

describe('tags of a list', () => {
  const tagsOf = async (member: TestMember, as = member) =>
    (await app.call(listMemberTags, { as, params: { userId: member.id } })).data
  const tagOf = async (member: TestMember, tag: string, as = member) =>
    (await app.call(getMemberTag, { as, params: { userId: member.id }, query: { tag } })).data
  const titlesOf = async (member: TestMember, tag: string, as = member) =>
    (await app.call(listMemberLists, { as, params: { userId: member.id }, query: { tag } })).data.map(
      (list) => list.title,
    )

  test('are kept as those of logs, and stay when the change leaves them out', async () => {
    const id = await make({ tags: [' rain ', 'Noir', 'RAIN', 'a,b'] })
    expect((await read(id)).tags).toEqual(['rain', 'Noir', 'a', 'b'])
    expect((await change(id, { title: 'Windows' })).data.tags).toEqual(['rain', 'Noir', 'a', 'b'])
    expect((await change(id, { tags: [] })).data.tags).toEqual([])
    expect((await change(id, { tags: ['x'.repeat(201)] })).error.code).toBe('request.invalid')
  })

  test('count beside those of logs; of private lists to their owner only', async () => {
    const member = await buildMember(app)
    const film = { id: 4 }
    await buildLog(app, { author: member, film, review: 'seen', tags: ['Noir', 'night'] })
    await make({ title: 'Public', tags: ['noir', 'city'] }, member)
    await make({ title: 'Private', tags: ['noir', 'secret'], isPrivate: true }, member)
    expect(await tagsOf(member)).toEqual([
      { tag: expect.stringMatching(/^noir$/i) as string, logs: 1, lists: 2 },
      { tag: 'city', logs: 0, lists: 1 },
      { tag: 'night', logs: 1, lists: 0 },
      { tag: 'secret', logs: 0, lists: 1 },
    ])
    expect((await tagsOf(member, reader)).map(({ tag, lists }) => [tag.toLowerCase(), lists])).toEqual([
      ['noir', 1],
      ['city', 1],
      ['night', 0],
    ])
    expect(await tagOf(member, 'NOIR', reader)).toMatchObject({ logs: 1, lists: 1 })
    expect((await tagOf(member, 'noir', reader)).beside.map(({ tag }) => tag)).toEqual(['city', 'night'])
    expect(await tagOf(member, 'secret', reader)).toEqual({ tag: 'secret', logs: 0, lists: 0, beside: [] })
    expect(await titlesOf(member, 'NOIR')).toEqual(['Private', 'Public'])
    expect(await titlesOf(member, 'noir', reader)).toEqual(['Public'])
    expect(await titlesOf(member, 'secret', reader)).toEqual([])
    const mine = await app.call(listMyLists, { as: member, query: { tag: 'city' } })
    expect(mine.data.map((list) => list.title)).toEqual(['Public'])
  })

  test('are renamed, merged and removed with those of logs, and nobody else’s', async () => {
    const member = await buildMember(app)
    await buildLog(app, { author: member, film: { id: 4 }, review: 'seen', tags: ['old'] })
    const id = await make({ tags: ['first', 'Old', 'new'] }, member)
    const others = await make({ tags: ['old'] })
    const before = await read(id)
    const rename = (to: string | null, tag = 'old') =>
      app.call(changeMemberTag, { as: member, params: { userId: member.id }, body: { tag, to } })
    expect((await rename('New')).data).toEqual({ logs: 1, lists: 1 })
    const renamed = await read(id)
    expect(renamed.tags).toEqual(['first', 'New'])
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect((await read(others)).tags).toEqual(['old'])
    expect((await rename(null, 'new')).data).toEqual({ logs: 1, lists: 1 })
    expect((await read(id)).tags).toEqual(['first'])
  })
})
