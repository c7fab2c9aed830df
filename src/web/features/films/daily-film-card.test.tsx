import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { fakeApi } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { DailyFilmCard } from './daily-film-card.tsx'

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

it('has title, the first 20 words and Read more in one link to the film', async () => {
  fakeApi({ 'GET /api/movies/trending': () => [film] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <DailyFilmCard /> }])} />
    </QueryClientProvider>,
  )
  const link = await screen.findByRole('link', { name: /^Salt Harbour/ })
  expect(link.getAttribute('href')).toBe('/movie/7')
  const { getByRole, getByText } = within(link)
  expect(getByRole('heading', { name: 'Salt Harbour' })).toBeDefined()
  expect(getByText(/word1 /).textContent).toBe(`${overview.split(' ').slice(0, 20).join(' ')}…`)
  expect(getByText('Read more')).toBeDefined()
})
