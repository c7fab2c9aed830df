import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { FollowRequestsView } from './follow-requests-view.tsx'
import { LockedAccount } from './locked-account.tsx'
import { RequestsLink } from './requests-link.tsx'

const omar = {
  _id: '018f0000-0000-7000-8000-000000000002',
  username: 'omar',
  name: null,
  avatar: null,
  followersCount: 0,
  isFollowing: false,
  followsMe: false,
}
const list = `GET /api/users/${me}/follow-requests`
const count = `${list}/count`
const accept = `POST /api/users/${me}/follow-requests/${omar._id}/accept`
const decline = `POST /api/users/${me}/follow-requests/${omar._id}/decline`
const reopen = `POST /api/users/${me}/follow-requests/${omar._id}/reopen`
const lock = `PATCH /api/users/${me}/locked`

beforeEach(signInAsLayla)

it.each([
  ['Accept @omar', accept, '@omar follows you now'],
  ['Decline @omar', decline, 'Declined'],
])('%s takes the row away, and undoing that brings it back', async (name, route, said) => {
  let waits = true
  const requests = fakeApi({
    [list]: () => (waits ? [omar] : []),
    [route]: () => {
      waits = false
      return { ok: true }
    },
    [reopen]: () => {
      waits = true
      return { ok: true }
    },
  })
  renderScreen(<FollowRequestsView memberId={me} onBack={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name }))
  await screen.findByText(said)
  await screen.findByText('No requests.')
  expect(requests.some((request) => request.route === route)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name })
})

it('leaves the focus at the next who waits', async () => {
  const noor = { ...omar, _id: '018f0000-0000-7000-8000-000000000003', username: 'noor' }
  let waiting = [omar, noor]
  fakeApi({
    [list]: () => waiting,
    [decline]: () => {
      waiting = [noor]
      return { ok: true }
    },
  })
  renderScreen(<FollowRequestsView memberId={me} onBack={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Decline @omar' }))
  await screen.findByText('Declined')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Decline @omar' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept @noor' }))
})

it('says that an answer stands', async () => {
  let waits = true
  fakeApi({
    [list]: () => (waits ? [omar] : []),
    [decline]: () => {
      waits = false
      return { ok: true }
    },
    [reopen]: () => {
      throw new Refusal(404, 'member.request_not_found', 'x')
    },
  })
  renderScreen(<FollowRequestsView memberId={me} onBack={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Decline @omar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('This can no longer be undone.')).toBeTruthy()
})

it('says that an answer failed, and brings what is there', async () => {
  fakeApi({
    [list]: () => [omar],
    [accept]: () => {
      throw new Refusal(404, 'member.request_not_found', 'x')
    },
  })
  renderScreen(<FollowRequestsView memberId={me} onBack={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Accept @omar' }))
  expect(await screen.findByText('This request could not be found.')).toBeTruthy()
})

it('leads to the requests where there are some', async () => {
  fakeApi({ [count]: () => ({ count: 3, newest: [omar] }) })
  renderScreen(<RequestsLink memberId={me} />)
  const link = await screen.findByRole('link', { name: '3 follow requests' })
  expect(link.getAttribute('href')).toBe('/follow-requests')
})

it('unlocking asks what becomes of who waits', async () => {
  const member = { ...omar, _id: me, id: me, locked: true }
  const requests = fakeApi({
    [`GET /api/users/${me}`]: () => member,
    [count]: () => ({ count: 2, newest: [omar] }),
    [lock]: () => ({ locked: false }),
  })
  renderScreen(<LockedAccount memberId={me} />)
  const toggle = await screen.findByRole('switch', { name: 'Locked account' })
  await waitFor(() =>
    expect(toggle.getAttribute('aria-checked') ?? (toggle as HTMLInputElement).checked).toBeTruthy(),
  )
  await userEvent.click(toggle)
  const dialog = within(await screen.findByRole('dialog', { name: 'What about those who are waiting?' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Decline all' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock' }))
  await waitFor(() =>
    expect(requests.find(({ route }) => route === lock)?.body).toEqual({
      locked: false,
      requests: 'decline',
    }),
  )
})
