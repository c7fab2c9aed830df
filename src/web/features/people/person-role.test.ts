import { describe, expect, it } from 'vitest'
import type { PersonPage } from './people.api.ts'
import { ageOf, inOrder, isDirectorFlag, personScreenOf, roleOf, worksOf } from './person-role.ts'

const person = { known_for_department: 'Acting' } as PersonPage
const director = { known_for_department: 'Directing' } as PersonPage

it.each([
  ['/director/7', 'director'],
  ['/Actor/7/', 'actor'],
  ['/person/7', 'person'],
])('%s is the screen %s', (path, screen) => {
  expect(personScreenOf(path)).toBe(screen)
})

describe('the flag isDirector', () => {
  it.each([
    [{ isDirector: true }, '', true],
    [{ isDirector: false }, 'isDirector=true', false],
    [null, 'isDirector=true', true],
    [null, 'isDirector=1', true],
    [{ other: 1 }, 'isDirector=false', false],
    [undefined, '', null],
  ])('state %o with ?%s means %s', (state, search, flag) => {
    expect(isDirectorFlag(state, new URLSearchParams(search))).toBe(flag)
  })

  it('decides on the generic screen only; without it what the person is known for does', () => {
    expect(roleOf('person', true, person)).toBe('director')
    expect(roleOf('person', false, director)).toBe('actor')
    expect(roleOf('person', null, director)).toBe('director')
    expect(roleOf('person', null, person)).toBe('actor')
    expect(roleOf('actor', true, director)).toBe('actor')
    expect(roleOf('director', false, person)).toBe('director')
  })
})

const film = (id: number, release_date = '') => ({
  id,
  title: '',
  titleLang: 'en',
  poster_path: null,
  poster: null,
  release_date,
  popularity: 1,
})

it('films go by what was done in them, each once', () => {
  const crew = [
    [0, 'Director', 'Directing'],
    [1, 'Co-Director', 'Directing'],
    [2, 'Screenplay', 'Writing'],
    [2, 'Story', 'Writing'],
    [3, 'Original Music Composer', 'Sound'],
    [3, 'Director', 'Directing'],
    [4, 'Producer', 'Production'],
    [5, 'Sound Mixer', 'Sound'],
  ] as const
  const credits = {
    id: 1,
    cast: [{ ...film(9), character: '' }],
    crew: crew.map(([id, job, department]) => ({ ...film(id), job, department })),
  }
  expect(worksOf(credits).map(({ kind, films }) => [kind, films.map(({ id }) => id)])).toEqual([
    ['acting', [9]],
    ['directing', [0, 3]],
    ['writing', [2]],
    ['music', [3]],
    ['production', [4]],
    ['other', [1, 5]],
  ])
  expect(worksOf({ id: 1, cast: [], crew: [] })).toEqual([])
})

it('films without a date come last in both orders of dates', () => {
  const films = [film(1, '2001-01-01'), film(2), film(3, '2003-01-01')]
  const ids = (order: 'popular' | 'newest' | 'oldest') => inOrder(films, order).map(({ id }) => id)
  expect([ids('popular'), ids('newest'), ids('oldest')]).toEqual([
    [1, 2, 3],
    [3, 1, 2],
    [1, 3, 2],
  ])
})

it.each([
  ['1932-04-04', '1986-12-29', 54],
  ['1932-04-04', '1986-04-03', 53],
  ['1932-04-04', '1986-04-04', 54],
  ['1986-04-04', '1932-04-04', null],
  ['1700-04-04', '1986-04-04', null],
  ['1700-04-04', null, null],
  ['1932', '1986-04-04', null],
  [null, '1986-04-04', null],
])('from %s to %s it is %s years', (birthday, deathday, years) => {
  expect(ageOf({ birthday, deathday })).toBe(years)
})

it('who lives is as old as today', () => {
  const year = new Date().getFullYear()
  expect(ageOf({ birthday: `${year - 30}-01-01`, deathday: null })).toBe(30)
})
