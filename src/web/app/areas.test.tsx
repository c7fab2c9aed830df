import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '#test/fakes/web-api.ts'
import { setFlash, type Flash } from '#web/lib/flash.ts'
import { takeReturnPath } from '#web/lib/return-path.ts'
import { getToken } from '#web/lib/session.ts'
import { chooseArea } from './areas.ts'

const loaded = vi.hoisted(() => vi.fn<(path: string) => void>())
vi.mock('#web/lib/page-load.ts', () => ({ loadPage: loaded, replacePage: loaded }))

function signIn(user: unknown = { _id: 'a', username: 'layla', email: 'layla@example.org' }) {
  localStorage.setItem('user', typeof user === 'string' ? user : JSON.stringify(user))
  localStorage.setItem('token', 'abc')
}

function goTo(path: string) {
  window.history.replaceState(null, '', path)
  return chooseArea()
}

const path = () => window.location.pathname

/** Login and sign-up are first screens; what the others say comes with them. */
const textsOf = () => (/^\/(login|signup)/.test(path()) ? ['account'] : ['account', 'steps'])

async function show(start: string) {
  const { texts, open } = goTo(start)
  expect(texts).toEqual(textsOf())
  render(await open())
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  loaded.mockReset()
  fakeApi({})
})

describe('a guest', () => {
  it.each([
    '/',
    '/home',
    '/settings',
    '/profile',
    '/movie/7',
    '/scenebot',
    '/verify-email',
    '/upload-avatar',
    '/Search/',
  ])('is at /login who asked for %s, and the app is not loaded', async (start) => {
    await show(start)
    await heading('Login')
    expect(path()).toBe('/login')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('is brought back later to where the login was asked for', () => {
    goTo('/review/x?a=1')
    expect(takeReturnPath()).toBe('/review/x?a=1')
  })

  it.each([
    ['/signup', 'Sign Up'],
    ['/signup/', 'Sign Up'],
    ['/forgot-password', 'Forgot Password'],
    ['/verify-reset-code', 'Verify Reset Code'],
    ['/reset-password', 'Reset Password'],
  ])('may see %s', async (start, title) => {
    await show(start)
    await heading(title)
    expect(path()).toBe(start)
    await waitFor(() => expect(document.title).toBe(`${title} · Scene`))
  })

  it('goes to the start of a reset whose steps are gone', async () => {
    await show('/reset-password')
    expect(await screen.findByText('Reset flow expired. Please try again.')).toBeTruthy()
    await waitFor(() => expect(loaded).toHaveBeenCalledExactlyOnceWith('/forgot-password'), { timeout: 3000 })
  })

  it('gets the app for an address that nothing serves', () => {
    expect(goTo('/no/such/thing').texts).toEqual(['account', 'home', 'steps', 'app'])
    expect(path()).toBe('/no/such/thing')
  })
})

it.each(['{', 'null', '{"username":"layla"}'])(
  'a stored record that is not a user leads to /login: %s',
  async (user) => {
    signIn(user)
    await show('/settings')
    await heading('Login')
    expect(path()).toBe('/login')
    expect(getToken()).toBeNull()
  },
)

describe('a member', () => {
  it.each(['/login', '/signup', '/forgot-password', '/verify-reset-code', '/reset-password'])(
    'is at / who asked for %s',
    (start) => {
      signIn()
      expect(goTo(start).texts).toEqual(['account', 'home'])
      expect(path()).toBe('/')
    },
  )

  it('may verify the address, with the wait for another code only after one was sent', async () => {
    signIn()
    await show('/verify-email')
    await heading('Verify Email')
    expect(screen.getByText('layla@example.org')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeTruthy()
  })

  it.each(['/choose-avatar', '/upload-avatar'])('may upload an avatar at %s', async (start) => {
    signIn()
    await show(start)
    await heading('Choose your photo')
    expect(path()).toBe(start)
  })

  it('has to wait for another code after the sign-up, also over a page load', async () => {
    signIn()
    sessionStorage.setItem('codeSentAt', String(Date.now()))
    await show('/verify-email')
    expect(await screen.findByRole('button', { name: /^Resend code in \d+s$/ })).toBeTruthy()
  })
})

describe('after a page load', () => {
  it.each<[Flash, string]>([
    ['logged-in-google', 'Logged in with Google!'],
    ['logged-out', 'Logged out!'],
    ['code-sent', 'Verification code sent to your email!'],
    ['password-updated', 'Password updated!'],
  ])('%s: %s', async (flash, text) => {
    setFlash(flash)
    await show('/login')
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('from one of our own screens the heading has the focus', async () => {
    await show('/login')
    const first = await heading('Login')
    expect(document.activeElement).toBe(document.body)
    window.dispatchEvent(new Event('pagehide'))
    cleanup()
    expect(first.isConnected).toBe(false)
    await show('/forgot-password')
    const next = await heading('Forgot Password')
    await waitFor(() => expect(document.activeElement).toBe(next))
  })
})

it('shows a screen that fails as an error with another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { guestArea } = await import('./guest-area.tsx')
  render(
    guestArea(() => {
      throw new Error('broken')
    }),
  )
  await heading('Something went wrong.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
