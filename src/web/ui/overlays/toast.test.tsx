import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, ToastHost } from './toast.tsx'

const raise = (how: () => void) => {
  act(how)
}
const pass = (milliseconds: number) => raise(() => vi.advanceTimersByTime(milliseconds))

function setHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  fireEvent(document, new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastHost />)
})

afterEach(() => {
  raise(() => toast.clear())
  Reflect.deleteProperty(document, 'hidden')
  vi.useRealTimers()
})

describe('toast', () => {
  it('shows a success for 2 s in the polite region', () => {
    raise(() => toast.success('Saved'))
    expect(screen.getByRole('status').textContent).toContain('Saved')
    pass(1999)
    expect(screen.queryByText('Saved')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('shows an error for 4 s in the assertive region', () => {
    raise(() => toast.error('Failed'))
    expect(screen.getByRole('alert').textContent).toContain('Failed')
    expect(screen.getByRole('status').textContent).toBe('')
    pass(3999)
    expect(screen.queryByText('Failed')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Failed')).toBeNull()
  })

  it('keeps one with an action for 8 s, runs it once and goes', () => {
    const undo = vi.fn<() => void>()
    raise(() => toast.show({ text: 'Removed', action: { label: 'Undo', onSelect: undo } }))
    pass(7999)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Removed')).toBeNull()
  })

  it('shows at most 20 and drops the oldest', () => {
    raise(() => {
      for (let index = 1; index <= 21; index++) toast.success(`Toast ${index}.`)
    })
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(20)
    expect(screen.queryByText('Toast 1.')).toBeNull()
    expect(screen.queryByText('Toast 21.')).not.toBeNull()
  })

  it('stops the clock while the pointer is on it and goes on where it stopped', () => {
    raise(() => toast.success('Saved'))
    pass(1500)
    const card = screen.getByText('Saved')
    fireEvent.pointerMove(card)
    pass(60_000)
    expect(screen.queryByText('Saved')).not.toBeNull()
    fireEvent.pointerOut(card, { relatedTarget: document.body })
    pass(499)
    expect(screen.queryByText('Saved')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('goes in time when it comes under a pointer that rests', () => {
    raise(() => toast.success('Saved'))
    fireEvent.pointerOver(screen.getByText('Saved'))
    pass(2000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('stops the clock while the focus is inside', () => {
    raise(() => toast.success('Saved'))
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    pass(60_000)
    expect(screen.queryByText('Saved')).not.toBeNull()
    act(() => screen.getByRole('button', { name: 'Close' }).blur())
    pass(2000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('stops the clock while the tab is hidden', () => {
    raise(() => toast.error('Failed'))
    act(() => setHidden(true))
    pass(60_000)
    expect(screen.queryByText('Failed')).not.toBeNull()
    act(() => setHidden(false))
    pass(4000)
    expect(screen.queryByText('Failed')).toBeNull()
  })

  it('does not stay stopped after the toast under the pointer was closed', () => {
    raise(() => toast.success('First'))
    fireEvent.pointerMove(screen.getByText('First'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('First')).toBeNull()
    raise(() => toast.success('Second'))
    pass(2000)
    expect(screen.queryByText('Second')).toBeNull()
  })
})
