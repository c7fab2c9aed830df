import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Menu } from './menu.tsx'

// Loading the code of the lazy part is not what is tested and takes long on a busy machine.
beforeAll(async () => {
  await import('./menu-popup.tsx')
}, 60_000)

function setUp() {
  const onEdit = vi.fn<() => void>()
  const onShare = vi.fn<() => void>()
  const onDelete = vi.fn<() => void>()
  render(
    <Menu
      label="More"
      items={[
        { label: 'Edit', onSelect: onEdit },
        { label: 'Share', onSelect: onShare },
        { label: 'Delete', danger: true, onSelect: onDelete },
      ]}
    />,
  )
  return {
    onEdit,
    onShare,
    onDelete,
    user: userEvent.setup(),
    button: screen.getByRole('button', { name: 'More' }),
  }
}

const focused = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))
const closed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

describe('Menu', () => {
  it('opens with the keyboard, moves with the arrows and runs the item', async () => {
    const { user, button, onShare } = setUp()
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.tab()
    await user.keyboard('{Enter}')
    await screen.findByRole('menu', { name: 'More' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await focused('Edit')
    await user.keyboard('{ArrowDown}')
    await focused('Share')
    await user.keyboard('{Enter}')
    expect(onShare).toHaveBeenCalledTimes(1)
    await closed()
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('goes to the last item with End, to one by its first letter, and round the end', async () => {
    const { user, button } = setUp()
    await user.click(button)
    await screen.findByRole('menu')
    await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
    await user.keyboard('{ArrowDown}')
    await focused('Edit')
    await user.keyboard('{End}')
    await focused('Delete')
    await user.keyboard('{ArrowDown}')
    await focused('Edit')
    await user.keyboard('s')
    await focused('Share')
  })

  it('closes with Escape without running anything and gives the focus back', async () => {
    const { user, button, onEdit, onShare, onDelete } = setUp()
    await user.click(button)
    await screen.findByRole('menu')
    await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await closed()
    await waitFor(() => expect(document.activeElement).toBe(button))
    for (const run of [onEdit, onShare, onDelete]) expect(run).not.toHaveBeenCalled()
  })

  it('runs an item that is clicked and closes', async () => {
    const { user, button, onDelete } = setUp()
    await user.click(button)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(onDelete).toHaveBeenCalledTimes(1)
    await closed()
  })
})
