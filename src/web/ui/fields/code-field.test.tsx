import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { CodeField } from './code-field.tsx'

function setUp(error?: string) {
  function Harness() {
    const [value, setValue] = useState('')
    return (
      <>
        <CodeField label="Code" value={value} onChange={setValue} error={error} />
        <output>{value}</output>
      </>
    )
  }
  render(<Harness />)
  return {
    user: userEvent.setup(),
    input: screen.getByLabelText<HTMLInputElement>('Code'),
  }
}

describe('CodeField', () => {
  it('is one input a phone can fill', () => {
    const { input } = setUp()
    expect(screen.getAllByRole('textbox')).toEqual([input])
    expect(input.inputMode).toBe('numeric')
    expect(input.autocomplete).toBe('one-time-code')
  })

  it('keeps the first six digits that are typed and nothing else', async () => {
    const { user, input } = setUp()
    await user.type(input, '12a3-4 5678')
    expect(input.value).toBe('123456')
  })

  it.each([
    ['123 456', '123456'],
    ['Your code: 123-456.', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['٩٠', '90'],
  ])('takes %s from the clipboard', async (pasted, expected) => {
    const { user, input } = setUp()
    await user.click(input)
    await user.paste(pasted)
    expect(input.value).toBe(expected)
  })

  it('deletes from the end', async () => {
    const { user, input } = setUp()
    await user.type(input, '123')
    await user.keyboard('{Backspace}')
    expect(input.value).toBe('12')
  })

  it('is described by its error', () => {
    const { input } = setUp('Wrong code.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const id = input.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(id)?.textContent).toBe('Wrong code.')
  })
})
