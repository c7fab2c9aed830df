import { describe, expect, it } from 'vitest'
import type { FilmChoices } from './film-choices.ts'
import { readFilmChoices } from './read-film-choices.ts'
import { paths } from './paths.ts'

const readAddress = (address: string) => {
  const query = new URL(address, 'https://scene.example').searchParams
  return readFilmChoices((name) => query.get(name))
}

describe('the choices of /films in its address', () => {
  it('are written in one order and read back as they were', () => {
    const all: Required<FilmChoices> = {
      friends: true,
      watchlist: true,
      seen: 'no',
      sort: 'shortest',
      on: [8, 337],
      len: 'short',
      person: 1113,
      lang: 'ar',
      country: 'SA',
      year: 1994,
      decade: 1990,
      genre: [18, 35],
    }
    const address = paths.films(all)
    expect(address).toBe(
      '/films?genre=18,35&decade=1990&year=1994&country=SA&lang=ar&len=short&person=1113&on=8,337&sort=shortest&seen=no&watchlist=1&friends=1',
    )
    expect(readAddress(address)).toEqual({ choices: all, dropped: [] })
  })

  it('are absent where nothing is chosen', () => {
    expect(paths.films()).toBe('/films')
    expect(paths.films({})).toBe('/films')
    expect(paths.films({ genre: [] })).toBe('/films')
    expect(readAddress('/films?utm_source=mail&genre=')).toEqual({ choices: {}, dropped: [] })
  })

  it.each([
    ['genre', 'drama'],
    ['genre', '0'],
    ['decade', '1994'],
    ['decade', '90'],
    ['year', '94'],
    ['year', '1994.5'],
    ['country', 'sa'],
    ['country', 'Saudi Arabia'],
    ['lang', 'AR'],
    ['len', 'endless'],
    ['on', '-8'],
    ['sort', 'worst'],
    ['seen', 'yes'],
    ['watchlist', 'true'],
    ['friends', '0'],
  ])('leave out %s=%s and say so', (name, value) => {
    const query = new URLSearchParams({ [name]: value, len: name === 'len' ? value : 'long' })
    const { choices, dropped } = readAddress(`/films?${query.toString()}`)
    expect(dropped).toEqual([name])
    expect(choices).toEqual(name === 'len' ? {} : { len: 'long' })
  })

  it('keep what makes sense of a list, once and at most ten', () => {
    expect(readAddress('/films?genre=18,x,18,35')).toEqual({
      choices: { genre: [18, 35] },
      dropped: ['genre'],
    })
    const many = Array.from({ length: 30 }, (_, place) => place + 1)
    expect(readAddress(`/films?on=${many.join(',')}`).choices.on).toEqual(many.slice(0, 10))
  })
})
