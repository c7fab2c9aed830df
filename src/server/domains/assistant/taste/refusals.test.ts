import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  askSceneBot,
  forgetRefused,
  listRefused,
  recommendAgain,
  refuseFilm,
  type AssistantAnswer,
} from '#shared/api/assistant.ts'
import { deleteMember } from '#shared/api/members.ts'
import { buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const [inception, alien] = [27_205, 348]

let app: TestApp
let me: TestMember
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await buildMember(app)
})

const ask = async (message: string, history: object[] = []): Promise<AssistantAnswer> =>
  (await app.call(askSceneBot, { as: me, body: { message, history: history as never } })).data
const refuse = (movieId: number) => app.call(refuseFilm, { as: me, params: { movieId } })
const again = (movieId: number) => app.call(recommendAgain, { as: me, params: { movieId } })
const refused = async (as = me) => (await app.call(listRefused, { as })).data.films.map(({ id }) => id)

test('a film is refused once however often, and taken back once however often', async () => {
  expect(await refused()).toEqual([])
  for (let time = 0; time < 2; time++) expect((await refuse(inception)).data).toEqual({ refused: true })
  await refuse(alien)
  expect((await app.call(listRefused, { as: me })).data.films).toMatchObject([
    { id: alien, title: 'Alien', year: 1979, poster: expect.any(String) },
    { id: inception, title: 'Inception', year: 2010 },
  ])
  for (let time = 0; time < 2; time++) expect((await again(alien)).data).toEqual({ refused: false })
  expect(await refused()).toEqual([inception])
  await refuse(alien)
  const all = () => app.call(forgetRefused, { as: me })
  expect((await all()).data).toEqual({ forgotten: 2 })
  expect((await all()).data).toEqual({ forgotten: 0 })
  expect(await refused()).toEqual([])
})

test('they are one’s own, and no film that is not there', async () => {
  await refuse(inception)
  const other = await buildMember(app)
  expect(await refused(other)).toEqual([])
  await app.call(recommendAgain, { as: other, params: { movieId: inception } })
  await app.call(forgetRefused, { as: other })
  expect(await refused()).toEqual([inception])
  const { status, error } = await refuse(2_000_000_000)
  expect([status, error.code]).toEqual([404, 'film.not_found'])
})

test('a film that is logged is refused no more', async () => {
  await refuse(inception)
  await buildLog(app, { author: me, film: { id: inception } })
  expect(await refused()).toEqual([])
})

test.each([
  ['show me Inception again', 'I may recommend Inception (2010) again.'],
  ['You can recommend Inception again', 'I may recommend Inception (2010) again.'],
  ['أعد ترشيح Inception', 'إلى ترشيحاتي'],
  ['رشح لي Inception من جديد', 'إلى ترشيحاتي'],
  ['Remontre-moi Inception', 'Inception (2010) revient parmi mes recommandations.'],
  ['Propose-moi à nouveau Inception', 'Inception (2010) revient parmi mes recommandations.'],
])('%s', async (message, says) => {
  await refuse(inception)
  await refuse(alien)
  const { reply, films } = await ask(message)
  expect(reply).toContain(says)
  expect(films.map(({ id }) => id)).toEqual([inception])
  expect(await refused()).toEqual([alien])
  // Said again, it says that there was nothing to take back.
  expect((await ask(message)).reply).not.toBe(reply)
  expect(await refused()).toEqual([alien])
})

test('“it” is the film that was spoken of', async () => {
  await refuse(inception)
  const history = [
    { sender: 'user', text: 'Who directed Inception?' },
    { sender: 'bot', text: 'Christopher Nolan', films: [inception] },
  ]
  expect((await ask('recommend it again', history)).reply).toBe('I may recommend Inception (2010) again.')
  expect(await refused()).toEqual([])
})

test.each([
  ['What did I refuse?', 'I leave 1 film out', 'You have refused no films.'],
  ['my refused films', 'I leave 1 film out', 'You have refused no films.'],
  ['ما الأفلام التي رفضتها؟', 'فيلم واحد', 'لا أفلام مرفوضة لديك.'],
  ['Quels films ai-je refusés ?', '1 film', 'Vous n’avez refusé aucun film.'],
])('%s', async (message, says, none) => {
  expect((await ask(message)).reply).toBe(none)
  await refuse(inception)
  const { reply, films } = await ask(message)
  expect(reply).toContain(says)
  expect(reply).toContain('1. ')
  expect(films.map(({ id }) => id)).toEqual([inception])
})

test('no more are kept than anybody names, the newest', async () => {
  await refuse(inception)
  await sql`
    insert into films (id, title, original_title, search_text, release_date)
    select 1400000000 + i, 'Film ' || i, 'Film ' || i, '', '2000-01-01' from generate_series(1, 1000) i`.execute(
    app.db,
  )
  await sql`
    insert into refused_films select ${me.id}, 1400000000 + i, now() + interval '1 minute'
    from generate_series(1, 1000) i`.execute(app.db)
  await refuse(alien)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from refused_films where member_id = ${me.id}`.execute(app.db)
  expect(rows).toEqual([{ count: 1000 }])
  expect(await refused()).not.toContain(inception)
})

test('they go with the account', async () => {
  await refuse(inception)
  await app.call(deleteMember, { as: me, params: { userId: me.id } })
  expect(await app.db.selectFrom('refused_films').where('member_id', '=', me.id).execute()).toEqual([])
})
