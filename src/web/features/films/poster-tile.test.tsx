import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { me, signInAsLayla } from '#test/fakes/film-page.tsx'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi } from '#test/fakes/web-api.ts'
import type { FilmMarks } from '#shared/api/seen.ts'
import { PosterTile } from './poster-tile.tsx'

// They load when they open: not within a test's patience.
beforeAll(() =>
  Promise.all([
    import('#web/features/logs/dialog/quick-actions.tsx'),
    import('#web/ui/overlays/sheet-panel.tsx'),
  ]),
)
beforeEach(signInAsLayla)

const film = { id: 7, title: 'Salt Harbour', year: '2011', poster: null }
const marksOf = (marks: Partial<FilmMarks>) => ({
  [`GET /api/users/${me}/film-marks`]: () => ({ seen: [], watchlist: [], favourites: [], ...marks }),
})

const show = (marked = true) => {
  const shown = renderScreen(<PosterTile film={film} sizes="96px" marked={marked} />)
  return { ...shown, isMarked: () => shown.container.querySelector('[data-icon=seen]') !== null }
}

/** Opens what one does with the film, as a sheet: jsdom's window is narrow. */
async function openActions() {
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Salt Harbour' }))
  return within(await screen.findByRole('dialog'))
}

it('says what the viewer did with the film', async () => {
  fakeApi(marksOf({ seen: [[7, 4.5]] }))
  const { isMarked } = show()
  expect(
    await screen.findByRole('link', { name: 'Salt Harbour, 2011, seen, yours 4.5 out of 5 stars' }),
  ).toBeTruthy()
  expect(isMarked()).toBe(true)
})

it('leaves the mark out where every film is seen', async () => {
  const requests = fakeApi(marksOf({ seen: [[7, null]] }))
  const { isMarked } = show(false)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Salt Harbour, 2011' })).toBeTruthy()
  expect(isMarked()).toBe(false)
})

it('shows title, year and own stars while a mouse rests on it', async () => {
  fakeApi(marksOf({ seen: [[7, 3]] }))
  const { container } = show()
  await screen.findByRole('link', { name: /seen/ })
  const titles = () => [...container.querySelectorAll('bdi')].map((shown) => shown.textContent)
  expect(titles()).toEqual([])
  await userEvent.hover(screen.getByRole('link'))
  await waitFor(() => expect(titles()).toEqual(['Salt Harbour']))
  await userEvent.unhover(screen.getByRole('link'))
  await waitFor(() => expect(titles()).toEqual([]))
})

it('a long press opens the actions and not the film; a press that moves does not', async () => {
  fakeApi(marksOf({}))
  show()
  const link = screen.getByRole('link')
  const finger = { pointerType: 'touch', clientX: 10, clientY: 10 }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.pointerDown(link, finger)
  fireEvent.pointerMove(link, { ...finger, clientY: 30 })
  vi.advanceTimersByTime(600)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.pointerDown(link, finger)
  vi.advanceTimersByTime(600)
  vi.useRealTimers()
  expect(await screen.findByRole('dialog')).toBeTruthy()
  // The finger is lifted: that is no tap.
  expect(fireEvent.click(link)).toBe(false)
})

it('a right click and the keys of the context menu open them too', async () => {
  fakeApi(marksOf({}))
  show()
  expect(fireEvent.contextMenu(screen.getByRole('link'))).toBe(false)
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(screen.getByRole('link'), { key: 'F10', shiftKey: true })
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

const seenCall = `POST /api/users/${me}/films/7/seen`

it('stars are given once they rest, and shown as the server has them', async () => {
  const log = { rating: 2 }
  const requests = fakeApi({
    ...marksOf({ seen: [[7, 2]] }),
    [`GET /api/users/${me}/films/7/seen`]: () => ({ seen: true, rating: log.rating }),
    [seenCall]: ({ body }) => {
      Object.assign(log, body)
      return { rating: log.rating, isNew: false }
    },
  })
  show()
  await screen.findByRole('link', { name: /seen/ })
  const actions = await openActions()
  const stars = actions.getByRole('slider', { name: 'Rating' })
  expect(stars.getAttribute('aria-valuenow')).toBe('2')
  stars.focus()
  await userEvent.keyboard('4{ArrowUp}')
  expect(await actions.findByText('Saved')).toBeTruthy()
  expect(requests.filter(({ route }) => route === seenCall).map(({ body }) => body)).toEqual([
    { rating: 4.5 },
  ])
  expect(await screen.findByRole('link', { name: /yours 4.5 out of 5 stars$/, hidden: true })).toBeTruthy()
})

it('stars of a film that was not seen mark it, off the watchlist; closing at once loses nothing', async () => {
  const marks = { seen: [] as [number, number][], watchlist: [7], favourites: [] }
  const requests = fakeApi({
    [`GET /api/users/${me}/film-marks`]: () => marks,
    [`GET /api/users/${me}/films/7/seen`]: () => ({
      seen: marks.seen.length > 0,
      rating: marks.seen[0]?.[1] ?? null,
    }),
    [seenCall]: () => {
      Object.assign(marks, { seen: [[7, 3]], watchlist: [] })
      return { rating: 3, isNew: true }
    },
  })
  show()
  const actions = await openActions()
  actions.getByRole('slider').focus()
  await userEvent.keyboard('3{Escape}')
  const given = () => requests.filter(({ route }) => route === seenCall)
  await waitFor(() => expect(given()).toHaveLength(1))
  expect(given()[0]?.body).toEqual({ rating: 3 })
  expect(
    await screen.findByRole('link', { name: /seen, yours 3 out of 5 stars$/, hidden: true }),
  ).toBeTruthy()
  const again = await openActions()
  expect(await again.findByRole('menuitemcheckbox', { name: 'Watchlist', checked: false })).toBeTruthy()
})

it('what others say of the film is hidden until it is seen, and shown again by Undo', async () => {
  const requests = fakeApi({
    ...marksOf({}),
    [`POST /api/users/${me}/muted-films/7`]: () => ({ ok: true }),
    [`DELETE /api/users/${me}/muted-films/7`]: () => ({ ok: true }),
  })
  show()
  const actions = await openActions()
  await userEvent.click(actions.getByRole('menuitem', { name: 'Hide until I have seen it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Salt Harbour is hidden until you have seen it')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(
      requests.flatMap(({ route, body }) =>
        route.includes('muted-films') ? [[route.slice(0, 4), body]] : [],
      ),
    ).toEqual([
      ['POST', { untilSeen: true }],
      ['DELE', undefined],
    ]),
  )
})

it('a film that was seen cannot be hidden until it is', async () => {
  fakeApi(marksOf({ seen: [[7, null]] }))
  show()
  await screen.findByRole('link', { name: /seen/ })
  const actions = await openActions()
  expect(actions.queryByRole('menuitem', { name: 'Hide until I have seen it' })).toBeNull()
})

it('the watchlist is toggled where one is', async () => {
  const marks = { watchlist: [] as number[] }
  fakeApi({
    [`GET /api/users/${me}/film-marks`]: () => ({ seen: [], favourites: [], ...marks }),
    'POST /api/watchlist/toggle': () => {
      marks.watchlist = [7]
      return { inWatchlist: true }
    },
  })
  show()
  const actions = await openActions()
  const row = actions.getByRole('menuitemcheckbox', { name: 'Watchlist' })
  expect(row.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(row)
  await waitFor(() => expect(row.getAttribute('aria-checked')).toBe('true'))
  row.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(actions.getByRole('menuitem', { name: 'Log…' }))
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(actions.getByRole('menuitemcheckbox', { name: 'Seen' }))
})
