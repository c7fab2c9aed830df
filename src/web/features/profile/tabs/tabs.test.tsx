import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { FilmsTab } from './films-tab.tsx'
import { ListsTab } from './lists-tab.tsx'
import type { Profile } from '#web/features/members/members.api.ts'
import type { ProfileTabProps } from '../profile-tabs.ts'
import { WatchlistTab } from './watchlist-tab.tsx'

const omar = '018f0000-0000-7000-8000-000000000002'
const filmsPath = `GET /api/users/${omar}/films`
const watchlistPath = `GET /api/users/${omar}/watchlist`
const loading = 'Loading your logged films...'

const logged = (tmdbId: number, patch: object = {}) => ({
  tmdbId,
  title: `Film ${tmdbId}`,
  poster_path: null,
  poster: null,
  posterOverride: null,
  release_date: '2011-05-01',
  rating: null,
  isFavorite: false,
  reviewId: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...patch,
})

const wanted = (tmdbId: number, patch: object = {}) => ({
  ...logged(tmdbId),
  id: tmdbId,
  runtime: 100,
  vote_average: 7,
  genre_ids: [18],
  isPrivate: false,
  ...patch,
})

const list = (n: number, patch: object = {}) => ({
  _id: `018f0000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  title: `List ${n}`,
  description: '',
  coverImage: null,
  posters: [],
  filmsCount: 0,
  isPrivate: false,
  isRanked: false,
  user: { _id: omar, username: 'omar_k', avatar: null },
  likes: [],
  likeCount: 0,
  likedByMe: false,
  savedByMe: false,
  createdAt: '2026-01-01T00:00:00Z',
  ...patch,
})

const paged = (items: object[], next: string) => Response.json(items, { headers: { 'X-Next-Cursor': next } })

function show(Tab: (props: ProfileTabProps) => React.ReactNode, { isOwner = true, search = '' } = {}) {
  const member = { _id: omar, username: 'omar_k' } as Profile
  const element = <Tab member={member} isOwner={isOwner} />
  return renderRoutes([{ path: '/profile', element }], `/profile${search}`).router
}

const link = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name })
const target = async (name: string) => (await link(name)).getAttribute('href')

beforeAll(async () => {
  // Loaded by the first menu that is opened.
  await import('#web/ui/overlays/menu-popup.tsx')
})

afterEach(() => {
  vi.useRealTimers()
})

describe('films', () => {
  it('open the review where there is one with text, else the film', async () => {
    fakeApi({
      [filmsPath]: () => [
        logged(7, { rating: 3.5, isFavorite: true, reviewId: '018f0000-0000-7000-8000-0000000000aa' }),
        logged(8),
      ],
    })
    show(FilmsTab, { isOwner: false })
    expect(await target('Film 7, rated 3.5 out of 5 stars, favorite, has review')).toBe(
      '/review/018f0000-0000-7000-8000-0000000000aa',
    )
    expect(await target('Film 8')).toBe('/movie/8')
    const items = within(screen.getByRole('list', { name: 'Logged films' })).getAllByRole('listitem')
    expect(items.map((item) => [item.ariaPosInSet, item.ariaSetSize])).toEqual([
      ['1', '2'],
      ['2', '2'],
    ])
  })

  it('are asked for by what is chosen, which the address keeps', async () => {
    const requests = fakeApi({ [filmsPath]: () => [logged(7)] })
    const router = show(FilmsTab, { isOwner: false })
    await link('Film 7')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Release Date')
    await userEvent.click(screen.getByRole('button', { name: 'Order: descending' }))
    await screen.findByRole('button', { name: 'Order: ascending' })
    await link('Film 7')
    expect(router.state.location.search).toBe('?sort=release&order=asc')
    const films = requests.filter(({ route }) => route === filmsPath)
    expect(films.map(({ query }) => Object.fromEntries(query))).toEqual([
      { sort: 'added', order: 'desc', limit: '100' },
      { sort: 'release', order: 'desc', limit: '100' },
      { sort: 'release', order: 'asc', limit: '100' },
    ])
  })

  it('of a tag are those that the address names, or another of the member’s tags, or all again', async () => {
    const requests = fakeApi({
      [filmsPath]: () => [logged(7)],
      [filmsPath.replace(/films$/, 'tags')]: () => [
        { tag: 'Cinema', logs: 3 },
        { tag: 'late', logs: 1 },
      ],
    })
    const router = show(FilmsTab, { isOwner: false, search: '?tag=cinema' })
    const tags = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Tag' })
    await waitFor(() => expect(tags.selectedOptions[0]?.textContent).toBe('\u2068Cinema\u2069 (3)'))
    await userEvent.selectOptions(tags, 'late')
    expect(router.state.location.search).toBe('?tag=late')
    await userEvent.selectOptions(tags, 'All tags')
    expect(router.state.location.search).toBe('')
    await link('Film 7')
    const films = requests.filter(({ route }) => route === filmsPath)
    expect(films.map(({ query }) => query.get('tag'))).toEqual(['cinema', 'late', null])
  })

  it('offer every sort, and no order for favourites', async () => {
    fakeApi({ [filmsPath]: () => [] })
    show(FilmsTab, { search: '?sort=favorites&order=asc' })
    expect(await screen.findByText('You haven’t marked any favorite films yet.')).toBeDefined()
    const sorts = within(screen.getByRole('combobox', { name: 'Sort' })).getAllByRole('option')
    expect(sorts.map((option) => option.textContent)).toEqual([
      'Recently Added',
      'Rating',
      'Release Date',
      'Runtime',
      'Favorites',
    ])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Order: descending' }).disabled).toBe(true)
  })

  it('say that there are none, also when they could not be loaded', async () => {
    let refuse = false
    fakeApi({
      [filmsPath]: () => {
        if (refuse) throw new Refusal(400, 'request.invalid', 'The request is not valid.')
        return []
      },
    })
    show(FilmsTab)
    expect(await screen.findByText('No films found for this filter.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Find films' })).toBeDefined()
    refuse = true
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Rating')
    await waitFor(() => expect(screen.queryByText(loading)).toBeNull())
    expect(screen.getByText('No films found for this filter.')).toBeDefined()
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  })
})

describe('the loading screen', () => {
  it.each([
    { name: 'films', Tab: FilmsTab, path: filmsPath, hold: 1000 },
    { name: 'watchlist', Tab: WatchlistTab, path: watchlistPath, hold: 800 },
  ])('of more than 100 in $name is held $hold ms', async ({ Tab, path, hold }) => {
    vi.useFakeTimers()
    const items = Array.from({ length: 100 }, (_, at) => wanted(at + 1))
    fakeApi({ [path]: ({ query }) => (query.has('cursor') ? [wanted(101)] : paged(items, 'two')) })
    show(Tab)
    await act(() => vi.advanceTimersByTimeAsync(hold - 1))
    expect(screen.getByText(loading).getAttribute('role')).toBe('status')
    expect(screen.queryByRole('link', { name: 'Film 1' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByRole('link', { name: 'Film 1' })).toBeDefined()
    expect(screen.queryByText(loading)).toBeNull()
  })

  it('of 100 or fewer is not held', async () => {
    vi.useFakeTimers()
    fakeApi({ [filmsPath]: () => Array.from({ length: 100 }, (_, at) => logged(at + 1)) })
    show(FilmsTab)
    expect(screen.getByText(loading).closest('[aria-busy="true"]')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(screen.getByRole('link', { name: 'Film 1' })).toBeDefined()
  })
})

describe('the watchlist', () => {
  const twoItems = () => [wanted(7), wanted(8, { isPrivate: true })]

  it('is sorted and narrowed by its owner', async () => {
    const requests = fakeApi({ [watchlistPath]: () => [wanted(7)] })
    const router = show(WatchlistTab)
    await link('Film 7')
    const genres = within(screen.getByRole('group', { name: 'Genre' })).getAllByRole('button')
    expect(genres.map((button) => button.textContent)).toEqual(
      'All Action Comedy Drama Horror Romance Animation Crime Thriller'.split(' '),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Horror' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Runtime')
    await waitFor(() => expect(router.state.location.search).toBe('?genre=27&sort=runtime&order=desc'))
    await waitFor(() =>
      expect(Object.fromEntries(requests.at(-1)?.query ?? [])).toEqual({
        sort: 'runtime',
        order: 'desc',
        genre: '27',
        limit: '100',
      }),
    )
  })

  it('has no controls for visitors, whatever the address says', async () => {
    const requests = fakeApi({ [watchlistPath]: () => [wanted(7)] })
    show(WatchlistTab, { isOwner: false, search: '?sort=runtime&genre=27' })
    expect(await target('Film 7')).toBe('/movie/7')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('group', { name: 'Genre' })).toBeNull()
    expect(requests[0]?.query.get('sort')).toBe('added')
    expect(requests[0]?.query.get('genre')).toBe('all')
  })

  it('says when it is empty and when it could not be loaded', async () => {
    fakeApi({})
    show(WatchlistTab, { isOwner: false })
    expect(screen.getByText(loading)).toBeDefined()
    expect(await screen.findByText('This watchlist is empty.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Find films' })).toBeNull()
  })

  it('leads its owner to films where it is empty, and to all genres where one has none', async () => {
    fakeApi({ [watchlistPath]: () => [] })
    show(WatchlistTab)
    const films = await screen.findByRole('link', { name: 'Find films' })
    expect(films.getAttribute('href')).toBe('/search?tab=films')
    await userEvent.click(screen.getByRole('button', { name: 'Horror' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Show all genres' }))
    expect(await screen.findByRole('link', { name: 'Find films' })).toBeDefined()
  })

  it('cannot open a film without a valid number', async () => {
    fakeApi({ [watchlistPath]: () => [wanted(7, { tmdbId: 0, id: null })] })
    show(WatchlistTab)
    await userEvent.click(await screen.findByRole('button', { name: 'Film 7' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This movie has no valid TMDB ID.')
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull()
  })

  it('makes a film private at once and takes it back when that failed', async () => {
    const answer = Promise.withResolvers<object>()
    const requests = fakeApi({ [watchlistPath]: twoItems, 'PATCH /api/watchlist/7': () => answer.promise })
    show(WatchlistTab)
    await link('Film 8, private')
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Film 7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Make private' }))
    await link('Film 7, private')
    expect(requests.at(-1)?.body).toEqual({ isPrivate: true })
    answer.reject(new Refusal(500, 'server.failed', 'Something went wrong.'))
    await link('Film 7')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update watchlist')
  })

  it('hands a film on to the picker of public lists', async () => {
    fakeApi({ [watchlistPath]: twoItems })
    const router = show(WatchlistTab)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Film 7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to list…' }))
    await screen.findByText('elsewhere')
    expect(router.state.location).toMatchObject({
      pathname: '/add-to-list/7',
      search: '?lists=public',
      state: { id: 7, title: 'Film 7', poster: null },
    })
  })

  it('makes a private film public', async () => {
    const requests = fakeApi({
      [watchlistPath]: twoItems,
      'PATCH /api/watchlist/8': () => ({ isPrivate: false }),
    })
    show(WatchlistTab)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Film 8' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Make public' }))
    await link('Film 8')
    expect(requests.at(-1)?.body).toEqual({ isPrivate: false })
  })

  it('loses a film at once, moves the focus on, and gets it back as private as it was', async () => {
    let items = twoItems()
    const requests = fakeApi({
      [watchlistPath]: () => items,
      'POST /api/watchlist/toggle': () => {
        items = items.length === 2 ? items.slice(0, 1) : twoItems()
        return { inWatchlist: items.length === 2 }
      },
    })
    show(WatchlistTab)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Film 8' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from watchlist' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Film 8/ })).toBeNull())
    expect(document.body.contains(document.activeElement)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await link('Film 8, private')
    const body = { movieId: 8, audience: 'me' }
    expect(requests.filter(({ route }) => !route.startsWith('GET')).map((sent) => sent.body)).toEqual([
      body,
      body,
    ])
  })

  it('shows a film again that could not be removed', async () => {
    fakeApi({
      [watchlistPath]: twoItems,
      'POST /api/watchlist/toggle': () => {
        throw new Refusal(500, 'server.failed', 'Something went wrong.')
      },
    })
    show(WatchlistTab)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Film 7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from watchlist' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update watchlist')
    await link('Film 7')
  })
})

describe('lists', () => {
  const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

  it('are one’s own, those that one edits, saved, popular and of friends for the owner, who can add one', async () => {
    const requests = fakeApi({
      'GET /api/lists/my': () => [list(1)],
      'GET /api/lists/friends': () => [list(2)],
    })
    const router = show(ListsTab)
    expect(await target('List 1, list by omar_k, 0 likes')).toBe(`/list/${list(1)._id}`)
    expect(names()).toEqual(['My lists', 'Edited', 'Saved', 'Popular', 'Friends'])
    expect(await target('Add List')).toBe('/create-list')
    await userEvent.click(screen.getByRole('tab', { name: 'Friends' }))
    await link('List 2, list by omar_k, 0 likes')
    expect(router.state.location.search).toBe('?lists=friends')
    const asked = requests.map(({ route }) => route)
    expect(asked.filter((route) => !route.endsWith('/tags'))).toEqual([
      'GET /api/lists/my',
      'GET /api/lists/friends',
    ])
  })

  it('may be those of a tag that some list has', async () => {
    const requests = fakeApi({
      [`GET /api/lists/user/${omar}`]: () => [list(1)],
      [`GET /api/users/${omar}/tags`]: () => [
        { tag: 'noir', logs: 3, lists: 1 },
        { tag: 'seen with friends', logs: 2, lists: 0 },
      ],
      'GET /api/lists/popular': () => [],
    })
    const router = show(ListsTab, { isOwner: false })
    const filter = await screen.findByRole('combobox', { name: 'Tag' })
    expect([...filter.children].map((option) => option.textContent)).toEqual([
      'All tags',
      '\u2068noir\u2069 (1)',
    ])
    await userEvent.selectOptions(filter, 'noir')
    await waitFor(() => expect(requests.at(-1)?.query.get('tag')).toBe('noir'))
    expect(router.state.location.search).toBe('?tag=noir')
    await userEvent.click(screen.getByRole('tab', { name: 'Popular' }))
    await screen.findByText('No popular lists yet.')
    expect(router.state.location.search).toBe('?lists=popular')
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('are the member’s and popular ones for visitors', async () => {
    fakeApi({ [`GET /api/lists/user/${omar}`]: () => [list(1)], 'GET /api/lists/popular': () => [] })
    show(ListsTab, { isOwner: false, search: '?lists=saved' })
    await link('List 1, list by omar_k, 0 likes')
    expect(names()).toEqual(['Lists', 'Popular'])
    expect(screen.queryByRole('link', { name: 'Add List' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Popular' }))
    expect(await screen.findByText('No popular lists yet.')).toBeDefined()
  })

  it('come in pages', async () => {
    const pages = [Array.from({ length: 24 }, (_, at) => list(at)), [list(24)]]
    const requests = fakeApi({
      'GET /api/lists/saved': ({ query }) => (query.has('cursor') ? pages[1] : paged(pages[0] ?? [], 'two')),
    })
    show(ListsTab, { search: '?lists=saved' })
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await link('List 24, list by omar_k, 0 likes')
    expect(requests.at(-1)?.query.get('cursor')).toBe('two')
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('say that there are none when they could not be loaded', async () => {
    fakeApi({})
    show(ListsTab)
    expect(await screen.findByText('No lists yet.')).toBeDefined()
  })
})
