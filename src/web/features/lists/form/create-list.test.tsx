import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  addFound,
  answer,
  filmsShown,
  found,
  keepDrafts,
  kept,
  me,
  openForm,
  saveButton,
  titleField,
} from '#test/fakes/list-form.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import * as pictureCrop from '#web/features/accounts/avatar/picture-crop.tsx'
import { listDraftKey, type ListDraft } from './list-draft.ts'
import { emptyList } from './list-values.ts'

// Nothing is laid out here, so nothing can be cropped.
beforeAll(() => {
  vi.spyOn(pictureCrop, 'CoverCrop').mockImplementation(({ file, onDone }) => (
    <button type="button" onClick={() => onDone(new File([file], 'cover.jpg', { type: 'image/jpeg' }))}>
      Cropped
    </button>
  ))
})

// They load when they open: not within a test's patience.
beforeAll(() =>
  Promise.all([import('#web/ui/overlays/sheet-panel.tsx'), import('#web/ui/overlays/alert-panel.tsx')]),
)
beforeAll(keepDrafts)
beforeEach(() => kept.clear())

const key = listDraftKey(me, null)
const films = [found(1, 'Salt Harbour'), found(2, 'The Last Well'), found(3, 'Pepper')]
const made = { _id: 'made' }
const calls = {
  'GET /api/movies/search': () => answer(...films),
  'POST /api/lists': () => made,
  'POST /api/upload/list-cover': () => ({ url: '/media/covers/1.jpg' }),
}

function draftOf(values: Partial<ListDraft['values']>, more: Partial<ListDraft> = {}): ListDraft {
  return {
    values: { ...emptyList, ...values },
    coverFile: null,
    base: emptyList,
    basedOn: null,
    attempt: null,
    ...more,
  }
}
const film = (id: number, title: string) => ({
  id,
  title,
  year: 2011,
  poster: null,
  posterOverride: null,
  note: '',
})
const three = [film(1, 'a'), film(2, 'b'), film(3, 'c')]

it('can be saved with a title and a film, adds none twice, and goes back', async () => {
  const requests = fakeApi(calls)
  const { path } = openForm('/create-list')
  const save = await saveButton()
  await userEvent.type(await titleField(), ' ')
  expect(screen.getByText('No films yet. A list needs at least one.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add Movie' }))
  await addFound('salt', /Salt Harbour.*Add$/)
  expect(screen.getByText('1 film added')).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: /Salt Harbour.*Added$/ }))
  expect(screen.getByText('Salt Harbour is there already.')).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: /The Last Well.*Add$/ }))
  expect(screen.getByText('2 films added')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add Movie'))
  expect(filmsShown()).toBe('Salt HarbourThe Last Well')
  // The title is blank still.
  expect(save).toHaveProperty('disabled', true)
  await userEvent.type(await titleField(), 'Harbours ')
  expect(save).toHaveProperty('disabled', false)
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'The sea')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Private' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ranked' }))
  await userEvent.click(save)
  await screen.findByText('Profile')
  expect(path()).toBe('/profile')
  const posts = requests.filter(({ route }) => route === 'POST /api/lists')
  expect(posts.map(({ body }) => body)).toEqual([
    {
      title: 'Harbours',
      description: 'The sea',
      coverImage: null,
      isPrivate: true,
      isRanked: true,
      movies: [
        { id: 1, title: 'Salt Harbour', poster: null },
        { id: 2, title: 'The Last Well', poster: null },
      ],
    },
  ])
  expect(kept.size).toBe(0)
})

it('loses nothing when an answer is lost, and sends the same list under the same key', async () => {
  kept.set(key, draftOf({ title: 'Doors', description: 'Ajar', films: three }))
  let tries = 0
  const requests = fakeApi({
    ...calls,
    'POST /api/lists': () => {
      if (tries++ < 2) throw new NoNetwork()
      return made
    },
  })
  openForm('/create-list')
  await userEvent.click(await saveButton())
  expect((await screen.findAllByText('Failed to create list.')).length).toBe(2)
  expect((await titleField()).value).toBe('Doors')
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Ajar')
  expect(filmsShown()).toBe('abc')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(tries).toBe(2))
  // The key outlives the page.
  expect((kept.get(key) as ListDraft).attempt).not.toBeNull()
  await userEvent.type(await titleField(), '!')
  await userEvent.click(await saveButton())
  await screen.findByText('Profile')
  const keys = requests
    .filter(({ route }) => route === 'POST /api/lists')
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  // Another list by then.
  expect(keys[2]).not.toBe(keys[0])
})

it('says why the server refuses a list', async () => {
  kept.set(key, draftOf({ title: 'Doors', films: three }))
  fakeApi({
    ...calls,
    'POST /api/lists': () => {
      throw new Refusal(404, 'film.not_found', 'This film could not be found.')
    },
  })
  openForm('/create-list')
  await userEvent.click(await saveButton())
  expect(await screen.findByText('Failed to create list. This film could not be found.')).toBeTruthy()
})

it('sends one list however often Save is pressed', async () => {
  kept.set(key, draftOf({ title: 'Doors', films: three }))
  const sent = Promise.withResolvers<object>()
  const requests = fakeApi({ ...calls, 'POST /api/lists': () => sent.promise })
  openForm('/create-list')
  const save = await saveButton()
  await userEvent.dblClick(save)
  await userEvent.type(await titleField(), '{Enter}')
  sent.resolve(made)
  await screen.findByText('Profile')
  expect(requests.filter(({ route }) => route === 'POST /api/lists')).toHaveLength(1)
})

const picture = new File(['x'], 'sea.png', { type: 'image/png' })
const pick = async (file: File) =>
  userEvent.upload(await screen.findByLabelText(/(Add|Change) cover/), file, { applyAccept: false })

it('takes pictures only for a cover; one that cannot be uploaded stays, to be tried again', async () => {
  kept.set(key, draftOf({ title: 'Doors', films: three }))
  let uploads = 0
  const requests = fakeApi({
    ...calls,
    'POST /api/upload/list-cover': () => {
      if (uploads++ < 2) throw new NoNetwork()
      return { url: '/media/covers/1.jpg' }
    },
  })
  openForm('/create-list')
  await pick(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(screen.getByText('This file is not a supported image.')).toBeTruthy()
  await pick(picture)
  await userEvent.click(await screen.findByRole('button', { name: 'Cropped' }))
  expect(await screen.findByText('The cover could not be uploaded.')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'The new cover' })).toBeTruthy()
  // Saving needs it as well.
  await userEvent.click(await saveButton())
  expect((await screen.findAllByText('Failed to create list.')).length).toBe(2)
  expect(requests.some(({ route }) => route === 'POST /api/lists')).toBe(false)
  const field = within(screen.getByRole('group', { name: 'Cover' }))
  await userEvent.click(field.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText('The cover could not be uploaded.')).toBeNull())
  await waitFor(() => expect(uploads).toBe(3))
  await userEvent.click(await saveButton())
  await screen.findByText('Profile')
  expect(requests.at(-1)?.body).toMatchObject({ coverImage: '/media/covers/1.jpg' })
  const sent = requests.find(({ route }) => route === 'POST /api/upload/list-cover')?.body as FormData
  expect((sent.get('image') as File).type).toBe('image/jpeg')
})

it('tells what the server has against a picture, and takes one away', async () => {
  fakeApi({
    ...calls,
    'POST /api/upload/list-cover': () => {
      throw new Refusal(413, 'upload.too_large', 'This file is too large.')
    },
  })
  openForm('/create-list')
  await pick(picture)
  await userEvent.click(await screen.findByRole('button', { name: 'Cropped' }))
  expect(await screen.findByText('This file is too large.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove cover' }))
  expect(screen.queryByRole('img', { name: 'The new cover' })).toBeNull()
  expect(screen.queryByText('This file is too large.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Add cover'))
})

it('uploads a picture again that the server no longer has', async () => {
  const values = { title: 'Doors', films: three, coverImage: '/media/covers/old.jpg' }
  kept.set(key, draftOf(values, { coverFile: new File(['x'], 'cover.jpg', { type: 'image/jpeg' }) }))
  const requests = fakeApi({
    ...calls,
    'POST /api/lists': ({ body }) =>
      (body as { coverImage: string }).coverImage === '/media/covers/1.jpg'
        ? made
        : Response.json(
            {
              error: 'x',
              code: 'request.invalid',
              requestId: 'test',
              issues: [{ path: 'picture', message: 'not an uploaded picture of yours' }],
            },
            { status: 400 },
          ),
  })
  openForm('/create-list')
  await userEvent.click(await saveButton())
  await screen.findByText('Profile')
  expect(requests.map(({ route }) => route).filter((route) => route.startsWith('POST'))).toEqual([
    'POST /api/lists',
    'POST /api/upload/list-cover',
    'POST /api/lists',
  ])
})

it('restores a draft, discards it and takes that back', async () => {
  kept.set(key, draftOf({ title: 'Doors', isRanked: true, films: three }))
  fakeApi(calls)
  openForm('/create-list')
  expect(await screen.findByText('Draft restored')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Ranked' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect((await titleField()).value).toBe('')
  expect(filmsShown()).toBe('')
  expect(screen.queryByText('Draft restored')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect((await titleField()).value).toBe('Doors')
  expect(filmsShown()).toBe('abc')
})

it('passes over a draft that is damaged', async () => {
  kept.set(key, { values: { title: 7 } })
  fakeApi(calls)
  openForm('/create-list')
  expect((await titleField()).value).toBe('')
  expect(screen.queryByText('Draft restored')).toBeNull()
})

it('asks before it is left with changes, which stay as a draft', async () => {
  fakeApi(calls)
  const { leave, path } = openForm('/create-list')
  await userEvent.type(await titleField(), 'Doors')
  await leave()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Your changes stay on this device as a draft.')
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(path()).toBe('/create-list')
  await leave()
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Home')).toBeTruthy()
  expect((kept.get(key) as ListDraft).values.title).toBe('Doors')
})

it('begins with 500 films at most', async () => {
  const many = Array.from({ length: 499 }, (_, at) => film(at + 10, String(at)))
  kept.set(key, draftOf({ title: 'Doors', films: many }))
  fakeApi(calls)
  openForm('/create-list')
  await userEvent.click(await screen.findByRole('button', { name: 'Add Movie' }))
  await addFound('salt', /Salt Harbour.*Add$/)
  expect(
    await screen.findByText('A new list begins with at most 500 films. Save it, then add more.'),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Add Movie' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
