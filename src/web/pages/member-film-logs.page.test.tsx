import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { filmLog, filmPage, me, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { Component, loader } from './member-film-logs.page.tsx'

const omar = member('2', 'omar')
const getLogs = `GET /api/logs/user/${omar._id}/movie/7`
const addresses = [
  { path: '/movie/:movieId/reviews/:userId', address: `/movie/7/reviews/${omar._id}` },
  { path: '/film-reviews/:movieId/:userId', address: `/film-reviews/7/${omar._id}` },
]

function show(api: Parameters<typeof fakeApi>[0], { path, address } = addresses[0] as (typeof addresses)[0]) {
  const requests = fakeApi(api)
  const { router } = showPage({ path, loader, Component }, address)
  return { router, requests }
}

const cards = () => screen.findAllByRole('article')
const card = async (at: number) => within((await cards())[at] as HTMLElement)

beforeEach(signInAsLayla)

describe('one member’s logs of a film', () => {
  it.each(addresses)('at $path say whose they are of which film', async (where) => {
    show({ [getLogs]: () => [filmLog()] }, where)
    const heading = await screen.findByRole('heading', {
      level: 1,
      name: /Logs of .*Salt Harbour.* by .*@omar/,
    })
    expect(heading).toBeDefined()
  })

  it('show poster, title, stars, text, tags, media, likes, replies and time', async () => {
    show({
      [getLogs]: () => [
        filmLog({
          review: 'The stairs know.',
          posterOverride: '/t/p/w500/mine.jpg',
          image: '/media/a.webp',
          gif: '/gifs/scene/1.webp',
          gifDetails: { title: 'Applause', width: 200, height: 150 },
          likeCount: 4,
          replyCount: 1,
        }),
        filmLog({ _id: uuid('b'), replyCount: 2, rating: null, tags: ['late & loud'] }),
      ],
    })
    const first = await card(0)
    expect(first.getByRole('heading', { name: 'Salt Harbour' })).toBeDefined()
    expect(first.getByRole('img', { name: '3.5 out of 5 stars' })).toBeDefined()
    for (const text of ['The stairs know.', '4', '1 reply', 'Just now'])
      expect(first.getByText(text)).toBeDefined()
    expect(first.getByRole('img', { name: 'Image attached by omar' })).toBeDefined()
    expect(first.getAllByRole('img', { name: 'GIF: Applause' }).length).toBeGreaterThan(0)
    // The poster is the member's own.
    const posters = (await cards())[0]?.querySelectorAll('img[src*="mine.jpg"]')
    expect(posters).toHaveLength(1)
    expect((await card(1)).getByText('2 replies')).toBeDefined()
    expect((await card(1)).queryByRole('img', { name: /stars/ })).toBeNull()
    const tag = (await card(1)).getByRole('link', { name: '#late & loud' })
    expect(tag.getAttribute('href')).toBe(`/profile/${omar._id}/tag/late%20%26%20loud`)
    expect(first.queryByRole('list', { name: 'Tags' })).toBeNull()
  })

  it('open the review where there is text, else the film, else nothing', async () => {
    show({
      [getLogs]: () => [
        filmLog({ review: 'The stairs know.' }),
        filmLog({ _id: uuid('b'), review: '  ' }),
        filmLog({ _id: uuid('c'), review: '[GIF ONLY]' }),
        filmLog({ _id: uuid('d'), review: 'Without a number.', tmdbId: 0 }),
        filmLog({ _id: uuid('e'), tmdbId: 0 }),
      ],
    })
    const targets = (await cards()).map((article) =>
      within(article)
        .queryByRole('link', { name: /^Review of/ })
        ?.getAttribute('href'),
    )
    expect(targets).toEqual([
      `/review/${uuid('a')}`,
      '/movie/7',
      '/movie/7',
      `/review/${uuid('d')}`,
      undefined,
    ])
  })

  it('hide spoilers', async () => {
    show({ [getLogs]: () => [filmLog({ review: 'He lives.', spoilers: true })] })
    const button = await screen.findByRole('button', { name: 'Spoiler, show' })
    expect(screen.queryByText('He lives.')).toBeNull()
    await userEvent.click(button)
    expect(screen.getByText('He lives.')).toBeDefined()
  })

  it('can be liked', async () => {
    show({
      [getLogs]: () => [filmLog({ likeCount: 1 })],
      [`POST /api/logs/${uuid('a')}/like`]: () => ({ liked: true, likeCount: 2, likes: [me] }),
    })
    const heart = () => screen.findByRole('button', { name: /^Like review by omar/ })
    await userEvent.click(await heart())
    await waitFor(async () => expect((await heart()).getAttribute('aria-pressed')).toBe('true'))
    expect(screen.getByText('2')).toBeDefined()
  })

  it('are named also where there are none', async () => {
    show({
      [getLogs]: () => [],
      'GET /api/movies/7': () => filmPage(),
      [`GET /api/users/${omar._id}`]: () => omar,
    })
    expect(await screen.findByText('No logs of this film yet.')).toBeDefined()
    await screen.findByRole('heading', { level: 1, name: /Logs of .*Salt Harbour.* by .*@omar/ })
  })

  it('say when they cannot be loaded, and are asked for again', async () => {
    let broken = true
    const { router, requests } = show({
      [getLogs]: () => {
        if (broken) throw new Refusal(500, 'server.failed', 'Something went wrong.')
        return [filmLog()]
      },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    const failed = requests.length
    await userEvent.click(again)
    expect(screen.getByRole('heading', { level: 1, name: 'Logs' })).toBeDefined()
    // A call that failed is tried twice more by itself.
    await waitFor(() => expect(requests).toHaveLength(failed + 3))
    broken = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await cards()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
  })

  it('say that nobody has an address like that', async () => {
    show({
      [getLogs]: () => {
        throw new Refusal(400, 'request.invalid', 'The request is not valid.')
      },
    })
    expect(await screen.findByText('User not found.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
