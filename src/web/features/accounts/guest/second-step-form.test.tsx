import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { fakePageLoads, renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { takeFlash } from '#web/lib/page-load.ts'
import { getSession } from '#web/lib/session.ts'
import { SecondStepForm } from './second-step-form.tsx'

const user = { _id: '018f0000-0000-7000-8000-000000000001', username: 'layla', email: 'layla@example.org' }

/** Where the screen led. */
function Place() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

function show() {
  const loadPage = fakePageLoads()
  renderScreen(
    <>
      <SecondStepForm challenge="abc" />
      <Place />
    </>,
  )
  return { loadPage, actor: userEvent.setup() }
}

const refuse = (code: string) => Promise.reject(new Refusal(401, code, 'whatever'))
const code = () => screen.getByLabelText<HTMLInputElement>('Code')

it('logs in with the code', async () => {
  const requests = fakeApi({ 'POST /api/auth/second-step/login': () => ({ user, token: 'xyz' }) })
  const { loadPage, actor } = show()
  expect(document.activeElement).toBe(code())
  await actor.type(code(), '123456{Enter}')
  await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/home'))
  expect(requests[0]?.body).toEqual({ challenge: 'abc', code: '123456' })
  expect(getSession()?.token).toBe('xyz')
  expect(takeFlash()).toBe('logged-in')
})

it('sends no short code', async () => {
  const requests = fakeApi({})
  const { actor } = show()
  await actor.type(code(), '123{Enter}')
  expect(screen.getByText('Enter a valid 6-digit code.')).toBeTruthy()
  expect(requests).toEqual([])
})

it.each([
  ['auth.code_invalid', 'Invalid or expired code.'],
  ['auth.code_locked', 'Too many wrong codes. Please wait a while.'],
])('%s: says so, empties the field and keeps the focus', async (refusal, text) => {
  fakeApi({ 'POST /api/auth/second-step/login': () => refuse(refusal) })
  const { loadPage, actor } = show()
  await actor.type(code(), '123456{Enter}')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(code().value).toBe('')
  expect(document.activeElement).toBe(code())
  expect(loadPage).not.toHaveBeenCalled()
})

it('goes back to the login form where that took too long, and says why', async () => {
  fakeApi({ 'POST /api/auth/second-step/login': () => refuse('auth.second_step_over') })
  const { actor } = show()
  await actor.type(code(), '123456{Enter}')
  expect(await screen.findByText('/login {"said":"That took too long. Please log in again."}')).toBeTruthy()
})
