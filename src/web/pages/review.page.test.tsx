import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { filmLog, me, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { makeReply } from '#test/fakes/replies.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import type { LogDetail } from '#web/features/logs/logs.api.ts'
import type { Realtime } from '#web/lib/realtime.ts'
import { Component, loader } from './review.page.tsx'

const id = uuid('a')
const route = { path: '/review/:id', loader, Component }
const getLog = `GET /api/logs/${id}`
const layla = member('1', 'layla')
const omar = member('2', 'omar')

const wholeLog = (patch: Partial<LogDetail> = {}): LogDetail => ({
  ...filmLog({ review: 'The stairs know.' }),
  replies: [],
  moreReviews: [],
  filmSeen: false,
  ...patch,
})

const refuse = () => {
  throw new Refusal(500, 'server.failed', 'Something went wrong.')
}

async function show(
  patch: Partial<LogDetail> = {},
  api: Parameters<typeof fakeApi>[0] = {},
  realtime: Realtime | null = null,
) {
  const log = wholeLog(patch)
  const requests = fakeApi({
    [getLog]: () => log,
    [`GET /api/logs/user/${log.user._id}/movie/7`]: () => [log],
    ...api,
  })
  const { router } = showPage(route, `/review/${id}`, realtime)
  await screen.findByRole('article', { name: `Review of Salt Harbour by ${log.user.username}` })
  return { router, requests, at: () => router.state.location.pathname + router.state.location.search }
}

const review = () => screen.getByRole('article', { name: /^Review of/ })
const href = (name: string | RegExp, root: HTMLElement = document.body) =>
  within(root).getByRole('link', { name }).getAttribute('href')
const openMenu = async () => {
  await userEvent.click(screen.getAllByRole('button', { name: 'More options' })[0] as HTMLElement)
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

describe('a review', () => {
  it('shows all that belongs to it', async () => {
    await show({
      rewatchCount: 2,
      likeCount: 6,
      image: '/media/a.webp',
      gif: '/gifs/scene/1.webp',
      gifDetails: { title: 'Applause', width: 200, height: 150 },
    })
    expect(screen.getByRole('heading', { level: 1, name: 'Salt Harbour' })).toBeDefined()
    expect(href('Go to Movie')).toBe('/movie/7')
    expect(href('@omar', review())).toBe(`/profile/${omar._id}`)
    expect(within(review()).getByRole('img', { name: '3.5 out of 5 stars' })).toBeDefined()
    for (const text of ['2x', 'Just now', 'The stairs know.', '6'])
      expect(within(review()).getByText(text)).toBeDefined()
    expect(within(review()).getByRole('img', { name: 'Image attached by omar' })).toBeDefined()
    expect(within(review()).getAllByRole('img', { name: 'GIF: Applause' }).length).toBeGreaterThan(0)
    expect(href('Reply', review())).toBe(`/review/${id}/replies`)
  })

  it('never shows a placeholder, nor what it does not have', async () => {
    await show({ review: '__media__', rating: null })
    expect(review().textContent).not.toContain('__media__')
    expect(within(review()).queryByRole('img')).toBeNull()
    expect(within(review()).queryByText(/^\d+x$/)).toBeNull()
  })

  it('asks before it tells what happens', async () => {
    await show({ spoilers: true })
    expect(screen.queryByText('The stairs know.')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Spoiler, show' }))
    expect(screen.getByText('The stairs know.')).toBeDefined()
  })

  it('tells it to who has seen the film, until that is hidden', async () => {
    await show({ spoilers: true, filmSeen: true })
    expect(screen.getByText('The stairs know.')).toBeDefined()
    expect(screen.getByText('Open because you have seen it')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('The stairs know.')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Spoiler, show' }))
    expect(screen.getByText('The stairs know.')).toBeDefined()
  })

  it('opens parts that are spoilers as well, and says nothing where there are none', async () => {
    await show({ review: 'Before ||he lives|| after', filmSeen: true })
    expect(screen.getByText('Before he lives after')).toBeDefined()
    expect(screen.getByText('Open because you have seen it')).toBeDefined()
  })

  it.each([
    ['is refused', () => refuse()],
    [
      'is not there',
      () => {
        throw new Refusal(404, 'log.not_found', 'This log could not be found.')
      },
    ],
    [
      'cannot be reached',
      () => {
        throw new NoNetwork()
      },
    ],
  ])('that %s ends loading and says so, and Back works', async (_, answer) => {
    fakeApi({ [getLog]: answer })
    const { router } = showPage(route, `/review/${id}`)
    await waitFor(() => expect(screen.getAllByText('Failed to load review.')).toHaveLength(2))
    expect(screen.queryByText('Loading...')).toBeNull()
    expect(screen.queryByRole('button', { name: 'More options' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByText('elsewhere')
    expect(router.state.location.pathname).toBe('/before')
  })

  it('that is not there is asked for once', async () => {
    const requests = fakeApi({
      [getLog]: () => {
        throw new Refusal(404, 'log.not_found', 'This log could not be found.')
      },
    })
    showPage(route, `/review/${id}`)
    await waitFor(() => expect(screen.getAllByText('Failed to load review.')).toHaveLength(2))
    expect(requests.map(({ route: asked }) => asked)).toEqual([getLog])
  })
})

describe('the menu of the author', () => {
  it('has six entries, each with its address', async () => {
    const { router } = await show({ user: layla })
    expect(await openMenu()).toEqual([
      'Change Backdrop',
      'Edit Review/Log',
      'Delete Review/Log',
      'Share to Friends',
      'Save Photo',
      'Copy Link',
    ])
    await userEvent.keyboard('{Escape}')
    const addresses: Record<string, string> = {
      'Change Backdrop': `/review/${id}/change-backdrop`,
      'Edit Review/Log': `/movie/7?edit=1&logId=${id}`,
      'Share to Friends': `/share/log/${id}`,
      'Save Photo': `/share-review/${id}`,
    }
    for (const [name, address] of Object.entries(addresses)) {
      await choose(name)
      await screen.findByText('elsewhere')
      expect(router.state.location.pathname + router.state.location.search).toBe(address)
      await router.navigate(-1)
      await screen.findByRole('article', { name: /^Review of/ })
    }
  })

  it('deletes after a question and leads to the profile', async () => {
    const { at, requests } = await show({ user: layla }, { [`DELETE /api/logs/${id}`]: () => ({ ok: true }) })
    await choose('Delete Review/Log')
    const question = await screen.findByRole('alertdialog', { name: 'Delete this review?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests.some(({ route: sent }) => sent.startsWith('DELETE'))).toBe(false)
    await choose('Delete Review/Log')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    expect(await screen.findByText('Review deleted!')).toBeDefined()
    expect(at()).toBe('/profile')
  })

  it('says when it could not be deleted, and stays', async () => {
    const { at } = await show({ user: layla }, { [`DELETE /api/logs/${id}`]: refuse })
    await choose('Delete Review/Log')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    expect(await screen.findByText('Failed to delete review.')).toBeDefined()
    expect(at()).toBe(`/review/${id}`)
  })
})

describe('the menu of others', () => {
  it('shares and copies the address, no more', async () => {
    const { at } = await show()
    expect(await openMenu()).toEqual(['Share to Friends', 'Copy Link'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Share to Friends' }))
    await screen.findByText('elsewhere')
    expect(at()).toBe(`/share/log/${id}`)
  })

  it('copies the address', async () => {
    userEvent.setup()
    await show()
    await choose('Copy Link')
    expect(await screen.findByText('Link copied!')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/review/${id}`)
  })
})

describe('the menu beside the author', () => {
  it('hides the film or its author, and reports', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Options for @omar' }))
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Hide Salt Harbour until I have seen it',
      'Mute @omar…',
      'Block @omar…',
      'Report…',
    ])
  })

  it('is not for the author', async () => {
    await show({ user: layla })
    expect(screen.queryByRole('button', { name: /^Options for/ })).toBeNull()
  })
})

describe('the like', () => {
  const heart = () => screen.getByRole('button', { name: /^Like review by omar/ })

  it('shows when the server has answered', async () => {
    await show({}, { [`POST /api/logs/${id}/like`]: () => ({ liked: true, likeCount: 1, likes: [me] }) })
    await userEvent.click(heart())
    await waitFor(() => expect(heart().getAttribute('aria-pressed')).toBe('true'))
  })

  it('says when it failed, and when nobody is signed in', async () => {
    await show({}, { [`POST /api/logs/${id}/like`]: refuse })
    await userEvent.click(heart())
    expect(await screen.findByText('Failed to like.')).toBeDefined()
    localStorage.clear()
    await userEvent.click(heart())
    expect(await screen.findByText('You must be logged in to like.')).toBeDefined()
    expect(heart().getAttribute('aria-pressed')).toBe('false')
  })
})

describe('its comments', () => {
  const comments = () => screen.getByRole('region', { name: 'Comments' })

  it('comes without a reload, and never in the place of what is being written', async () => {
    const handlers = new Set<() => void>()
    const realtime: Realtime = {
      on: (event, handler) => {
        const tell = () => (handler as (sent: object) => void)({ type: 'reply', relatedId: id })
        if (event === 'notification') handlers.add(tell)
        return () => handlers.delete(tell)
      },
    }
    const log = wholeLog()
    await show({}, { [getLog]: () => log }, realtime)
    const field = await within(comments()).findByRole<HTMLTextAreaElement>('textbox')
    await userEvent.type(field, 'I was about')
    log.replies = [makeReply(1)]
    act(() => handlers.forEach((tell) => tell()))
    await userEvent.type(field, ' to answer')
    expect([field.isConnected, field.value]).toEqual([true, 'I was about to answer'])
    field.blur()
    act(() => handlers.forEach((tell) => tell()))
    expect(await within(comments()).findByText('Text 1')).toBeDefined()
  })

  it('say when there are none, and the first is written there', async () => {
    let replies: LogDetail['replies'] = []
    await show(
      {},
      {
        [getLog]: () => wholeLog({ replies }),
        [`POST /api/logs/${id}/reply`]: () => {
          replies = [makeReply(1)]
          return replies[0]
        },
      },
    )
    expect(within(comments()).getByText('No comments yet.')).toBeDefined()
    expect(href('More →', comments())).toBe(`/review/${id}/replies`)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a comment...' }), 'First{Enter}')
    expect(await within(comments()).findByText('Text 1')).toBeDefined()
    expect(within(comments()).queryByText('No comments yet.')).toBeNull()
  })

  it('are three at most, and each can be answered', async () => {
    const { router } = await show({ replies: [4, 3, 2, 1].map((n) => makeReply(n)) })
    const items = within(comments()).getAllByRole('listitem')
    expect(items.map((item) => /Text \d/.exec(item.textContent)?.[0])).toEqual(['Text 4', 'Text 3', 'Text 2'])
    const second = makeReply(3)
    await userEvent.click(within(items[1] as HTMLElement).getByRole('button', { name: /^Reply/ }))
    await screen.findByText('elsewhere')
    expect(router.state.location.pathname).toBe(`/replies/${id}`)
    expect(router.state.location.state).toEqual({ parentCommentId: second._id, parentUsername: 'omar' })
  })
})

describe('more reviews', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 1}`).join(' ')
  const other = (digit: string, patch: object) =>
    filmLog({ _id: uuid(digit), title: `Film ${digit}`, ...patch })

  it('are three at most, each with its first fifteen words', async () => {
    await show({
      moreReviews: [
        other('b', { review: words(16) }),
        other('c', { review: `${words(2)} ||he lives||` }),
        other('d', { review: words(3), spoilers: true }),
        other('e', { review: words(3) }),
      ],
    })
    const list = within(screen.getByRole('region', { name: 'More reviews by @omar' }))
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['b', 'c', 'd'].map((digit) => `/review/${uuid(digit)}`),
    )
    for (const text of [`${words(15)}…`, 'w1 w2 [Spoiler]', '[Spoiler]'])
      expect(list.getByText(text)).toBeDefined()
  })

  it('are not there without any', async () => {
    await show()
    expect(screen.queryByText(/More reviews/)).toBeNull()
  })
})

describe('all logs of the film by its author', () => {
  const link = () => screen.queryByRole('link', { name: 'All logs of this film by @omar' })

  it('are one press away when there are several', async () => {
    await show(
      {},
      { [`GET /api/logs/user/${omar._id}/movie/7`]: () => [filmLog(), filmLog({ _id: uuid('b') })] },
    )
    await waitFor(() => expect(link()?.getAttribute('href')).toBe(`/movie/7/reviews/${omar._id}`))
  })

  it('are not offered for a single one', async () => {
    const { requests } = await show()
    const filmLogs = `GET /api/logs/user/${omar._id}/movie/7`
    await waitFor(() => expect(requests.map(({ route: sent }) => sent)).toContain(filmLogs))
    // Its answer is drawn by the time another press is.
    await openMenu()
    expect(link()).toBeNull()
  })
})
