import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { filmLog, filmPage, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import * as page from '#web/pages/film-friends.page.tsx'

beforeEach(signInAsLayla)

const getFriends = 'GET /api/logs/movie/7/friends'
const getFilm = 'GET /api/movies/7'
const show = () => showPage({ path: '/movie/:id/friends', ...page }, '/movie/7/friends')

it('shows who logged the film, with what each of them made of it', async () => {
  fakeApi({
    [getFilm]: () => filmPage(),
    [getFriends]: () => [
      filmLog({ _id: uuid('a'), review: 'Salt in every frame.', rewatchCount: 2 }),
      filmLog({ _id: uuid('b'), user: member('3', 'noor'), rating: null }),
      filmLog({ _id: uuid('c'), user: member('4', 'reem'), review: 'He drowns.', spoilers: true }),
      filmLog({ _id: uuid('d'), user: member('5', 'sami'), image: '/media/x.webp' }),
    ],
  })
  show()
  const rows = await screen.findAllByRole('link')
  expect(screen.getByRole('heading', { level: 1, name: 'Friends who logged Salt Harbour' })).toBeDefined()
  expect(document.title).toBe('Friends who logged Salt Harbour · Scene')
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    `/review/${uuid('a')}`,
    `/movie/7/reviews/${uuid('3')}`,
    `/review/${uuid('c')}`,
    `/review/${uuid('d')}`,
  ])
  expect(
    screen.getByRole('link', { name: '@omar, rated 3.5 out of 5 stars, Just now, has review, rewatched 2x' }),
  ).toBe(rows[0])
  expect(screen.getByRole('link', { name: '@noor, Just now' })).toBe(rows[1])
  expect(rows[0]?.textContent).toContain('2x')
  expect(rows[0]?.textContent).toContain('Salt in every frame.')
  expect(rows[2]?.textContent).not.toContain('He drowns.')
  expect(rows.map((row) => row.querySelectorAll('[data-icon="review"]').length)).toEqual([1, 0, 1, 0])
})

it('asks for more than one page', async () => {
  const requests = fakeApi({
    [getFilm]: () => filmPage(),
    [getFriends]: ({ query }) =>
      query.get('cursor') === 'c2'
        ? [filmLog({ _id: uuid('b'), user: member('3', 'noor') })]
        : Response.json([filmLog()], { headers: { 'X-Next-Cursor': 'c2' } }),
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(requests.filter(({ route }) => route === getFriends).map(({ query }) => query.get('limit'))).toEqual(
    ['24', '24'],
  )
})

it('says that there is nobody, also while the film source is down', async () => {
  fakeApi({
    [getFriends]: () => [],
    [getFilm]: () => {
      throw new Refusal(429, 'film.source_down', 'x')
    },
  })
  show()
  expect(await screen.findByText('No friends have logged this film yet.')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Watched by friends' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('shows the empty text when the call fails, and asks again on request', async () => {
  let fails = true
  fakeApi({
    [getFilm]: () => filmPage(),
    [getFriends]: () => {
      if (fails) throw new Refusal(400, 'request.invalid', 'x')
      return [filmLog()]
    },
  })
  show()
  expect(await screen.findByText('No friends have logged this film yet.')).toBeDefined()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /^@omar/ })).toBeDefined()
})
