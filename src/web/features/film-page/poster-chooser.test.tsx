import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { filmLog, me, member, showFilm, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'

beforeEach(signInAsLayla)

const getPosters = 'GET /api/logs/proxy/tmdb/images/7'
const choose = 'POST /api/posters/7'
const posters = (...votes: number[]) => ({
  id: 7,
  posters: votes.map((vote_count, at) => ({ file_path: `/p${at}.jpg`, vote_count })),
})

async function open(answers: Parameters<typeof showFilm>[1], film: Partial<FilmPage> = {}) {
  const shown = await showFilm(film, answers)
  await userEvent.click(screen.getByRole('button', { name: 'Change poster' }))
  await screen.findByRole('dialog', { name: 'Change poster' })
  return shown
}

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' })
const radios = () => screen.getAllByRole<HTMLInputElement>('radio')
const checked = () => radios().find((radio) => radio.checked)?.value
const sent = (requests: FakeRequest[]) => requests.filter(({ route }) => route === choose)

it('sorts by votes, begins with the poster of now and closes with another', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const { requests, queryClient } = await open({
    [getPosters]: () => posters(5, 90, 40),
    [choose]: () => promise,
  })
  await screen.findAllByRole('radio')
  expect(radios().map(({ value }) => value)).toEqual(['/p1.jpg', '/p2.jpg', '/p0.jpg'])
  expect(checked()).toBe('/p0.jpg')
  await userEvent.click(screen.getByRole('radio', { name: 'Poster 1' }))
  await userEvent.click(confirm())
  await userEvent.click(confirm())
  expect(confirm().getAttribute('aria-busy')).toBe('true')
  // What was sent stays chosen until it is saved.
  await userEvent.click(screen.getByRole('radio', { name: 'Poster 2' }))
  expect(checked()).toBe('/p1.jpg')
  resolve({ posterOverride: '/t/p/w500/p1.jpg' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(requests).map(({ body }) => body)).toEqual([{ posterUrl: '/p1.jpg' }])
  expect(queryClient.getQueryData(filmQuery(7).queryKey)?.posterOverride).toBe('/t/p/w500/p1.jpg')
})

it('begins with one’s own poster', async () => {
  await open({ [getPosters]: () => posters(9, 5, 1) }, { posterOverride: '/t/p/w500/p2.jpg' })
  await screen.findAllByRole('radio')
  expect(checked()).toBe('/p2.jpg')
  // Nothing is selected yet.
  expect(confirm().disabled).toBe(true)
})

it('waits for a selection where the poster of now is not among them', async () => {
  const { requests } = await open({ [getPosters]: () => posters(9) }, { poster: null, poster_path: null })
  const [only] = await screen.findAllByRole('radio')
  expect(confirm().disabled).toBe(true)
  await userEvent.click(confirm())
  expect(sent(requests)).toEqual([])
  if (only) await userEvent.click(only)
  expect(confirm().disabled).toBe(false)
})

it('shows the new poster in one’s own logs and watchlist at once, and not in those of others', async () => {
  const own = filmLog({ _id: uuid('b'), user: member('1', 'layla') })
  const others = filmLog({ _id: uuid('c'), user: member('2', 'omar') })
  const otherFilm = filmLog({ _id: uuid('d'), user: member('1', 'layla'), tmdbId: 8 })
  const wanted = { tmdbId: 7, posterOverride: null }
  const pages = { pages: [{ answer: [wanted], next: null }], pageParams: [null] }
  const { queryClient } = await open({
    [getPosters]: () => posters(9, 5),
    [choose]: () => ({ posterOverride: '/t/p/w500/p1.jpg' }),
  })
  const diary = ['logs', 'member', me]
  const watchlist = (id: string) => ['shelves', 'watchlist', id, 'added']
  queryClient.setQueryData(diary, [own, others, otherFilm])
  queryClient.setQueryData(watchlist(me), pages)
  queryClient.setQueryData(watchlist(uuid('2')), pages)
  await userEvent.click(await screen.findByRole('radio', { name: 'Poster 2' }))
  await userEvent.click(confirm())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const chosen = '/t/p/w500/p1.jpg'
  const overrides = (logs: unknown) =>
    (logs as { posterOverride: unknown }[]).map((log) => log.posterOverride)
  expect(overrides(queryClient.getQueryData(diary))).toEqual([chosen, null, null])
  expect(queryClient.getQueryData<(typeof own)[]>(diary)?.[0]?.customPoster).toBe(chosen)
  const kept = (id: string) => queryClient.getQueryData<typeof pages>(watchlist(id))?.pages[0]?.answer
  expect(kept(me)).toEqual([{ tmdbId: 7, posterOverride: chosen }])
  expect(kept(uuid('2'))).toEqual([wanted])
  expect(queryClient.getQueryState(diary)?.isInvalidated).toBe(true)
})

it('tells of a poster that is not approved, and keeps the choice', async () => {
  await open({
    [getPosters]: () => posters(9, 5),
    [choose]: () => {
      throw new Refusal(400, 'poster.not_approved', 'Only the approved poster can be used for this film.')
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Poster 2' }))
  await userEvent.click(confirm())
  const told = await screen.findByRole('alertdialog', {
    name: 'Only the approved poster can be used for this film.',
  })
  await userEvent.click(within(told).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Change poster' })).toBeDefined()
  expect(checked()).toBe('/p1.jpg')
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
})

it.each([
  ['an answer that is not there', () => new NoNetwork(), 'Failed to change the poster.'],
  ['another refusal', () => new Refusal(400, 'poster.unknown', 'x'), 'This is not a poster of this film.'],
])('keeps the choice after %s and can send it again', async (_, failure, text) => {
  let fails = true
  await open({
    [getPosters]: () => posters(9, 5),
    [choose]: () => {
      if (fails) throw failure()
      return { posterOverride: '/t/p/w500/p1.jpg' }
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Poster 2' }))
  await userEvent.click(confirm())
  expect(await screen.findByText(text)).toBeDefined()
  expect(checked()).toBe('/p1.jpg')
  fails = false
  await userEvent.click(confirm())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says when there is none', async () => {
  await open({ [getPosters]: () => posters() })
  expect(await screen.findByText('No posters found.')).toBeDefined()
  expect(confirm().disabled).toBe(true)
})

it('can ask again when the posters did not come', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let fails = true
  await open({
    [getPosters]: () => {
      if (fails) throw new NoNetwork()
      return posters(3)
    },
  })
  expect(await screen.findByText('Not saved for offline.')).toBeDefined()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByRole('radio')).toHaveLength(1)
  vi.restoreAllMocks()
})
