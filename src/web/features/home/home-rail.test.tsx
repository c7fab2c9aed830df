import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { localDay, weekOf } from '#web/lib/format.ts'
import { HomeRail } from './home-rail.tsx'

const logs = `GET /api/logs/user/${me}`
const people = `GET /api/users/${me}/suggestions`

beforeEach(signInAsLayla)

afterEach(() => {
  vi.useRealTimers()
})

const log = (digit: number, tmdbId: number, watchedAt: string | null) => ({
  _id: `018f0000-0000-7000-9000-00000000000${digit}`,
  tmdbId,
  title: `Film ${tmdbId}`,
  poster: null,
  posterOverride: null,
  watchedAt,
  review: '',
  gif: null,
  image: null,
})

it('counts the films of one’s own week, each once, by the day they were watched', async () => {
  const today = localDay(new Date())
  fakeApi({
    [logs]: () => [
      log(1, 11, today),
      log(2, 12, today),
      log(3, 11, today),
      log(4, 13, null),
      log(5, 14, '2001-01-01'),
    ],
    [people]: () => [],
  })
  renderScreen(<HomeRail memberId={me} />)
  expect(await screen.findByText('2 films this week')).toBeDefined()
  const days = screen.getAllByRole('listitem')
  expect(days).toHaveLength(7)
  const now = days.find((day) => day.getAttribute('aria-current') === 'date') as HTMLElement
  // More than one: two posters, how many more there are, and the day of the diary that has them all.
  const link = within(now).getByRole('link', { name: 'Film 11, Film 12, Film 11' })
  expect(link.getAttribute('href')).toBe(`/profile/${me}/diary/${today}`)
  expect(link.querySelectorAll('img')).toHaveLength(2)
  expect(within(now).getByText('+1')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('People to follow')).toBeNull())
})

it('leads from a day with one film to it, and says when a week is empty', async () => {
  const today = localDay(new Date())
  fakeApi({ [logs]: () => [log(1, 11, today)], [people]: () => [] })
  renderScreen(<HomeRail memberId={me} />)
  const link = await screen.findByRole('link', { name: 'Film 11' })
  expect(link.getAttribute('href')).toBe('/movie/11')
  expect(screen.getByText('1 film this week')).toBeDefined()
})

it('marks the next day after midnight', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 2, 11, 23, 59) })
  fakeApi({ [logs]: () => [], [people]: () => [] })
  renderScreen(<HomeRail memberId={me} />)
  await screen.findByText(/this week/)
  const marked = () => screen.getAllByRole('listitem').find((day) => day.ariaCurrent === 'date')?.textContent
  expect(marked()).toContain('Wednesday')
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  expect(marked()).toContain('Thursday')
})

it('does not call a week empty that could not be loaded', async () => {
  let failing = true
  fakeApi({
    [logs]: () => {
      if (failing) throw new Refusal(500, 'server.failed', 'Something went wrong.')
      return [log(1, 11, localDay(new Date()))]
    },
    [people]: () => [],
  })
  renderScreen(<HomeRail memberId={me} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Nothing logged this week yet.')).toBeNull()
  failing = false
  again.click()
  expect(await screen.findByText('1 film this week')).toBeDefined()
})

it('begins the week as the language does', () => {
  // A Wednesday.
  const at = '2026-03-11'
  expect(weekOf(at, 'en').map(({ day }) => day)).toEqual([
    '2026-03-09',
    '2026-03-10',
    '2026-03-11',
    '2026-03-12',
    '2026-03-13',
    '2026-03-14',
    '2026-03-15',
  ])
  expect(weekOf(at, 'ar')[0]).toEqual({ day: '2026-03-08', name: 'الأحد', short: 'ح' })
  expect(weekOf(at, 'fr')[0]).toEqual({ day: '2026-03-09', name: 'lundi', short: 'lun.' })
  // The last day of a week belongs to it.
  expect(weekOf('2026-03-15', 'en')[0]?.day).toBe('2026-03-09')
  expect(weekOf('2026-03-15', 'ar')[0]?.day).toBe('2026-03-15')
})
