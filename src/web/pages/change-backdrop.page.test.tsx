import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { filmLog, filmPage, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import type { LogDetail } from '#web/features/logs/logs.api.ts'
import { Component, loader } from './change-backdrop.page.tsx'

const id = uuid('a')
const address = `/review/${id}/change-backdrop`
const route = { path: '/review/:id/change-backdrop', loader, Component }
const patchBackdrop = `PATCH /api/logs/${id}/backdrop`
const own = '/own.jpg'

const refuse = () => {
  throw new Refusal(500, 'server.failed', 'Something went wrong.')
}

interface Given {
  log?: Partial<LogDetail>
  backdrops?: string[]
  backdrop_path?: string | null
  api?: Parameters<typeof fakeApi>[0]
}

function show({ log, backdrops = ['/b1.jpg', own, '/b2.jpg'], backdrop_path = own, api }: Given = {}) {
  const whole = { ...filmLog({ user: member('1', 'layla') }), replies: [], moreReviews: [], ...log }
  const requests = fakeApi({
    [`GET /api/logs/${id}`]: () => whole,
    'GET /api/movies/7': () => filmPage({ backdrops, backdrop_path }),
    [patchBackdrop]: ({ body }) => {
      const chosen = (body as { backdrop: string }).backdrop
      return { ...whole, customBackdrop: chosen === '' ? null : `/t/p/original${chosen}` }
    },
    ...api,
  })
  const { router } = showPage(route, address)
  const sent = () => requests.filter(({ route: to }) => to === patchBackdrop).map(({ body }) => body)
  return { router, sent, at: () => router.state.location.pathname }
}

const radio = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}\\b`) })
const done = () => screen.queryByRole('button', { name: 'Done' })
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

beforeEach(signInAsLayla)

describe('the backdrop of a review', () => {
  it('is chosen among those of the film, the film’s own first', async () => {
    const { sent, at } = show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Change Backdrop' })).toBeDefined()
    await radio('Backdrop 1')
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      own,
      '/b1.jpg',
      '/b2.jpg',
    ])
    expect(screen.getAllByText('The film’s own')).toHaveLength(1)
    expect(chosen()).toEqual([own])
    // None is selected until one is clicked.
    expect(done()).toBeNull()
    await userEvent.click(await radio('Backdrop 3'))
    expect(chosen()).toEqual(['/b2.jpg'])
    await userEvent.click(done() as HTMLElement)
    expect(await screen.findByText('Backdrop updated successfully!')).toBeDefined()
    expect(sent()).toEqual([{ backdrop: '/b2.jpg' }])
    await waitFor(() => expect(at()).toBe(`/review/${id}`))
  })

  it('shows the one in use, and goes back to the film’s own', async () => {
    const { sent, router, at } = show({ log: { customBackdrop: '/t/p/w1280/b2.jpg' } })
    await radio('Backdrop 1')
    expect(chosen()).toEqual(['/b2.jpg'])
    await userEvent.click(await radio('Backdrop 1'))
    await userEvent.click(done() as HTMLElement)
    await waitFor(() => expect(at()).toBe(`/review/${id}`))
    expect(sent()).toEqual([{ backdrop: '' }])
    // Going back skips the choice.
    await router.navigate(-1)
    expect(at()).toBe('/before')
  })

  it('sends one request for fast presses, and keeps the selection when it fails', async () => {
    const answer = Promise.withResolvers<object>()
    const { sent, at } = show({ api: { [patchBackdrop]: () => answer.promise } })
    await userEvent.click(await radio('Backdrop 2'))
    await userEvent.click(done() as HTMLElement)
    expect(done()?.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(done() as HTMLElement)
    await userEvent.keyboard('{Enter}')
    answer.reject(new Refusal(500, 'server.failed', 'Something went wrong.'))
    expect(await screen.findByText('Failed to update backdrop. Please try again.')).toBeDefined()
    expect(sent()).toHaveLength(1)
    expect(at()).toBe(address)
    expect(chosen()).toEqual(['/b1.jpg'])
    expect(done()?.getAttribute('aria-busy')).toBeNull()
  })

  it('is none of the others’ business', async () => {
    const { at } = show({ log: { user: member('2', 'omar') } })
    await waitFor(() => expect(at()).toBe(`/review/${id}`))
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('says when the film has none', async () => {
    show({ backdrops: [], backdrop_path: null })
    expect(await screen.findByText('No results found.')).toBeDefined()
    expect(done()).toBeNull()
  })

  it('says when the film cannot be loaded, and asks again', async () => {
    let broken = true
    show({ api: { 'GET /api/movies/7': () => (broken ? refuse() : filmPage({ backdrops: ['/b1.jpg'] })) } })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText('Could not be loaded.')).toBeDefined()
    broken = false
    await userEvent.click(again)
    await radio('Backdrop 1')
  })

  it('says when the review cannot be loaded', async () => {
    show({ api: { [`GET /api/logs/${id}`]: refuse } })
    await waitFor(() => expect(screen.getAllByText('Failed to load review.')).toHaveLength(2))
  })
})
