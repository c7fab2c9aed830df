import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VirtualList, type ListPlace } from './virtual-list.tsx'

interface Options {
  first?: number
  count?: number
  hasMore?: boolean
  isLoading?: boolean
  place?: ListPlace
}

interface Calls {
  onMore?: () => void
  onLeave?: (place: ListPlace) => void
}

function list(
  { first = 0, count = 5000, hasMore = false, isLoading = false, place }: Options,
  { onMore = () => {}, onLeave }: Calls = {},
) {
  return (
    <VirtualList
      label="Comments"
      items={Array.from({ length: count }, (_, at) => first + at)}
      keyOf={String}
      renderRow={(item) => <a href={`/profile/${item}`}>{item}</a>}
      estimate={() => 80}
      hasMore={hasMore}
      isLoading={isLoading}
      onMore={onMore}
      place={place}
      {...(onLeave ? { onLeave } : {})}
    />
  )
}

/** What effects have put behind themselves is done too. */
const effectsDone = () => act(() => Promise.resolve())

/** The height that every row is measured with, in CSS pixels. */
const height = 100
const numbers = () => screen.getAllByRole('link').map((row) => Number(row.textContent))

function scrollTo(offset: number) {
  Object.defineProperty(window, 'scrollY', { value: offset, configurable: true })
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}

/** What jsdom does not lay out: rows of one height on a page that is high enough to scroll. */
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => height, configurable: true })
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 1_000_000, configurable: true })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 400, height),
  )
})

afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight')
  Reflect.deleteProperty(document.documentElement, 'scrollHeight')
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  vi.restoreAllMocks()
})

it('keeps few of thousands alive, those in sight, and says where they belong', () => {
  render(list({}))
  expect(numbers()[0]).toBe(0)
  expect(numbers().length).toBeLessThan(30)
  scrollTo(200_000)
  expect(numbers().length).toBeLessThan(30)
  expect(numbers()[0]).toBeGreaterThan(2000)
  const row = screen.getAllByRole('listitem')[0]
  expect(row?.getAttribute('aria-posinset')).toBe(String((numbers()[0] ?? 0) + 1))
  expect(row?.getAttribute('aria-setsize')).toBe('5000')
})

it('does not know how many there are while more are to come', () => {
  render(list({ count: 30, hasMore: true }))
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('-1')
})

it('keeps the row with the focus, and those beside it', () => {
  render(list({}))
  act(() => screen.getByRole('link', { name: '4' }).focus())
  scrollTo(200_000)
  expect(numbers().slice(0, 3)).toEqual([3, 4, 5])
})

it('asks for more near the end, once, and not while it is loading', async () => {
  const onMore = vi.fn()
  const { rerender } = render(list({ count: 100, hasMore: true }, { onMore }))
  await effectsDone()
  expect(onMore).not.toHaveBeenCalled()
  scrollTo(8000)
  await effectsDone()
  expect(onMore).toHaveBeenCalledOnce()
  rerender(list({ count: 100, hasMore: true, isLoading: true }, { onMore }))
  scrollTo(8100)
  await effectsDone()
  expect(onMore).toHaveBeenCalledOnce()
})

it('keeps what is read in its place when rows come above it', () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const { rerender } = render(list({ first: 10, count: 200 }))
  scrollTo(1050)
  scroll.mockClear()
  rerender(list({ first: 7, count: 203 }))
  // Three rows that are not measured yet.
  const top = scroll.mock.calls.map(([to]) => (to as ScrollToOptions | undefined)?.top)
  expect(top).toContain(1050 + 3 * 80)
})

it('begins where it was left', () => {
  const onLeave = vi.fn<(place: ListPlace) => void>()
  const { unmount } = render(list({}, { onLeave }))
  scrollTo(20_000)
  const seen = numbers()
  unmount()
  const place = onLeave.mock.lastCall?.[0]
  expect(place?.offset).toBe(20_000)
  render(list(place ? { place } : {}))
  expect(numbers()[0]).toBe(seen[0])
})
