import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Import, ImportRow } from '#shared/api/transfer.ts'
import { showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { Component, loader } from '#web/pages/import.page.tsx'

const id = uuid('a')
const route = { path: '/import', loader, Component }
const path = `/import?rows=${id}`
const one = `GET /api/imports/${id}`
const list = `GET /api/imports/${id}/rows`
const match = (row: number) => `POST /api/imports/${id}/rows/${row}`
const accept = `POST /api/imports/${id}/accept`
const file = `GET /api/imports/${id}/rows.csv`

const progress: Import = {
  _id: id,
  source: 'letterboxd',
  files: ['diary.csv'],
  state: 'done',
  total: 10,
  done: 10,
  imported: 7,
  skipped: 0,
  notFound: 1,
  doubtful: 1,
  failed: 1,
  cutTags: 0,
  waitsSince: null,
  notFilms: 0,
  assumed: [],
  unread: [],
  createdAt: '2026-03-09T18:20:00Z',
  finishedAt: '2026-03-09T18:21:00Z',
}

const makeRow = (row: number, patch: Partial<ImportRow> = {}): ImportRow => ({
  row,
  kind: 'log',
  state: 'not-found',
  reason: 'no-match',
  file: 'diary.csv',
  line: row + 1,
  alike: 0,
  title: `Film ${row}`,
  year: 2000,
  watchedAt: null,
  rating: null,
  review: '',
  list: null,
  candidates: [],
  ...patch,
})

const doubtful = makeRow(1, {
  state: 'doubtful',
  reason: 'other-year',
  title: 'Salt Harbor',
  year: 2011,
  watchedAt: '2026-03-09',
  rating: 3.5,
  review: 'Wet.',
  candidates: [
    { id: 7, title: 'Salt Harbour', year: 2012, poster: '/t/p/w500/a.jpg' },
    { id: 8, title: 'Salt', year: null, poster: null },
  ],
})
const rows = [doubtful, makeRow(2), makeRow(3, { state: 'failed', reason: 'bad-date', title: '' })]

const calls = { [one]: () => progress, [list]: () => rows }
const sent = (requests: FakeRequest[]) =>
  requests
    .filter(({ route: at }) => at.startsWith('POST'))
    .map(({ route: at, body }) => [at, JSON.stringify(body)])
const noNetwork = () => {
  throw new NoNetwork()
}
const card = (name: string | RegExp) => screen.findByRole('article', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(signInAsLayla)

it('shows what the file says, why it was not enough, and what it could mean', async () => {
  fakeApi(calls)
  showPage(route, path)
  const first = await card('Salt Harbor 2011')
  for (const text of ['The film that was found is from another year.', 'Diary entry', 'Wet.'])
    expect(within(first).getByText(text)).toBeTruthy()
  expect(within(first).getByTitle('9 March 2026')).toBeTruthy()
  expect(first.textContent).toContain('diary.csv, line 2')
  expect(within(first).getByRole('img', { name: '3.5 out of 5 stars' })).toBeTruthy()
  expect(within(first).getByRole('button', { name: 'Salt Harbour 2012' })).toBeTruthy()
  const last = await card(/Without a title/)
  expect(within(last).getByText('The date is not valid, or has not come yet.')).toBeTruthy()
})

it('accepts one kind of doubt at a time, looks again, and tells how many rows an answer counts for', async () => {
  const doubtful = { ...progress, doubtful: 3 }
  const requests = fakeApi({
    ...calls,
    [one]: () => doubtful,
    [list]: () => [makeRow(1, { alike: 4 })],
    [`GET /api/imports/${id}/doubts`]: () => [
      { reason: 'several-matches', rows: 1 },
      { reason: 'other-year', rows: 2 },
    ],
    [accept]: () => ({ ...doubtful, doubtful: 1 }),
    [`POST /api/imports/${id}/retry`]: () => ({ ...doubtful, notFound: 0 }),
  })
  showPage(route, path)
  const shown = await card('Film 1 2000')
  expect(within(shown).getByText(/^Further rows that name this film: 4\./)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Accept other years (2)' }))
  await waitFor(() => expect(requests.map(({ route: at }) => at)).toContain(accept))
  expect(requests.find(({ route: at }) => at === accept)?.query.get('what')).toBe('other-year')
  await press('Look again')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull())
})

it('offers no films for a picture, which can only be left out', async () => {
  const picture = makeRow(4, {
    kind: 'picture',
    state: 'failed',
    reason: 'bad-picture',
    file: 'media/a.webp',
  })
  fakeApi({ ...calls, [list]: () => [picture] })
  showPage(route, path)
  const shown = await card('Film 4 2000')
  expect(within(shown).getByText('The picture is broken or too large.')).toBeTruthy()
  expect(
    within(shown)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Leave out'])
})

it('imports a row as the film that is pressed and goes on with the next', async () => {
  const requests = fakeApi({ ...calls, [match(1)]: () => ({ ...progress, imported: 8, doubtful: 0 }) })
  showPage(route, path)
  await userEvent.click(within(await card(/Salt Harbor/)).getByRole('button', { name: 'Salt Harbour 2012' }))
  await waitFor(() => expect(screen.queryByText('Salt Harbor')).toBeNull())
  expect(sent(requests)).toEqual([[match(1), '{"movieId":7}']])
  expect(await screen.findByText('Salt Harbour was imported.')).toBeTruthy()
  const next = await card('Film 2 2000')
  await waitFor(() => expect(document.activeElement).toBe(next))
  // Nothing is left that would be accepted.
  expect(screen.queryByRole('button', { name: /Accept all/ })).toBeNull()
})

it('leaves rows out until none is left', async () => {
  const requests = fakeApi({
    [one]: () => progress,
    [list]: () => [rows[1]],
    [match(2)]: () => ({ ...progress, notFound: 0 }),
  })
  showPage(route, path)
  await card('Film 2 2000')
  await press('Leave out')
  expect(await screen.findByText('No rows need attention.')).toBeTruthy()
  expect(screen.getByText('Film 2 was left out.')).toBeTruthy()
  expect(sent(requests)).toEqual([[match(2), '{}']])
})

it('finds the film by a search that begins with the title', async () => {
  const found = { id: 9, title: 'Found', poster: null, release_date: '2000-01-01' }
  const requests = fakeApi({
    [one]: () => progress,
    [list]: () => [rows[1]],
    'GET /api/movies/search': () => ({ results: [found], page: 1, total_pages: 1, total_results: 1 }),
    [match(2)]: () => ({ ...progress, notFound: 0 }),
  })
  showPage(route, path)
  await card('Film 2 2000')
  await press('Search for the film')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('combobox')).toHaveProperty('value', 'Film 2')
  await userEvent.click(await within(dialog).findByRole('option', { name: /Found/ }))
  expect(await screen.findByText('No rows need attention.')).toBeTruthy()
  expect(sent(requests)).toEqual([[match(2), '{"movieId":9}']])
})

it('keeps a row that could not be imported, and drops one that was decided elsewhere', async () => {
  let answer: () => unknown = noNetwork
  fakeApi({ [one]: () => progress, [list]: () => [rows[1]], [match(2)]: () => answer() })
  showPage(route, path)
  await card('Film 2 2000')
  await press('Leave out')
  expect(await screen.findByText('The row could not be imported.')).toBeTruthy()
  answer = () => {
    throw new Refusal(404, 'import.row_not_found', 'gone')
  }
  await press('Leave out')
  expect(await screen.findByText('No rows need attention.')).toBeTruthy()
})

it('accepts all likely matches, and shows how far that is', async () => {
  let left = rows
  const running: Import = { ...progress, state: 'running', done: 9, doubtful: 0 }
  let now = progress
  fakeApi({
    [one]: () => now,
    [list]: () => left,
    [accept]: () => {
      left = rows.slice(1)
      now = running
      return running
    },
  })
  showPage(route, path)
  await card(/Salt Harbor/)
  await userEvent.click(await screen.findByRole('button', { name: 'Accept all likely matches' }))
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('9 of 10')
  await waitFor(() => expect(screen.queryByText('Salt Harbor')).toBeNull())
})

it('says that the matches could not be accepted', async () => {
  fakeApi({ ...calls, [accept]: noNetwork })
  showPage(route, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Accept all likely matches' }))
  expect(await screen.findByText('The rows could not be accepted.')).toBeTruthy()
})

it('downloads the rows with the session, and says when it cannot', async () => {
  const links: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    links.push(this.download)
  })
  let fails = false
  const requests = fakeApi({ ...calls, [file]: () => (fails ? noNetwork() : new Response('a,b')) })
  showPage(route, path)
  await screen.findByRole('button', { name: 'Download as CSV' })
  await press('Download as CSV')
  await waitFor(() => expect(links).toHaveLength(1))
  expect(links[0]).toMatch(/^scene-rows-\d{4}-\d\d-\d\d\.csv$/)
  const request = requests.find(({ route: at }) => at === file)
  expect(request?.headers.get('Authorization')).toBe('Bearer abc')
  fails = true
  await press('Download as CSV')
  expect(await screen.findByText('The rows could not be downloaded.')).toBeTruthy()
})

it('says that an import is not there', async () => {
  fakeApi({
    [list]: () => {
      throw new Refusal(404, 'import.not_found', 'gone')
    },
  })
  showPage(route, path)
  expect(await screen.findByText('This import could not be found.')).toBeTruthy()
})

it('can be asked for again when the rows did not come', async () => {
  let fails = true
  const refuse = () => {
    throw new Refusal(429, 'request.too_many', '')
  }
  fakeApi({ [one]: () => progress, [list]: () => (fails ? refuse() : rows) })
  showPage(route, path)
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect(await card(/Salt Harbor/)).toBeTruthy()
})

it('asks for the next rows once when they do not come, and again when the member wants', async () => {
  let fails = true
  const first = new Response(JSON.stringify(rows), { headers: { 'X-Next-Cursor': 'next' } })
  const requests = fakeApi({
    [one]: () => progress,
    [list]: ({ query }) => {
      if (!query.has('cursor')) return first.clone()
      if (fails) throw new Refusal(429, 'request.rate_limited', '')
      return [makeRow(4)]
    },
  })
  showPage(route, path)
  await card(/Salt Harbor/)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('The rows could not be loaded.')).toBeTruthy()
  const more = requests.filter(({ query }) => query.has('cursor'))
  expect(more).toHaveLength(1)
  fails = false
  await userEvent.click(again)
  expect(await card('Film 4 2000')).toBeTruthy()
  expect(screen.queryByText('The rows could not be loaded.')).toBeNull()
})

it('does not lose the focus when the button that accepts all goes', async () => {
  let now = progress
  fakeApi({
    [one]: () => now,
    [list]: () => rows.slice(1),
    [accept]: () => (now = { ...progress, doubtful: 0, imported: 8 }),
  })
  showPage(route, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Accept all likely matches' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Letterboxd diary.csv'))
  expect(screen.queryByRole('button', { name: /Accept all/ })).toBeNull()
})
