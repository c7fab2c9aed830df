import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, expect, it } from 'vitest'
import type { Import } from '#shared/api/transfer.ts'
import { showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { Component, loader } from '#web/pages/import.page.tsx'

const route = { path: '/import', loader, Component }
const logs = 'POST /api/letterboxd/logs'
const anything = 'POST /api/imports'
const list = 'GET /api/imports'
const tooLarge = 'This file is too large to import. It may have up to 25 MB.'

const megabyte = 1024 * 1024
const csv = (name: string, content: BlobPart = 'Date,Name\n2024-01-01,Parasite\n') =>
  new File([content], name)
const diary = () => screen.findByLabelText('Diary Choose .csv')
const whole = () => screen.findByLabelText('Choose .zip, .csv or .json')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const faultOfDiary = async () =>
  within(await screen.findByRole('region', { name: 'Diary' })).findByRole('alert')
const posted = (requests: FakeRequest[]) => requests.filter(({ route: at }) => at.startsWith('POST'))

beforeEach(signInAsLayla)

it('refuses a file that is too large or empty before it is sent, and keeps the one before', async () => {
  const requests = fakeApi({ [list]: () => [] })
  showPage(route, '/import')
  const huge = csv('huge.csv', new Uint8Array(25 * megabyte + 1))
  await userEvent.upload(await diary(), huge)
  expect(await screen.findByText(tooLarge)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Upload All Files' })).toHaveProperty('disabled', true)
  await userEvent.upload(await diary(), csv('diary.csv'))
  expect(screen.queryByText(tooLarge)).toBeNull()
  await userEvent.upload(await diary(), csv('empty.csv', ''))
  expect(await screen.findByText('There is nothing to import in this file.')).toBeTruthy()
  expect(screen.getByText('diary.csv')).toBeTruthy()

  await userEvent.upload(await whole(), huge)
  expect(await screen.findByText(tooLarge)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import' }).getAttribute('aria-disabled')).toBe('true')
  expect(posted(requests)).toEqual([])
})

it('sends an export that is too large without its pictures, and says so', async () => {
  const requests = fakeApi({
    [list]: () => [],
    [anything]: () => ({ message: '✅', importId: uuid('a') }),
  })
  showPage(route, '/import')
  const texts = { 'scene.json': strToU8('{}'), 'logs.json': strToU8('[\n]') }
  const picture = new Uint8Array(13 * megabyte)
  const packed = zipSync({ ...texts, 'media/1.webp': picture, 'media/2.webp': picture }, { level: 0 })
  await userEvent.upload(await whole(), new File([packed], 'scene-layla.zip'))
  expect(
    await screen.findByText('The ZIP is larger than 25 MB: it is sent without its pictures.'),
  ).toBeTruthy()
  await press('Import')
  await waitFor(() => expect(posted(requests)).toHaveLength(1))
  const send = screen.getByRole('button', { name: 'Import' })
  await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull())
  expect(document.activeElement).toBe(send)
  const form = posted(requests)[0]?.body as FormData
  const sent = form.get('file') as File
  expect(sent.name).toBe('scene-layla.zip')
  const files = Object.entries(unzipSync(new Uint8Array(await sent.arrayBuffer())))
  expect(files.map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['scene.json', '{}'],
    ['logs.json', '[\n]'],
  ])
})

it('refuses an archive that is too large even so', async () => {
  fakeApi({ [list]: () => [] })
  showPage(route, '/import')
  const packed = zipSync(
    { 'scene.json': new Uint8Array(26 * megabyte), 'media/1': strToU8('a') },
    { level: 0 },
  )
  await userEvent.upload(await whole(), new File([packed], 'scene-layla.zip'))
  expect(await screen.findByText(tooLarge)).toBeTruthy()
  await userEvent.upload(await whole(), csv('other.zip', new Uint8Array(26 * megabyte)))
  expect(await screen.findByText(tooLarge)).toBeTruthy()
  expect(screen.queryByText('other.zip')).toBeNull()
})

it('says that a file changed on the disk since it was chosen', async () => {
  const requests = fakeApi({ [list]: () => [] })
  showPage(route, '/import')
  const file = csv('diary.csv')
  await userEvent.upload(await diary(), file)
  await screen.findByRole('table')
  file.slice = () => {
    throw new DOMException('The file could not be read.', 'NotReadableError')
  }
  await press('Upload All Files')
  const fault = await faultOfDiary()
  expect(within(fault).getByText('Import failed for diary')).toBeTruthy()
  expect(within(fault).getByText(/changed, moved or deleted since/)).toBeTruthy()
  expect(posted(requests)).toEqual([])
})

it.each([
  [429, 'request.rate_limited', 'Too many requests. Please wait a moment.'],
  [409, 'import.running', 'Another import is still running.'],
  [400, 'import.columns', 'The columns of this file are not those of an export.'],
  [500, 'server.failed', 'Something went wrong.'],
] as const)('says what %i %s means, and keeps the file for another try', async (status, code, text) => {
  let fails = true
  const requests = fakeApi({
    [list]: () => [],
    [logs]: () => {
      if (fails) throw new Refusal(status, code, 'refused')
      return { message: 'Queued.', importId: uuid('a') }
    },
  })
  showPage(route, '/import')
  await userEvent.upload(await diary(), csv('diary.csv'))
  await press('Upload All Files')
  const fault = await faultOfDiary()
  expect(within(fault).getByText('Import failed for diary')).toBeTruthy()
  expect(fault.textContent).toContain(text)
  fails = false
  await press('Upload All Files')
  await waitFor(() => expect(posted(requests)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('Import failed for diary')).toBeNull())
})

it('has the focus on the same button when an import ends that could be stopped', async () => {
  const running: Import = {
    _id: uuid('a'),
    source: 'letterboxd',
    files: ['diary.csv'],
    state: 'running',
    total: 10,
    done: 3,
    imported: 3,
    skipped: 0,
    notFound: 0,
    doubtful: 0,
    failed: 0,
    cutTags: 0,
    waitsSince: null,
    notFilms: 0,
    assumed: [],
    unread: [],
    createdAt: '2026-03-09T18:20:00Z',
    finishedAt: null,
  }
  const stopped = (): Import => ({ ...running, state: 'cancelled' })
  let now = running
  fakeApi({
    [list]: () => [now],
    [`GET /api/imports/${uuid('a')}`]: () => now,
    [`POST /api/imports/${uuid('a')}/cancel`]: () => (now = stopped()),
  })
  showPage(route, '/import')
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Stop' }))
  const remove = await screen.findByRole('button', { name: 'Remove what this import created' })
  await waitFor(() => expect(document.activeElement).toBe(remove))
})
