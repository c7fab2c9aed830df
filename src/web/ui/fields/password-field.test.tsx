import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { PasswordField } from './password-field.tsx'

describe('PasswordField', () => {
  it('hides what is typed until the button shows it, and hides it again', async () => {
    const user = userEvent.setup()
    render(<PasswordField label="Password" showLabel="Show password" />)
    const input = screen.getByLabelText<HTMLInputElement>('Password')
    const toggle = screen.getByRole('button', { name: 'Show password' })
    await user.type(input, 'salt-harbour')
    expect(input.type).toBe('password')
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    await user.click(toggle)
    expect(input.type).toBe('text')
    expect(input.value).toBe('salt-harbour')
    expect(toggle.getAttribute('aria-pressed')).toBe('true')
    await user.click(toggle)
    expect(input.type).toBe('password')
  })

  it('does not send the form with the show button and takes the autocomplete it is given', async () => {
    const user = userEvent.setup()
    let sent = 0
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent++
        }}
      >
        <PasswordField label="Password" showLabel="Show password" autoComplete="new-password" />
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(sent).toBe(0)
    expect(screen.getByLabelText<HTMLInputElement>('Password').autocomplete).toBe('new-password')
  })

  it('shows the error in place of the hint', () => {
    render(<PasswordField label="Password" showLabel="Show" hint="8 or more" error="Too short" />)
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Too short',
    )
    expect(screen.queryByText('8 or more')).toBeNull()
  })
})
