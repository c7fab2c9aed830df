import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Import } from '#shared/api/transfer.ts'
import { showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { Component, loader } from '#web/pages/import.page.tsx'
import { applyProgress } from './transfer.api.ts'

const route = { path: '/import', loader, Component }
const logs = 'POST /api/letterboxd/logs'
const watchlist = 'POST /api/letterboxd/watchlist'
const anything = 'POST /api/imports'
const list = 'GET /api/imports'
const removal = `GET /api/imports/${uuid('a')}/removal`

const make = (patch: Partial<Import> = {}): Import => ({
  _id: uuid('a'),
  source: 'letterboxd',
  files: ['diary.csv'],
  state: 'running',
  total: 1204,
  done: 312,
  imported: 300,
  skipped: 5,
  notFound: 4,
  doubtful: 3,
  failed: 0,
  cutTags: 0,
  waitsSince: null,
  notFilms: 0,
  assumed: [],
  unread: [],
  createdAt: '2026-03-09T18:20:00Z',
  finishedAt: null,
  ...patch,
})
const done = (patch: Partial<Import> = {}) =>
  make({ state: 'done', done: 1204, finishedAt: '2026-03-09T18:21:00Z', ...patch })

const csv = (name: string, text = 'Date,Name\n2024-01-01,Parasite\n') => new File([text], name)
const started = (digit: string) => ({ message: '✅ 1 row is being imported.', importId: uuid(digit) })
const sent = (requests: FakeRequest[]) =>
  requests.filter(({ route: at }) => at.startsWith('POST')).map(({ route: at }) => at)
/** Calls that would not only read. */
const changing = (requests: FakeRequest[]) => requests.filter(({ route: at }) => !at.startsWith('GET'))
const formOf = (requests: FakeRequest[]) =>
  requests.flatMap(({ route: at, body }) => (at === anything ? [body as FormData] : []))[0]
const fileOf = (request: FakeRequest) => (request.body as FormData).get('file') as File
const refuse = (status: number, code: string) => () => {
  throw new Refusal(status, code, 'refused')
}

const picker = (name: string) => screen.findByLabelText(`${name} Choose .csv`)
const uploadAll = () => screen.queryByRole('button', { name: 'Upload All Files' })

/** Picks what the dialog of the system would hide, as one can. */
const careless = userEvent.setup({ applyAccept: false })

beforeEach(signInAsLayla)

describe('choosing', () => {
  it('shows the first three data lines, a quoted review as one', async () => {
    fakeApi({ [list]: () => [] })
    showPage(route, '/import')
    const text = 'Name,Review\nParasite,"one\ntwo"\nB,\nC,\nD,\n'
    await userEvent.upload(await picker('Diary'), csv('my.csv', text))
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(within(table).getByText(/one\s+two/)).toBeTruthy()
    expect(within(table).queryByText('D')).toBeNull()
    expect(screen.getByText('my.csv')).toBeTruthy()
  })

  it('refuses what is no CSV and keeps what was chosen', async () => {
    fakeApi({ [list]: () => [] })
    showPage(route, '/import')
    const field = await picker('Ratings')
    await userEvent.upload(field, csv('ratings.csv'))
    await careless.upload(field, csv('ratings.pdf'))
    expect(await screen.findByText('Only .csv files can be chosen here.')).toBeTruthy()
    expect(screen.getByText('ratings.csv')).toBeTruthy()
  })

  it('says that a file has no lines', async () => {
    fakeApi({ [list]: () => [] })
    showPage(route, '/import')
    await userEvent.upload(await picker('Diary'), csv('diary.csv', 'Name\n'))
    expect(await screen.findByText('There are no lines to preview.')).toBeTruthy()
  })

  it('forgets the choice without a call', async () => {
    const requests = fakeApi({ [list]: () => [] })
    showPage(route, '/import')
    await userEvent.upload(await picker('Diary'), csv('diary.csv'))
    await screen.findByRole('table')
    await userEvent.click(screen.getByRole('button', { name: 'Undo Last Import' }))
    expect(screen.getByText('Cleared last import.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByText('diary.csv')).toBeNull()
    expect(uploadAll()).toHaveProperty('disabled', true)
    expect(changing(requests)).toEqual([])
  })

  it('explains how one gets the files, and leads to the profile', async () => {
    fakeApi({ [list]: () => [] })
    const { router } = showPage(route, '/import')
    expect(await screen.findByRole('heading', { name: 'Transfer Data from Letterboxd' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'How to get your files' }))
    const steps = await within(await screen.findByRole('dialog')).findAllByRole('listitem')
    expect(steps).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Continue to Profile' }))
    expect(router.state.location.pathname).toBe('/profile')
  })
})

describe('uploading', () => {
  it('sends only the chosen files, greets, and says when the jobs ended', async () => {
    let imports: Import[] = []
    const requests = fakeApi({
      [list]: () => imports,
      [`GET /api/imports/${uuid('a')}`]: () => imports[0],
      [logs]: () => {
        imports = [make()]
        return started('a')
      },
      [watchlist]: () => {
        imports = [done({ _id: uuid('b'), files: ['watchlist.csv'] }), make()]
        return { message: 'Queued.', importId: uuid('b') }
      },
    })
    const { queryClient } = showPage(route, '/import')
    await userEvent.upload(await picker('Diary'), csv('diary.csv'))
    await userEvent.upload(await picker('Watchlist'), csv('watchlist.csv'))
    await userEvent.click(screen.getByRole('button', { name: 'Upload All Files' }))
    const greeting = await screen.findByRole('alertdialog')
    expect(greeting.textContent).toContain('Welcome to Scene!')
    await userEvent.click(within(greeting).getByRole('button'))
    expect(sent(requests)).toEqual([logs, watchlist])
    expect(requests.filter(({ body }) => body).map((request) => fileOf(request).name)).toEqual([
      'diary.csv',
      'watchlist.csv',
    ])
    const diary = screen.getByRole('region', { name: 'Diary' })
    const bar = within(diary).getByRole('progressbar', { name: 'Progress of diary.csv' })
    expect(bar.getAttribute('aria-valuetext')).toBe('312 of 1,204')
    expect(screen.queryByText('Import complete.')).toBeNull()

    applyProgress(queryClient, done())
    expect(await screen.findByText('Import complete.')).toBeTruthy()
    expect(uploadAll()).toBeNull()
    expect(screen.getByRole('link', { name: 'Continue to Profile' })).toBeTruthy()
  })

  it('does not greet where no message has the mark', async () => {
    fakeApi({
      [list]: () => [done()],
      [logs]: () => ({ message: 'Queued.', importId: uuid('a') }),
    })
    showPage(route, '/import')
    await userEvent.upload(await picker('Ratings'), csv('ratings.csv'))
    await userEvent.click(screen.getByRole('button', { name: 'Upload All Files' }))
    expect(await screen.findByText('Import complete.')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('names what failed and where, sends the others, and tries only that again', async () => {
    let fails = true
    const requests = fakeApi({
      [list]: () => [done({ _id: uuid('b') })],
      [logs]: () => {
        if (!fails) return { message: 'ok', importId: uuid('a') }
        const issues = [{ path: 'diary.csv:17', message: 'quote', params: { file: 'diary.csv', line: 17 } }]
        const error = { error: 'Broken', code: 'import.broken', requestId: '1', issues }
        return Response.json(error, { status: 400 })
      },
      [watchlist]: () => ({ message: 'ok', importId: uuid('b') }),
    })
    showPage(route, '/import')
    await userEvent.upload(await picker('Diary'), csv('diary.csv'))
    await userEvent.upload(await picker('Watchlist'), csv('watchlist.csv'))
    await userEvent.click(screen.getByRole('button', { name: 'Upload All Files' }))
    const field = await screen.findByRole('region', { name: 'Diary' })
    const fault = await within(field).findByRole('alert')
    expect(within(fault).getByText('Import failed for diary')).toBeTruthy()
    expect(within(fault).getByText('This file breaks off or is not written correctly.')).toBeTruthy()
    expect(fault.textContent).toContain('diary.csv, line 17')
    await waitFor(() => expect(sent(requests)).toEqual([logs, watchlist]))
    expect(screen.queryByText('Import complete.')).toBeNull()

    fails = false
    await waitFor(() => expect(uploadAll()?.getAttribute('aria-busy')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Upload All Files' }))
    expect(await screen.findByText('Import complete.')).toBeTruthy()
    expect(sent(requests)).toEqual([logs, watchlist, logs])
    expect(within(field).queryByRole('alert')).toBeNull()
  })

  it.each([
    ['Ratings', 'Import failed for ratings', logs],
    ['Watchlist', 'Import failed for watchlist', watchlist],
  ])('keeps the file of %s when no answer comes', async (name, text, at) => {
    fakeApi({
      [list]: () => [],
      [at]: () => {
        throw new NoNetwork()
      },
    })
    showPage(route, '/import')
    await userEvent.upload(await picker(name), csv('mine.csv'))
    await userEvent.click(screen.getByRole('button', { name: 'Upload All Files' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText(/did not reach the server/)).toBeTruthy()
    expect(screen.getByText('mine.csv')).toBeTruthy()
    expect(uploadAll()).toHaveProperty('disabled', false)
  })
})

describe('everything at once', () => {
  const choose = () => screen.findByLabelText('Choose .zip, .csv or .json')

  it('sends a ZIP, its lists private unless the member says no', async () => {
    const requests = fakeApi({ [list]: () => [done()], [anything]: () => started('a') })
    showPage(route, '/import')
    await userEvent.upload(await choose(), csv('export.zip'))
    await userEvent.click(screen.getByRole('switch', { name: 'Make lists private' }))
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('Import complete.')).toBeTruthy()
    const form = formOf(requests)
    expect([form?.get('privateLists'), form?.get('file')]).toEqual([
      'false',
      expect.objectContaining({ name: 'export.zip' }),
    ])
  })

  it('asks what a list of IMDb is, and nothing of other files', async () => {
    const requests = fakeApi({ [list]: () => [done()], [anything]: () => started('a') })
    showPage(route, '/import')
    const header = 'Position,Const,Created,Modified,Description,Title'
    await userEvent.upload(await choose(), csv('7f1c.csv', header))
    await userEvent.click(await screen.findByRole('button', { name: 'My watchlist' }))
    await userEvent.upload(await choose(), csv('ratings.csv', 'Const,Your Rating,Title'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'My watchlist' })).toBeNull())
    await userEvent.upload(await choose(), csv('watchlist.csv', `\ufeff"Position","Const","Created"`))
    const watchlist = await screen.findByRole('button', { name: 'My watchlist' })
    expect(watchlist.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'A list' }))
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('Import complete.')).toBeTruthy()
    expect(formOf(requests)?.get('imdbList')).toBe('list')
  })

  it('refuses other files, and shows why the server did', async () => {
    const requests = fakeApi({ [list]: () => [], [anything]: refuse(400, 'import.archive') })
    showPage(route, '/import')
    await careless.upload(await choose(), csv('export.pdf'))
    expect(await screen.findByText('Only .zip, .csv and .json files can be chosen here.')).toBeTruthy()
    await userEvent.upload(await choose(), csv('export.zip'))
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('This archive cannot be read safely.')).toBeTruthy()
    const form = formOf(requests)
    expect(form?.get('privateLists')).toBe('true')
  })
})

describe('imports of before', () => {
  it('goes on with one that runs after a reload, and polls it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout', 'clearTimeout'] })
    let now = make()
    fakeApi({ [list]: () => [now], [`GET /api/imports/${uuid('a')}`]: () => now })
    showPage(route, '/import')
    expect(await screen.findByRole('progressbar')).toBeTruthy()
    expect(screen.getByText('diary.csv: 25%')).toBeTruthy()
    now = done()
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(await screen.findByText('Import complete.')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('shows what came of each', async () => {
    fakeApi({ [list]: () => [done({ failed: 2, source: 'imdb' })] })
    showPage(route, '/import')
    const card = await screen.findByRole('article', { name: 'IMDb diary.csv' })
    const counts = within(card)
      .getAllByRole('definition')
      .map((count) => `${count.previousElementSibling?.textContent} ${count.textContent}`)
    expect(counts).toEqual(['Imported 300', 'Skipped 5', 'Not found 4', 'To check 3', 'Faulty 2'])
    const day = within(card).getByText('9 Mar', { exact: false })
    await userEvent.hover(day)
    expect(day.title).toContain('9 March 2026 at')
    expect(within(card).getByRole('link', { name: 'Check rows (9)' }).getAttribute('href')).toBe(
      `/import?rows=${uuid('a')}`,
    )
  })

  it('stops one after a question', async () => {
    const stop = `POST /api/imports/${uuid('a')}/cancel`
    const requests = fakeApi({
      [list]: () => [make()],
      [`GET /api/imports/${uuid('a')}`]: () => make(),
      [stop]: () => done({ state: 'cancelled' }),
    })
    showPage(route, '/import')
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    const question = await screen.findByRole('alertdialog')
    expect(sent(requests)).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Stopped')).toBeTruthy()
    expect(screen.queryByText('Import complete.')).toBeNull()
  })

  it('removes what one created after a question, and says what stayed', async () => {
    let imports = [done()]
    fakeApi({
      [list]: () => imports,
      [removal]: () => ({ removed: 1200, kept: 2 }),
      [`DELETE /api/imports/${uuid('a')}`]: () => {
        imports = []
        return { ok: true, removed: 1200, kept: 2 }
      },
    })
    showPage(route, '/import')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove what this import created' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText(/1,200 go, 2 stay\./)).toBeTruthy()
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    const result = await screen.findByText('Removed 1,200, kept 2 that you changed since.')
    await waitFor(() => expect(document.activeElement).toBe(result))
    expect(await screen.findByText('Nothing was imported yet.')).toBeTruthy()
  })

  it.each([
    ['Stop', make(), 'POST /cancel', 'The import could not be stopped.'],
    ['Remove what this import created', done(), 'DELETE ', 'Not everything could be removed. Try again.'],
  ])('says that it could not: %s', async (name, progress, action, text) => {
    const [method, path = ''] = action.split(' ')
    fakeApi({
      [list]: () => [progress],
      [`GET /api/imports/${uuid('a')}`]: () => progress,
      [removal]: () => ({ removed: 1, kept: 0 }),
      [`${method} /api/imports/${uuid('a')}${path}`]: () => {
        throw new NoNetwork()
      },
    })
    showPage(route, '/import')
    await userEvent.click(await screen.findByRole('button', { name }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getAllByRole('button').at(-1) as HTMLElement)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('clears the choice only with Undo, and removes what the last one brought beside it', async () => {
    let imports = [done(), done({ _id: uuid('b'), files: ['older.csv'] })]
    const requests = fakeApi({
      [list]: () => imports,
      [removal]: () => ({ removed: 300, kept: 4 }),
      [`DELETE /api/imports/${uuid('a')}`]: () => {
        imports = imports.slice(1)
        return { ok: true, removed: 300, kept: 4 }
      },
    })
    showPage(route, '/import')
    const button = await screen.findByRole('button', { name: 'Remove what was imported' })
    expect(screen.getByText(/^Undo clears only what is chosen here/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo Last Import' }))
    expect(changing(requests)).toEqual([])
    await userEvent.click(button)
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText(/diary\.csv\u2069: 300 go, 4 stay\./)).toBeTruthy()
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Removed 300, kept 4 that you changed since.')).toBeTruthy()
    expect(requests.filter(({ route: at }) => at.startsWith('DELETE'))).toHaveLength(1)
  })

  it('offers nothing to remove where nothing was imported', async () => {
    fakeApi({ [list]: () => [done({ imported: 0 })] })
    showPage(route, '/import')
    await screen.findByText('Done')
    expect(screen.queryByRole('button', { name: 'Remove what was imported' })).toBeNull()
  })

  it('says what one waits for, whose tags were cut, and which columns nobody read', async () => {
    const unread = ['Where', 'مع من']
    fakeApi({ [list]: () => [make({ waitsSince: '2026-03-09T18:20:30Z', cutTags: 3, unread })] })
    showPage(route, '/import')
    expect(
      await screen.findByText(/^The film database does not answer. Rows that wait for it: 892./),
    ).toBeTruthy()
    expect(screen.getByText(/which were cut: 3$/)).toBeTruthy()
    expect(screen.getByText(/did not read: \u2068Where\u2069 · \u2068مع من\u2069$/)).toBeTruthy()
  })

  it('can be asked for again when they did not come', async () => {
    let fails = true
    fakeApi({ [list]: () => (fails ? refuse(400, 'request.invalid')() : [done()]) })
    showPage(route, '/import')
    expect(await screen.findByText('Your imports could not be loaded.')).toBeTruthy()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Letterboxd', { exact: false, selector: 'h3' })).toBeTruthy()
  })
})
