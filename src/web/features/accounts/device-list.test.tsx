import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakePageLoads, renderScreen } from '#test/fakes/screen.tsx'
import { signInAs } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { takeFlash } from '#web/lib/page-load.ts'
import { getSession } from '#web/lib/session.ts'
import { DeviceList } from './device-list.tsx'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const windows = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

const session = (_id: string, userAgent: string | null, hours: number, current = false) => ({
  _id,
  userAgent,
  createdAt: hoursAgo(hours + 1),
  usedAt: hoursAgo(hours),
  current,
})
const sessions = [session('a', windows, 0, true), session('b', phone, 3), session('c', null, 50)]

beforeEach(() => {
  signInAs({ _id: 'me', username: 'layla' })
  localStorage.setItem('scene.theme', 'light')
})

function show(answers: Record<string, (request: FakeRequest) => unknown> = {}) {
  const requests = fakeApi({ 'GET /api/auth/sessions': () => sessions, ...answers })
  const loadPage = fakePageLoads()
  renderScreen(<DeviceList />)
  return { requests, loadPage }
}

const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent)
const everywhere = () => screen.getByRole('button', { name: 'Sign out everywhere' })

it('names the devices, marks this one and says when the others were used', async () => {
  show()
  expect(await rows()).toEqual([
    'Chrome on WindowsThis device',
    'Chrome on AndroidLast used: 3h agoSign out',
    'Unknown deviceLast used: 2d agoSign out',
  ])
})

it('shows the latest five, and all of them by a button that then shows fewer', async () => {
  const many = Array.from({ length: 7 }, (_, at) => session(`s${at}`, phone, at + 1))
  show({ 'GET /api/auth/sessions': () => many })
  expect(await rows()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(await rows()).toHaveLength(7)
  const fewer = screen.getByRole('button', { name: 'Show fewer' })
  expect(document.activeElement).toBe(fewer)
  await userEvent.click(fewer)
  expect(await rows()).toHaveLength(5)
})

it('signs one device out', async () => {
  const { requests } = show({ 'DELETE /api/auth/sessions/b': () => ({ ok: true }) })
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(await screen.findByText('Signed out.')).toBeTruthy()
  expect(screen.queryByText('Chrome on Android')).toBeNull()
  expect(requests.map(({ route }) => route)).toContain('DELETE /api/auth/sessions/b')
  expect(getSession()).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out Unknown device' }))
})

it.each([
  ['Signing out failed.', () => new NoNetwork()],
  [
    'This session could not be found.',
    () => new Refusal(404, 'auth.session_not_found', 'This session could not be found.'),
  ],
])('keeps a device that could not be signed out: %s', async (text, failure) => {
  show({ 'DELETE /api/auth/sessions/b': () => Promise.reject(failure()) })
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(await rows()).toHaveLength(3)
})

it('signs out everywhere after a question: nothing of the member stays', async () => {
  const { requests, loadPage } = show({ 'DELETE /api/auth/sessions': () => ({ ok: true }) })
  await rows()
  await userEvent.click(everywhere())
  const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(requests.map(({ route }) => route)).toEqual(['GET /api/auth/sessions'])

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(everywhere())
  const again = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
  await userEvent.click(within(again).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(requests.at(-1)?.route).toBe('DELETE /api/auth/sessions')
  expect(getSession()).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['scene.theme'])
  expect(takeFlash()).toBe('logged-out')
})

it('stays signed in when signing out everywhere failed', async () => {
  const { loadPage } = show({ 'DELETE /api/auth/sessions': () => Promise.reject(new NoNetwork()) })
  await rows()
  await userEvent.click(everywhere())
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('Signing out failed.')).toBeTruthy()
  expect(getSession()).not.toBeNull()
  expect(loadPage).not.toHaveBeenCalled()
})

it('says that the list could not be loaded, and tries again', async () => {
  let fails = true
  show({
    'GET /api/auth/sessions': () => {
      if (fails) throw new NoNetwork()
      return sessions
    },
  })
  expect(await screen.findByText('Your devices could not be loaded.')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(3)
})

it('has words for an empty list', async () => {
  show({ 'GET /api/auth/sessions': () => [] })
  expect(await screen.findByText('No devices.')).toBeTruthy()
})
