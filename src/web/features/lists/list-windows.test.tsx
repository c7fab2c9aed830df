import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signInAsLayla } from '#test/fakes/film-page.tsx'
import { film, getList, makeList, names, refuse, sent, showList, tiles } from '#test/fakes/list-page.tsx'
import type { FakeRequest } from '#test/fakes/web-api.ts'
import type { ListDetail } from './lists.api.ts'

const total = 700

/** A server with a list that answers in windows; what it is about to answer can be changed. */
function serve(patch: Partial<ListDetail> = {}) {
  const server = {
    list: makeList({
      movies: Array.from({ length: total }, (_, at) => film(at + 1)),
      isRanked: true,
      ...patch,
    }),
    isDown: false,
  }
  const answer = ({ query }: FakeRequest) => {
    if (server.isDown && query.has('cursor')) refuse()
    const from = Number(query.get('cursor') ?? 0)
    const end = from + Number(query.get('limit') ?? server.list.movies.length)
    const body = { ...server.list, movies: server.list.movies.slice(from, end) }
    const headers = end < server.list.movies.length ? { 'X-Next-Cursor': String(end) } : {}
    return Response.json(body, { headers })
  }
  const asked = (requests: FakeRequest[]) =>
    sent(requests, getList).map(({ query }) => [query.get('cursor'), query.get('limit')])
  return { server, answers: { [getList]: answer }, asked }
}

/** jsdom lays nothing out: rows of 360 px with three films each. */
async function scrollToRow(row: number) {
  Object.defineProperty(window, 'scrollY', { value: row * 360, configurable: true })
  await act(async () => {
    window.dispatchEvent(new Event('scroll'))
  })
}
beforeEach(signInAsLayla)
afterEach(() => Object.defineProperty(window, 'scrollY', { value: 0, configurable: true }))

const lastPlace = () => Number(screen.getAllByRole('listitem').at(-1)?.ariaPosInSet)

it('a long list comes in windows as one scrolls, with its whole length and all places from the start', async () => {
  const { answers, asked } = serve()
  const { requests } = await showList({}, answers)
  expect(asked(requests)).toEqual([[null, '160']])
  expect(screen.getByText('700 films')).toBeDefined()
  const items = within(screen.getByRole('list', { name: 'Films of the list' })).getAllByRole('listitem')
  expect(new Set(items.map(({ ariaSetSize }) => ariaSetSize))).toEqual(new Set(['700']))
  // At once to its end, past all that is there.
  await scrollToRow(230)
  await waitFor(() => expect(lastPlace()).toBe(total))
  expect(tiles().at(-1)?.textContent).toBe('Number 700, Film 700, 2700700')
  expect(asked(requests)).toEqual([
    [null, '160'],
    ['160', '300'],
    ['460', '300'],
  ])
})

it('a list that changes between two windows is asked for again, and shows each film once', async () => {
  const { server, answers, asked } = serve()
  const { requests } = await showList({}, answers)
  // The first film goes to the end: all others move up by one.
  const [first, ...others] = server.list.movies
  server.list = makeList({
    ...server.list,
    movies: first ? [...others, first] : [],
    updatedAt: '2026-01-02T00:00:00Z',
  })
  await scrollToRow(40)
  await waitFor(() => expect(asked(requests)).toHaveLength(4))
  expect(asked(requests).slice(2)).toEqual([
    [null, '160'],
    ['160', '300'],
  ])
  await scrollToRow(0)
  await waitFor(() => expect(names()[0]).toBe('Number 1, Film 2, 20021'))
  await scrollToRow(33)
  expect(names()).toContain('Number 100, Film 101, 2101100')
  await scrollToRow(230)
  await waitFor(() => expect(lastPlace()).toBe(total))
  expect(tiles().at(-1)?.textContent).toBe('Number 700, Film 1, 2001700')
})

it('what is there stays when the next window does not come, which can be tried again', async () => {
  const { server, answers } = serve()
  server.isDown = true
  await showList({}, answers)
  await scrollToRow(40)
  const more = await screen.findByRole('button', { name: 'Load more' })
  expect(tiles().length).toBeGreaterThan(0)
  server.isDown = false
  await userEvent.click(more)
  await scrollToRow(100)
  await waitFor(() => expect(names()).toContain('Number 301, Film 301, 2301301'))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('notes are offered where only films far behind have any', async () => {
  const { answers } = serve({ hasNotes: true })
  await showList({}, answers)
  expect(screen.getByRole('group', { name: 'What is shown' })).toBeDefined()
})
