import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { filmPage, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork } from '#test/fakes/web-api.ts'
import * as page from '#web/pages/film-lists.page.tsx'

beforeEach(signInAsLayla)

const list = {
  _id: uuid('a'),
  title: 'Harbours',
  description: '',
  coverImage: null,
  posters: [],
  filmsCount: 3,
  isPrivate: false,
  isRanked: false,
  user: member('2', 'omar'),
  likes: [],
  likeCount: 2,
  likedByMe: false,
  savedByMe: false,
  createdAt: '2024-01-01T00:00:00.000Z',
}
const show = (getLists: () => unknown) => {
  fakeApi({ 'GET /api/movies/7': () => filmPage(), 'GET /api/movies/7/lists': getLists })
  showPage({ path: '/movie/:id/lists', ...page }, '/movie/7/lists')
}

it('shows the lists that hold the film', async () => {
  show(() => [list])
  const link = await screen.findByRole('link', { name: /^Harbours/ })
  expect(link.getAttribute('href')).toBe(`/list/${uuid('a')}`)
  expect(screen.getByRole('heading', { level: 1, name: 'Lists with Salt Harbour' })).toBeDefined()
  expect(document.title).toBe('Lists with Salt Harbour · Scene')
})

it('says that there are none', async () => {
  show(() => [])
  expect(await screen.findByText('On no list yet.')).toBeDefined()
})

it('offers to try again where they could not be loaded', async () => {
  show(() => Promise.reject(new NoNetwork()))
  expect(await screen.findByText('The lists could not be loaded.')).toBeDefined()
})
