import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePageLoads, renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { changeLocale } from '#web/i18n/index.ts'
import { takeFlash } from '#web/lib/page-load.ts'
import { applyTheme } from '#web/lib/preferences.ts'
import { getSession } from '#web/lib/session.ts'
import { GoogleButton } from './google-button.tsx'
import type { GoogleButtonOptions, GoogleIdentity } from './google-widget.tsx'
import { getInvite, rememberInvite } from './invite-flow.ts'

const user = { _id: '018f0000-0000-7000-8000-000000000001', username: 'layla', email: 'layla@example.org' }
const settings = (googleClientId: string | null) => ({ 'GET /api/auth/settings': () => ({ googleClientId }) })

type Answer = (answer: { credential?: string }) => void

/** Google's part: what was asked of it, and a button that hands over a credential. */
function fakeGoogle(overrides: Partial<GoogleIdentity> = {}) {
  const drawn: GoogleButtonOptions[] = []
  const clients: string[] = []
  let answer: Answer = () => {}
  const id: GoogleIdentity = {
    initialize: (options) => {
      clients.push(options.client_id)
      answer = options.callback
    },
    renderButton: (parent, options) => {
      drawn.push(options)
      parent.append('Google’s button')
    },
    ...overrides,
  }
  vi.stubGlobal('google', { accounts: { id } })
  return { drawn, clients, answer: (given: Parameters<Answer>[0]) => act(() => answer(given)) }
}

function show() {
  const loadPage = fakePageLoads()
  renderScreen(<GoogleButton />)
  return loadPage
}

const ours = () => screen.getByRole('button', { name: 'Continue with Google' })
const googles = () => screen.findByText('Google’s button')

/** Scripts that were asked for are not loaded by jsdom: the test says how that went. */
const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="accounts.google"]')]

beforeEach(() => {
  // The first paint is long past.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})

afterEach(() => {
  for (const script of scripts()) script.remove()
})

describe('where sign-in by Google is off', () => {
  it.each([
    ['the server says so', settings(null)],
    ['the server fails', {}],
    ['there is no network', { 'GET /api/auth/settings': () => Promise.reject(new NoNetwork()) }],
  ])('pressing says that it failed: %s', async (_, answers) => {
    fakeApi(answers)
    show()
    await userEvent.click(ours())
    expect(await screen.findByText('Google sign-in failed.')).toBeTruthy()
    expect(scripts()).toEqual([])
    await waitFor(() => expect(ours().getAttribute('aria-busy')).toBeNull())
  })

  it('nothing is said to who does not press', async () => {
    const requests = fakeApi(settings(null))
    show()
    await waitFor(() => expect(requests).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    expect(screen.queryByText('Google sign-in failed.')).toBeNull()
    expect(ours()).toBeTruthy()
  })
})

describe('where it is on', () => {
  it('shows Google’s button in the language and the colours of the page', async () => {
    fakeApi(settings('client-1'))
    const { drawn, clients } = fakeGoogle()
    applyTheme('dark')
    show()
    await googles()
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
    expect(clients).toEqual(['client-1'])
    expect(drawn.at(-1)).toMatchObject({ theme: 'filled_black', text: 'continue_with', locale: 'en' })
    act(() => applyTheme('light'))
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ theme: 'outline', locale: 'en' }))
    await act(() => changeLocale('ar'))
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ theme: 'outline', locale: 'ar' }))
    await act(() => changeLocale('en'))
    expect(clients).toEqual(['client-1'])
    expect(screen.getAllByText('Google’s button')).toHaveLength(1)
  })

  it('sends the credential, stores user and token, leaves the page', async () => {
    const requests = fakeApi({
      ...settings('client-1'),
      'POST /api/auth/google': () => ({ user, token: 'abc' }),
    })
    const google = fakeGoogle()
    const loadPage = show()
    await googles()
    google.answer({ credential: 'id-token' })
    await waitFor(() => expect(ours().getAttribute('aria-busy')).toBe('true'))
    await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/home'))
    expect(requests.at(-1)?.body).toEqual({ credential: 'id-token', locale: 'en' })
    expect(getSession()).toMatchObject({ token: 'abc', user: { _id: user._id } })
    expect(takeFlash()).toBe('logged-in-google')
  })

  it('sends the code of an invite that was typed before, and forgets it once it served', async () => {
    const requests = fakeApi({
      ...settings('client-1'),
      'POST /api/auth/google': () => ({ user, token: 'abc' }),
    })
    rememberInvite('abcd-efgh')
    const google = fakeGoogle()
    const loadPage = show()
    await googles()
    google.answer({ credential: 'id-token' })
    await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/home'))
    expect(requests.at(-1)?.body).toEqual({ credential: 'id-token', invite: 'abcd-efgh', locale: 'en' })
    expect(getInvite()).toBeNull()
  })

  it('says nothing to who has yet to be let in: another screen does', async () => {
    fakeApi({
      ...settings('client-1'),
      'POST /api/auth/google': () => Promise.reject(new Refusal(403, 'auth.pending', 'whatever')),
    })
    const google = fakeGoogle()
    renderScreen(
      <Routes>
        <Route path="/" element={<GoogleButton />} />
        <Route path="/waiting" element="Almost there" />
      </Routes>,
    )
    await googles()
    google.answer({ credential: 'id-token' })
    expect(await screen.findByText('Almost there')).toBeTruthy()
    expect(screen.queryByText('whatever')).toBeNull()
  })

  it.each([
    ['an answer without a token', () => ({ user }), 'Google login failed. Please try again.'],
    ['an answer without a user', () => ({ token: 'abc' }), 'Google login failed. Please try again.'],
    [
      'a refusal',
      () => Promise.reject(new Refusal(401, 'auth.google_failed', 'Google login failed. Please try again.')),
      'Google login failed. Please try again.',
    ],
    [
      'closed registration',
      () => Promise.reject(new Refusal(403, 'auth.registration_closed', 'Registration is closed.')),
      'Registration is closed.',
    ],
    [
      'a failing server',
      () => Promise.reject(new Refusal(500, 'server.failed', 'Something went wrong.')),
      'Something went wrong with Google login.',
    ],
    ['no network', () => Promise.reject(new NoNetwork()), 'Something went wrong with Google login.'],
  ])('%s', async (_, answer, text) => {
    fakeApi({ ...settings('client-1'), 'POST /api/auth/google': answer })
    const google = fakeGoogle()
    const loadPage = show()
    await googles()
    google.answer({ credential: 'id-token' })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(loadPage).not.toHaveBeenCalled()
    expect(getSession()).toBeNull()
    // Another try is possible.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull())
    expect(screen.getByText('Google’s button')).toBeTruthy()
  })

  it.each([
    ['hands over nothing', {}, (google: ReturnType<typeof fakeGoogle>) => google.answer({})],
    [
      'cannot be drawn',
      {
        renderButton: () => {
          throw new Error('broken')
        },
      },
      () => {},
    ],
    [
      'cannot begin',
      {
        initialize: () => {
          throw new Error('broken')
        },
      },
      () => {},
    ],
  ])('our button comes back when Google’s %s', async (_, overrides, act) => {
    fakeApi(settings('client-1'))
    const google = fakeGoogle(overrides)
    show()
    if (Object.keys(overrides).length === 0) await googles()
    act(google)
    expect(await screen.findByText('Google sign-in failed.')).toBeTruthy()
    expect(ours()).toBeTruthy()
  })

  it('a script that does not load is silent until somebody presses, and is tried again then', async () => {
    fakeApi(settings('client-1'))
    show()
    await waitFor(() => expect(scripts()).toHaveLength(1))
    expect(scripts()[0]?.src).toBe('https://accounts.google.com/gsi/client')
    await act(async () => void scripts()[0]?.dispatchEvent(new Event('error')))
    expect(screen.queryByText('Google sign-in failed.')).toBeNull()

    await userEvent.click(ours())
    await waitFor(() => expect(scripts()).toHaveLength(1))
    await act(async () => void scripts()[0]?.dispatchEvent(new Event('error')))
    expect(await screen.findByText('Google sign-in failed.')).toBeTruthy()

    await userEvent.click(ours())
    await waitFor(() => expect(scripts()).toHaveLength(1))
    fakeGoogle()
    await act(async () => void scripts()[0]?.dispatchEvent(new Event('load')))
    expect(await googles()).toBeTruthy()
  })
})
