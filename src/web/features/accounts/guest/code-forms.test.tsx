import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { clearResetFlow, getResetFlow, getResetUsername, setResetFlow, wasCodeJustSent } from './code-flow.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { ResetExpired, VerifyEmailForm, VerifyResetCodeForm } from './code-forms.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

const email = 'layla@example.org'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

afterEach(() => {
  vi.useRealTimers()
})

describe('VerifyEmailForm', () => {
  it('does not send a short code', async () => {
    const requests = fakeApi({})
    renderScreen(<VerifyEmailForm email={email} justSent={false} onVerified={() => {}} />)
    await userEvent.type(field('Verification code'), '123')
    await click('Verify')
    expect(await screen.findByText('Enter a valid 6-digit code.')).toBeTruthy()
    expect(requests).toEqual([])
  })

  it('sends the code with the address and goes on', async () => {
    const requests = fakeApi({ 'POST /api/auth/verify-email-code': () => ({ ok: true }) })
    const onVerified = vi.fn()
    renderScreen(<VerifyEmailForm email={email} justSent={false} onVerified={onVerified} />)
    await userEvent.type(field('Verification code'), '123456')
    await click('Verify')
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
    expect(requests[0]?.body).toEqual({ email, code: '123456' })
    expect(screen.getByText('Email verified!')).toBeTruthy()
  })

  it.each([
    [new Refusal(400, 'auth.code_invalid', 'Invalid or expired code.'), 'Invalid or expired code.'],
    [new NoNetwork(), 'Verification failed.'],
  ])('shows why a code was refused', async (failure, text) => {
    fakeApi({ 'POST /api/auth/verify-email-code': () => Promise.reject(failure) })
    renderScreen(<VerifyEmailForm email={email} justSent={false} onVerified={() => {}} />)
    await userEvent.type(field('Verification code'), '123456')
    await click('Verify')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('Invalid code. Try again.')).toBeTruthy()
    expect(field('Verification code').value).toBe('123456')
    await userEvent.keyboard('654321')
    expect(field('Verification code').value).toBe('654321')
  })

  it('sends a new code at most once a minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
    const requests = fakeApi({ 'POST /api/auth/resend-code': () => ({ ok: true }) })
    renderScreen(<VerifyEmailForm email={email} justSent onVerified={() => {}} />)
    const resend = screen.getByRole('button', { name: 'Resend code in 60s' })
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(resend)
    expect(requests).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await click('Resend code')
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ email }]))
    expect(await screen.findByText('Verification code sent to your email!')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Resend code in \d+s/ })).toBeTruthy()
  })
})

describe('ForgotPasswordForm', () => {
  it('needs both fields', async () => {
    const requests = fakeApi({})
    renderScreen(<ForgotPasswordForm onSent={() => {}} />)
    await userEvent.type(field('Username'), 'layla')
    await click('Send Reset Code')
    expect(await screen.findByText('Please enter both username and email.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email'))
    expect(requests).toEqual([])
  })

  it('asks for a code and keeps the address for the next step', async () => {
    const requests = fakeApi({ 'POST /api/auth/request-reset-code': () => ({ ok: true }) })
    const onSent = vi.fn()
    renderScreen(<ForgotPasswordForm onSent={onSent} />)
    await userEvent.type(field('Username'), 'layla')
    await userEvent.type(field('Email'), email)
    await click('Send Reset Code')
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
    expect(requests[0]?.body).toEqual({ username: 'layla', email })
    expect(localStorage.getItem('resetEmail')).toBe(email)
    // For another code.
    expect(getResetUsername()).toBe('layla')
    expect(wasCodeJustSent()).toBe(true)
    expect(screen.getByText('Verification code sent to your email!')).toBeTruthy()
  })

  it('goes on, and knows the address, where the storage has no room', async () => {
    fakeApi({ 'POST /api/auth/request-reset-code': () => ({ ok: true }) })
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const onSent = vi.fn()
    renderScreen(<ForgotPasswordForm onSent={onSent} />)
    await userEvent.type(field('Username'), 'layla')
    await userEvent.type(field('Email'), email)
    await click('Send Reset Code')
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
    full.mockRestore()
    expect(getResetFlow()).toEqual({ email, code: null })
    clearResetFlow()
  })

  it('goes on where a code was just sent, by a call whose answer was lost', async () => {
    let asked = 0
    fakeApi({
      'POST /api/auth/request-reset-code': () => {
        asked += 1
        if (asked === 1) throw new NoNetwork()
        throw new Refusal(429, 'auth.code_wait', 'A code was just sent. Please wait a minute.')
      },
    })
    const onSent = vi.fn()
    renderScreen(<ForgotPasswordForm onSent={onSent} />)
    await userEvent.type(field('Username'), 'layla')
    await userEvent.type(field('Email'), email)
    await click('Send Reset Code')
    expect(await screen.findByText('Failed to send reset code.')).toBeTruthy()
    await click('Send Reset Code')
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
    expect(localStorage.getItem('resetEmail')).toBe(email)
    expect(wasCodeJustSent()).toBe(true)
  })

  it('says that it failed', async () => {
    fakeApi({ 'POST /api/auth/request-reset-code': () => Promise.reject(new NoNetwork()) })
    renderScreen(<ForgotPasswordForm onSent={() => {}} />)
    await userEvent.type(field('Username'), 'layla')
    await userEvent.type(field('Email'), email)
    await click('Send Reset Code')
    expect(await screen.findByText('Something went wrong.')).toBeTruthy()
    expect(screen.getByText('Failed to send reset code.')).toBeTruthy()
    expect(getResetFlow()).toBeNull()
  })
})

describe('VerifyResetCodeForm', () => {
  it('keeps a verified code for the next step', async () => {
    const requests = fakeApi({ 'POST /api/auth/verify-reset-code': () => ({ ok: true }) })
    const onVerified = vi.fn()
    renderScreen(
      <VerifyResetCodeForm email={email} username={null} justSent={false} onVerified={onVerified} />,
    )
    await userEvent.type(field('Verification code'), '654321')
    await click('Verify code')
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
    expect(requests[0]?.body).toEqual({ email, code: '654321' })
    expect(getResetFlow()).toEqual({ email, code: '654321' })
  })

  it('says when a code is wrong', async () => {
    fakeApi({ 'POST /api/auth/verify-reset-code': () => Promise.reject(new NoNetwork()) })
    renderScreen(<VerifyResetCodeForm email={email} username={null} justSent={false} onVerified={() => {}} />)
    await userEvent.type(field('Verification code'), '654321')
    await click('Verify code')
    expect(await screen.findByText('Invalid or expired code.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/forgot-password')
  })

  it('says what the server refused', async () => {
    fakeApi({
      'POST /api/auth/verify-reset-code': () =>
        Promise.reject(new Refusal(429, 'request.rate_limited', 'Too many requests. Please wait a moment.')),
    })
    renderScreen(<VerifyResetCodeForm email={email} username={null} justSent={false} onVerified={() => {}} />)
    await userEvent.type(field('Verification code'), '654321')
    await click('Verify code')
    expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeTruthy()
    expect(getResetFlow()).toBeNull()
  })

  it('does not send a short code', async () => {
    const requests = fakeApi({})
    renderScreen(<VerifyResetCodeForm email={email} username={null} justSent={false} onVerified={() => {}} />)
    await userEvent.type(field('Verification code'), '12345')
    await click('Verify code')
    expect(await screen.findByText('Enter a valid 6-digit code.')).toBeTruthy()
    expect(requests).toEqual([])
  })

  it('asks for another code with the same pair, a minute after the one before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
    const requests = fakeApi({ 'POST /api/auth/request-reset-code': () => ({ ok: true }) })
    renderScreen(<VerifyResetCodeForm email={email} username="layla" justSent onVerified={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: 'Resend code in 60s' }))
    expect(requests).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await click('Resend code')
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ username: 'layla', email }]))
    expect(await screen.findByText('Verification code sent to your email!')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Resend code in \d+s/ })).toBeTruthy()
  })

  it('waits as long as the server says when a code went out elsewhere', async () => {
    fakeApi({
      'POST /api/auth/request-reset-code': () =>
        Promise.reject(new Refusal(429, 'auth.code_wait', 'A code was just sent. Please wait a minute.')),
    })
    renderScreen(
      <VerifyResetCodeForm email={email} username="layla" justSent={false} onVerified={() => {}} />,
    )
    await click('Resend code')
    expect(await screen.findByText('A code was just sent. Please wait a minute.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resend code in 60s' })).toBeTruthy()
  })
})

describe('ResetPasswordForm', () => {
  const type = async (password: string, repeated: string) => {
    await userEvent.type(field('New password'), password)
    await userEvent.type(field('Confirm password'), repeated)
    await click('Update Password')
  }

  it.each([
    ['12345', '12345', 'Password must be at least 6 characters.'],
    ['123456', '654321', 'Passwords do not match.'],
  ])('%s and %s: %s', async (password, repeated, text) => {
    const requests = fakeApi({})
    renderScreen(<ResetPasswordForm email={email} code="123456" onReset={() => {}} />)
    await type(password, repeated)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(requests).toEqual([])
  })

  it('sets the password and forgets the steps', async () => {
    setResetFlow({ email, code: '123456' })
    const requests = fakeApi({ 'POST /api/auth/reset-password': () => ({ ok: true }) })
    const onReset = vi.fn()
    renderScreen(<ResetPasswordForm email={email} code="123456" onReset={onReset} />)
    await type('new-secret', 'new-secret')
    await waitFor(() => expect(onReset).toHaveBeenCalledOnce())
    expect(requests[0]?.body).toEqual({ email, code: '123456', newPassword: 'new-secret' })
    expect(getResetFlow()).toBeNull()
    expect(localStorage.getItem('resetCode')).toBeNull()
    expect(screen.getByText('Password updated!')).toBeTruthy()
  })

  it('says that it failed', async () => {
    fakeApi({ 'POST /api/auth/reset-password': () => Promise.reject(new NoNetwork()) })
    renderScreen(<ResetPasswordForm email={email} code="123456" onReset={() => {}} />)
    await type('new-secret', 'new-secret')
    expect(await screen.findByText('Failed to reset password.')).toBeTruthy()
    expect(screen.getByText('Something went wrong.')).toBeTruthy()
  })

  it.each([
    [
      'a length that the operator raised',
      { code: 'auth.reset_password_short', error: 'Password must be at least 6 characters.' },
      [{ path: 'newPassword', message: 'too short', params: { min: 10 } }],
      'Password must be at least 10 characters.',
    ],
    [
      'a code that was used or expired meanwhile',
      { code: 'auth.code_invalid', error: 'Invalid or expired code.' },
      undefined,
      'Invalid or expired code.',
    ],
  ])('says what the server refused: %s', async (_, { code, error }, issues, text) => {
    setResetFlow({ email, code: '123456' })
    fakeApi({
      'POST /api/auth/reset-password': () => {
        const refusal = new Refusal(400, code, error)
        Object.assign(refusal.body, { issues })
        throw refusal
      },
    })
    const onReset = vi.fn()
    renderScreen(<ResetPasswordForm email={email} code="123456" onReset={onReset} />)
    await type('new-secret', 'new-secret')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('Something went wrong.')).toBeTruthy()
    // The way back leads to another code.
    expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/forgot-password')
    expect(getResetFlow()).not.toBeNull()
    expect(onReset).not.toHaveBeenCalled()
  })
})

describe('ResetExpired', () => {
  it('says so and returns after a second', async () => {
    vi.useFakeTimers()
    const onReturn = vi.fn()
    render(<ResetExpired onReturn={onReturn} />)
    expect(screen.getByRole('alert').textContent).toBe('Reset flow expired. Please try again.')
    vi.advanceTimersByTime(999)
    expect(onReturn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onReturn).toHaveBeenCalledOnce()
  })
})
