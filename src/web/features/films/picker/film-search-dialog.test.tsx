import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { FilmSearchDialog } from './film-search-dialog.tsx'

// It loads when a dialog opens: not within a test's patience.
beforeAll(() => import('#web/ui/overlays/sheet-panel.tsx'))

const found = (id: number, title: string) => ({
  id,
  title,
  original_title: title,
  poster_path: null,
  backdrop_path: null,
  poster: null,
  release_date: '2011-05-01',
})
const answer = (...results: object[]) => ({ results, page: 1, total_pages: 1 })

async function show() {
  const onAdd = vi.fn<(film: { id: number }) => void>()
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FilmSearchDialog open onClose={onClose} isAdded={(id) => id === 1} onAdd={onAdd} />
    </QueryClientProvider>,
  )
  const box = await screen.findByRole<HTMLInputElement>('combobox')
  return { onAdd, onClose, box }
}

it('asks once typing pauses, with Latin digits; a blank box asks nothing and clears', async () => {
  const requests = fakeApi({ 'GET /api/movies/search': () => answer(found(7, 'Salt')) })
  const { box } = await show()
  await userEvent.type(box, ' \u0662\u0664\u0660 ')
  expect(await screen.findByRole('option', { name: 'Salt 2011 Add' })).toBeDefined()
  const asked = () => requests.filter(({ route }) => route === 'GET /api/movies/search')
  expect(asked().map(({ query }) => query.get('q'))).toEqual(['240'])
  await userEvent.clear(box)
  expect(screen.queryByRole('option', { name: 'Salt 2011 Add' })).toBeNull()
  expect(screen.getByText('Find a film by its title.')).toBeDefined()
  await userEvent.type(box, '   ')
  expect(screen.getByText('Find a film by its title.')).toBeDefined()
  expect(asked()).toHaveLength(1)
})

it.each([
  ['found', () => answer()],
  ['answered', () => Promise.reject(new Refusal(400, 'request.invalid', 'x'))],
])('says when nothing was %s', async (_, search) => {
  fakeApi({ 'GET /api/movies/search': search })
  const { box } = await show()
  await userEvent.type(box, 'salt')
  expect(await screen.findByText('No results found.')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

const state = (option: HTMLElement) => option.getAttribute('aria-selected')

it('leads by arrows over what is found while the box keeps the focus; Enter adds', async () => {
  fakeApi({ 'GET /api/movies/search': () => answer(found(1, 'Salt Harbour'), found(7, 'Salt')) })
  const { box, onAdd } = await show()
  await waitFor(() => expect(document.activeElement).toBe(box))
  await userEvent.keyboard('salt')
  const first = await screen.findByRole('option', { name: 'Salt Harbour 2011 Added' })
  const second = screen.getByRole('option', { name: 'Salt 2011 Add' })
  expect(state(first)).toBe('true')
  expect(box.getAttribute('aria-activedescendant')).toBe(first.id)
  await userEvent.keyboard('{Enter}')
  expect(onAdd).not.toHaveBeenCalled()
  expect(screen.getByText('Salt Harbour is there already.')).toBeDefined()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect([first, second].map(state)).toEqual(['false', 'true'])
  expect(box.getAttribute('aria-activedescendant')).toBe(second.id)
  await userEvent.keyboard('{Enter}')
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 7 }))
  expect(screen.getByText('Salt was added.')).toBeDefined()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(state(first)).toBe('true')
  expect(document.activeElement).toBe(box)
})

it('tells films of one name apart, by their other title and who directed them', async () => {
  fakeApi({
    'GET /api/movies/search': () =>
      answer({
        ...found(7, 'Salt'),
        otherTitle: { title: 'ملح', lang: 'ar' },
        directedBy: ['Amal', 'Dana'],
      }),
  })
  const { box } = await show()
  await userEvent.type(box, 'salt')
  const salt = await screen.findByRole('option')
  expect(within(salt).getByText('ملح').getAttribute('lang')).toBe('ar')
  expect(within(salt).getByText('Dana')).toBeDefined()
})

it('the arrows lead over the rows that fold others, and into what they hold', async () => {
  fakeApi({
    'GET /api/movies/search': () => ({
      ...answer(found(1, 'Parasite'), found(2, 'Paradise')),
      exact: [1],
      alike: [2],
      lesserKnown: [found(3, 'Parasites')],
    }),
  })
  const { box, onAdd } = await show()
  await userEvent.type(box, 'parasite')
  await screen.findByRole('option', { name: /Parasite/ })
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}')
  const meant = screen.getByRole('button', { name: 'Did you mean Paradise' })
  expect(document.activeElement).toBe(meant)
  await userEvent.keyboard('{Enter}{ArrowDown}')
  expect(document.activeElement).toBe(box)
  expect(state(screen.getByRole('option', { name: 'Paradise 2011 Add' }))).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 2 }))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '1 lesser-known film: show' }))
})

it('never lets an older answer replace a newer one', async () => {
  const first = Promise.withResolvers<object>()
  fakeApi({
    'GET /api/movies/search': ({ query }) =>
      query.get('q') === 'salt' ? first.promise : answer(found(9, 'Pepper')),
  })
  const { box } = await show()
  await userEvent.type(box, 'salt')
  await waitFor(() => expect(screen.queryByText('Find a film by its title.')).toBeNull())
  await userEvent.clear(box)
  await userEvent.type(box, 'pepper')
  expect(await screen.findByRole('option', { name: 'Pepper 2011 Add' })).toBeDefined()
  first.resolve(answer(found(7, 'Salt')))
  await first.promise
  expect(screen.getByRole('option', { name: 'Pepper 2011 Add' })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'Salt 2011 Add' })).toBeNull()
})

it('closes by Escape', async () => {
  fakeApi({})
  const { box, onClose } = await show()
  await userEvent.type(box, '{Escape}')
  expect(onClose).toHaveBeenCalled()
})
