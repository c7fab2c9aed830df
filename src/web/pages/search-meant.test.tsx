import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { fakeApi as fakeWholeApi, Refusal } from '#test/fakes/web-api.ts'
import { Component as SearchPage } from './search.page.tsx'

const hintsRoute = 'GET /api/search/hints'
const noHints = { people: [], member: null, choices: null }

const fakeApi: typeof fakeWholeApi = (answers) => fakeWholeApi({ [hintsRoute]: () => noHints, ...answers })

const films = (titles: string[]) => ({
  results: titles.map((title, at) => ({
    id: 100 + at,
    title,
    original_title: title,
    poster: null,
    release_date: '2011-05-01',
  })),
  page: 1,
  total_pages: 1,
})
const people = (name: string) => ({
  results: [
    { id: 1, name, profile_path: null, profile: null, known_for_department: 'Directing', knownFor: ['Salt'] },
  ],
  page: 1,
  total_pages: 1,
})

function show() {
  renderRoutes([{ path: '/search', element: <SearchPage /> }], '/search')
  return { box: () => screen.getByRole<HTMLInputElement>('searchbox') }
}

describe('what was meant', () => {
  const film = (id: number, title: string) => ({
    id,
    title,
    original_title: title,
    original_language: 'en',
    poster: null,
    release_date: '2019-05-01',
  })

  it('stands first, what is only spelled like it and what is little known fold into rows', async () => {
    fakeApi({
      'GET /api/movies/search': () => ({
        results: [film(1, 'Parasite'), film(2, 'Parasite Eve'), film(3, 'Paradise'), film(4, 'Paradise Now')],
        page: 1,
        total_pages: 1,
        exact: [1],
        alike: [3, 4],
        lesserKnown: [film(5, 'Parasites')],
      }),
      'GET /api/movies/1': () => ({
        ...film(1, 'Parasite'),
        directors: [],
        runtime: 0,
        stats: { average: 4.1667 },
      }),
    })
    const { box } = show()
    await userEvent.type(box(), 'parasite')
    await screen.findByRole('link', { name: /^Parasite, 2019/ })
    expect(screen.getByRole('button', { name: 'Log' })).toBeDefined()
    // Read out as it is shown.
    expect(await screen.findByText('average 4.2 out of 5 stars')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Parasite Eve, 2019' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Paradise, 2019' })).toBeNull()
    const alike = screen.getByRole('button', { name: 'Did you mean Paradise' })
    expect(alike.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(alike)
    expect(alike.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { name: 'Paradise Now, 2019' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '1 lesser-known film: show' }))
    expect(screen.getByRole('link', { name: 'Parasites, 2019' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Paradise, 2019' })).toBeNull()
  })

  it('little-known films are offered where nothing else is found', async () => {
    fakeApi({
      'GET /api/movies/search': () => ({ ...films([]), lesserKnown: [film(5, 'Salt'), film(6, 'Salty')] }),
    })
    const { box } = show()
    await userEvent.type(box(), 'sal')
    await screen.findByText('No results found.')
    await userEvent.click(screen.getByRole('button', { name: '2 lesser-known films: show' }))
    expect(screen.getByRole('link', { name: 'Salt, 2019' })).toBeDefined()
  })

  it('lines lead to people, a member and the films of a kind, but not to the tab that is open', async () => {
    fakeApi({
      'GET /api/movies/search': () => films(['Salt']),
      'GET /api/people/search': () => people('Bong Joon-ho'),
      [hintsRoute]: () => ({
        people: [{ id: 7, name: 'Bong Joon-ho', role: 'director' }],
        member: { _id: 'b', username: 'bong' },
        choices: { genre: [27], country: 'SU', lang: 'cn', decade: 1990 },
      }),
    })
    const { box } = show()
    await userEvent.type(box(), 'bong')
    const director = await screen.findByRole('link', { name: 'Directing: Bong Joon-ho' })
    expect(director.getAttribute('href')).toBe('/director/7')
    expect(screen.getByRole('link', { name: 'Member: @bong' }).getAttribute('href')).toBe('/profile/b')
    const browse = screen.getByRole('link', { name: /^Browse: Horror/ })
    expect(browse.textContent).toContain('Horror, Soviet Union, Cantonese, 1990s')
    expect(browse.getAttribute('href')).toBe('/films?genre=27&decade=1990&country=SU&lang=cn')
    await userEvent.click(screen.getByRole('tab', { name: 'directors' }))
    await screen.findByRole('link', { name: /Bong Joon-ho, known for/ })
    expect(screen.queryByRole('link', { name: 'Directing: Bong Joon-ho' })).toBeNull()
  })

  it('results wait a little for the lines above them, and go on showing the earlier ones meanwhile', async () => {
    const first = Promise.withResolvers<object>()
    fakeApi({
      'GET /api/movies/search': ({ query }) => films([`Film ${query.get('q')}`]),
      [hintsRoute]: ({ query }) =>
        query.get('q') === 'bong' ? { ...noHints, member: { _id: 'b', username: 'bong' } } : first.promise,
    })
    const { box } = show()
    await userEvent.type(box(), 'bong{Enter}')
    await screen.findByRole('link', { name: 'Film bong, 2011' })
    expect(screen.getByRole('link', { name: 'Member: @bong' })).toBeDefined()

    await userEvent.type(box(), 's{Enter}')
    first.resolve({ ...noHints, member: { _id: 'c', username: 'bongs' } })
    const film = await screen.findByRole('link', { name: 'Film bongs, 2011' })
    const hint = screen.getByRole('link', { name: 'Member: @bongs' })
    expect(film.compareDocumentPosition(hint)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    expect(screen.queryByRole('link', { name: 'Member: @bong' })).toBeNull()
  })

  it('a line that comes late has its place above the results, one that fails nowhere', async () => {
    const late = Promise.withResolvers<object>()
    fakeApi({
      'GET /api/movies/search': ({ query }) => films([`Film ${query.get('q')}`]),
      [hintsRoute]: ({ query }) => {
        if (query.get('q') === 'fails') throw new Refusal(503, 'film.source_down', 'No answer.')
        return late.promise
      },
    })
    const { box } = show()
    await userEvent.type(box(), 'bong{Enter}')
    const film = await screen.findByRole('link', { name: 'Film bong, 2011' })
    late.resolve({
      people: [
        { id: 7, name: 'Bong Joon-ho', role: 'director' },
        { id: 7, name: 'Bong Joon-ho', role: 'actor' },
      ],
      member: { _id: 'b', username: 'bong' },
      choices: { genre: [27] },
    })
    const hint = await screen.findByRole('link', { name: 'Directing: Bong Joon-ho' })
    expect(film.compareDocumentPosition(hint)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    // There is room for one.
    expect(within(screen.getByRole('list', { name: 'Also meant' })).getAllByRole('listitem')).toHaveLength(1)

    await userEvent.clear(box())
    await userEvent.type(box(), 'fails{Enter}')
    await screen.findByRole('link', { name: 'Film fails, 2011' })
    expect(screen.queryByRole('link', { name: /Bong/ })).toBeNull()
  })
})

describe('who is seen most here', () => {
  const person = { id: 4, name: 'Amal', profile_path: null, profile: null, known_for_department: 'Acting' }

  it('stands on the tabs of actors and directors before anything is typed', async () => {
    fakeApi({
      'GET /api/people/seen': ({ query }) =>
        query.get('role') === 'actor' ? [{ ...person, knownFor: ['Salt'] }] : [],
    })
    show()
    await userEvent.click(screen.getByRole('tab', { name: 'actors' }))
    const link = await screen.findByRole('link', { name: /^Amal, known for Salt/ })
    expect(link.getAttribute('href')).toBe('/actor/4')
    expect(screen.getByRole('heading', { name: 'Most seen here' })).toBeDefined()
    await userEvent.click(screen.getByRole('tab', { name: 'directors' }))
    await screen.findByText('Nobody yet. They come with the first logs.')
  })

  it('can be asked for again', async () => {
    let fails = true
    fakeApi({
      'GET /api/people/seen': () => {
        if (fails) throw new Refusal(400, 'request.invalid', 'x')
        return [{ ...person, knownFor: [] }]
      },
    })
    show()
    await userEvent.click(screen.getByRole('tab', { name: 'actors' }))
    await screen.findByText('Could not be loaded.')
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Amal' })).toBeDefined()
  })
})
