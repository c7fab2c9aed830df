import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Gif } from './gif.tsx'

const moving = (root: HTMLElement) => {
  const image = root.querySelector('img')
  if (!image) throw new Error('there is no picture')
  return image
}

const show = (autoplay = false) =>
  render(<Gif src="/cat.gif" alt="A cat" playLabel="Play" autoplay={autoplay} />).container

const playButton = () => screen.queryByRole('button', { name: 'Play' })

const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom draws nothing.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('Gif', () => {
  it('stands still until it is played', () => {
    const root = show()
    fireEvent.load(moving(root))
    pass(60_000)
    expect(moving(root).hidden).toBe(true)
    expect(screen.getAllByRole('img', { name: 'A cat' })).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    expect([moving(root).hidden, playButton()]).toEqual([false, null])
    expect(screen.getAllByRole('img', { name: 'A cat' })).toHaveLength(1)
  })

  it('plays by itself for five seconds once it is there, then only when asked', () => {
    const root = show(true)
    pass(60_000)
    fireEvent.load(moving(root))
    pass(4999)
    expect([moving(root).hidden, playButton()]).toEqual([false, null])
    pass(1)
    expect(moving(root).hidden).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    pass(60_000)
    expect([moving(root).hidden, playButton()]).toEqual([false, null])
  })

  it('is not there when it cannot be loaded', () => {
    const root = show()
    fireEvent.error(moving(root))
    expect(root.children).toHaveLength(0)
  })
})
