import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { showPage } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, type FakeRequest } from '#test/fakes/web-api.ts'
import { browseQuery } from '#web/features/browse/browse.api.ts'
import { Component, loader, shouldRevalidate } from './films.page.tsx'

const values = {
  genres: [
    { id: 18, name: 'Drama' },
    { id: 27, name: 'Horror' },
  ],
  countries: ['EG', 'FR', 'SU'],
  languages: ['ar', 'cn'],
  providers: [],
}

const films = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    title: `Film ${from + at}`,
    poster: null,
    release_date: '1994-05-01',
  }))

const found = (results: object[], total: number | null = results.length) => ({
  results,
  total,
  dropped: [] as string[],
  next: null as string | null,
})

function open(path: string, browse: (request: FakeRequest) => unknown) {
  const requests = fakeApi({
    'GET /api/films': browse,
    'GET /api/films/values': () => values,
    'GET /api/tmdb/person/7': () => ({ id: 7, name: 'Haifaa Al-Mansour' }),
  })
  const { router, queryClient } = showPage({ path: '/films', loader, shouldRevalidate, Component }, path)
  const asked = () =>
    requests.filter(({ route }) => route === 'GET /api/films').map(({ query }) => query.toString())
  return { asked, queryClient, address: () => router.state.location.pathname + router.state.location.search }
}

const onDesk = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('1024'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

it('each choice on a desk is in the address at once, and is taken back by its chip', async () => {
  onDesk()
  const { address, asked } = open('/films?sort=newest', () => found(films(3), 1204))
  expect(await screen.findByText('1,204 films')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Genre' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Drama' }))
  await userEvent.click(screen.getByRole('option', { name: 'Horror' }))
  expect(address()).toBe('/films?genre=18,27&sort=newest')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('combobox', { name: 'Decade' }))
  await userEvent.click(await screen.findByRole('option', { name: '1990s' }))
  await userEvent.click(screen.getByRole('button', { name: 'Not seen yet' }))
  expect(address()).toBe('/films?genre=18,27&decade=1990&sort=newest&seen=no')
  await waitFor(() => expect(asked()).toContain('genre=18%2C27&decade=1990&sort=newest&seen=no'))
  // A film has one year.
  await userEvent.click(screen.getByRole('combobox', { name: 'Year' }))
  await userEvent.click(await screen.findByRole('option', { name: '1994' }))
  expect(address()).toBe('/films?genre=18,27&year=1994&sort=newest&seen=no')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Drama' }))
  expect(address()).toBe('/films?genre=27&year=1994&sort=newest&seen=no')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Horror' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(address()).toBe('/films?sort=newest')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

it('on a phone the choices of the sheet are used together, with a count of what they find', async () => {
  const { address } = open('/films?lang=ar', ({ query }) =>
    found(films(2), query.get('country') === 'SU' ? 7 : 98),
  )
  expect(await screen.findByText('98 films')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filters 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(sheet.getByRole('button', { name: 'Arabic films' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.type(sheet.getByRole('searchbox', { name: 'Find a country' }), 'sov')
  await userEvent.click(sheet.getByRole('button', { name: 'Soviet Union' }))
  expect(sheet.queryByRole('button', { name: 'France' })).toBeNull()
  expect(address()).toBe('/films?lang=ar')
  await userEvent.click(await sheet.findByRole('button', { name: 'Show 7 films' }))
  expect(address()).toBe('/films?country=SU&lang=ar')
  expect(await screen.findByText('7 films')).toBeTruthy()
})

it('says that choices were left out, and forgets them with the message', async () => {
  const { address } = open('/films?genre=18,999&country=ZZ&year=soon', ({ query }) => ({
    ...found(films(1)),
    dropped: query.get('country') === 'ZZ' ? ['genre', 'country'] : [],
  }))
  const message = await screen.findByText('Some choices do not exist and were left out.')
  expect(await screen.findByRole('button', { name: 'Remove Drama' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(address()).toBe('/films?genre=18')
  await waitFor(() => expect(message.isConnected).toBe(false))
  const heading = screen.getByRole('heading', { level: 1 })
  expect(document.activeElement).toBe(heading)
  const last = screen.getByRole('button', { name: 'Remove Drama' })
  last.focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/films')
  expect(document.activeElement).toBe(heading)
})

it('nothing that meets the choices leads on by taking the last one back', async () => {
  const { address } = open('/films?genre=27&seen=no', () => found([]))
  expect(await screen.findByText('No films match these choices.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove the last choice' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(address()).toBe('/films?genre=27')
})

it('films of a person say whose they are, until the choice is taken back', async () => {
  const { address, asked } = open('/films?genre=18&person=7', () => found(films(2)))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Haifaa Al-Mansour' }))
  expect(address()).toBe('/films?genre=18')
  await waitFor(() => expect(asked()).toEqual(['genre=18&person=7', 'genre=18']))
})

it('somebody unknown is said to be so, with a way to everybody’s films', async () => {
  const { address } = open('/films?person=8', ({ query }) =>
    query.has('person') ? { ...found([]), dropped: ['person'] } : found(films(2)),
  )
  expect(await screen.findByText('This person could not be found.')).toBeTruthy()
  expect(screen.queryByText('Some choices do not exist and were left out.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show everybody’s films' }))
  expect(address()).toBe('/films')
})

it('a count that nobody knows is not shown', async () => {
  open('/films?seen=no', () => found(films(2), null))
  expect(await screen.findByText('Film 2')).toBeTruthy()
  expect(screen.queryByText(/\d+ films/)).toBeNull()
})

it('what fails can be tried again; windows that are there stay', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let fails = true
  open('/films', ({ query }) => {
    if (fails) throw new NoNetwork()
    if (query.has('cursor')) throw new NoNetwork()
    return { ...found(films(24), 60), next: 'source.24' }
  })
  expect(await screen.findByText('Not saved for offline.')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('60 films')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Load more' })).toBeTruthy()
  expect(screen.getByText('Film 1')).toBeTruthy()
})

it('choices whose first films are there before they show go on to the next films', async () => {
  onDesk()
  const { asked, queryClient } = open('/films', ({ query }) =>
    query.has('cursor') ? found(films(24, 25), 48) : { ...found(films(24), 48), next: 'source.24' },
  )
  await waitFor(() => expect(asked()).toEqual(['', 'cursor=source.24']))
  await queryClient.prefetchInfiniteQuery(browseQuery({ seen: 'no' }))
  await userEvent.click(screen.getByRole('button', { name: 'Not seen yet' }))
  await waitFor(() => expect(asked().slice(2)).toEqual(['seen=no', 'seen=no&cursor=source.24']))
})
