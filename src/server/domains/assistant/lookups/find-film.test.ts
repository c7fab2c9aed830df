import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { closeness } from './closeness.ts'
import { findFilm } from './find-film.service.ts'
import { personFilms } from './people.service.ts'
import { englishReader } from '#shared/film-titles.ts'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app)
})
afterAll(() => app.close())

const viewer = () => ({ ...member, sessionId: '', emailVerified: true, titles: englishReader })
const find = (title: string, year?: number) =>
  findFilm(app.ctx, viewer(), { title, ...(year !== undefined && { year }) })

describe('a title', () => {
  test.each<[string, string, number, 'sure' | 'likely' | 'unsure']>([
    ['Parasite', 'Parasite', 2019, 'sure'],
    ['PARASITE ', 'Parasite', 2019, 'sure'],
    ['기생충', 'Parasite', 2019, 'sure'],
    ['godfather', 'The Godfather', 1972, 'sure'],
    ['the matirx', 'The Matrix', 1999, 'likely'],
    ['intersteller', 'Interstellar', 2014, 'likely'],
    ['amelie', 'Amélie', 2001, 'sure'],
    ['Le Fabuleux Destin d’Amélie Poulain', 'Amélie', 2001, 'sure'],
    ['Le Parrain', 'The Godfather', 1972, 'sure'],
    ['العراب', 'The Godfather', 1972, 'sure'],
    ['وجدة', 'Wadjda', 2012, 'sure'],
    ['lord of the rings', 'The Lord of the Rings: The Fellowship of the Ring', 2001, 'likely'],
    ['strangelove', 'Dr. Strangelove', 1964, 'likely'],
    ['Dune', 'Dune', 2021, 'likely'],
    ['Dune 1984', 'Dune', 1984, 'sure'],
    ['Dune (1984)', 'Dune', 1984, 'sure'],
    ['Blade Runner 2049', 'Blade Runner 2049', 2017, 'sure'],
    ['Alien', 'Alien', 1979, 'sure'],
    ['1917', '1917', 2019, 'sure'],
  ])('%s', async (written, title, year, confidence) => {
    expect(await find(written)).toMatchObject({ title, year, confidence })
  })

  test.each([
    ['ar', 'The Godfather', 'العراب'],
    ['ar', 'العراب', 'العراب'],
    ['fr', 'Le Parrain', 'Le Parrain'],
  ])('to who reads %s: %s', async (language, written, title) => {
    const titles = { language, choice: 'my-language' } as const
    expect(await findFilm(app.ctx, { ...viewer(), titles }, { title: written })).toMatchObject({
      title,
      titleLang: language,
      year: 1972,
      confidence: 'sure',
      isCalledSo: true,
    })
  })

  test('with a year beside it; the year may be off by one, and another one is doubted', async () => {
    expect(await find('Dune', 1984)).toMatchObject({ year: 1984, confidence: 'sure', alternatives: [] })
    expect(await find('Dune', 1985)).toMatchObject({ year: 1984, confidence: 'sure' })
    expect(await find('Parasite', 1950)).toMatchObject({ confidence: 'unsure' })
  })

  test('names the other films of that name, the likeliest first', async () => {
    const dune = await find('Dune')
    expect(dune?.alternatives.map(({ title, year }) => [title, year])).toEqual([['Dune', 1984]])
    expect((await find('Lord of the Rings'))?.alternatives).toHaveLength(2)
  })

  test.each(['', '   ', '?!', 'zzqxjw vvkq', 'the capital of france', 'porn', 'x'.repeat(1000)])(
    'that is none: %s',
    async (written) => {
      expect(await find(written)).toBeNull()
    },
  )
})

describe('a person', () => {
  const films = (name: string, role: 'actor' | 'director' | null = null) =>
    personFilms(app.ctx, viewer(), { name, role })

  test.each([
    ['Christopher Nolan', 'Christopher Nolan', 'director'],
    ['nolan', 'Christopher Nolan', 'director'],
    ['chritopher nolan', 'Christopher Nolan', 'director'],
    ['كريستوفر نولان', 'Christopher Nolan', 'director'],
    ['Tom Hanks', 'Tom Hanks', 'actor'],
  ])('%s', async (written, name, role) => {
    const found = await films(written)
    expect(found).toMatchObject({ name, role })
    expect(found?.films.length).toBeGreaterThan(5)
  })

  test('in the role that is asked for', async () => {
    const directed = await films('Clint Eastwood', 'director')
    const acted = await films('Clint Eastwood', 'actor')
    expect(directed?.films.map((film) => film.title)).toContain('Mystic River')
    expect(acted?.films.map((film) => film.title)).toContain('The Good, the Bad and the Ugly')
    expect(acted?.films.map((film) => film.title)).not.toContain('Mystic River')
  })

  test('by what the films are', async () => {
    const found = await personFilms(app.ctx, viewer(), {
      name: 'Tom Hanks',
      role: 'actor',
      filters: { from: 1990, to: 1999, genres: [10_752] },
    })
    expect(found?.films.map((film) => film.title)).toContain('Saving Private Ryan')
    for (const film of found?.films ?? []) expect(Math.floor((film.year ?? 0) / 10)).toBe(199)
    expect(found?.films.map((film) => film.title)).not.toContain('Toy Story')
  })

  test('who is nobody', async () => {
    expect(await films('zzqxjw vvkq')).toBeNull()
    expect(await films(' ')).toBeNull()
  })
})

test('closeness of names', () => {
  expect(closeness('Wall-E', 'WALL·E')).toBe(1)
  expect(closeness('godfather', 'The Godfather')).toBeGreaterThanOrEqual(0.95)
  expect(closeness('godfather', 'The Godfather Part II')).toBe(0.85)
  expect(closeness('strangelove', 'Dr. Strangelove')).toBeGreaterThan(0.7)
  expect(closeness('the matirx', 'The Matrix')).toBeGreaterThan(0.5)
  expect(closeness('the matirx', 'The Matrix Revolutions')).toBe(0)
  expect(closeness('dune', 'Tune')).toBeLessThan(0.7)
  expect(closeness('', 'Anything')).toBe(0)
})
