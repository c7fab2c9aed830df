import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as editors from '#shared/api/list-editors.ts'
import * as api from '#shared/api/lists.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { blockMember } from '#shared/api/safety.ts'
import { buildFilm, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let editor: TestMember
let stranger: TestMember
let films: { id: number }[]
let listId: string

const befriend = async (a: TestMember, b: TestMember) => {
  await follow(app, a, b)
  await follow(app, b, a)
}

beforeAll(async () => {
  app = await startTestApp()
  films = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await buildMember(app)
  editor = await buildMember(app)
  stranger = await buildMember(app)
  await befriend(owner, editor)
  const body = { title: 'Ours', isPrivate: true, movies: films.slice(0, 2).map(({ id }) => ({ id })) }
  listId = (await app.call(api.createList, { as: owner, body })).data._id
})

const invite = (as: TestMember, member: TestMember) =>
  app.call(editors.inviteEditor, { as, params: { listId, memberId: member.id } })
const accept = (as: TestMember) => app.call(editors.acceptEditing, { as, params: { listId } })
const remove = (as: TestMember, member: TestMember) =>
  app.call(editors.removeEditor, { as, params: { listId, memberId: member.id } })
const read = (as: TestMember) => app.call(api.getList, { as, params: { listId }, query: {} })
const order = async (as: TestMember) => (await read(as)).data.movies.map(({ id }) => id)
const change = (as: TestMember, body: object) =>
  app.call(api.updateList, { as, params: { listId }, query: {}, body })
const add = (as: TestMember) =>
  app.call(api.addToList, { as, params: { listId }, body: { id: films[2]?.id ?? 0 } })
const edited = async (as: TestMember) => (await app.call(editors.listEditedLists, { as, query: {} })).data
const told = async (as: TestMember) =>
  (await app.call(listNotifications, { as, query: {} })).data
    .filter(({ type }) => type.startsWith('list-invite'))
    .map(({ type, title, from }) => [type, title, from.username])
const join = async (member: TestMember) => {
  await invite(owner, member)
  await accept(member)
}

test('who is asked may read a private list, and changes its films once they agree', async () => {
  expect((await read(editor)).error.code).toBe('list.not_found')
  const asked = await invite(owner, editor)
  expect(asked.data).toEqual([{ _id: editor.id, username: editor.username, avatar: null, accepted: false }])
  expect(await told(editor)).toEqual([['list-invite', 'Ours', owner.username]])
  expect(await edited(editor)).toMatchObject([{ _id: listId, invited: true }])
  expect((await read(editor)).data).toMatchObject({ editing: 'invited', title: 'Ours' })
  expect((await add(editor)).error.code).toBe('list.not_yours')

  expect((await accept(editor)).data).toEqual({ ok: true })
  expect((await add(editor)).status).toBe(200)
  const [first, second, third] = films.map(({ id }) => ({ id }))
  const moved = await change(editor, { movies: [third, { ...first, note: 'the best' }, second] })
  expect(moved.data).toMatchObject({ editing: 'editor', movies: [third, { note: 'the best' }, second] })
  expect(await order(owner)).toEqual([third?.id, first?.id, second?.id])
  expect(await told(owner)).toEqual([['list-invite-accepted', 'Ours', editor.username]])
  expect(await edited(editor)).toMatchObject([{ _id: listId }])
  expect((await edited(editor))[0]).not.toHaveProperty('invited')
  expect((await read(owner)).data).toMatchObject({ editors: [{ _id: editor.id, accepted: true }] })
})

test('an editor changes nothing but films, and deletes nothing', async () => {
  await join(editor)
  for (const body of [{ title: 'Mine' }, { description: 'x' }, { isPrivate: false }, { isRanked: true }])
    expect((await change(editor, body)).error.code).toBe('list.owner_only')
  expect((await change(editor, { title: 'Ours' })).status).toBe(200)
  const refused = await change(editor, { title: 'Mine', movies: [{ id: films[2]?.id ?? 0 }] })
  expect(refused.error.code).toBe('list.owner_only')
  expect(await order(owner)).toEqual(films.slice(0, 2).map(({ id }) => id))
  const { error } = await app.call(api.deleteList, { as: editor, params: { listId } })
  expect(error.code).toBe('list.not_yours')
  expect((await invite(editor, stranger)).error.code).toBe('list.not_yours')
})

test('two who change it at once are told, as one in two places is', async () => {
  await join(editor)
  const { updatedAt } = (await read(editor)).data
  const [first, second] = films.map(({ id }) => ({ id }))
  const answers = await Promise.all([
    change(owner, { movies: [second, first], basedOn: updatedAt }),
    change(editor, { movies: [first], basedOn: updatedAt }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('only mutual followers are asked, by the owner alone, once', async () => {
  expect((await invite(owner, stranger)).error.code).toBe('list.editor_not_mutual')
  expect((await invite(owner, owner)).error.code).toBe('list.editor_not_mutual')
  expect((await invite(stranger, editor)).error.code).toBe('list.not_found')
  expect((await accept(stranger)).error.code).toBe('list.not_found')
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite(owner, editor)))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await told(editor)).toHaveLength(1)
  await Promise.all(Array.from({ length: 5 }, () => accept(editor)))
  expect(await told(owner)).toHaveLength(1)
})

test('a list has twenty editors at most', async () => {
  await app.db
    .insertInto('list_editors')
    .values(
      await Promise.all(
        Array.from({ length: 20 }, async () => ({
          list_id: listId,
          member_id: (await buildMember(app)).id,
          invited_at: new Date(),
        })),
      ),
    )
    .execute()
  expect((await invite(owner, editor)).error.code).toBe('list.editors_full')
  expect((await read(owner)).data.editors).toHaveLength(20)
})

test('who declines, leaves or is removed is told of it and reads it no longer', async () => {
  await invite(owner, editor)
  expect((await remove(stranger, editor)).error.code).toBe('list.not_found')
  await remove(editor, editor)
  expect([await told(editor), await edited(editor)]).toEqual([[], []])
  await join(editor)
  await befriend(owner, stranger)
  await join(stranger)
  await remove(owner, editor)
  expect((await remove(owner, editor)).status).toBe(200)
  expect((await read(owner)).data).toMatchObject({ editors: [{ _id: stranger.id }] })
  expect((await read(editor)).error.code).toBe('list.not_found')
  expect((await add(editor)).error.code).toBe('list.not_found')
  expect((await accept(editor)).error.code).toBe('list.not_found')
})

test('a block ends it, whoever blocks', async () => {
  await join(editor)
  await app.call(blockMember, { as: editor, params: { userId: editor.id, targetId: owner.id } })
  expect((await read(owner)).data.editors).toEqual([])
  expect((await add(editor)).error.code).toBe('list.not_found')
})

test('whom the owner has asked is nobody else’s to know', async () => {
  await change(owner, { isPrivate: false })
  await invite(owner, editor)
  expect((await read(stranger)).data.editors).toEqual([])
  await accept(editor)
  expect((await read(stranger)).data.editors).toMatchObject([{ _id: editor.id }])
})

test('what moderators hid is its owner’s alone', async () => {
  await join(editor)
  await app.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', listId).execute()
  expect((await read(editor)).error.code).toBe('list.not_found')
  expect((await add(editor)).error.code).toBe('list.not_found')
  expect(await edited(editor)).toEqual([])
})

test('told of a film, an editor’s lists name those of others that they edit', async () => {
  const mine = async () =>
    (await app.call(api.listMyLists, { as: editor, query: { film: films[0]?.id } })).data
  await invite(owner, editor)
  expect(await mine()).toEqual([])
  await accept(editor)
  expect(await mine()).toMatchObject([{ _id: listId, hasFilm: true }])
  expect((await app.call(api.listMyLists, { as: editor, query: {} })).data).toEqual([])
})
