import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LetterboxdFeed } from '#shared/api/letterboxd-feeds.ts'
import { showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { Component, loader } from '#web/pages/import.page.tsx'

const route = { path: '/import', loader, Component }
const read = 'GET /api/letterboxd-feed'
const follow = 'POST /api/letterboxd-feed'
const stop = 'DELETE /api/letterboxd-feed'

const item = (title: string, outcome: LetterboxdFeed['items'][number]['outcome']) => ({
  number: title,
  title,
  year: 2019,
  watchedOn: '2026-01-11',
  rating: 4.5,
  seenAt: '2026-01-12T09:00:00Z',
  outcome,
  importId: outcome === 'gone' ? null : uuid('a'),
})
const feed = (patch: Partial<LetterboxdFeed> = {}): LetterboxdFeed => ({
  username: 'layla_99',
  followedAt: '2026-01-12T09:00:00Z',
  readAt: '2026-01-12T09:00:00Z',
  nextAt: '2026-01-12T10:00:00Z',
  fault: null,
  pausedAt: null,
  items: [item('Parasite', 'imported'), item('Nowhere at all', 'not-found')],
  ...patch,
})
const start = (answers: Parameters<typeof fakeApi>[0]) => {
  const requests = fakeApi({ 'GET /api/imports': () => [], ...answers })
  showPage(route, '/import')
  return requests
}
const section = async () => {
  const heading = await screen.findByRole('heading', { name: 'Follow your Letterboxd' })
  return within(heading.closest('section') as HTMLElement)
}

beforeEach(signInAsLayla)

describe('following Letterboxd', () => {
  it('is not offered where the operator does not let feeds be followed', async () => {
    start({ [read]: () => ({ allowed: false, feed: null }) })
    await screen.findByRole('heading', { name: 'Everything at once' })
    expect(screen.queryByText('Follow your Letterboxd')).toBeNull()
  })

  it('takes a name, and shows what came', async () => {
    let followed: LetterboxdFeed | null = null
    const requests = start({
      [read]: () => ({ allowed: true, feed: followed }),
      [follow]: () => (followed = feed()),
    })
    const box = await section()
    expect(box.getByRole('button', { name: 'Follow' })).toHaveProperty('disabled', true)
    await userEvent.type(box.getByLabelText('Your name at Letterboxd'), ' layla_99 ')
    await userEvent.click(box.getByRole('button', { name: 'Follow' }))
    expect(await screen.findByText('letterboxd.com/layla_99')).toBeTruthy()
    expect(requests.find((one) => one.route === follow)?.body).toEqual({ username: 'layla_99' })
    const [parasite, nowhere] = box.getAllByRole('listitem').map((row) => within(row))
    expect(parasite?.getByText('In your diary')).toBeTruthy()
    expect(parasite?.getByRole('img', { name: /4[.]5/ })).toBeTruthy()
    expect(nowhere?.getByRole('link', { name: 'Not found: decide' }).getAttribute('href')).toBe(
      `/import?rows=${uuid('a')}`,
    )
  })

  it('keeps the name where Letterboxd knows nobody of it', async () => {
    start({
      [read]: () => ({ allowed: true, feed: null }),
      [follow]: () => {
        throw new Refusal(404, 'letterboxd.missing', 'refused')
      },
    })
    const box = await section()
    await userEvent.type(box.getByLabelText('Your name at Letterboxd'), 'nobody')
    await userEvent.click(box.getByRole('button', { name: 'Follow' }))
    expect(await box.findByText('Letterboxd has no member of this name.')).toBeTruthy()
    expect(box.getByLabelText('Your name at Letterboxd')).toHaveProperty('value', 'nobody')
  })

  it('says why it is read no more, and stops after a question', async () => {
    let followed: LetterboxdFeed | null = feed({
      fault: 'away',
      pausedAt: '2026-01-14T09:00:00Z',
      nextAt: null,
      items: [],
    })
    start({
      [read]: () => ({ allowed: true, feed: followed }),
      [stop]: () => {
        followed = null
        return { message: 'ok' }
      },
    })
    const box = await section()
    expect(box.getByRole('status').textContent).toContain('Letterboxd does not answer right now.')
    expect(box.getByText('Nothing yet.')).toBeTruthy()
    await userEvent.click(box.getByRole('button', { name: 'Stop following' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Stop following' }))
    expect(await box.findByLabelText('Your name at Letterboxd')).toBeTruthy()
  })
})
