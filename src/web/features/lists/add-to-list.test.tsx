import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { signInAs } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import * as page from '#web/pages/add-to-list.page.tsx'

const film = { id: 7, title: 'Salt Harbour', poster: null }
const list = (at: number, title: string, more = {}) => ({
  _id: `018f0000-0000-7000-8000-00000000000${at}`,
  title,
  coverImage: null,
  posters: [],
  filmsCount: 2,
  isPrivate: false,
  hasFilm: false,
  ...more,
})
const doors = list(1, 'Doors')
const add = `POST /api/lists/${doors._id}/add`

const calls = {
  'GET /api/lists/my': () => [doors, list(2, 'Windows', { hasFilm: true, isPrivate: true })],
  [add]: () => doors,
  'POST /api/lists': () => doors,
}

function show(state: unknown = film, search = '') {
  renderRoutes([{ path: '/add-to-list/:movieId', ...page }], {
    pathname: '/add-to-list/7',
    search,
    state,
  })
}

beforeEach(() => {
  signInAs({ _id: 'me', username: 'layla' })
})

const noNetwork = () => {
  throw new NoNetwork()
}

it('puts the film into a list, once; one that has it says so', async () => {
  const requests = fakeApi(calls)
  show()
  expect(await screen.findByText('Salt Harbour')).toBeTruthy()
  const windows = await screen.findByRole('button', { name: /Windows.*private.*Added/ })
  await userEvent.click(windows)
  await userEvent.click(screen.getByRole('button', { name: /Doors.*2 films.*Add/ }))
  expect(await screen.findByText('Added to Doors')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /Doors.*Added/ }))
  const posts = requests.filter(({ route }) => route.startsWith('POST'))
  expect(posts.map(({ route, body }) => [route, body])).toEqual([[add, film]])
  expect(requests[0]?.query.get('film')).toBe('7')
})

it('shows only the non-private ones where it is asked for these, and leads to all', async () => {
  fakeApi(calls)
  show(film, '?lists=public')
  expect(await screen.findByRole('button', { name: /Doors/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Windows/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Show private lists too' }))
  expect(await screen.findByRole('button', { name: /Windows/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Show private lists too' })).toBeNull()
})

it('says when none of one’s lists is public', async () => {
  fakeApi({ ...calls, 'GET /api/lists/my': () => [list(2, 'Windows', { isPrivate: true })] })
  show(film, '?lists=public')
  expect(await screen.findByText('No public lists yet.')).toBeTruthy()
})

it('says of the non-private ones that the film could not be added', async () => {
  fakeApi({ ...calls, [add]: () => noNetwork() })
  show(film, '?lists=public')
  await userEvent.click(await screen.findByRole('button', { name: /Doors/ }))
  expect(await screen.findByText('Failed to add movie.')).toBeTruthy()
})

it('says when a list could not take it, and takes one that has it by now for done', async () => {
  let refused = 0
  const requests = fakeApi({
    ...calls,
    [add]: () => {
      if (refused++ === 0) throw new NoNetwork()
      throw new Refusal(409, 'list.film_twice', 'This film is already in the list.')
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: /Doors/ }))
  expect(await screen.findByText('Failed to add to list')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Doors/ }))
  expect(await screen.findByRole('button', { name: /Doors.*Added/ })).toBeTruthy()
  // With one film more than was known.
  await waitFor(() => expect(requests.filter(({ route }) => route === 'GET /api/lists/my')).toHaveLength(2))
})

it('begins a new list with the film, under one key however often it is tried', async () => {
  let tries = 0
  const requests = fakeApi({
    ...calls,
    'POST /api/lists': () => {
      if (tries++ === 0) throw new NoNetwork()
      return doors
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'New list' }))
  const title = screen.getByRole('textbox', { name: 'Title' })
  expect(document.activeElement).toBe(title)
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await userEvent.type(title, ' Harbours ')
  const privacy = screen.getByRole('switch', { name: 'Private' })
  await userEvent.click(privacy)
  expect(document.activeElement).toBe(privacy)
  await userEvent.click(save)
  expect(await screen.findByText('Failed to create list.')).toBeTruthy()
  expect(title).toHaveProperty('value', ' Harbours ')
  await userEvent.click(save)
  expect(await screen.findByText('Added to Harbours')).toBeTruthy()
  const made = requests.filter(({ route }) => route === 'POST /api/lists')
  expect(made.map(({ body }) => body)).toEqual(
    made.map(() => ({ title: 'Harbours', isPrivate: true, isRanked: false, movies: [film] })),
  )
  expect(new Set(made.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  // Nothing is made of the films of the answer.
  expect(made.map(({ query }) => query.get('limit'))).toEqual(['1', '1'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New list' }))
})

it('says so when the lists do not come, and tries again', async () => {
  let down = true
  fakeApi({ ...calls, 'GET /api/lists/my': () => (down ? noNetwork() : []) })
  show()
  expect((await screen.findAllByText('Failed to load your lists')).length).toBeGreaterThan(0)
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No lists yet.')).toBeTruthy()
})

it('asks for the film when it was not carried along, and says when there is none', async () => {
  fakeApi({ ...calls, 'GET /api/movies/7': () => ({ ...film, posterOverride: null }) })
  show(null)
  expect(await screen.findByText('Salt Harbour')).toBeTruthy()
  fakeApi(calls)
  show({ id: 8, title: 'Other', poster: null })
  await waitFor(() => expect(screen.getByText('Movie data is missing.')).toBeTruthy())
})
