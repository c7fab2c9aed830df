import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { alert, AlertHost, confirm } from './alert.tsx'

const question = { title: 'Delete this review?', confirmLabel: 'Delete', cancelLabel: 'Cancel', danger: true }

// Loading the code of the lazy part is not what is tested and takes long on a busy machine.
beforeAll(async () => {
  await import('./alert-panel.tsx')
}, 60_000)

function setUp() {
  render(
    <>
      <button type="button">Before</button>
      <AlertHost />
    </>,
  )
  screen.getByRole('button', { name: 'Before' }).focus()
  return userEvent.setup()
}

const gone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

describe('confirm', () => {
  it('shows the exact text, focuses the safe button and resolves to true when confirmed', async () => {
    const user = setUp()
    const answer = confirm({ ...question, text: 'Replies go with it.' })
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this review?' })
    expect(dialog.textContent).toContain('Replies go with it.')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await answer).toBe(true)
    await gone()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Before'))
  })

  it('gives the focus back before it resolves, so that what is done then finds it there', async () => {
    const user = setUp()
    const hadFocus = confirm(question).then(() => document.activeElement?.textContent)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await hadFocus).toBe('Before')
  })

  it('resolves to false when cancelled', async () => {
    const user = setUp()
    const answer = confirm(question)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await answer).toBe(false)
    await gone()
  })

  it('takes Escape as cancel', async () => {
    const user = setUp()
    const answer = confirm(question)
    await screen.findByRole('alertdialog')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Escape}')
    expect(await answer).toBe(false)
    await gone()
  })

  it('asks one after the other', async () => {
    const user = setUp()
    const first = confirm({ ...question, title: 'First?' })
    const second = confirm({ ...question, title: 'Second?' })
    await screen.findByRole('alertdialog', { name: 'First?' })
    expect(screen.queryByText('Second?')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await first).toBe(true)
    await screen.findByRole('alertdialog', { name: 'Second?' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await second).toBe(false)
    await gone()
  })
})

describe('alert', () => {
  it('has one button and resolves when it is pressed', async () => {
    const user = setUp()
    const told = alert({ title: 'Only the approved poster can be used.', okLabel: 'OK' })
    const dialog = await screen.findByRole('alertdialog', { name: 'Only the approved poster can be used.' })
    expect(dialog.querySelectorAll('button')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await told
    await gone()
  })
})
