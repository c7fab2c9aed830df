import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFeed, listMemberLogs } from '#shared/api/logs.ts'
import { updateMember } from '#shared/api/members.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let reader: TestMember
let author: TestMember
let film: { id: number }
beforeAll(async () => {
  app = await startTestApp()
  reader = await buildMember(app)
  author = await buildMember(app)
  film = await buildFilm(app, { title: 'Roma' })
  await follow(app, reader, author)
  await buildLog(app, { author, film, review: 'the street' })
})
afterAll(() => app.close())

const feed = async (headers: Record<string, string> = {}) =>
  (await app.call(getFeed, { as: reader, params: { userId: reader.id }, headers })).data[0]

test('a feed whose films and authors are known is one statement, and so is a diary', async () => {
  await feed()
  expect(await app.recordStatements(() => feed())).toHaveLength(1)
  const diary = () => app.call(listMemberLogs, { as: reader, params: { userId: author.id }, query: {} })
  await diary()
  expect(await app.recordStatements(diary)).toHaveLength(1)
})

test('a picture that its author takes away is gone from the next feed', async () => {
  await app.db
    .updateTable('members')
    .set({ avatar: '/art/avatar-layla.webp' })
    .where('id', '=', author.id)
    .execute()
  await app.ctx.changes.caughtUp()
  expect((await feed())?.user.avatar).toBe('/art/avatar-layla.webp')
  await app.call(updateMember, { as: author, params: { userId: author.id }, body: { avatar: null } })
  expect((await feed())?.user.avatar).toBeNull()
})

test('what the database is told of a film, by whomever, is shown a moment later', async () => {
  await feed()
  await app.db.updateTable('films').set({ poster_path: '/new.jpg' }).where('id', '=', film.id).execute()
  await app.ctx.changes.caughtUp()
  expect((await feed())?.poster_path).toBe('/new.jpg')
  const french = { 'accept-language': 'fr' }
  expect((await feed(french))?.title).toBe('Roma')
  await app.db
    .insertInto('film_texts')
    .values({
      film_id: film.id,
      language: 'fr',
      title: 'Rome',
      overview: '',
      tagline: '',
      search_text: 'rome',
      poster_path: '/fr.jpg',
      fetched_at: new Date(),
    })
    .execute()
  await app.ctx.changes.caughtUp()
  expect(await feed(french)).toMatchObject({ title: 'Rome', poster_path: '/fr.jpg' })
  expect(await feed()).toMatchObject({ title: 'Roma', poster_path: '/new.jpg' })
})

test('who is gone is nobody, at once', async () => {
  const gone = await buildMember(app)
  const logs = () => app.call(listMemberLogs, { as: reader, params: { userId: gone.id }, query: {} })
  expect((await logs()).status).toBe(200)
  await app.db.deleteFrom('members').where('id', '=', gone.id).execute()
  await app.ctx.changes.caughtUp()
  expect((await logs()).error.code).toBe('member.not_found')
})
