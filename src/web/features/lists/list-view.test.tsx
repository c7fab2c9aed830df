import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { me, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { Component, loader } from '#web/pages/list.page.tsx'
import { type ListDetail, type ListFilm, memberListsQuery } from './lists.api.ts'

const id = uuid('a')
const route = { path: '/list/:id', loader, Component }
const get = `GET /api/lists/${id}`
const like = `POST /api/lists/${id}/like`
const save = `POST /api/lists/${id}/save`
const remove = `DELETE /api/lists/${id}`
const layla = member('1', 'layla')
const omar = member('2', 'omar')

const film = (number: number, patch: Partial<ListFilm> = {}): ListFilm => ({
  id: number,
  title: `Film ${number}`,
  year: 2000 + number,
  poster: `/t/p/w500/p${number}.jpg`,
  posterOverride: null,
  seen: false,
  ...patch,
})

function makeList(patch: Partial<ListDetail> = {}): ListDetail {
  const movies = patch.movies ?? [film(1, { seen: true }), film(2), film(3, { year: null })]
  return {
    _id: id,
    title: 'Doors',
    description: '',
    coverImage: null,
    posters: [],
    filmsCount: movies.length,
    seenCount: movies.filter((one) => one.seen).length,
    hasNotes: movies.some((one) => one.note !== undefined),
    isPrivate: false,
    isRanked: false,
    user: omar,
    likes: [],
    likeCount: 31,
    likedByMe: false,
    savedByMe: false,
    savedBy: [],
    saveCount: 2,
    createdAt: '2026-01-01T00:00:00Z',
    tags: [],
    updatedAt: '2026-01-01T00:00:00Z',
    ...patch,
    movies,
  }
}

const refuse = () => {
  throw new Refusal(500, 'server.failed', 'Something went wrong.')
}
const noNetwork = () => {
  throw new NoNetwork()
}
const notFound = () => {
  throw new Refusal(404, 'list.not_found', 'This list could not be found.')
}

type Answers = Parameters<typeof fakeApi>[0]

function open(answers: Answers) {
  const requests = fakeApi(answers)
  const shown = showPage(route, `/list/${id}`)
  shown.queryClient.setDefaultOptions({ queries: { retry: false } })
  const at = () => shown.router.state.location.pathname + shown.router.state.location.search
  return { ...shown, requests, at }
}

async function show(patch: Partial<ListDetail> = {}, answers: Answers = {}) {
  const shown = open({ [get]: () => makeList(patch), ...answers })
  await screen.findByRole('heading', { level: 1, name: patch.title ?? 'Doors' })
  return shown
}

const sent = (requests: FakeRequest[], wanted: string) =>
  requests.filter((request) => request.route === wanted)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isPressed = (name: string | RegExp) => button(name).getAttribute('aria-pressed') === 'true'
const tiles = () => within(screen.getByRole('list', { name: 'Films of the list' })).getAllByRole('link')
const names = () => tiles().map((tile) => tile.textContent)
const openMenu = async () => {
  await userEvent.click(button('More options'))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}
const choose = async (name: string) => {
  await openMenu()
  await userEvent.click(screen.getByRole('menuitem', { name }))
}

beforeAll(async () => {
  // Loaded when they are first needed.
  await Promise.all([import('#web/ui/overlays/menu-popup.tsx'), import('#web/ui/overlays/alert-panel.tsx')])
})
beforeEach(signInAsLayla)

describe('notes and tags', () => {
  it('are shown where there are any: tags lead to their pages, notes stand beside their films on demand', async () => {
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 120, configurable: true })
    const movies = [film(1, { seen: true, note: 'A door\n<b>closes</b>.' }), film(2)]
    const { at } = await show({ tags: ['noir', 'rain & snow'], movies, isRanked: true })
    const tags = within(screen.getByRole('list', { name: 'Tags of the list' })).getAllByRole('link')
    expect(tags.map((tag) => tag.getAttribute('href'))).toEqual([
      `/profile/${omar._id}/tag/noir`,
      `/profile/${omar._id}/tag/rain%20%26%20snow`,
    ])
    expect(screen.queryByText(/A door/)).toBeNull()
    await userEvent.click(button('Notes'))
    expect((await screen.findByText(/A door/)).textContent).toBe('A door\n<b>closes</b>.')
    expect(at()).toBe(`/list/${id}?view=notes`)
    expect(tiles().map((tile) => [tile.getAttribute('href'), tile.textContent])).toEqual([
      ['/movie/1', '1Film 12001seen'],
      ['/movie/2', '2Film 22002'],
    ])
    await userEvent.click(button('Posters'))
    await waitFor(() => expect(screen.queryByText(/A door/)).toBeNull())
    expect(at()).toBe(`/list/${id}`)
  })

  it('ask for no room where there are none', async () => {
    await show()
    expect(screen.queryByRole('group', { name: 'What is shown' })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Tags of the list' })).toBeNull()
    expect(screen.getByText('1 January 2026').tagName).toBe('TIME')
  })
})

describe('a list', () => {
  it('says whose it is, what it is about and how much of it was seen', async () => {
    await show({ description: ' First line\nsecond line ' })
    const owner = screen.getByRole('link', { name: 'by @omar' })
    expect(owner.getAttribute('href')).toBe(`/profile/${omar._id}`)
    expect(screen.getByText(/First line/).textContent).toBe('First line\nsecond line')
    expect(screen.getByText(/First line/).getAttribute('dir')).toBe('auto')
    expect(screen.getByText('3 films')).toBeDefined()
    expect(screen.getByText('You have seen 1 of 3 films')).toBeDefined()
    expect(screen.queryByText('Ranked')).toBeNull()
    expect(screen.queryByText(/^Private/)).toBeNull()
    await waitFor(() => expect(document.title).toBe('Doors · Scene'))
  })

  it('shows its films in their order, each leading to its page', async () => {
    await show()
    expect(names()).toEqual(['Film 1, 2001, seen', 'Film 2, 2002', 'Film 3'])
    expect(tiles().map((tile) => tile.getAttribute('href'))).toEqual(['/movie/1', '/movie/2', '/movie/3'])
  })

  it('numbers them when it is ranked', async () => {
    await show({ isRanked: true, movies: [film(8), film(4, { seen: true })] })
    expect(screen.getByText('Ranked')).toBeDefined()
    expect(names()).toEqual(['Number 1, Film 8, 20081', 'Number 2, Film 4, 2004, seen2'])
    const places = tiles().map((tile, at) => within(tile).getByText(at + 1))
    // With a direction of its own it would lie under the mark of a seen film in Arabic.
    expect(places.map((place) => place.getAttribute('dir'))).toEqual([null, null])
  })

  it('says film for one', async () => {
    await show({ movies: [film(1)] })
    expect(screen.getByText('1 film')).toBeDefined()
    expect(screen.getByText('You have seen 0 of 1 film')).toBeDefined()
  })

  it('prefers the posters that its owner chose', async () => {
    await show({ movies: [film(1, { posterOverride: '/t/p/w500/own.jpg' }), film(2)] })
    const sources = tiles().map((tile) => tile.querySelector('img')?.getAttribute('src'))
    expect(sources).toEqual(['/t/p/w500/own.jpg', '/t/p/w500/p2.jpg'])
  })

  it('loads the first row at once and the rest when it comes into sight', async () => {
    await show({ movies: [1, 2, 3, 4].map((number) => film(number)) })
    const loading = tiles().map((tile) => tile.querySelector('img')?.getAttribute('loading'))
    expect(loading).toEqual(['eager', 'eager', 'eager', 'lazy'])
  })

  it('keeps few of a thousand films in the document', async () => {
    await show({ movies: Array.from({ length: 1000 }, (_, at) => film(at + 1)) })
    expect(screen.getByText('1,000 films')).toBeDefined()
    expect(tiles().length).toBeLessThan(60)
    expect(screen.getAllByRole('listitem').find((item) => item.ariaSetSize === '1000')).toBeDefined()
  })

  it('says how many were seen of all, not of those that are there', async () => {
    await show({ movies: [film(1), film(2)], filmsCount: 400, seenCount: 399 })
    expect(screen.getByText('You have seen 399 of 400 films')).toBeDefined()
  })

  it('says when it has no films; its owner can change that', async () => {
    await show({ movies: [], user: layla })
    expect(screen.getByText('This list has no films.')).toBeDefined()
    expect(screen.queryByText(/You have seen/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/list/${id}/edit`)
  })

  it('of another member without films offers nothing', async () => {
    await show({ movies: [] })
    expect(screen.getByText('This list has no films.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})

describe('a long list', () => {
  const total = 700

  /** A server with a list that answers in windows; what it is about to answer can be changed. */
  function serve(patch: Partial<ListDetail> = {}) {
    const server = {
      list: makeList({
        movies: Array.from({ length: total }, (_, at) => film(at + 1)),
        isRanked: true,
        ...patch,
      }),
      isDown: false,
    }
    const answer = ({ query }: FakeRequest) => {
      if (server.isDown && query.has('cursor')) refuse()
      const from = Number(query.get('cursor') ?? 0)
      const end = from + Number(query.get('limit') ?? server.list.movies.length)
      const body = { ...server.list, movies: server.list.movies.slice(from, end) }
      const headers = end < server.list.movies.length ? { 'X-Next-Cursor': String(end) } : {}
      return Response.json(body, { headers })
    }
    const asked = (requests: FakeRequest[]) =>
      sent(requests, get).map(({ query }) => [query.get('cursor'), query.get('limit')])
    return { server, answers: { [get]: answer }, asked }
  }

  /** jsdom lays nothing out: rows of 360 px with three films each. */
  async function scrollToRow(row: number) {
    Object.defineProperty(window, 'scrollY', { value: row * 360, configurable: true })
    await act(async () => {
      window.dispatchEvent(new Event('scroll'))
    })
  }
  afterEach(() => Object.defineProperty(window, 'scrollY', { value: 0, configurable: true }))

  const lastPlace = () => Number(screen.getAllByRole('listitem').at(-1)?.ariaPosInSet)

  it('comes in windows as one scrolls, with its whole length and all places from the start', async () => {
    const { answers, asked } = serve()
    const { requests } = await show({}, answers)
    expect(asked(requests)).toEqual([[null, '160']])
    expect(screen.getByText('700 films')).toBeDefined()
    const items = within(screen.getByRole('list', { name: 'Films of the list' })).getAllByRole('listitem')
    expect(new Set(items.map(({ ariaSetSize }) => ariaSetSize))).toEqual(new Set(['700']))
    // At once to its end, past all that is there.
    await scrollToRow(230)
    await waitFor(() => expect(lastPlace()).toBe(total))
    expect(tiles().at(-1)?.textContent).toBe('Number 700, Film 700, 2700700')
    expect(asked(requests)).toEqual([
      [null, '160'],
      ['160', '300'],
      ['460', '300'],
    ])
  })

  it('that changes between two windows is asked for again, and shows each film once', async () => {
    const { server, answers, asked } = serve()
    const { requests } = await show({}, answers)
    // The first film goes to the end: all others move up by one.
    const [first, ...others] = server.list.movies
    server.list = makeList({
      ...server.list,
      movies: first ? [...others, first] : [],
      updatedAt: '2026-01-02T00:00:00Z',
    })
    await scrollToRow(40)
    await waitFor(() => expect(asked(requests)).toHaveLength(4))
    expect(asked(requests).slice(2)).toEqual([
      [null, '160'],
      ['160', '300'],
    ])
    await scrollToRow(0)
    await waitFor(() => expect(names()[0]).toBe('Number 1, Film 2, 20021'))
    await scrollToRow(33)
    expect(names()).toContain('Number 100, Film 101, 2101100')
    await scrollToRow(230)
    await waitFor(() => expect(lastPlace()).toBe(total))
    expect(tiles().at(-1)?.textContent).toBe('Number 700, Film 1, 2001700')
  })

  it('keeps what is there when the next window does not come, and offers to try again', async () => {
    const { server, answers } = serve()
    server.isDown = true
    await show({}, answers)
    await scrollToRow(40)
    const more = await screen.findByRole('button', { name: 'Load more' })
    expect(tiles().length).toBeGreaterThan(0)
    server.isDown = false
    await userEvent.click(more)
    await scrollToRow(100)
    await waitFor(() => expect(names()).toContain('Number 301, Film 301, 2301301'))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('offers its notes where only films far behind have any', async () => {
    const { answers } = serve({ hasNotes: true })
    await show({}, answers)
    expect(screen.getByRole('group', { name: 'What is shown' })).toBeDefined()
  })
})

describe('opening', () => {
  it('waits with boxes', async () => {
    let answer = () => {}
    open({
      [get]: () =>
        new Promise((resolve) => {
          answer = () => resolve(makeList())
        }),
    })
    expect(await screen.findByText('Loading...', { selector: '[role="status"]' })).toBeDefined()
    act(() => answer())
    await screen.findByRole('heading', { level: 1, name: 'Doors' })
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  it('does not tell a private list from none', async () => {
    open({ [get]: notFound })
    expect(await screen.findByText('This list could not be found.')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'List' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'More options' })).toBeNull()
  })

  it('tries again after a failure', async () => {
    let isDown = true
    open({ [get]: () => (isDown ? refuse() : makeList()) })
    expect(await screen.findByText('Something went wrong.')).toBeDefined()
    isDown = false
    await userEvent.click(button('Try again'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Doors' })).toBeDefined()
  })

  it('shows offline what was read before, and no longer what became private', async () => {
    let answer: () => unknown = () => makeList()
    const { queryClient } = open({ [get]: () => answer() })
    await screen.findByRole('heading', { level: 1, name: 'Doors' })
    answer = noNetwork
    await act(() => queryClient.invalidateQueries({ queryKey: ['lists'] }))
    expect(names()).toHaveLength(3)
    answer = notFound
    await act(() => queryClient.invalidateQueries({ queryKey: ['lists'] }))
    expect(await screen.findByText('This list could not be found.')).toBeDefined()
    expect(screen.queryByText('3 films')).toBeNull()
  })
})

describe('the like', () => {
  const heart = 'Like list by omar'

  it('shows when the server has answered, once for several taps, and on every card', async () => {
    let answer = () => {}
    const { requests, queryClient } = await show(
      {},
      {
        [like]: () =>
          new Promise((resolve) => {
            answer = () => resolve({ liked: true, likeCount: 32, likes: [me] })
          }),
      },
    )
    const { queryKey } = memberListsQuery(omar._id)
    queryClient.setQueryData(queryKey, { pages: [{ answer: [makeList()], next: null }], pageParams: [null] })
    await userEvent.click(button(heart))
    await userEvent.click(button(heart))
    expect(isPressed(heart)).toBe(false)
    expect(button(heart).textContent).toContain('31')
    act(() => answer())
    await waitFor(() => expect(isPressed(heart)).toBe(true))
    expect(button(heart).textContent).toContain('32')
    expect(sent(requests, like)).toHaveLength(1)
    const card = queryClient.getQueryData(queryKey)?.pages[0]?.answer[0]
    expect(card).toMatchObject({ likedByMe: true, likeCount: 32 })
  })

  it('says when it failed and stays as it was', async () => {
    await show({}, { [like]: refuse })
    await userEvent.click(button(heart))
    expect(await screen.findByText('Failed to like.')).toBeDefined()
    expect(isPressed(heart)).toBe(false)
  })

  it('needs a session', async () => {
    const { requests } = await show()
    localStorage.removeItem('token')
    await userEvent.click(button(heart))
    expect(await screen.findByText('You must be logged in to like.')).toBeDefined()
    expect(sent(requests, like)).toEqual([])
  })
})

describe('saving', () => {
  it('shows at once, and sends one call for several taps', async () => {
    let answer = () => {}
    const { requests } = await show(
      {},
      {
        [save]: () =>
          new Promise((resolve) => {
            answer = () => resolve({ saved: true, saveCount: 3 })
          }),
      },
    )
    await userEvent.click(button('Save list'))
    await waitFor(() => expect(isPressed('Save list')).toBe(true))
    await userEvent.click(button('Save list'))
    act(() => answer())
    await waitFor(() => expect(sent(requests, save)).toHaveLength(1))
    expect(isPressed('Save list')).toBe(true)
  })

  it('is taken back when it fails', async () => {
    await show({ savedByMe: true }, { [save]: noNetwork })
    await userEvent.click(button('Save list'))
    expect(await screen.findByText('Something went wrong.')).toBeDefined()
    expect(isPressed('Save list')).toBe(true)
  })

  it('can be done from the menu, which then offers the opposite', async () => {
    await show({}, { [save]: () => ({ saved: true, saveCount: 3 }) })
    await choose('Save')
    await waitFor(() => expect(isPressed('Save list')).toBe(true))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(await openMenu()).toContain('Unsave')
  })
})

describe('the menu', () => {
  it('of a visitor offers to share, to save and to copy', async () => {
    const { at } = await show()
    expect(await openMenu()).toEqual(['Share to Friend', 'Save', 'Copy Link'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Share to Friend' }))
    await screen.findByText('elsewhere')
    expect(at()).toBe(`/share/list/${id}`)
  })

  it('of the owner offers to edit, to share and to delete, and nothing to save', async () => {
    const { at } = await show({ user: layla })
    expect(screen.queryByRole('button', { name: 'Save list' })).toBeNull()
    expect(await openMenu()).toEqual(['Edit', 'Share to Friend', 'Copy Link', 'Delete'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
    await screen.findByText('elsewhere')
    expect(at()).toBe(`/list/${id}/edit`)
  })

  it('of a private list offers no sharing, and a badge says why', async () => {
    await show({ user: layla, isPrivate: true })
    expect(screen.getByText('Private: only you can see this list')).toBeDefined()
    expect(await openMenu()).toEqual(['Edit', 'Copy Link', 'Delete'])
  })

  it('copies the address', async () => {
    userEvent.setup()
    await show()
    await choose('Copy Link')
    expect(await screen.findByText('Link copied!')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/list/${id}`)
  })
})

describe('deleting', () => {
  const answerWith = async (name: string) => {
    const question = await screen.findByRole('alertdialog', { name: 'Delete this list?' })
    await userEvent.click(within(question).getByRole('button', { name }))
  }

  it('asks, leaves to one’s own lists and takes the list out of them', async () => {
    const { at, requests, queryClient } = await show({ user: layla }, { [remove]: () => ({ ok: true }) })
    const { queryKey } = memberListsQuery(me)
    queryClient.setQueryData(queryKey, { pages: [{ answer: [makeList()], next: null }], pageParams: [null] })
    await choose('Delete')
    await answerWith('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent(requests, remove)).toEqual([])
    await choose('Delete')
    await answerWith('Delete')
    expect(await screen.findByText('List deleted!')).toBeDefined()
    await waitFor(() => expect(at()).toBe('/profile?tab=lists'))
    expect(queryClient.getQueryData(queryKey)?.pages[0]?.answer).toEqual([])
    // It is not asked for again: that could only fail.
    expect(sent(requests, get)).toHaveLength(1)
  })

  it('says when it failed, and stays', async () => {
    const { at } = await show({ user: layla }, { [remove]: refuse })
    await choose('Delete')
    await answerWith('Delete')
    expect(await screen.findByText('Failed to delete list.')).toBeDefined()
    expect(at()).toBe(`/list/${id}`)
  })
})
