import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import { Suggestions } from './suggestions.tsx'

const route = `GET /api/users/${me}/suggestions`

const member = (digit: number, filmsInCommon: number, name: string | null = null) => ({
  _id: `018f0000-0000-7000-8000-00000000000${digit}`,
  username: `member${digit}`,
  name,
  avatar: null,
  followersCount: 0,
  isFollowing: false,
  followsMe: false,
  filmsInCommon,
  films: [{ tmdbId: 11, id: 11, title: 'Heat', poster_path: null, poster: null, posterOverride: null }],
})

function show() {
  signInAsLayla()
  renderScreen(<Suggestions count={3} />)
}

it('say what is in common, or else the name, and follow at a press', async () => {
  const requests = fakeApi({
    [route]: () => [member(2, 8), member(3, 0, 'Omar Said')],
    [`POST /api/users/${me}/follow/${member(2, 8)._id}`]: () => ({ following: true, followersCount: 1 }),
  })
  show()
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['@member2', '@member3'])
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('8 films in common'),
    expect.stringContaining('Omar Said'),
  ])
  expect(screen.getAllByRole('img', { name: 'Heat' })).toHaveLength(2)
  expect(requests[0]?.query.get('limit')).toBe('3')
  await userEvent.click(screen.getByRole('button', { name: 'Follow member2' }))
  expect(
    await screen.findByRole('button', { name: 'Follow member2: Following', pressed: true }),
  ).toBeDefined()
  // The row stays where it was pressed.
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it('offer a link to the only member', async () => {
  fakeApi({ [route]: () => [] })
  show()
  expect(await screen.findByText('Nobody else is here yet. Invite a friend.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy Link' })).toBeDefined()
})

it('can be asked again', async () => {
  let fails = true
  fakeApi({
    [route]: () => {
      if (fails) throw new NoNetwork()
      return [member(2, 1)]
    },
  })
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByText('1 film in common')).toBeDefined()
  Reflect.deleteProperty(navigator, 'onLine')
})
