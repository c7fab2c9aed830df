import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { StarInput } from './star-input.tsx'

const labels = {
  slider: 'Rating',
  decrease: 'Less',
  increase: 'More',
  clear: 'Clear',
  valueText: (value: number) => `${value} out of 5 stars`,
  figure: (value: number) => value.toFixed(1),
}

function setUp(initial = 0, dir: 'ltr' | 'rtl' = 'ltr') {
  const onChange = vi.fn<(value: number) => void>()
  function Harness() {
    const [value, setValue] = useState(initial)
    return (
      <div dir={dir}>
        <StarInput
          value={value}
          labels={labels}
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
        />
      </div>
    )
  }
  render(<Harness />)
  const slider = screen.getByRole('slider', { name: 'Rating' })
  // Five stars of 44 px that begin 100 px from the left edge.
  slider.getBoundingClientRect = () => new DOMRect(100, 0, 220, 44)
  return { onChange, slider, user: userEvent.setup() }
}

const value = (slider: HTMLElement) => Number(slider.getAttribute('aria-valuenow'))

describe('StarInput', () => {
  it('reads the value out and knows its range', () => {
    const { slider } = setUp(3.5)
    expect(slider.getAttribute('aria-valuetext')).toBe('3.5 out of 5 stars')
    expect(slider.getAttribute('aria-valuemin')).toBe('0')
    expect(slider.getAttribute('aria-valuemax')).toBe('5')
  })

  it.each([
    ['ltr', 100 + 2 * 44 + 10, 2.5],
    ['ltr', 100 + 2 * 44 + 30, 3],
    ['ltr', 101, 0.5],
    ['ltr', 319, 5],
    ['rtl', 320 - 2 * 44 - 10, 2.5],
    ['rtl', 320 - 2 * 44 - 30, 3],
    ['rtl', 101, 5],
    ['rtl', 319, 0.5],
  ] as const)('%s: a press at %d gives %d', (dir, clientX, expected) => {
    const { slider, onChange } = setUp(0, dir)
    fireEvent.pointerDown(slider, { clientX, button: 0, pointerId: 1 })
    expect(onChange.mock.lastCall).toEqual([expected])
  })

  it('scrubs while dragging, past the start to nothing, and stops on release', () => {
    const { slider } = setUp()
    fireEvent.pointerDown(slider, { clientX: 110, button: 0, pointerId: 1 })
    fireEvent.pointerMove(slider, { clientX: 250, pointerId: 1 })
    expect(value(slider)).toBe(3.5)
    fireEvent.pointerMove(slider, { clientX: 900, pointerId: 1 })
    expect(value(slider)).toBe(5)
    fireEvent.pointerMove(slider, { clientX: 60, pointerId: 1 })
    expect(value(slider)).toBe(0)
    fireEvent.pointerMove(slider, { clientX: 250, pointerId: 1 })
    fireEvent.pointerUp(slider, { pointerId: 1 })
    fireEvent.pointerMove(slider, { clientX: 319, pointerId: 1, pointerType: 'touch' })
    expect(value(slider)).toBe(3.5)
  })

  it('previews under a mouse without changing the value', () => {
    const { slider, onChange } = setUp(1)
    fireEvent.pointerMove(slider, { clientX: 319, pointerId: 1, pointerType: 'mouse' })
    expect(screen.getByText('5.0')).toBeDefined()
    fireEvent.pointerLeave(slider)
    expect(screen.getByText('1.0')).toBeDefined()
    expect(onChange).not.toHaveBeenCalled()
  })

  it.each([
    ['ltr', '{ArrowRight}', 3],
    ['ltr', '{ArrowLeft}', 2],
    ['rtl', '{ArrowRight}', 2],
    ['rtl', '{ArrowLeft}', 3],
    ['rtl', '{ArrowUp}', 3],
    ['ltr', '{ArrowDown}', 2],
    ['ltr', '{PageUp}', 3.5],
    ['ltr', '{PageDown}', 1.5],
    ['ltr', '{Home}', 0],
    ['ltr', '{End}', 5],
    ['ltr', '4', 4],
  ] as const)('%s: %s from 2.5 gives %d', async (dir, keys, expected) => {
    const { slider, user } = setUp(2.5, dir)
    await user.tab()
    expect(document.activeElement).toBe(slider)
    await user.keyboard(keys)
    expect(value(slider)).toBe(expected)
  })

  it('stays within 0 and 5 and ignores other keys', async () => {
    const { slider, onChange, user } = setUp(5)
    await user.tab()
    await user.keyboard('{ArrowUp}{PageUp}679x')
    expect(value(slider)).toBe(5)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('changes by half stars with the buttons and clears', async () => {
    const { slider, user } = setUp(4.5)
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(value(slider)).toBe(5)
    expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Less' }))
    await user.click(screen.getByRole('button', { name: 'Less' }))
    expect(value(slider)).toBe(4)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(value(slider)).toBe(0)
    expect(document.activeElement).toBe(slider)
  })
})
