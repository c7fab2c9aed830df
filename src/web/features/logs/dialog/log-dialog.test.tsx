import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { me, signInAsLayla } from '#test/fakes/film-page.tsx'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, type FakeRequest } from '#test/fakes/web-api.ts'
import { rememberOpened } from '#web/features/films/picker/lately-opened.ts'
import { Shortcuts } from '#web/features/shortcuts/shortcuts.tsx'
import { LogBar } from './log-button.tsx'
import { LogDialogHost } from './log-dialog-host.tsx'

// They load when they open: not within a test's patience.
beforeAll(() => Promise.all([import('./log-search-dialog.tsx'), import('#web/ui/overlays/sheet-panel.tsx')]))
beforeEach(signInAsLayla)
afterEach(() => {
  Reflect.deleteProperty(navigator, 'onLine')
})

const found = (id: number, title: string) => ({
  id,
  title,
  poster: null,
  poster_path: null,
  release_date: '2011-05-04',
})
const calls = {
  [`GET /api/users/${me}/film-marks`]: () => ({ seen: [[8, 4]], watchlist: [], favourites: [9] }),
  [`GET /api/users/${me}/watchlist`]: () => [{ ...found(9, 'Rain'), tmdbId: 9, posterOverride: null }],
  [`GET /api/logs/user/${me}/tags`]: () => [],
  'GET /api/movies/search': () => ({
    results: [found(7, 'Salt Harbour'), found(8, 'Salt')],
    page: 1,
    total_pages: 1,
  }),
}

function show(answers: Record<string, (request: FakeRequest) => unknown> = calls) {
  const requests = fakeApi(answers)
  renderScreen(
    <>
      <LogBar />
      <input aria-label="Another field" />
      <LogDialogHost userId={me} />
      <Shortcuts />
    </>,
  )
  return requests
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Log a film' }))
  return screen.findByRole('dialog', { name: 'Which film did you watch?' })
}

it('finds a film by keys alone and keeps query and place on the way back', async () => {
  show()
  await open()
  const field = screen.getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('salt')
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  expect(await within(options[1] as HTMLElement).findByText('Seen')).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id)
  await userEvent.keyboard('{Enter}')
  const editor = await screen.findByRole('dialog', { name: 'Salt' })
  await userEvent.click(within(editor).getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Salt' })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('salt')
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true')
})

it('offers the watchlist and what was lately opened, and closing the editor closes all', async () => {
  rememberOpened({ id: 3, title: 'Dune', year: '2021', poster: null })
  const requests = show()
  await waitFor(() => expect(requests.some(({ route }) => route.endsWith('/film-marks'))).toBe(true))
  await open()
  expect(await screen.findByRole('button', { name: 'Dune, 2021' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Rain, 2011' }))
  const editor = await screen.findByRole('dialog', { name: 'Rain' })
  // A favourite already, as the member's marks say.
  const heart = within(editor).getByRole('button', { name: 'Favorite' })
  expect(heart.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(within(editor).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offline shows what is known and says that the search needs a connection', async () => {
  rememberOpened({ id: 3, title: 'Dune', year: '2021', poster: null })
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const requests = show({})
  await open()
  expect(await screen.findByText('Search needs a connection.')).toBeTruthy()
  await userEvent.type(screen.getByRole('combobox'), 'salt')
  expect(screen.getByRole('button', { name: 'Dune, 2021' })).toBeTruthy()
  expect(requests.some(({ route }) => route === 'GET /api/movies/search')).toBe(false)
})

it('opens by a key, but not while somebody types', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Another field'), 'c')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByLabelText('Another field').blur()
  await userEvent.keyboard('{Control>}c{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('c')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
