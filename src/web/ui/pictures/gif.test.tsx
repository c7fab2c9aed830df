import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Gif } from './gif.tsx'

const src = '/cat.webp'
const still = '/cat.still.webp'

function image(root: HTMLElement, address: string) {
  const found = root.querySelector<HTMLImageElement>(`img[src="${address}"]`)
  if (!found) throw new Error(`there is no ${address}`)
  return found
}

const show = (autoplay = false) =>
  render(
    <Gif
      src={src}
      still={still}
      size={{ width: 200, height: 100 }}
      alt="A cat"
      playLabel="Play"
      autoplay={autoplay}
    />,
  ).container

const showWithoutStill = (autoplay = false) =>
  render(<Gif src={src} alt="A cat" playLabel="Play" autoplay={autoplay} />).container

const button = () => screen.getByRole('button', { name: 'Play' })
const isPlaying = () => button().getAttribute('aria-pressed') === 'true'
const addresses = (root: HTMLElement) =>
  [...root.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))

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

describe('a GIF with a still', () => {
  it('loads nothing but the still until it is played, and again once it is stopped', () => {
    const root = show()
    pass(60_000)
    expect(addresses(root)).toEqual([still])
    fireEvent.click(button())
    expect(addresses(root)).toEqual([still, src])
    pass(60_000)
    expect(isPlaying()).toBe(true)
    fireEvent.click(button())
    expect(addresses(root)).toEqual([still])
    expect(isPlaying()).toBe(false)
  })

  it('has one name, standing still or playing', () => {
    show()
    expect(screen.getAllByRole('img')).toEqual([screen.getByRole('img', { name: 'A cat' })])
    fireEvent.click(button())
    expect(screen.getAllByRole('img')).toEqual([screen.getByRole('img', { name: 'A cat' })])
  })

  it('keeps its place before anything is there', () => {
    const box = show().firstElementChild as HTMLElement
    expect(box.style.getPropertyValue('--gif-ratio')).toBe('2')
    expect(box.style.getPropertyValue('--gif-width')).toBe('200px')
  })

  it.each([
    ['the still', false, still],
    ['the GIF', true, src],
  ])('leaves a placeholder of the same size when %s cannot be loaded', (_, play, failing) => {
    const root = show()
    const shape = root.firstElementChild?.getAttribute('style')
    if (play) fireEvent.click(button())
    fireEvent.error(image(root, failing))
    expect(addresses(root)).toEqual([])
    expect(screen.getByRole('img', { name: 'A cat' })).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
    expect(root.firstElementChild?.getAttribute('style')).toBe(shape)
  })
})

describe('a GIF without a still', () => {
  it('takes its first frame, and stands still on it until it is played', () => {
    const root = showWithoutStill()
    fireEvent.load(image(root, src))
    pass(60_000)
    expect(image(root, src).hidden).toBe(true)
    expect(screen.getAllByRole('img', { name: 'A cat' })).toHaveLength(1)
    fireEvent.click(button())
    expect(image(root, src).hidden).toBe(false)
    expect(screen.getAllByRole('img', { name: 'A cat' })).toHaveLength(1)
  })

  it('leaves a placeholder when it cannot be loaded', () => {
    const root = showWithoutStill()
    fireEvent.error(image(root, src))
    expect(screen.getByRole('img', { name: 'A cat' }).tagName).toBe('SPAN')
  })
})

describe.each([
  ['with a still', show],
  ['without a still', showWithoutStill],
])('playing by itself, %s', (_, render) => {
  it('ends five seconds after the GIF is there; then it plays when asked', () => {
    const root = render(true)
    pass(60_000)
    expect(isPlaying()).toBe(true)
    fireEvent.load(image(root, src))
    pass(4999)
    expect(isPlaying()).toBe(true)
    pass(1)
    expect(isPlaying()).toBe(false)
    fireEvent.click(button())
    pass(60_000)
    expect(isPlaying()).toBe(true)
  })

  it('once stopped and started by the member has no end', () => {
    const root = render(true)
    fireEvent.load(image(root, src))
    pass(1000)
    fireEvent.click(button())
    fireEvent.click(button())
    pass(60_000)
    expect(isPlaying()).toBe(true)
  })
})
