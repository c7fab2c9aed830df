import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { VirtualGrid, type GridPlace } from './virtual-grid.tsx'

interface Options {
  count?: number
  total?: number
  hasMore?: boolean
  isLoading?: boolean
  place?: GridPlace
}

function grid(
  { count = 5000, total, hasMore = false, isLoading = false, place }: Options,
  onMore = () => {},
) {
  return (
    <VirtualGrid
      label="Films"
      items={Array.from({ length: count }, (_, at) => at)}
      keyOf={(item) => item}
      renderTile={(item) => <a href={`/movie/${item}`}>{item}</a>}
      {...(total === undefined ? {} : { total })}
      hasMore={hasMore}
      isLoading={isLoading}
      onMore={onMore}
      place={place}
    />
  )
}

/** What effects have put behind themselves is done too. */
const effectsDone = () => act(() => Promise.resolve())

const numbers = () => screen.getAllByRole('link').map((tile) => Number(tile.textContent))

function scrollTo(offset: number) {
  Object.defineProperty(window, 'scrollY', { value: offset, configurable: true })
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}

afterEach(() => {
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
})

it('keeps few of thousands alive, those in sight, and says where they belong', () => {
  render(grid({}))
  expect(numbers()[0]).toBe(0)
  expect(numbers().length).toBeLessThan(60)
  scrollTo(200_000)
  expect(numbers().length).toBeLessThan(60)
  // Rows of 360 px where nothing is laid out.
  expect(numbers()).toContain(Math.floor(200_000 / 360) * 3)
  const tile = screen.getAllByRole('listitem')[0]
  expect(tile?.getAttribute('aria-posinset')).toBe(String((numbers()[0] ?? 0) + 1))
  expect(tile?.getAttribute('aria-setsize')).toBe('5000')
})

it('does not know how many there are while more are to come', () => {
  render(grid({ count: 30, hasMore: true }))
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('-1')
})

it('is as high as all of those whose number is known, and asks until it reaches what is in sight', async () => {
  const more = vi.fn<() => void>()
  const { container, rerender } = render(grid({ count: 100, total: 5000, hasMore: true }, more))
  const rows = () => container.querySelector('ul')?.style.getPropertyValue('--rows')
  expect(rows()).toBe(String(Math.ceil(5000 / 3)))
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('5000')
  scrollTo(200_000)
  await effectsDone()
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(more).toHaveBeenCalledTimes(1)
  rerender(grid({ count: 400, total: 5000, hasMore: true, isLoading: true }, more))
  await effectsDone()
  rerender(grid({ count: 400, total: 5000, hasMore: true }, more))
  await effectsDone()
  expect(more).toHaveBeenCalledTimes(2)
  rerender(grid({ count: 5000, total: 5000 }, more))
  expect(numbers()).toContain(Math.floor(200_000 / 360) * 3)
  expect(rows()).toBe(String(Math.ceil(5000 / 3)))
})

it('keeps the tile with the focus, and those beside it', () => {
  render(grid({}))
  const tile = screen.getByRole('link', { name: '4' })
  act(() => tile.focus())
  scrollTo(200_000)
  expect(document.activeElement).toBe(tile)
  expect(numbers().slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  act(() => tile.blur())
  expect(numbers()).not.toContain(4)
})

it('begins where it was left', () => {
  render(grid({ place: { top: 500, row: 200, offset: 100_500, columns: 3 } }))
  expect(numbers()).toContain(1500)
  expect(numbers()).not.toContain(0)
})

it('asks for more ahead of the end, once at a time', async () => {
  const more = vi.fn<() => void>()
  const { rerender } = render(grid({ count: 300, hasMore: true }, more))
  await effectsDone()
  expect(more).not.toHaveBeenCalled()
  scrollTo(25_000)
  await effectsDone()
  expect(more).toHaveBeenCalledTimes(1)
  rerender(grid({ count: 300, hasMore: true, isLoading: true }, more))
  scrollTo(30_000)
  await effectsDone()
  expect(more).toHaveBeenCalledTimes(1)
  rerender(grid({ count: 600, hasMore: true }, more))
  await effectsDone()
  expect(more).toHaveBeenCalledTimes(1)
  scrollTo(60_000)
  await effectsDone()
  expect(more).toHaveBeenCalledTimes(2)
})
