import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi } from '#test/fakes/web-api.ts'
import type { Figures } from '#shared/api/statistics.ts'
import { audienceKinds } from '#shared/audience.ts'
import { StatisticsView } from './statistics-view.tsx'
import { OwnYear } from './year-review.tsx'

const trait = (key: string, films: number) => ({ key, films, rated: films, average: 4 })
const film = {
  id: 1,
  title: 'Heat',
  titleLang: 'en',
  release_date: '1995-12-15',
  poster: null,
  posterOverride: null,
}
const against = { film, rating: 5, average: 3 }

const figures: Figures = {
  films: 12,
  viewings: 12,
  rewatches: 0,
  reviews: 0,
  minutes: 1200,
  days: 12,
  streak: null,
  undated: 0,
  periods: Array.from({ length: 12 }, (_, at) => ({ period: at + 1, viewings: 1, rewatches: 0 })),
  weekdays: [1, 2, 3, 1, 2, 1, 2],
  calendar: [],
  ratings: { ratings: 1, average: 5, byRating: Array.from({ length: 10 }, () => 1) },
  genres: [trait('18', 12)],
  countries: [trait('FR', 12)],
  languages: [trait('fr', 12)],
  decades: [trait('1990', 12)],
  directors: [],
  actors: [],
  releases: null,
  first: { film, day: '2025-01-01' },
  last: null,
  milestones: [],
  longest: null,
  shortest: null,
  best: [{ film, rating: 5 }],
  above: [against],
  below: [],
  lacking: { runtime: 0, genres: 0, countries: 0, languages: 0, decades: 0, people: 0 },
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

beforeAll(async () => {
  await import('#web/ui/overlays/menu-popup.tsx')
})
beforeEach(signInAsLayla)

it('a member chooses on the page of the figures whom they are for, and decades are bars from the 1920s on', async () => {
  const read = `GET /api/users/${me}/audiences`
  const write = `PATCH /api/users/${me}/audiences`
  const choices = (statistics: string) => ({
    audiences: { ...Object.fromEntries(audienceKinds.map((kind) => [kind, 'members'])), statistics },
    items: {},
  })
  const requests = fakeApi({
    [`GET /api/users/${me}/stats`]: () => ({ years: [], isCounting: false, computedAt: null, figures }),
    [`GET /api/users/${me}/stats/progress`]: () => ({ watchlist: { films: 0, seen: 0 }, lists: [] }),
    [read]: () => choices('members'),
    [write]: () => choices('me'),
  })
  renderScreen(<StatisticsView userId={me} year={undefined} onYear={() => {}} onBack={() => {}} />)
  const decades = await screen.findByRole('region', { name: 'Decades' })
  await userEvent.click(within(decades).getByRole('button', { name: 'Show as table' }))
  const rows = within(decades).getAllByRole('row')
  expect(rows[1]?.textContent).toBe('1920s0')
  expect(within(decades).getByRole('row', { name: '1990s 12' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Who can see this: Members' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Only me Nobody else' }))
  await screen.findByText('Saved.')
  expect(requests.find(({ route }) => route === write)?.body).toEqual({
    kind: 'statistics',
    audience: 'me',
    existing: false,
  })
})

it('a year is read down in its order', async () => {
  fakeApi({
    [`GET /api/users/${me}/years/2025`]: () => ({
      year: 2025,
      member: { _id: me, username: 'layla', avatar: null },
      isCounting: false,
      figures,
      key: null,
    }),
  })
  renderScreen(<OwnYear userId={me} year={2025} onBack={() => {}} />)
  await screen.findByRole('heading', { name: 'Share' })
  expect(headings()).toEqual([
    'Films by month',
    'Best rated films',
    'Milestones',
    'Directors',
    'Actors',
    'Genres',
    'Countries',
    'Languages',
    'Ratings',
    'Above the average',
    'Share',
  ])
})
