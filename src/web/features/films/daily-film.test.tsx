import { beforeEach, describe, expect, it } from 'vitest'
import type { FilmItem } from '#shared/api/films.ts'
import { chooseDailyFilm, readDailyFilm, writeDailyFilm } from './daily-film.ts'

function film(id: number, average: number, votes: number): FilmItem {
  return {
    id,
    title: `Film ${id}`,
    original_title: `Film ${id}`,
    overview: 'A quiet harbour town.',
    poster_path: `/poster${id}-0.jpg`,
    backdrop_path: null,
    poster: `/t/p/w500/poster${id}-0.jpg`,
    release_date: '2011-05-01',
    vote_average: average,
    vote_count: votes,
    original_language: 'en',
    genre_ids: [],
    adult: false,
  }
}

const first = () => 0
const last = () => 0.999_999

describe('chooseDailyFilm', () => {
  it('keeps the stored film for the rest of the calendar day', () => {
    const stored = chooseDailyFilm(null, [film(1, 8, 4000)], '2026-03-01', first)
    expect(chooseDailyFilm(stored, [film(2, 9, 9000)], '2026-03-01', first)?.movie.id).toBe(1)
    expect(chooseDailyFilm(stored, [film(2, 9, 9000)], '2026-03-02', first)?.movie.id).toBe(2)
  })

  it('takes only films at or over both thresholds', () => {
    const trending = [film(1, 7.4, 9000), film(2, 7.5, 3000), film(3, 9.9, 2999), film(4, 8, 3001)]
    expect(chooseDailyFilm(null, trending, 'd', first)?.movie.id).toBe(2)
    expect(chooseDailyFilm(null, trending, 'd', last)?.movie.id).toBe(4)
  })

  it('takes any trending film when none qualifies', () => {
    const trending = [film(1, 5, 10), film(2, 7.5, 2999)]
    expect(chooseDailyFilm(null, trending, 'd', first)?.movie.id).toBe(1)
    expect(chooseDailyFilm(null, trending, 'd', last)?.movie.id).toBe(2)
  })

  it('gives nothing without films, even when yesterday had one', () => {
    const yesterday = chooseDailyFilm(null, [film(1, 8, 4000)], 'yesterday', first)
    expect(chooseDailyFilm(yesterday, [], 'today', first)).toBeNull()
  })
})

describe('the stored record', () => {
  beforeEach(() => localStorage.clear())

  it('comes back as it was kept', () => {
    const chosen = chooseDailyFilm(null, [film(7, 8, 4000)], '2026-03-01', first)
    if (!chosen) throw new Error('a film was expected')
    writeDailyFilm(localStorage, chosen)
    expect(readDailyFilm(localStorage)).toEqual(chosen)
  })

  it('is ignored when damaged', () => {
    localStorage.setItem('dailyFilm', '{"date":"2026-03-01","movie":{"id":"seven"}}')
    expect(readDailyFilm(localStorage)).toBeNull()
    localStorage.setItem('dailyFilm', '{')
    expect(readDailyFilm(localStorage)).toBeNull()
  })
})
