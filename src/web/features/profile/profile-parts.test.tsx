import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeWindow, renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi } from '#test/fakes/web-api.ts'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import type { Profile } from '#web/features/members/members.api.ts'
import { ProfileParts } from './profile-parts.tsx'
import { ProfileTab } from './profile-tab.tsx'

const hrefs = ['/profile/omar/diary', '/profile/omar/stats', '/profile/omar/tags']
const links = () =>
  within(screen.getByRole('navigation', { name: 'More of this member' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

function show() {
  render(
    <MemoryRouter>
      <Tabs
        label="Parts"
        value="films"
        onChange={() => {}}
        tabs={[{ value: 'films', label: 'Films' }]}
        beside={<ProfileParts userId="omar" inBar />}
      >
        <ProfileParts userId="omar" />
      </Tabs>
    </MemoryRouter>,
  )
}

it('stands in the content of a phone', () => {
  show()
  expect(links()).toEqual(hrefs)
  expect(within(screen.getByRole('tabpanel')).getAllByRole('link')).toHaveLength(3)
})

it('stands beside the tabs of a desk, without being one of them', () => {
  fakeWindow()
  show()
  expect(links()).toEqual(hrefs)
  expect(within(screen.getByRole('tabpanel')).queryByRole('link')).toBeNull()
  expect(within(screen.getByRole('tablist')).queryByRole('link')).toBeNull()
})

describe('the year beside favourite films', () => {
  const year = new Date().getFullYear()
  const route = 'GET /api/users/omar/stats'
  const figures = {
    films: 37,
    minutes: 3960,
    ratings: { average: 3.52 },
    periods: Array.from({ length: 12 }, (_, at) => ({ period: at + 1, viewings: at, rewatches: 0 })),
  }
  const favorite = { id: 238, title: 'The Godfather', poster: null }

  // It comes when there is room for it.
  beforeAll(() => import('#web/features/statistics/year-card.tsx'))

  async function showTab(shown: object | null, favoriteFilms: object[] = [favorite]) {
    const requests = fakeApi({
      'GET /api/logs/user/omar': () => [],
      [route]: () => ({ years: [], isCounting: false, computedAt: null, figures: shown }),
    })
    const member = { _id: 'omar', favoriteFilms, socials: {}, createdAt: '2026-01-01T00:00:00Z' }
    renderScreen(<ProfileTab member={member as unknown as Profile} isOwner={false} />)
    await screen.findByText('No recent logs yet.')
    return () => requests.filter((request) => request.route === route).map(({ query }) => query.get('year'))
  }
  const card = () => screen.queryByRole('region', { name: new RegExp(`^${year}: `) })

  it('tells what it came to, and leads to its statistics', async () => {
    fakeWindow()
    const asked = await showTab(figures)
    const region = await screen.findByRole('region', { name: `${year}: 37 films` })
    expect(region.textContent).toContain('66 hoursAverage: 3.5 of 5')
    const link = within(region).getByRole('link', { name: 'Statistics' })
    expect(link.getAttribute('href')).toBe(`/profile/omar/stats?year=${year}`)
    expect(asked()).toEqual([String(year)])
  })

  it.each([
    ['for whom the figures are not', null],
    ['before the first film', { ...figures, films: 0 }],
  ])('is nothing %s', async (_, shown) => {
    fakeWindow()
    const asked = await showTab(shown)
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    expect(card()).toBeNull()
  })

  it('is not asked for without posters whose height it could have, nor without room', async () => {
    fakeWindow()
    const withoutPosters = await showTab(figures, [])
    fakeWindow(() => false)
    const withoutRoom = await showTab(figures)
    expect([...withoutPosters(), ...withoutRoom()]).toEqual([])
    expect(card()).toBeNull()
  })
})
