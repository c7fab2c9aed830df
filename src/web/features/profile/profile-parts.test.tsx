import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { ProfileParts } from './profile-parts.tsx'

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
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  show()
  expect(links()).toEqual(hrefs)
  expect(within(screen.getByRole('tabpanel')).queryByRole('link')).toBeNull()
  expect(within(screen.getByRole('tablist')).queryByRole('link')).toBeNull()
})
