import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSceneBot } from '#shared/api/assistant.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const ids = { alien: 348, interstellar: 157_336 }
let app: TestApp
let me: TestMember
let newcomer: TestMember
beforeAll(async () => {
  app = await startTestApp()
  me = await buildMember(app)
  newcomer = await buildMember(app)
  for (const id of Object.values(ids)) await requireFilm(app.ctx, id)
  await app.db
    .insertInto('watchlist_items')
    .values({ member_id: me.id, film_id: ids.alien, audience: 'members' })
    .execute()
})
afterAll(() => app.close())

const log = (author: TestMember, id: number, rating: number, watchedAt: string) =>
  buildLog(app, { author, film: { id }, rating, watchedAt })
const ask = async (message: string, as: TestMember) =>
  (await app.call(askSceneBot, { as, body: { message } })).data

test.each([
  ['من أخرج Parasite؟', 'فيلم طفيلي (2019) من إخراج \u2068Bong Joon-ho\u2069.'],
  ['Que regarder dans ma liste À voir ?', 'Alien, le huitième passager'],
  ['What should I watch from my watchlist?', 'Alien (1979)'],
])('titles are in the language of the answer: %s', async (question, says) => {
  expect((await ask(question, me)).reply).toContain(says)
})

test('a recommendation says why: by a director, else by genres, of a film that was given many stars', async () => {
  const lover = await buildMember(app)
  await log(lover, 157_336, 5, '2026-06-02')
  await log(lover, ids.alien, 4.5, '2026-06-01')
  const byGenre = await ask('Recommend a horror science fiction film', lover)
  expect(byGenre.reply).toMatch(
    /because you gave Alien \(1979\) four and a half stars \(also [^)]*horror and science fiction\)/,
  )
  await sql`insert into film_credits (film_id) values (157336)`.execute(app.db)
  await app.ctx.jobs.runNow('statistics.credits')
  for (const [question, says] of [
    ['Films like Inception', 'because you gave Interstellar (2014) five stars (also by Christopher Nolan)'],
    [
      'Des films comme Inception',
      'parce que vous avez donné cinq étoiles à Interstellar (2014) (aussi de Christopher Nolan)',
    ],
    ['أفلام تشبه Inception', 'خمس نجوم (المخرج نفسه:'],
  ] as const)
    expect((await ask(question, lover)).reply).toContain(says)
  // Who gave no film many stars is told no reason, and what others gave is none.
  expect((await ask('Films like Inception', newcomer)).reply).not.toContain('because')
})
