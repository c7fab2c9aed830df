import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import * as followers from '#web/pages/followers.page.tsx'

const omar = '018f0000-0000-7000-8000-000000000002'
const noor = '018f0000-0000-7000-8000-000000000003'

const row = (id: string, username: string, isFollowing = false) => ({
  _id: id,
  username,
  name: null,
  avatar: null,
  followersCount: 3,
  isFollowing,
  followsMe: false,
})

const user = { _id: omar, username: 'omar' }
const lists = {
  [`GET /api/users/${omar}`]: () => user,
  [`GET /api/users/${omar}/following`]: () => ({ following: [row(noor, 'noor', true)], user }),
  [`GET /api/users/${omar}/followers`]: () => ({
    followers: [row(me, 'layla'), row(noor, 'noor', true)],
    user,
  }),
}

function show(list: 'followers' | 'following', id = omar) {
  return renderRoutes(
    [
      { path: '/profile/:id/followers', ...followers },
      { path: '/profile/:id/following', ...followers },
    ],
    '/before',
    `/profile/${id}/${list}`,
  ).router
}

beforeEach(signInAsLayla)

const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

it.each([
  ['following', 'Following', ['@noor']],
  ['followers', 'Followers', ['@layla', '@noor']],
] as const)('shows %s by the path, named after the member', async (list, tab, members) => {
  fakeApi(lists)
  show(list)
  expect(await screen.findByRole('heading', { level: 1, name: '@omar' })).toBeDefined()
  expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('true')
  await screen.findByRole('link', { name: '@noor' })
  expect(names()).toEqual(members)
})

it('has a toggle on every row but the viewer’s own', async () => {
  fakeApi(lists)
  show('followers')
  expect(
    (await screen.findByRole('button', { name: 'Follow noor: Following' })).getAttribute('aria-pressed'),
  ).toBe('true')
  expect(screen.getAllByRole('button', { name: /^Follow/ })).toHaveLength(1)
})

it('changes the list in the same entry of the history, and keeps the focus on the tab', async () => {
  fakeApi(lists)
  const router = show('following')
  const tab = await screen.findByRole('tab', { name: 'Followers' })
  await userEvent.click(tab)
  expect(await screen.findByRole('link', { name: '@layla' })).toBeDefined()
  expect(router.state.location.pathname).toBe(`/profile/${omar}/followers`)
  expect(document.activeElement).toBe(tab)
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})

it('leaves a row in its place when the viewer stops following', async () => {
  const requests = fakeApi({
    ...lists,
    [`GET /api/users/${me}`]: () => ({ _id: me, username: 'layla' }),
    [`GET /api/users/${me}/following`]: () => ({ following: [row(noor, 'noor', true)], user }),
    [`POST /api/users/${me}/follow/${noor}`]: () => ({ following: false, followersCount: 2 }),
  })
  show('following', me)
  const button = await screen.findByRole('button', { name: 'Follow noor: Following' })
  await userEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  expect(requests.filter(({ route }) => route.endsWith('/following'))).toHaveLength(1)
})

it('says when a toggle failed, and changes nothing', async () => {
  fakeApi({ ...lists, [`POST /api/users/${me}/follow/${noor}`]: () => Promise.reject(new NoNetwork()) })
  show('following')
  const button = await screen.findByRole('button', { name: 'Follow noor: Following' })
  await userEvent.click(button)
  expect(await screen.findByText('Something went wrong.')).toBeDefined()
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

it('says that there is nobody', async () => {
  fakeApi({ ...lists, [`GET /api/users/${omar}/followers`]: () => ({ followers: [], user }) })
  show('followers')
  expect(await screen.findByText('No users found.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  const wayOn = screen.getByRole('link', { name: 'Find people to follow' })
  expect(wayOn.getAttribute('href')).toBe('/search?tab=users')
})

it('offers another try after a failure, and says nothing of it', async () => {
  let down = true
  fakeApi({
    ...lists,
    [`GET /api/users/${omar}/followers`]: () => {
      if (down) throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
      return { followers: [row(noor, 'noor')], user }
    },
  })
  show('followers')
  expect(await screen.findByText('No users found.')).toBeDefined()
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: '@noor' })).toBeDefined()
})

it('says that nobody has this id', async () => {
  const nobody = () => {
    throw new Refusal(404, 'member.not_found', 'User not found.')
  }
  fakeApi({ [`GET /api/users/${omar}`]: nobody, [`GET /api/users/${omar}/followers`]: nobody })
  show('followers')
  expect(await screen.findByText('User not found.')).toBeDefined()
  expect(screen.queryByRole('tab')).toBeNull()
})
