import { describe, expect, it } from 'vitest'
import type { PersonPage } from './people.api.ts'
import { filmsOf, isDirectorFlag, personScreenOf, roleOf } from './person-role.ts'

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

it('a director’s films are those with the job Director, an actor’s the cast credits', () => {
  const film = (id: number) => ({
    id,
    title: '',
    poster_path: null,
    poster: null,
    release_date: '',
    popularity: 1,
  })
  const crew = ['Director', 'Co-Director', 'Writer', 'Director'].map((job, at) => ({
    ...film(at),
    job,
    department: 'Directing',
  }))
  const cast = [{ ...film(9), character: '' }]
  expect(filmsOf({ id: 1, cast, crew }, 'director').map(({ id }) => id)).toEqual([0, 3])
  expect(filmsOf({ id: 1, cast, crew }, 'actor').map(({ id }) => id)).toEqual([9])
})
