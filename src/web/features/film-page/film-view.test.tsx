import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  filmLog,
  filmPage,
  me,
  member,
  showFilm,
  showPage,
  signInAsLayla,
  uuid,
} from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import * as page from '#web/pages/film.page.tsx'

beforeEach(signInAsLayla)

const person = (id: number, name: string) => ({ id, name, profile_path: null })
const actor = (id: number, character: string) => ({ ...person(id, `Actor ${id}`), character, order: id })
const director = (id: number) => ({
  ...person(id, `Director ${id}`),
  job: 'Director',
  department: 'Directing',
})
const newest = { _id: uuid('a'), rating: 4, createdAt: new Date().toISOString(), seenOnly: false }
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const region = (name: string) => screen.getByRole('region', { name })
const linksOf = (box: HTMLElement) =>
  within(box)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('what a film is', () => {
  it('says what is not known, one text for each part', async () => {
    await showFilm()
    for (const text of [
      'No overview yet.',
      'No director found',
      'No friends have logged this film yet.',
      'No trailer available',
      'No reviews yet.',
    ])
      expect(screen.getByText(text)).toBeDefined()
    expect(within(region('Starring')).getByText('No cast found')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'More →' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'All →' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Similar Films' }))
    expect(await screen.findByText('No similar films found.')).toBeDefined()
    await userEvent.click(screen.getByRole('tab', { name: 'Where to Watch' }))
    expect(await screen.findByText('No streaming info available.')).toBeDefined()
  })

  it('leads to the directors, to the first four actors and from the tab to all of them', async () => {
    const { router } = await showFilm({
      overview: 'A harbour.',
      directors: [director(31), director(32)],
      cast: [actor(1, 'Mona'), actor(2, ''), actor(3, ''), actor(4, ''), actor(5, 'The last one')],
    })
    expect(linksOf(region('Director'))).toEqual(['/director/31', '/director/32'])
    const first = ['/actor/1', '/actor/2', '/actor/3', '/actor/4']
    expect(linksOf(region('Starring'))).toEqual(first)
    expect(linksOf(screen.getByRole('tabpanel', { name: 'Full Cast' }))).toEqual([...first, '/actor/5'])
    expect(screen.getByText('The last one')).toBeDefined()
    await userEvent.click(screen.getByRole('tab', { name: 'Similar Films' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=similar'))
  })

  it.each([
    [1, 1, false],
    [2, 2, true],
    [5, 9, true],
  ])('shows %i friends of %i; More only with several: %s', async (listed, count, more) => {
    const friends = Array.from({ length: listed }, (_, at) => ({
      ...member(String(at + 2), `friend${at}`),
      rating: null,
    }))
    await showFilm({ friends, friendsCount: count })
    const box = region('Watched by friends')
    expect(linksOf(box)).toEqual([
      ...(more ? ['/movie/7/friends'] : []),
      ...friends.map(({ _id }) => `/profile/${_id}`),
    ])
    expect(within(box).queryByText('No friends have logged this film yet.')).toBeNull()
  })

  it('shows three reviews, hides spoilers, and leads to all', async () => {
    const popularReviews = ['a', 'b', 'c', 'd'].map((digit) =>
      filmLog({ _id: uuid(digit), review: `Text ${digit}`, spoilers: digit === 'b' }),
    )
    await showFilm({ popularReviews })
    const box = region('Popular reviews')
    expect(within(box).getAllByRole('article')).toHaveLength(3)
    expect(within(box).getByText('Text a')).toBeDefined()
    expect(within(box).queryByText('Text b')).toBeNull()
    const all = within(box).getByRole('link', { name: 'All →' })
    expect(all.getAttribute('href')).toBe('/movie/7/reviews')
  })

  it('says that the source dropped it and shows what members know', async () => {
    await showFilm({ sourceMissing: true, myLogs: [newest], popularReviews: [filmLog({ review: 'Kept.' })] })
    expect(screen.getByText(/^The film database no longer lists this film\./)).toBeDefined()
    expect(screen.getByText('Kept.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Change poster' })).toBeNull()
  })

  it('credits the text of the overview', async () => {
    await showFilm({ overview: 'x', overviewCredit: { text: 'A page', url: 'https://example.org/a' } })
    const credit = screen.getByRole('link', { name: 'Overview: A page' })
    expect(credit.getAttribute('href')).toBe('https://example.org/a')
  })
})

describe('what members gave', () => {
  const counts = (given: Record<number, number>) =>
    Array.from({ length: 10 }, (_, index) => given[index + 1] ?? 0)

  it('is an average with a chart that says itself, and friends with their stars', async () => {
    await showFilm({
      stats: { logs: 1204, ratings: 4, average: 3.875, byRating: counts({ 7: 1, 8: 3 }) },
      friends: [
        { ...member('2', 'noor'), rating: 4.5 },
        { ...member('3', 'omar'), rating: null },
      ],
      friendsCount: 2,
      friendsRatings: { ratings: 1, average: 4.5 },
    })
    const box = region('Ratings')
    expect(within(box).getByText('3.9')).toBeDefined()
    for (const text of ['4 ratings', '1,204 logs']) expect(within(box).getByText(text)).toBeDefined()
    expect(
      within(box).getByRole('img', {
        name: 'Average 3.9 of 5 from 4 ratings. Most gave 4 out of 5 stars.',
      }),
    ).toBeDefined()
    const friends = within(region('Watched by friends'))
    expect(friends.getByText('Friends, 1')).toBeDefined()
    expect(friends.getByRole('link', { name: '@noor, 4.5 out of 5 stars' })).toBeDefined()
    expect(friends.getByRole('link', { name: '@omar' })).toBeDefined()
  })

  const seenCall = `/api/users/${me}/films/7/seen`
  const stars = () => within(region('Your rating')).getByRole('slider')

  it('begins with the viewer’s own stars, which are changed there and taken away', async () => {
    let rating: number | null = 3.5
    const { requests } = await showFilm(
      {},
      {
        [`GET /api/users/${me}/film-marks`]: () => ({ seen: [[7, 3.5]], watchlist: [], favourites: [] }),
        [`GET ${seenCall}`]: () => ({ seen: true, rating }),
        [`POST ${seenCall}`]: ({ body }) => {
          rating = (body as { rating: number }).rating || null
          return { rating, isNew: false }
        },
      },
    )
    await waitFor(() => expect(stars().getAttribute('aria-valuenow')).toBe('3.5'))
    stars().focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(stars().getAttribute('aria-valuenow')).toBe('4')
    await within(region('Your rating')).findByText('Saved')
    await userEvent.click(within(region('Your rating')).getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(rating).toBeNull())
    const asked = (route: string) => requests.filter((request) => request.route === route)
    // What was told of each change is asked for again.
    await waitFor(() => expect(asked('GET /api/movies/7')).toHaveLength(3))
    await waitFor(() => expect(asked(`GET ${seenCall}`)).toHaveLength(2))
    const sent = asked(`POST ${seenCall}`)
    expect(sent.map(({ body }) => body)).toEqual([{ rating: 4 }, { rating: 0 }])
    expect(stars().getAttribute('aria-valuenow')).toBe('0')
  })

  it('saves the stars at once when the page is left before they rest', async () => {
    const { requests } = await showFilm({}, { [`POST ${seenCall}`]: () => ({ rating: 5, isNew: true }) })
    fireEvent.keyDown(stars(), { key: 'End' })
    fireEvent(document, new Event('visibilitychange'))
    const sent = () => requests.filter(({ route }) => route === `POST ${seenCall}`).map(({ body }) => body)
    await waitFor(() => expect(sent()).toEqual([{ rating: 5 }]), { timeout: 300 })
  })

  it('shows the stars that were there again where new ones could not be saved', async () => {
    await showFilm(
      {},
      {
        [`GET /api/users/${me}/film-marks`]: () => ({ seen: [[7, 2]], watchlist: [], favourites: [] }),
        [`POST ${seenCall}`]: () => {
          throw new NoNetwork()
        },
      },
    )
    await waitFor(() => expect(stars().getAttribute('aria-valuenow')).toBe('2'))
    stars().focus()
    await userEvent.keyboard('{End}')
    expect(stars().getAttribute('aria-valuenow')).toBe('5')
    expect(await screen.findByText('Not saved. Try again.')).toBeDefined()
    expect(stars().getAttribute('aria-valuenow')).toBe('2')
  })

  it('is one line where nobody gave anything, whatever votes the film source has', async () => {
    await showFilm({ vote_average: 8.7, vote_count: 5000 })
    expect(within(region('Ratings')).getByText('No ratings yet.')).toBeDefined()
    expect(screen.queryByText(/8[.,]7|5,000/)).toBeNull()
  })
})

describe('what leads to other films', () => {
  it('is its year, its countries and its genres', async () => {
    await showFilm({
      genres: [{ id: 18, name: 'Drama' }],
      origin_country: ['KR', 'SU'],
      release_date: '2019-05-30',
    })
    for (const [name, address] of [
      ['2019', '/films?year=2019'],
      ['South Korea', '/films?country=KR'],
      ['Soviet Union', '/films?country=SU'],
      ['Drama', '/films?genre=18'],
    ] as const)
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address)
  })
})

describe('the lists', () => {
  it.each([
    [{ count: 1, hasMore: false }, 'On 1 list'],
    [{ count: 96, hasMore: false }, 'On 96 lists'],
    [{ count: 500, hasMore: true }, 'On more than 500 lists'],
  ])('%o are said and lead to those lists', async (lists, name) => {
    await showFilm({ lists })
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/movie/7/lists')
  })

  it('are not named where there are none', async () => {
    await showFilm({})
    expect(screen.queryByRole('link', { name: /^On / })).toBeNull()
  })
})

describe('the editor', () => {
  const mine = {
    ...filmLog({ review: 'My words.', user: member('1', 'layla') }),
    replies: [],
    moreReviews: [],
  }
  const getMine = `GET /api/logs/${mine._id}`
  const editor = () => screen.findByRole('dialog', { name: 'Salt Harbour' })

  it('opens for a new log', async () => {
    await showFilm()
    await userEvent.click(button('Log'))
    expect(within(await editor()).getByRole('button', { name: 'Log' })).toBeDefined()
  })

  it('opens for the log of the address, closes with it, and opens again after Back', async () => {
    const { router } = await showFilm(
      { myLogs: [newest, { ...newest, _id: uuid('b') }] },
      { [getMine]: () => mine },
      `?edit=1&logId=${mine._id}`,
    )
    const dialog = await editor()
    expect(within(dialog).getByDisplayValue('My words.')).toBeDefined()
    expect(within(dialog).getByRole('button', { name: 'Update' })).toBeDefined()
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')
    await router.navigate(-1)
    await userEvent.click(within(await editor()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location).toMatchObject({ pathname: '/movie/7', search: '' })
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toContain(`logId=${mine._id}`))
  })

  it.each([
    ['of another member', { [getMine]: () => ({ ...mine, user: member('2', 'omar') }) }, mine._id],
    ['of another film', { [getMine]: () => ({ ...mine, tmdbId: 8 }) }, mine._id],
    ['that is not there', {}, mine._id],
    ['that no log can have', {}, '%3Cb%3E'],
  ])('stays closed for a log %s', async (_, answers, logId) => {
    const { requests } = await showFilm({}, answers, `?edit=1&logId=${logId}`)
    await waitFor(() =>
      expect(requests.filter(({ route }) => route.startsWith('GET /api/logs/'))).not.toEqual([]),
    )
    await userEvent.click(screen.getByRole('tab', { name: 'Similar Films' }))
    expect(await screen.findByText('No similar films found.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a film that does not come', () => {
  const open = (answer: () => unknown, path = '/movie/7') => {
    const id = path.split('/')[2]
    fakeApi({ [`GET /api/movies/${id}`]: answer })
    showPage({ path: '/movie/:id', ...page }, path)
  }

  it('shows that it is loading', async () => {
    const { promise, resolve } = Promise.withResolvers<FilmPage>()
    open(() => promise)
    expect(await screen.findByText('Loading...', { selector: '[role=status]' })).toBeDefined()
    resolve(filmPage())
    expect(await screen.findByRole('heading', { level: 1, name: 'Salt Harbour' })).toBeDefined()
  })

  it('shows what other answers say of it while its own is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<FilmPage>()
    fakeApi({ 'GET /api/movies/7': () => promise })
    const { router, queryClient } = showPage({ path: '/movie/:id', ...page }, '/elsewhere')
    const { id, title, poster, backdrop_path } = filmPage()
    queryClient.setQueryData(['films', 'trending'], [{ id, title, poster, backdrop_path }])
    await router.navigate('/movie/7')
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(document.querySelector('img[src="/t/p/w500/p0.jpg"]')).not.toBeNull()
    expect(screen.getByText('Loading...', { selector: '[role=status]' })).toBeDefined()
    resolve(filmPage())
    expect(await screen.findByRole('button', { name: 'Log' })).toBeDefined()
  })

  it('is unknown: nothing to try again', async () => {
    open(() => {
      throw new Refusal(404, 'film.not_found', 'This film could not be found.')
    })
    expect(await screen.findByText('This film could not be found.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('is asked for again when the source was down', async () => {
    let down = true
    open(() => {
      // Not retried by itself: the status is not the server's own fault in this answer.
      if (down) throw new Refusal(429, 'film.source_down', 'x')
      return filmPage()
    })
    expect(await screen.findByText('The film database is not available right now.')).toBeDefined()
    down = false
    await userEvent.click(button('Try again'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Salt Harbour' })).toBeDefined()
  })

  it('without a connection can be tried again', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open(() => {
      throw new NoNetwork()
    })
    expect(await screen.findByText('Not saved for offline.')).toBeDefined()
    expect(button('Try again')).toBeDefined()
    vi.restoreAllMocks()
  })
})
