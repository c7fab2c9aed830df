import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateAudience } from '#shared/api/audiences.ts'
import { cloneList, createList, deleteList, getList, updateList } from '#shared/api/lists.ts'
import type { Audience } from '#shared/audience.ts'
import { blockMember } from '#shared/api/safety.ts'
import { buildFilm, buildList, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let reader: TestMember
let films: { id: number }[]
beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  reader = await buildMember(app)
  films = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
})
afterAll(() => app.close())

/** In another order than the films were made, with words of its owner. */
async function wordy(): Promise<string> {
  const [a, b, c] = films.map(({ id }) => id)
  const { data } = await app.call(createList, {
    as: owner,
    body: {
      title: 'Doors',
      description: 'Of my own words.',
      isRanked: true,
      tags: ['doors'],
      movies: [{ id: c ?? 0, note: 'The best.' }, { id: a ?? 0 }, { id: b ?? 0 }],
    },
  })
  return data._id
}
const clone = (as: TestMember, listId: string, key: string = randomUUID()) =>
  app.call(cloneList, { as, params: { listId }, headers: { 'idempotency-key': key } })
const read = async (as: TestMember, listId: string) =>
  (await app.call(getList, { as, params: { listId }, query: {} })).data

test('a copy has the films in their order, and none of another’s words', async () => {
  const source = await wordy()
  const { data: card } = await clone(reader, source)
  expect(card).toMatchObject({ title: 'Doors', description: '', filmsCount: 3, isRanked: true })
  expect(card.user._id).toBe(reader.id)
  const copy = await read(reader, card._id)
  const original = await read(owner, source)
  expect(copy.movies.map(({ id }) => id)).toEqual(original.movies.map(({ id }) => id))
  expect([copy.hasNotes, copy.tags]).toEqual([false, []])
  // Each goes its own way.
  await app.call(updateList, { as: reader, params: { listId: card._id }, body: { title: 'Windows' } })
  expect((await read(owner, source)).title).toBe('Doors')
})

test('of one’s own list the words come along', async () => {
  const { data: card } = await clone(owner, await wordy())
  const copy = await read(owner, card._id)
  expect(copy).toMatchObject({ description: 'Of my own words.', tags: ['doors'], hasNotes: true })
  expect(copy.movies[0]?.note).toBe('The best.')
})

test('it is for whom the member’s new lists are', async () => {
  const careful = await buildMember(app)
  await app.call(updateAudience, {
    as: careful,
    params: { userId: careful.id },
    body: { kind: 'lists', audience: 'followers' },
  })
  const { data } = await clone(careful, await wordy())
  expect(data.audience).toBe('followers')
})

test('a copy of what is not for all members opens it to nobody', async () => {
  const follower = await buildMember(app)
  await follow(app, follower, owner)
  const copied = async (as: TestMember, audience: Audience) => {
    const source = await wordy()
    await app.call(updateList, { as: owner, params: { listId: source }, body: { audience } })
    return (await clone(as, source)).data.audience ?? 'members'
  }
  expect(await copied(follower, 'followers')).toBe('me')
  expect(await copied(follower, 'link')).toBe('me')
  expect(await copied(follower, 'public')).toBe('members')
  // One's own, with all that is said of it.
  expect(await copied(owner, 'me')).toBe('me')
  expect(await copied(owner, 'followers')).toBe('followers')
})

test('what moderators hid does not come back as a copy', async () => {
  const source = await wordy()
  await app.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', source).execute()
  expect((await clone(owner, source)).data.audience).toBe('me')
})

test('a retry makes no second one, and another list under the same key is a conflict', async () => {
  const [source, key] = [await wordy(), randomUUID()]
  const [first, second] = await Promise.all([clone(reader, source, key), clone(reader, source, key)])
  expect(second.data._id).toBe(first.data._id)
  expect((await clone(reader, await wordy(), key)).error.code).toBe('request.conflict')
  await app.call(deleteList, { as: owner, params: { listId: source } })
  expect((await clone(reader, source)).error.code).toBe('list.not_found')
  expect((await clone(reader, source, key)).data._id).toBe(first.data._id)
})

test('what one may not see is not copied', async () => {
  const closed = await buildList(app, { author: owner, films, isPrivate: true })
  expect((await clone(reader, closed.id)).error.code).toBe('list.not_found')
  const source = await wordy()
  const blocked = await buildMember(app)
  await app.call(blockMember, { as: owner, params: { userId: owner.id, targetId: blocked.id } })
  expect((await clone(blocked, source)).error.code).toBe('list.not_found')
})
