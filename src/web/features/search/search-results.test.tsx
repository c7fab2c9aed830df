import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { FilmResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'
import { readRecents } from './recents.ts'

const results = (...titles: string[]) => ({
  results: titles.map((title, at) => ({ id: at + 1, title, poster: null, release_date: '2011-05-01' })),
  page: 1,
  total_pages: 1,
})

function Search() {
  const { text, setText, query, record } = useSearch(null)
  return (
    <>
      <input aria-label="box" value={text} onChange={(event) => setText(event.target.value)} />
      {query === '' ? <p>recents</p> : <FilmResults query={query} onAnswer={record} />}
    </>
  )
}

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Search /> }])} />
    </QueryClientProvider>,
  )
  return screen.getByLabelText<HTMLInputElement>('box')
}

it('asks once for a word that is typed in one go, and keeps it as recent', async () => {
  const requests = fakeApi({ 'GET /api/movies/search': () => results('Salt Harbour') })
  await userEvent.type(show(), 'salt')
  expect(await screen.findByRole('link', { name: 'Salt Harbour, 2011' })).toBeDefined()
  expect(screen.getByText('Showing results for').textContent).toBe('Showing results for “salt”')
  expect(requests.map(({ query }) => query.get('q'))).toEqual(['salt'])
  expect(readRecents(localStorage)).toEqual([{ query: 'salt', tab: 'films' }])
  expect(sessionStorage.getItem('lastSearchQuery')).toBe('salt')
})

it('never lets a late answer replace a newer one, and keeps what is shown meanwhile', async () => {
  const late = Promise.withResolvers<object>()
  const newer = Promise.withResolvers<object>()
  fakeApi({
    'GET /api/movies/search': ({ query }) => {
      if (query.get('q') === 'a') return results('Alpha')
      return query.get('q') === 'ab' ? late.promise : newer.promise
    },
  })
  const box = show()
  await userEvent.type(box, 'a')
  await screen.findByRole('link', { name: 'Alpha, 2011' })
  await userEvent.type(box, 'b')
  await screen.findByText('“ab”')
  expect(screen.getByRole('link', { name: 'Alpha, 2011' })).toBeDefined()
  await userEvent.type(box, 'c')
  await screen.findByText('“abc”')
  newer.resolve(results('Newer'))
  await screen.findByRole('link', { name: 'Newer, 2011' })
  late.resolve(results('Late'))
  await Promise.resolve()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Alpha, 2011' })).toBeNull())
  expect(screen.queryByRole('link', { name: 'Late, 2011' })).toBeNull()
  expect(readRecents(localStorage)).toEqual([{ query: 'abc', tab: 'films' }])
})

it('shows the empty text for no results and for a search that failed', async () => {
  fakeApi({
    'GET /api/movies/search': ({ query }) => {
      if (query.get('q') === 'none') return results()
      throw new Refusal(400, 'request.invalid', 'The request is not valid.')
    },
  })
  const box = show()
  await userEvent.type(box, 'none')
  expect(await screen.findByText('No results found.')).toBeDefined()
  await userEvent.clear(box)
  expect(screen.getByText('recents')).toBeDefined()
  await userEvent.type(box, 'fails')
  await screen.findByText('“fails”')
  expect(await screen.findByText('No results found.')).toBeDefined()
})
