import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { fakePageLoads, renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { takeFlash } from '#web/lib/page-load.ts'
import { getSession } from '#web/lib/session.ts'
import { GuestLayout } from './guest-layout.tsx'
import { LoginForm } from './login-form.tsx'

const user = { _id: '018f0000-0000-7000-8000-000000000001', username: 'layla', email: 'layla@example.org' }

function show() {
  const loadPage = fakePageLoads()
  renderScreen(<LoginForm />)
  return loadPage
}

/** Where the screen led. */
function Place() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

/** The tries; the Google button asks for the settings beside them. */
const sent = (requests: FakeRequest[]) =>
  requests.filter(({ route }) => route === 'POST /api/auth/login').map(({ body }) => body)

async function logIn() {
  const actor = userEvent.setup()
  await actor.type(screen.getByLabelText('Email'), 'layla@example.org')
  await actor.type(screen.getByLabelText('Password'), 'secret')
  await actor.click(screen.getByRole('button', { name: 'Login' }))
}

describe('LoginForm', () => {
  it('stores the user record and the token, then leaves the page', async () => {
    const requests = fakeApi({ 'POST /api/auth/login': () => ({ user, token: 'abc' }) })
    const loadPage = show()
    await logIn()
    await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/home'))
    expect(sent(requests)).toEqual([{ email: 'layla@example.org', password: 'secret' }])
    expect(getSession()).toMatchObject({ token: 'abc', user: { _id: user._id, username: 'layla' } })
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ _id: user._id, token: 'abc' })
    expect(takeFlash()).toBe('logged-in')
  })

  it.each([
    ['refused', () => Promise.reject(new Refusal(401, 'auth.login_failed', 'whatever'))],
    ['failing server', () => Promise.reject(new Refusal(500, 'server.failed', 'Something went wrong.'))],
    ['no network', () => Promise.reject(new NoNetwork())],
  ])('%s: both texts, and what was typed stays', async (_, answer) => {
    fakeApi({ 'POST /api/auth/login': answer })
    const loadPage = show()
    await logIn()
    expect(await screen.findByText('Login failed. Please check your credentials.')).toBeTruthy()
    expect(screen.getByText('Login failed.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('layla@example.org')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret')
    expect(screen.getByRole('button', { name: 'Login' }).getAttribute('aria-busy')).toBeNull()
    expect(loadPage).not.toHaveBeenCalled()
    expect(getSession()).toBeNull()
  })

  it('fails where the storage has no room for the session, and can be tried again', async () => {
    fakeApi({ 'POST /api/auth/login': () => ({ user, token: 'abc' }) })
    const loadPage = show()
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await logIn()
    expect(await screen.findByText('Login failed.')).toBeTruthy()
    full.mockRestore()
    expect(loadPage).not.toHaveBeenCalled()
    expect(localStorage.getItem('token')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/home'))
    expect(getSession()?.token).toBe('abc')
  })

  it('says so where the account is suspended', async () => {
    const text = 'This account is suspended. Please write to whoever runs this Scene.'
    fakeApi({ 'POST /api/auth/login': () => Promise.reject(new Refusal(403, 'auth.suspended', text)) })
    show()
    await logIn()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each([
    ['auth.pending', 'null'],
    ['auth.unverified', '{"email":"layla@example.org"}'],
  ])('leads on whoever has yet to be let in: %s', async (code, state) => {
    fakeApi({ 'POST /api/auth/login': () => Promise.reject(new Refusal(403, code, 'whatever')) })
    renderScreen(
      <>
        <LoginForm />
        <Place />
      </>,
    )
    await logIn()
    expect(await screen.findByText(`/waiting ${state}`)).toBeTruthy()
    expect(screen.queryByText('Login failed.')).toBeNull()
  })

  it('leads on to the second step with what the server gave for it', async () => {
    fakeApi({
      'POST /api/auth/login': () =>
        Response.json(
          {
            error: 'Enter the code.',
            code: 'auth.second_step',
            requestId: 'test',
            issues: [{ path: 'code', message: 'a code', params: { challenge: 'abc' } }],
          },
          { status: 401 },
        ),
    })
    renderScreen(
      <>
        <LoginForm />
        <Place />
      </>,
    )
    await logIn()
    expect(await screen.findByText('/login {"challenge":"abc"}')).toBeTruthy()
    expect(screen.queryByText('Login failed.')).toBeNull()
  })

  it('does not lead to a sign-up that is closed', async () => {
    fakeApi({ 'GET /api/auth/settings': () => ({ googleClientId: null, registration: 'closed' }) })
    show()
    expect(await screen.findByText('Registration is closed.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Sign up/ })).toBeNull()
  })

  it('is busy while it is sent and sends once', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const requests = fakeApi({ 'POST /api/auth/login': () => promise })
    const loadPage = show()
    await logIn()
    const button = screen.getByRole('button', { name: 'Login' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}')
    resolve({ user, token: 'abc' })
    await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/home'))
    expect(sent(requests)).toHaveLength(1)
  })

  it('leads to the other account screens', () => {
    fakeApi({})
    show()
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Forgot password?')).toBe('/forgot-password')
    expect(href("Don't have an account? Sign up")).toBe('/signup')
  })

  it('speaks the language of password managers', () => {
    fakeApi({})
    show()
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username webauthn')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })
})

it('stays in its language, and says so, where another one does not come', async () => {
  vi.doMock('#web/i18n/fr.account.json', () => {
    throw new Error('no network')
  })
  renderScreen(<GuestLayout title="Login">{null}</GuestLayout>)
  await userEvent.click(screen.getByRole('radio', { name: 'Français' }))
  expect(await screen.findByText('The language could not be changed.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'English' }).checked).toBe(true)
  expect([document.documentElement.lang, localStorage.getItem('scene.locale')]).toEqual(['en', null])
  vi.doUnmock('#web/i18n/fr.account.json')
})
