import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { fakeApi } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { localDay } from '#web/lib/format.ts'
import { DailyFilmCard } from './daily-film-card.tsx'
import { readDailyFilm, writeDailyFilm } from './daily-film.ts'

const overview = Array.from({ length: 25 }, (_, index) => `word${index + 1}`).join(' ')
const film = {
  id: 7,
  title: 'Salt Harbour',
  overview,
  poster: '/t/p/w500/salt.jpg',
  poster_path: '/salt.jpg',
  vote_average: 8,
  vote_count: 4000,
}

beforeEach(() => localStorage.clear())

function show() {
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <DailyFilmCard /> }])} />
    </QueryClientProvider>,
  )
  return client
}

it('has title, the first 20 words and Read more in one link to the film', async () => {
  fakeApi({ 'GET /api/movies/trending': () => [film] })
  show()
  const link = await screen.findByRole('link', { name: /^Salt Harbour/ })
  expect(link.getAttribute('href')).toBe('/movie/7')
  const { getByRole, getByText } = within(link)
  expect(getByRole('heading', { name: 'Salt Harbour' })).toBeDefined()
  expect(getByText(/word1 /).textContent).toBe(`${overview.split(' ').slice(0, 20).join(' ')}…`)
  expect(getByText(/word1 /).lang).toBe('en')
  expect(getByText('Read more')).toBeDefined()
})

it('is called as the member’s language has it, in this visit and in one before, for one call', async () => {
  const [fr, ar] = [
    { ...film, title: 'Port-Sel' },
    { ...film, title: 'مرفأ الملح' },
  ]
  let answer = fr
  const requests = fakeApi({ 'GET /api/movies/trending': () => [{ ...film, id: 8, title: 'Other' }, answer] })
  writeDailyFilm(localStorage, { date: localDay(new Date()), movie: film })
  const client = show()
  await screen.findByRole('heading', { name: 'Port-Sel' })
  answer = ar
  await client.invalidateQueries()
  await screen.findByRole('heading', { name: 'مرفأ الملح' })
  expect(readDailyFilm(localStorage)?.movie.title).toBe('مرفأ الملح')
  expect(requests).toHaveLength(2)
})
