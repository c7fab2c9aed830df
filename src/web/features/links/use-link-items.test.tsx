import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { useLinkItems } from './use-link-items.tsx'

function Items() {
  const linkItems = useLinkItems()
  return (
    <>
      {linkItems({ path: '/list/7', title: 'Rain' }).map(({ label, onSelect }) => (
        <button key={label} type="button" onClick={onSelect}>
          {label}
        </button>
      ))}
      <ToastHost />
    </>
  )
}

const address = 'http://localhost:3000/list/7'

function show() {
  const user = userEvent.setup()
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  render(<Items />)
  return { user, copied }
}

const withSheet = (share: (data: ShareData) => Promise<void>) =>
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

it('copies the address and says so; without a sheet of the system nothing else is offered', async () => {
  const { user, copied } = show()
  expect(screen.queryByRole('button', { name: 'Share via…' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy Link' }))
  expect(copied).toHaveBeenCalledWith(address)
  expect(await screen.findByText('Link copied!')).toBeTruthy()
})

it('says when the browser does not let copy', async () => {
  const { user, copied } = show()
  copied.mockRejectedValue(new Error('refused'))
  const button = screen.getByRole('button', { name: 'Copy Link' })
  await user.click(button)
  expect(await screen.findByText('The link could not be copied.')).toBeTruthy()
  // The old way of copying, which was tried, selects a text.
  expect(document.activeElement).toBe(button)
})

it('opens the sheet of the system with title and address', async () => {
  const share = vi.fn(async () => {})
  withSheet(share)
  const { user, copied } = show()
  await user.click(screen.getByRole('button', { name: 'Share via…' }))
  expect(share).toHaveBeenCalledWith({ title: 'Rain', url: address })
  expect(copied).not.toHaveBeenCalled()
})

it('a sheet that was closed is no fault; one that fails leaves the link copied', async () => {
  const share = vi.fn<() => Promise<void>>()
  withSheet(share)
  const { user, copied } = show()
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await user.click(screen.getByRole('button', { name: 'Share via…' }))
  expect(copied).not.toHaveBeenCalled()
  share.mockRejectedValueOnce(new DOMException('no target', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Share via…' }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(address))
})
