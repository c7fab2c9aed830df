import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { me, signInAsLayla } from '#test/fakes/film-page.tsx'
import {
  film,
  getList,
  layla,
  listId,
  makeList,
  names,
  omar,
  openList,
  refuse,
  sent,
  showList,
  tiles,
} from '#test/fakes/list-page.tsx'
import { NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { memberListsQuery } from './lists.api.ts'

const like = `POST /api/lists/${listId}/like`
const save = `POST /api/lists/${listId}/save`
const remove = `DELETE /api/lists/${listId}`
const noNetwork = () => {
  throw new NoNetwork()
}
const notFound = () => {
  throw new Refusal(404, 'list.not_found', 'This list could not be found.')
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isPressed = (name: string | RegExp) => button(name).getAttribute('aria-pressed') === 'true'

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
    const { at } = await showList({ tags: ['noir', 'rain & snow'], movies, isRanked: true })
    const tags = within(screen.getByRole('list', { name: 'Tags of the list' })).getAllByRole('link')
    expect(tags.map((tag) => tag.getAttribute('href'))).toEqual([
      `/profile/${omar._id}/tag/noir`,
      `/profile/${omar._id}/tag/rain%20%26%20snow`,
    ])
    expect(screen.queryByText(/A door/)).toBeNull()
    await userEvent.click(button('Notes'))
    expect((await screen.findByText(/A door/)).textContent).toBe('A door\n<b>closes</b>.')
    expect(at()).toBe(`/list/${listId}?view=notes`)
    expect(tiles().map((tile) => [tile.getAttribute('href'), tile.textContent])).toEqual([
      ['/movie/1', '1Film 12001seen'],
      ['/movie/2', '2Film 22002'],
    ])
    await userEvent.click(button('Posters'))
    await waitFor(() => expect(screen.queryByText(/A door/)).toBeNull())
    expect(at()).toBe(`/list/${listId}`)
  })

  it('ask for no room where there are none', async () => {
    await showList()
    expect(screen.queryByRole('group', { name: 'What is shown' })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Tags of the list' })).toBeNull()
    expect(screen.getByText('1 January 2026').tagName).toBe('TIME')
  })
})

describe('a list', () => {
  it('says whose it is, what it is about and how much of it was seen', async () => {
    await showList({ description: ' First line\nsecond line ' })
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
    await showList()
    expect(names()).toEqual(['Film 1, 2001, seen', 'Film 2, 2002', 'Film 3'])
    expect(tiles().map((tile) => tile.getAttribute('href'))).toEqual(['/movie/1', '/movie/2', '/movie/3'])
  })

  it('numbers them when it is ranked', async () => {
    await showList({ isRanked: true, movies: [film(8), film(4, { seen: true })] })
    expect(screen.getByText('Ranked')).toBeDefined()
    expect(names()).toEqual(['Number 1, Film 8, 20081', 'Number 2, Film 4, 2004, seen2'])
    const places = tiles().map((tile, at) => within(tile).getByText(at + 1))
    // With a direction of its own it would lie under the mark of a seen film in Arabic.
    expect(places.map((place) => place.getAttribute('dir'))).toEqual([null, null])
  })

  it('says film for one', async () => {
    await showList({ movies: [film(1)] })
    expect(screen.getByText('1 film')).toBeDefined()
    expect(screen.getByText('You have seen 0 of 1 film')).toBeDefined()
  })

  it('prefers the posters that its owner chose', async () => {
    await showList({ movies: [film(1, { posterOverride: '/t/p/w500/own.jpg' }), film(2)] })
    const sources = tiles().map((tile) => tile.querySelector('img')?.getAttribute('src'))
    expect(sources).toEqual(['/t/p/w500/own.jpg', '/t/p/w500/p2.jpg'])
  })

  it('loads the first row at once and the rest when it comes into sight', async () => {
    await showList({ movies: [1, 2, 3, 4].map((number) => film(number)) })
    const loading = tiles().map((tile) => tile.querySelector('img')?.getAttribute('loading'))
    expect(loading).toEqual(['eager', 'eager', 'eager', 'lazy'])
  })

  it('keeps few of a thousand films in the document', async () => {
    await showList({ movies: Array.from({ length: 1000 }, (_, at) => film(at + 1)) })
    expect(screen.getByText('1,000 films')).toBeDefined()
    expect(tiles().length).toBeLessThan(60)
    expect(screen.getAllByRole('listitem').find((item) => item.ariaSetSize === '1000')).toBeDefined()
  })

  it('says how many were seen of all, not of those that are there', async () => {
    await showList({ movies: [film(1), film(2)], filmsCount: 400, seenCount: 399 })
    expect(screen.getByText('You have seen 399 of 400 films')).toBeDefined()
  })

  it('says when it has no films; its owner can change that', async () => {
    await showList({ movies: [], user: layla })
    expect(screen.getByText('This list has no films.')).toBeDefined()
    expect(screen.queryByText(/You have seen/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/list/${listId}/edit`)
  })

  it('of another member without films offers nothing', async () => {
    await showList({ movies: [] })
    expect(screen.getByText('This list has no films.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})

describe('opening', () => {
  it('waits with boxes', async () => {
    let answer = () => {}
    openList({
      [getList]: () =>
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
    openList({ [getList]: notFound })
    expect(await screen.findByText('This list could not be found.')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'List' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'More options' })).toBeNull()
  })

  it('tries again after a failure', async () => {
    let isDown = true
    openList({ [getList]: () => (isDown ? refuse() : makeList()) })
    expect(await screen.findByText('Could not be loaded.')).toBeDefined()
    isDown = false
    await userEvent.click(button('Try again'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Doors' })).toBeDefined()
  })

  it('shows offline what was read before, and no longer what became private', async () => {
    let answer: () => unknown = () => makeList()
    const { queryClient } = openList({ [getList]: () => answer() })
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
  const heart = /^Like list by omar/

  it('shows when the server has answered, once for several taps, and on every card', async () => {
    let answer = () => {}
    const { requests, queryClient } = await showList(
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
    await showList({}, { [like]: refuse })
    await userEvent.click(button(heart))
    expect(await screen.findByText('Failed to like.')).toBeDefined()
    expect(isPressed(heart)).toBe(false)
  })

  it('needs a session', async () => {
    const { requests } = await showList()
    localStorage.removeItem('token')
    await userEvent.click(button(heart))
    expect(await screen.findByText('You must be logged in to like.')).toBeDefined()
    expect(sent(requests, like)).toEqual([])
  })
})

describe('saving', () => {
  it('shows at once, and sends one call for several taps', async () => {
    let answer = () => {}
    const { requests } = await showList(
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
    await showList({ savedByMe: true }, { [save]: noNetwork })
    await userEvent.click(button('Save list'))
    expect(await screen.findByText('Something went wrong.')).toBeDefined()
    expect(isPressed('Save list')).toBe(true)
  })

  it('can be done from the menu, which then offers the opposite', async () => {
    await showList({}, { [save]: () => ({ saved: true, saveCount: 3 }) })
    await choose('Save')
    await waitFor(() => expect(isPressed('Save list')).toBe(true))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(await openMenu()).toContain('Unsave')
  })
})

describe('the menu', () => {
  it('of a visitor offers to share, to save and to copy', async () => {
    const { at } = await showList()
    expect(await openMenu()).toEqual([
      'Share to Friend',
      'Save',
      'Make a copy',
      'Download as picture',
      'Copy Link',
      'Mute @omar…',
      'Block @omar…',
      'Report…',
    ])
    // One entry for whoever looks for a word of it.
    expect(screen.getByRole('menuitem', { name: /save/i }).textContent).toBe('Save')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Share to Friend' }))
    await screen.findByText('elsewhere')
    expect(at()).toBe(`/share/list/${listId}`)
  })

  it('of the owner offers to edit, to share and to delete, and nothing to save', async () => {
    const { at } = await showList({ user: layla })
    expect(screen.queryByRole('button', { name: 'Save list' })).toBeNull()
    expect(await openMenu()).toEqual([
      'Edit',
      'Invite others…',
      'Share to Friend',
      'Make a copy',
      'Download as picture',
      'Copy Link',
      'Address for Radarr',
      'Delete',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: /edit/i }))
    await screen.findByText('elsewhere')
    expect(at()).toBe(`/list/${listId}/edit`)
  })

  it('of a private list offers no sharing, and a badge says why', async () => {
    await showList({ user: layla, isPrivate: true })
    expect(screen.getByText('Private: only you can see this list')).toBeDefined()
    expect(await openMenu()).toEqual([
      'Edit',
      'Invite others…',
      'Make a copy',
      'Download as picture',
      'Copy Link',
      'Address for Radarr',
      'Delete',
    ])
  })

  it('copies the address', async () => {
    userEvent.setup()
    await showList()
    await choose('Copy Link')
    expect(await screen.findByText('Link copied!')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/list/${listId}`)
  })
})

describe('deleting', () => {
  const answerWith = async (name: string) => {
    const question = await screen.findByRole('alertdialog', { name: 'Delete this list?' })
    await userEvent.click(within(question).getByRole('button', { name }))
  }

  it('asks, leaves to one’s own lists and takes the list out of them', async () => {
    const { at, requests, queryClient } = await showList({ user: layla }, { [remove]: () => ({ ok: true }) })
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
    expect(sent(requests, getList)).toHaveLength(1)
  })

  it('takes one that is gone already for deleted', async () => {
    const { at } = await showList({ user: layla }, { [remove]: notFound })
    await choose('Delete')
    await answerWith('Delete')
    expect(await screen.findByText('List deleted!')).toBeDefined()
    await waitFor(() => expect(at()).toBe('/profile?tab=lists'))
  })

  it('says when it failed, and stays', async () => {
    const { at } = await showList({ user: layla }, { [remove]: refuse })
    await choose('Delete')
    await answerWith('Delete')
    expect(await screen.findByText('Failed to delete list.')).toBeDefined()
    expect(at()).toBe(`/list/${listId}`)
  })
})
