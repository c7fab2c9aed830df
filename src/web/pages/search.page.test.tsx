import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { fakeApi as fakeWholeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { readRecents, writeRecents } from '#web/features/search/recents.ts'
import { Component as SearchPage } from './search.page.tsx'

const films = (titles: string[], page = 1, total_pages = 1) => ({
  results: titles.map((title, at) => ({
    id: page * 100 + at,
    title,
    poster: null,
    release_date: '2011-05-01',
  })),
  page,
  total_pages,
})

const people = (...names: string[]) => ({
  results: names.map((name, at) => ({
    id: at + 1,
    name,
    profile_path: '/p.jpg',
    profile: '/t/p/w185/p.jpg',
    known_for_department: 'Acting',
    knownFor: at === 0 ? ['Salt Harbour', 'The Last Well'] : [],
  })),
  page: 1,
  total_pages: 1,
})

const list = {
  _id: 'l',
  title: 'Sea films',
  description: '',
  coverImage: null,
  posters: [],
  filmsCount: 2,
  isPrivate: false,
  isRanked: false,
  user: { _id: 'o', username: 'omar', avatar: null },
  likes: [],
  likeCount: 3,
  likedByMe: false,
  savedByMe: false,
  createdAt: '2026-03-01T10:00:00.000Z',
}

const member = {
  _id: 'o',
  username: 'omar',
  name: 'Omar',
  avatar: null,
  followersCount: 0,
  isFollowing: false,
  followsMe: false,
  following: [],
}

const hintsRoute = 'GET /api/search/hints'
const noHints = { people: [], member: null, choices: null }

/** Without hints where a test gives none. */
const fakeApi: typeof fakeWholeApi = (answers) => fakeWholeApi({ [hintsRoute]: () => noHints, ...answers })

function show(address = '/search') {
  const { router, ...view } = renderRoutes([{ path: '/search', element: <SearchPage /> }], address)
  const box = () => screen.getByRole<HTMLInputElement>('searchbox')
  return { router, box, ...view }
}

/** Without what an empty box asks for. */
const searches = (requests: readonly FakeRequest[]) =>
  requests.filter(({ route, query }) => route !== hintsRoute && (query.has('q') || query.has('query')))

const announced = () => screen.getAllByRole('status').map((status) => status.textContent)
const filmLink = (title: string) => screen.findByRole('link', { name: `${title}, 2011` })

describe('typing', () => {
  it('asks once for a word that is typed in one go, and keeps it as recent', async () => {
    const requests = fakeApi({ 'GET /api/movies/search': () => films(['Salt Harbour']) })
    const { box } = show()
    await userEvent.type(box(), 'salt')
    await filmLink('Salt Harbour')
    expect(screen.getByText('Showing results for').textContent).toBe('Showing results for “salt”')
    expect(announced()).toContain('1 result')
    expect(searches(requests).map(({ query }) => query.get('q'))).toEqual(['salt'])
    expect(readRecents(localStorage)).toEqual([{ query: 'salt', tab: 'films' }])
    expect(sessionStorage.getItem('lastSearchQuery')).toBe('salt')
  })

  it('never lets a late answer replace a newer one, and keeps what is shown meanwhile', async () => {
    const late = Promise.withResolvers<object>()
    const newer = Promise.withResolvers<object>()
    fakeApi({
      'GET /api/movies/search': ({ query }) => {
        if (query.get('q') === 'a') return films(['Alpha'])
        return query.get('q') === 'ab' ? late.promise : newer.promise
      },
    })
    const { box } = show()
    await userEvent.type(box(), 'a')
    await filmLink('Alpha')
    await userEvent.type(box(), 'b')
    await screen.findByText('“ab”')
    expect(screen.getByRole('link', { name: 'Alpha, 2011' })).toBeDefined()
    await userEvent.type(box(), 'c')
    await screen.findByText('“abc”')
    newer.resolve(films(['Newer']))
    await filmLink('Newer')
    late.resolve(films(['Late']))
    await Promise.resolve()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Alpha, 2011' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'Late, 2011' })).toBeNull()
    expect(readRecents(localStorage)).toEqual([{ query: 'abc', tab: 'films' }])
  })

  it('does not bring back the old results for what is typed into an emptied box', async () => {
    fakeApi({ 'GET /api/movies/search': ({ query }) => films([`Film ${query.get('q')}`]) })
    const { box } = show()
    await userEvent.type(box(), 'alpha')
    await filmLink('Film alpha')
    await userEvent.clear(box())
    expect(screen.getByRole('heading', { name: 'Recent searches' })).toBeDefined()
    await userEvent.type(box(), 'b')
    expect(screen.queryByText('“alpha”')).toBeNull()
    await filmLink('Film b')
  })

  it('takes Arabic-Indic digits', async () => {
    const requests = fakeApi({ 'GET /api/movies/search': () => films(['Eleven']) })
    const { box } = show()
    await userEvent.type(box(), '١١٠٢٠')
    await filmLink('Eleven')
    expect(searches(requests)[0]?.query.get('q')).toBe('11020')
    expect(box().value).toBe('١١٠٢٠')
  })
})

describe('the five tabs', () => {
  it.each([
    ['films', 'GET /api/movies/search', films(['Salt']), 'Salt, 2011', '/movie/100'],
    ['users', 'GET /api/users', [member], '@omar', '/profile/o'],
    ['lists', 'GET /api/lists/search', [list], 'Sea films, list by omar, 3 likes', '/list/l'],
    [
      'actors',
      'GET /api/people/search',
      people('Mia'),
      'Mia, known for Salt Harbour, The Last Well',
      '/actor/1',
    ],
    [
      'directors',
      'GET /api/people/search',
      people('Mia'),
      'Mia, known for Salt Harbour, The Last Well',
      '/director/1',
    ],
  ])('%s lead to their screen', async (tab, route, answer, name, path) => {
    localStorage.setItem('token', 't')
    fakeApi({ [route]: () => answer })
    const { box, router } = show(`/search?tab=${tab}`)
    expect(screen.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true')
    await userEvent.type(box(), 'x')
    await userEvent.click(await screen.findByRole('link', { name }))
    expect(router.state.location.pathname).toBe(path)
  })

  it('ask for people by their role', async () => {
    const requests = fakeApi({ 'GET /api/people/search': ({ query }) => people(query.get('role') ?? '') })
    const { box } = show('/search?tab=actors')
    await userEvent.type(box(), 'm')
    await screen.findByRole('link', { name: /^actor/ })
    await userEvent.click(screen.getByRole('tab', { name: 'directors' }))
    await screen.findByRole('link', { name: /^director/ })
    expect(searches(requests).map(({ query }) => query.get('role'))).toEqual(['actor', 'director'])
  })

  it('skip the search for lists without a token', async () => {
    const requests = fakeApi({ 'GET /api/lists/search': () => [list] })
    const { box } = show('/search?tab=lists')
    await userEvent.type(box(), 'sea')
    expect(await screen.findByText('No results found.')).toBeDefined()
    expect(searches(requests)).toEqual([])
  })

  it('keep the chosen one in the address and for the session', async () => {
    fakeApi({})
    const { router, unmount } = show()
    await userEvent.click(screen.getByRole('tab', { name: 'actors' }))
    expect(router.state.location.search).toBe('?tab=actors')
    unmount()
    show()
    expect(screen.getByRole('tab', { name: 'actors' }).getAttribute('aria-selected')).toBe('true')
  })

  it('say that nothing was found', async () => {
    fakeApi({ 'GET /api/users': () => [], 'GET /api/people/search': () => people() })
    const { box } = show('/search?tab=users')
    await userEvent.type(box(), 'x')
    expect(await screen.findByText('No users found.')).toBeDefined()
    await userEvent.click(screen.getByRole('tab', { name: 'directors' }))
    expect(await screen.findByText('No results found.')).toBeDefined()
  })
})

describe('what goes wrong', () => {
  it('shows the empty text, and keeps no failed search as recent', async () => {
    fakeApi({
      'GET /api/movies/search': () => {
        throw new Refusal(400, 'request.invalid', 'The request is not valid.')
      },
    })
    const { box } = show()
    await userEvent.type(box(), 'fails')
    expect(await screen.findByText('No results found.')).toBeDefined()
    expect(readRecents(localStorage)).toEqual([])
  })

  it('says that there is no network, and searches again once there is one', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const requests = fakeApi({
      'GET /api/movies/search': () => {
        if (!navigator.onLine) throw new NoNetwork()
        return films(['Back'])
      },
    })
    const { box } = show()
    act(() => void window.dispatchEvent(new Event('offline')))
    await userEvent.type(box(), 'salt')
    expect(await screen.findByText('You are offline. Search again once you are connected.')).toBeDefined()
    expect(screen.queryByText('No results found.')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(searches(requests).length).toBeGreaterThan(1))
    online.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    await filmLink('Back')
  })
})

it('loads more, and what is on two pages shows once', async () => {
  const requests = fakeApi({
    'GET /api/movies/search': ({ query }) => {
      if (query.get('page') === '2') {
        const { results, ...rest } = films(['Second'], 2, 2)
        return { results: [...films(['First']).results, ...results], ...rest }
      }
      return films(['First'], 1, 2)
    },
  })
  const { box } = show()
  await userEvent.type(box(), 'x')
  await filmLink('First')
  expect(announced()).toContain('1 result')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await filmLink('Second')
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(screen.getByText('2 results', { selector: '[aria-hidden]' })).toBeDefined()
  // Not said again with every page.
  expect(announced()).toContain('1 result')
  expect(searches(requests).map(({ query }) => query.get('page'))).toEqual(['1', '2'])
})

describe('recent searches', () => {
  const recents = [
    { query: 'salt', tab: 'films' },
    { query: 'omar', tab: 'users' },
  ] as const

  it('repeat query and tab at once', async () => {
    writeRecents(localStorage, recents)
    const requests = fakeApi({ 'GET /api/users': () => [member] })
    const { box } = show()
    await userEvent.click(screen.getByRole('button', { name: 'omar users' }))
    expect(screen.getByText('“omar”')).toBeDefined()
    expect(box().value).toBe('omar')
    await screen.findByRole('link', { name: '@omar' })
    expect(searches(requests)).toHaveLength(1)
    expect(readRecents(localStorage)[0]).toEqual(recents[1])
  })

  it('are removed one by one, and the focus goes on', async () => {
    fakeApi({})
    writeRecents(localStorage, recents)
    const { box } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Remove “salt” from recent searches' }))
    const next = screen.getByRole('button', { name: 'Remove “omar” from recent searches' })
    expect(document.activeElement).toBe(next)
    await userEvent.click(next)
    expect(document.activeElement).toBe(box())
    expect(readRecents(localStorage)).toEqual([])
    expect(screen.getByText('Look for a film to log or a friend to follow.')).toBeDefined()
  })
})

describe('without a pointer', () => {
  it('Enter searches at once and records, Escape empties the box', async () => {
    fakeApi({ 'GET /api/movies/search': () => films([]) })
    const { box } = show()
    await userEvent.type(box(), 'salt{Enter}')
    expect(screen.getByText('“salt”')).toBeDefined()
    expect(readRecents(localStorage)).toEqual([{ query: 'salt', tab: 'films' }])
    await userEvent.type(box(), '{Escape}')
    expect(box().value).toBe('')
    expect(screen.getByRole('heading', { name: 'Recent searches' })).toBeDefined()
  })

  it('what Enter recorded is not replaced by typing on', async () => {
    fakeApi({ 'GET /api/movies/search': ({ query }) => films([`Film ${query.get('q')}`]) })
    const { box } = show()
    await userEvent.type(box(), 'salt{Enter}')
    await filmLink('Film salt')
    await userEvent.type(box(), 'y')
    await filmLink('Film salty')
    expect(readRecents(localStorage).map(({ query }) => query)).toEqual(['salty', 'salt'])
  })

  it('arrows lead from the box into the results and back', async () => {
    fakeApi({ 'GET /api/movies/search': () => films(['One', 'Two', 'Three']) })
    const { box } = show()
    await userEvent.type(box(), 'x')
    await filmLink('Three')
    const focused = () => document.activeElement?.textContent
    await userEvent.type(box(), '{ArrowDown}')
    expect(focused()).toContain('One, 2011')
    await userEvent.keyboard('{ArrowRight}')
    expect(focused()).toContain('Two, 2011')
    await userEvent.keyboard('{End}')
    expect(focused()).toContain('Three, 2011')
    await userEvent.keyboard('{Home}')
    expect(focused()).toContain('One, 2011')
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(box())
  })

  it('arrows in the box reach the recent searches too', async () => {
    writeRecents(localStorage, [{ query: 'salt', tab: 'films' }])
    fakeApi({})
    const { box } = show()
    act(() => box().focus())
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'salt films' }))
  })
})

describe('an empty box', () => {
  const values = {
    genres: [{ id: 18, name: 'Drama' }],
    countries: [],
    languages: [],
    providers: [{ provider_id: 8, provider_name: 'Shop', logo_path: null }],
  }
  const trending = Array.from({ length: 9 }, (_, at) => ({
    id: at + 1,
    title: `Trend ${at + 1}`,
    poster: null,
    release_date: '2011-05-01',
  }))

  it('leads to films by genre, decade and service, to what is trending and to lists', async () => {
    fakeApi({
      'GET /api/films/values': () => values,
      'GET /api/films': () => ({ results: trending.slice(0, 1), total: 1, dropped: [], next: null }),
      'GET /api/movies/trending': () => trending,
      'GET /api/lists/popular': () => [list],
    })
    show()
    const lead = async (name: string | RegExp) =>
      (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await lead('Drama')).toBe('/films?genre=18')
    expect(await lead('1990s')).toBe('/films?decade=1990')
    expect(await lead('Shop')).toBe('/films?on=8')
    expect(await lead(/^Sea films/)).toBe('/list/l')
    const row = within(await screen.findByRole('region', { name: 'Trending' }))
    expect(row.getAllByRole('link', { name: /^Trend/ })).toHaveLength(8)
    expect(row.getByRole('link', { name: 'All →' }).getAttribute('href')).toBe('/trending')
  })

  it('leads to what one’s own services have, where one has named them for the region', async () => {
    const own = { provider_id: 9, provider_name: 'Dune', logo_path: null }
    const answers = (region: string) => ({
      'GET /api/films/values': () => values,
      'GET /api/films': () => ({ results: [], total: 0, dropped: [], next: null }),
      'GET /api/streaming': () => ({ isKnown: true, region, services: [own] }),
    })
    localStorage.setItem('scene.region', 'SA')
    fakeApi(answers('SA'))
    const { unmount } = show()
    const services = async () =>
      within(await screen.findByRole('region', { name: 'On your services' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(await services()).toEqual(['Dune'])
    expect(screen.getByText('Streaming data by JustWatch')).toBeDefined()
    unmount()
    fakeApi(answers('FR'))
    show()
    expect(await services()).toEqual(['Shop'])
  })

  it('leaves out what cannot be loaded, and services that nobody knows of', async () => {
    fakeApi({ 'GET /api/films/values': () => ({ ...values, providers: [] }) })
    show()
    expect(await screen.findByRole('link', { name: 'Drama' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Trending' })).toBeNull())
    expect(screen.queryByRole('region', { name: 'On your services' })).toBeNull()
  })
})
