import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSceneBot, refuseFilm } from '#shared/api/assistant.ts'
import { createLanguage, type Because } from '#server/adapters/language/language.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { whyTold } from './list-answers.ts'

const ids = { alien: 348, interstellar: 157_336, inception: 27_205 }
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
    /because you gave Alien \(1979\) four and a half stars \(also [^)]*(horror[^)]*science fiction|science fiction[^)]*horror)/,
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
  await log(newcomer, ids.interstellar, 3.5, '2026-06-02')
  // Who gave no film many stars is told no reason: neither what others gave, nor what one gave few.
  expect((await ask('Films like Inception', newcomer)).reply).not.toContain('because')
})

test('why is told of the best films, of trending ones, of a watchlist and of those of a person', async () => {
  const lover = await buildMember(app)
  await log(lover, 157_336, 5, '2026-06-02')
  await log(lover, 27_205, 4, '2026-06-01')
  await sql`insert into film_credits (film_id) values (27205) on conflict do nothing`.execute(app.db)
  await app.ctx.jobs.runNow('statistics.credits')
  await app.db
    .insertInto('watchlist_items')
    .values({ member_id: lover.id, film_id: ids.alien, audience: 'members' })
    .execute()
  for (const [question, says] of [
    ['The best science fiction films of 2010', 'because you gave Interstellar (2014) five stars (also'],
    [
      'Les meilleurs films de science-fiction de 2010',
      'parce que vous avez donné cinq étoiles à Interstellar',
    ],
    ['أفضل أفلام الخيال العلمي في 2010', 'لأنك منحت'],
    ['trending', 'because you gave'],
    [
      'Films by Christopher Nolan',
      'You gave Interstellar (2014) five stars and Inception (2010) four stars.\nFilms',
    ],
    [
      'Films de Christopher Nolan',
      'Vous avez donné cinq étoiles à Interstellar (2014) et quatre étoiles à Inception (2010).\nDes films',
    ],
    ['أفلام المخرج كريستوفر نولان', 'سبق أن منحت'],
    // By a director whom nobody asked for.
    ['Films with Leonardo DiCaprio', 'You gave Inception (2010) four stars.\nFilms with Leonardo DiCaprio'],
    ['Films with Matthew McConaughey', 'You gave Interstellar (2014) five stars.'],
  ] as const)
    expect((await ask(question, lover)).reply, question).toContain(says)
  const nolan = (await ask('Films by Christopher Nolan', lover)).reply
  expect(nolan).not.toContain('also by')
  const strange = await ask('Films by Christopher Nolan', newcomer)
  expect(strange.reply).toMatch(/^Films directed by/)
  expect(strange.reply).not.toContain('because')
})

test('what was refused is in no open answer, and is answered when it is asked for', async () => {
  const picky = await buildMember(app)
  const named = async (message: string) => (await ask(message, picky)).films.map(({ id }) => id)
  const open = {
    'Films by Christopher Nolan': 27_205,
    'The best science fiction films of 2010': 27_205,
    'Films like Interstellar': 27_205,
    trending: 0,
  }
  open.trending = (await named('trending'))[0] ?? 0
  expect(open.trending).toBeGreaterThan(0)
  for (const [question, id] of Object.entries(open)) expect(await named(question), question).toContain(id)
  for (const id of new Set(Object.values(open)))
    await app.call(refuseFilm, { as: picky, params: { movieId: id } })
  for (const [question, id] of Object.entries(open)) {
    const films = await named(question)
    expect(films, question).not.toContain(id)
    expect(films.length, question).toBeGreaterThan(2)
  }
  expect((await ask('Who directed Inception?', picky)).reply).toContain('Christopher Nolan')
  expect(await named('Tell me about Inception')).toEqual([27_205])
})

test('what was said of the film above is not said at length again', () => {
  const { english } = createLanguage().texts
  const because = (id: number, ids: number[]): Because => ({
    film: { id, title: `Film ${id}`, year: 2001, poster: null },
    stars: 5,
    shares: { is: 'genres', ids },
  })
  const why = whyTold(english)
  const told = [because(1, [18, 53]), because(1, [53, 18]), null, because(1, [18, 53]), because(2, [18, 53])]
  expect([...told, because(1, [18, 53])].map(why)).toEqual([
    'because you gave Film 1 (2001) five stars (also drama and thriller)',
    'for the same reason',
    null,
    'for the same reason',
    'because you gave Film 2 (2001) five stars (also drama and thriller)',
    'because you gave Film 1 (2001) five stars (also drama and thriller)',
  ])
})
