import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPage, signInAsLayla } from '#test/fakes/film-page.tsx'
import { fakeWindow } from '#test/fakes/screen.tsx'
import { fakeApi } from '#test/fakes/web-api.ts'
import { Component, loader } from './home.page.tsx'

const film = {
  id: 7,
  title: 'Salt Harbour',
  overview: 'A harbour.',
  poster: null,
  release_date: '2011-05-04',
}

it.each([
  ['a phone', false, ['New Day. New Amazing Film.', 'Recent Activities', 'Trending Movies']],
  ['a desk, with its rail', true, ['Recent Activities', 'New Day. New Amazing Film.', 'Trending Movies']],
])('on %s its parts are read and reached in the order in which they stand', async (_, isDesk, order) => {
  signInAsLayla()
  fakeWindow((query) => isDesk && query.includes('1024'))
  fakeApi({ 'GET /api/movies/trending': () => [film] })
  showPage({ path: '/', loader, Component }, '/')
  await screen.findByRole('heading', { name: 'New Day. New Amazing Film.' })
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.filter((text) => order.includes(text))).toEqual(order)
})
