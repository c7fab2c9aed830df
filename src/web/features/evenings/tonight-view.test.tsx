import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { routePatterns } from '#shared/paths.ts'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import * as eveningPage from '#web/pages/evening.page.tsx'
import * as tonightPage from '#web/pages/tonight.page.tsx'

const code = 'K7MNPQ'
const friends = Array.from({ length: 9 }, (_, at) => ({
  _id: `018f0000-0000-7000-8000-00000000001${at}`,
  username: `friend${at}`,
  name: null,
  avatar: null,
}))
const evening = {
  id: '018f0000-0000-7000-8000-000000000020',
  code,
  state: 'lobby',
  expiresAt: '2100-01-01T00:00:00.000Z',
  isHost: true,
  people: [],
  list: null,
  hideSeen: true,
  onServices: false,
  hasServices: null,
  maxMinutes: null,
  size: 10,
  cards: [],
  result: null,
  watched: null,
}
const invite = (at: number) => `POST /api/evenings/${code}/invitations/${friends[at]?._id}`

it('asks those who were chosen once there is a code, seven at most, and says whom it could not ask', async () => {
  signInAsLayla()
  const requests = fakeApi({
    'GET /api/lists/my': () => [],
    'GET /api/streaming': () => ({ isKnown: false, region: 'SA', services: [] }),
    'GET /api/evenings': () => [],
    'POST /api/evenings': () => evening,
    [`GET /api/evenings/${code}`]: () => ({ evening }),
    [`GET /api/users/${me}/mutuals`]: () => friends,
    ...Object.fromEntries(friends.map((_, at) => [invite(at), () => ({ ok: true })])),
    [invite(1)]: () => {
      throw new Refusal(403, 'evening.not_mutual', 'Not mutual.')
    },
  })
  const asked = () => requests.filter(({ route }) => route.includes('/invitations/'))
  renderRoutes(
    [
      { path: routePatterns.tonight, ...tonightPage },
      { path: routePatterns.evening, ...eveningPage },
    ],
    '/tonight',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Choose friends' }))
  const sheet = await screen.findByRole('dialog', { name: 'Choose friends' })
  const boxes = await within(sheet).findAllByRole('checkbox')
  for (const box of boxes.slice(0, 8)) fireEvent.click(box)
  expect(boxes.map((box) => box.getAttribute('aria-checked'))).toEqual([
    ...Array.from({ length: 7 }, () => 'true'),
    'false',
    'false',
  ])
  expect(boxes[7]?.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(within(sheet).getByRole('button', { name: 'OK' }))
  const chosen = screen.getByRole('list', { name: 'With whom' })
  expect(within(chosen).getAllByRole('listitem')).toHaveLength(7)
  expect(asked()).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Make a code' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask friends' }))
  expect(asked().map(({ route }) => route)).toEqual(friends.slice(0, 7).map((_, at) => invite(at)))
  expect(screen.getByText('Not everybody could be asked.')).toBeDefined()
  // Whom it asked is not asked again.
  const ask = await screen.findByRole('button', { name: 'Ask friend0 to join' })
  expect(ask.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Ask friend1 to join' }).getAttribute('aria-disabled')).toBeNull()
})
