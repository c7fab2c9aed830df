import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { filmPage, me, showFilm, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import * as page from '#web/pages/film.page.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

beforeEach(signInAsLayla)

const newest = { _id: uuid('a'), rating: 4, createdAt: new Date().toISOString(), seenOnly: false }
const older = { _id: uuid('b'), rating: null, createdAt: '2020-03-09T10:00:00Z', seenOnly: true }

const broken = () => {
  throw new Refusal(500, 'server.failed', 'Something went wrong.')
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const pressed = (name: string) => button(name).getAttribute('aria-pressed')
const sent = (requests: FakeRequest[], route: string) => requests.filter((request) => request.route === route)
describe('seen', () => {
  const mark = { _id: uuid('c'), rating: null, createdAt: new Date().toISOString(), seenOnly: true }
  const seenCall = `/api/users/${me}/films/7/seen`

  it('marks the film, off the watchlist and told from what was logged, and takes it back', async () => {
    let myLogs: FilmPage['myLogs'] = []
    await showFilm(
      {},
      {
        'GET /api/movies/7': () => filmPage({ myLogs, inWatchlist: myLogs.length === 0 }),
        [`GET ${seenCall}`]: () => ({ seen: myLogs.length > 0, rating: null }),
        [`POST ${seenCall}`]: () => {
          myLogs = [mark]
          return { rating: null, isNew: true }
        },
        [`DELETE ${seenCall}`]: () => {
          myLogs = []
          return { ok: true }
        },
      },
    )
    expect([pressed('Seen'), pressed('Watchlist')]).toEqual(['false', 'true'])
    await userEvent.click(button('Seen'))
    await waitFor(() => expect([pressed('Seen'), pressed('Watchlist')]).toEqual(['true', 'false']))
    expect(await screen.findByText('You have seen this film')).toBeDefined()
    expect(screen.getByText('Seen, no day')).toBeDefined()
    await userEvent.click(button('Seen'))
    await waitFor(() => expect(pressed('Seen')).toBe('false'))
  })

  it('leads to logs that say more instead of deleting one', async () => {
    const { requests } = await showFilm({ myLogs: [newest] })
    await userEvent.click(button('Seen'))
    expect(await screen.findByText('This film has more in its log. It can be deleted there.')).toBeDefined()
    expect(document.activeElement?.textContent).toContain('You logged this film')
    expect(pressed('Seen')).toBe('true')
    expect(requests.filter(({ route }) => route.startsWith('DELETE'))).toEqual([])
  })

  it('stays when the log says more by now, and says so', async () => {
    await showFilm(
      { myLogs: [mark] },
      {
        [`GET ${seenCall}`]: () => ({ seen: true, rating: null }),
        [`DELETE ${seenCall}`]: () => {
          throw new Refusal(409, 'log.not_bare', 'x')
        },
      },
    )
    await userEvent.click(button('Seen'))
    expect(await screen.findByText('This film has more in its log. It can be deleted there.')).toBeDefined()
    await waitFor(() => expect(pressed('Seen')).toBe('true'))
  })

  it('is told from the heart and from the four favourites', async () => {
    await showFilm({ isInFour: true })
    expect(button('Favorite in your four').getAttribute('aria-pressed')).toBe('false')
  })
})

describe('watchlist and favourites', () => {
  const watchlist = 'POST /api/watchlist/toggle'
  const favourite = `POST /api/users/${me}/favorites/7`

  it('change at once and stay as the server says', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const { requests } = await showFilm({}, { [watchlist]: () => promise, [favourite]: () => [] })
    await userEvent.click(button('Watchlist'))
    expect(pressed('Watchlist')).toBe('true')
    await userEvent.click(button('Watchlist'))
    expect(sent(requests, watchlist)).toHaveLength(1)
    resolve({ inWatchlist: true })
    await userEvent.click(button('Favorite'))
    await waitFor(() => expect(sent(requests, favourite)).toHaveLength(1))
    expect([pressed('Watchlist'), pressed('Favorite')]).toEqual(['true', 'true'])
  })

  it('go back when the call fails, and say so', async () => {
    await showFilm(
      { inWatchlist: true, isFavorite: true },
      { [watchlist]: broken, [`DELETE /api/users/${me}/favorites/7`]: broken },
    )
    await userEvent.click(button('Watchlist'))
    expect(await screen.findByText('Failed to update watchlist')).toBeDefined()
    await userEvent.click(button('Favorite'))
    expect(await screen.findByText('Failed to update favorites')).toBeDefined()
    expect([pressed('Watchlist'), pressed('Favorite')]).toEqual(['true', 'true'])
  })

  it('need a session', async () => {
    localStorage.clear()
    const { requests } = await showFilm()
    // A toast goes by itself: one is counted before the next is asked for.
    const isRefused = async () => {
      expect(await screen.findAllByText('Not logged in')).toHaveLength(1)
      act(() => toast.clear())
    }
    for (const name of ['Watchlist', 'Favorite', 'Log']) {
      await userEvent.click(button(name))
      await isRefused()
    }
    expect(requests.filter(({ route }) => !route.startsWith('GET'))).toEqual([])
    await userEvent.click(button('Share'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share to Friends' }))
    await isRefused()
    expect(screen.queryByRole('button', { name: 'Change poster' })).toBeNull()
  })
})

describe('lists and sharing', () => {
  it('hands the film on to the picker of lists', async () => {
    const { router } = await showFilm({ posterOverride: '/t/p/w500/p1.jpg' })
    await userEvent.click(screen.getByRole('link', { name: 'Add to list' }))
    expect(router.state.location).toMatchObject({
      pathname: '/add-to-list/7',
      state: { id: 7, title: 'Salt Harbour', poster: '/t/p/w500/p0.jpg' },
    })
  })

  it('shares with friends on a screen of its own', async () => {
    const { router } = await showFilm()
    await userEvent.click(button('Share'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share to Friends' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/share/movie/7'))
  })

  it('copies the link', async () => {
    const user = userEvent.setup()
    await showFilm()
    await user.click(button('Share'))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy Link' }))
    expect(await screen.findByText('Link copied!')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/movie/7')
  })
})

describe("one's own logs", () => {
  const deleteNewest = `DELETE /api/logs/${newest._id}`

  it('are not there: nothing to edit, nothing to delete', async () => {
    await showFilm()
    expect(screen.queryByRole('button', { name: 'Delete log' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit log' })).toBeNull()
  })

  it('can each be edited', async () => {
    await showFilm({ myLogs: [newest, older] })
    expect(screen.getAllByRole('link', { name: 'Edit log' })).toHaveLength(1)
    await userEvent.click(button('All your logs 2'))
    expect(
      screen.getAllByRole('link', { name: 'Edit log' }).map((link) => link.getAttribute('href')),
    ).toEqual([`/movie/7?edit=1&logId=${newest._id}`, `/movie/7?edit=1&logId=${older._id}`])
    await userEvent.click(button('Show fewer'))
    expect(screen.getAllByRole('link', { name: 'Edit log' })).toHaveLength(1)
  })

  it('are deleted after a question, the newest first', async () => {
    let myLogs = [newest, older]
    const requests = fakeApi({
      'GET /api/movies/7': () => filmPage({ myLogs }),
      [deleteNewest]: () => {
        myLogs = []
        return { success: true }
      },
    })
    showPage({ path: '/movie/:id', ...page }, '/movie/7')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete log' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete this log?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent(requests, deleteNewest)).toEqual([])
    await userEvent.click(button('Delete log'))
    const again = await screen.findByRole('alertdialog', { name: 'Delete this log?' })
    await userEvent.click(within(again).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Log deleted!')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete log' })).toBeNull())
    expect(sent(requests, deleteNewest)).toHaveLength(1)
  })

  it('stay when deleting fails', async () => {
    await showFilm({ myLogs: [newest] }, { [deleteNewest]: broken })
    await userEvent.click(button('Delete log'))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete log')).toBeDefined()
    expect(button('Delete log')).toBeDefined()
  })
})
