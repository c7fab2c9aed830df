import { beforeAll, describe, expect, test } from 'vitest'
import { loadStore, type Store } from '#built-in/catalogue/store/store.ts'
import { isoWeek, trendingFilms, trendingPeriod } from '#built-in/catalogue/answers/trending.ts'

describe('isoWeek', () => {
  test.each([
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2025-12-28', '2025-W52'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2021-01-01', '2020-W53'],
    ['2024-02-29', '2024-W09'],
  ])('%s is in %s', (date, week) => {
    expect(isoWeek(new Date(`${date}T00:00:00Z`))).toBe(week)
    expect(isoWeek(new Date(`${date}T23:59:59Z`))).toBe(week)
  })
})

describe('trendingFilms', () => {
  let store: Store
  beforeAll(async () => {
    store = await loadStore()
  })
  const weeks = Array.from({ length: 260 }, (_, week) =>
    trendingPeriod('week', new Date(Date.UTC(2025, 0, 6 + 7 * week))),
  )

  test('a period has 60 different films and always the same ones', () => {
    for (const week of weeks) {
      const films = trendingFilms(store, week)
      expect(new Set(films).size).toBe(60)
      expect(trendingFilms(store, week)).toEqual(films)
    }
  })

  test('the next week has another beginning', () => {
    const beginnings = weeks.map((week) => trendingFilms(store, week).slice(0, 8).join())
    expect(new Set(beginnings).size).toBe(weeks.length)
  })

  test('the first page always has films for the daily film', () => {
    for (const week of weeks) {
      const fit = trendingFilms(store, week)
        .slice(0, 20)
        .filter((film) => (store.films.voteAverage[film] ?? 0) >= 7500)
        .filter((film) => (store.films.voteCount[film] ?? 0) >= 3000)
      expect(fit.length).toBeGreaterThan(0)
    }
  })
})
