import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { localDay } from '#web/lib/format.ts'
import { LogTile } from './log-tile.tsx'

const logId = '018f0000-0000-7000-8000-00000000000a'
const hour = 3_600_000

const log = {
  _id: logId,
  tmdbId: 7,
  title: 'Salt Harbour',
  poster: '/t/p/w500/film.jpg' as string | null,
  posterOverride: null as string | null,
  review: 'The sea does the acting.',
  rating: 3.5 as number | null,
  rewatchCount: 0,
  watchedAt: null as string | null,
  createdAt: new Date(Date.now() - 3 * hour - 60_000).toISOString(),
  user: { _id: 'o', username: 'layla', avatar: null },
}

/** What a screen reader says: the text without the silent parts. */
function spokenText(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  for (const silent of copy.querySelectorAll('[aria-hidden="true"]')) silent.remove()
  return copy.textContent
}

function show(patch: Partial<typeof log> = {}, showAuthor = true, time: 'created' | 'watched' = 'created') {
  const tile = <LogTile log={{ ...log, ...patch }} showAuthor={showAuthor} time={time} />
  const { container } = renderScreen(tile)
  const link = screen.getByRole('link')
  return {
    name: spokenText(link),
    target: link.getAttribute('href'),
    poster: container.querySelector('img')?.getAttribute('src'),
    icon: (icon: 'review' | 'rewatch') => container.querySelector(`[data-icon=${icon}]`) !== null,
  }
}

it('is one link that says all it shows, and opens the review', () => {
  const { name, target, icon } = show()
  expect(name).toBe('Salt Harbour, rated 3.5 out of 5 stars by layla, 3h ago, has review')
  expect(target).toBe(`/review/${logId}`)
  expect([icon('review'), icon('rewatch')]).toEqual([true, false])
})

it.each(['', '   ', '__media__', '[GIF ONLY]', '[IMAGE ONLY]'])(
  'without real text (%j) opens the film',
  (review) => {
    const { target, name, icon } = show({ review })
    expect(target).toBe('/movie/7')
    expect(name).not.toContain('has review')
    expect(icon('review')).toBe(false)
  },
)

it('marks a rewatch, and an unrated log by its author', () => {
  const { name, icon } = show({ rating: null, rewatchCount: 2, review: '' })
  expect(name).toBe('Salt Harbour, logged by layla, 3h ago, rewatched 2x')
  expect(icon('rewatch')).toBe(true)
})

it('leaves the author out on the author’s own profile', () => {
  expect(show({ review: '' }, false).name).toBe('Salt Harbour, rated 3.5 out of 5 stars, 3h ago')
})

it('tells the watched day where days are told, and the age of a log without one', () => {
  const today = localDay(new Date())
  expect(show({ review: '', watchedAt: today }, false, 'watched').name).toMatch(/, Today$/)
  cleanup()
  expect(show({ review: '', watchedAt: '1999-12-31' }, false, 'watched').name).toMatch(/, 31 Dec 1999$/)
  cleanup()
  expect(show({ review: '' }, false, 'watched').name).toMatch(/, 3h ago$/)
  cleanup()
  expect(show({ review: '', watchedAt: today }, false).name).toMatch(/, 3h ago$/)
})

it('shows the override before the film’s poster, and the default one without either', () => {
  expect(show({ posterOverride: '/t/p/w500/mine.jpg' }).poster).toBe('/t/p/w500/mine.jpg')
})

it('shows the film’s poster without an override', () => {
  expect(show().poster).toBe('/t/p/w500/film.jpg')
})

it('shows the default poster without any', () => {
  expect(show({ poster: null }).poster).toContain('default-poster')
})
