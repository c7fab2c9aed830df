import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { BodyOf } from '#shared/api/endpoint.ts'
import type { ListDetail, updateList } from '#shared/api/lists.ts'
import {
  filmsShown,
  keepDrafts,
  kept,
  listId,
  listOf,
  me,
  openForm,
  saveButton,
  titleField,
} from '#test/fakes/list-form.tsx'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { listDraftKey, type ListDraft } from './list-draft.ts'
import { fromList } from './list-history-state.ts'
import { valuesOf } from './list-values.ts'
import { listQuery } from '#web/features/lists/lists.api.ts'

beforeAll(() => import('#web/ui/overlays/alert-panel.tsx'))
beforeAll(keepDrafts)
beforeEach(() => kept.clear())

type Changes = BodyOf<typeof updateList>

const read = `GET /api/lists/${listId}`
const patch = `PATCH /api/lists/${listId}`
const edit = `/list/${listId}/edit`
const key = listDraftKey(me, listId)
const patches = (requests: { route: string; body: unknown }[]) =>
  requests.filter(({ route }) => route === patch).map(({ body }) => body as Changes)

/** A server with one list, which refuses what was based on an older one. */
function serve(list: ListDetail) {
  const server = { list, changes: 0 }
  const touch = (change: Partial<ListDetail>) => {
    server.changes += 1
    server.list = { ...server.list, ...change, updatedAt: `2026-02-0${server.changes}T00:00:00.000Z` }
  }
  const take = ({ body }: { body: unknown }) => {
    const { basedOn, movies, coverImage, ...rest } = body as Changes
    if (basedOn !== server.list.updatedAt)
      throw new Refusal(409, 'list.changed', 'This list was changed elsewhere meanwhile.')
    touch({
      ...(rest as Partial<ListDetail>),
      ...(movies && listOf(movies.map(({ id }) => String.fromCharCode(Number(id))).join(''))),
      ...(coverImage === undefined ? {} : { coverImage }),
      ...(rest.title === undefined ? { title: server.list.title } : { title: rest.title }),
    })
    return server.list
  }
  return { server, touch, take, calls: { [read]: () => server.list, [patch]: take } }
}

/** The form can be saved again once it is gone. */
async function acknowledge(told: HTMLElement) {
  await userEvent.click(within(told).getByRole('button'))
  await waitFor(() => expect(told.isConnected).toBe(false))
}

it('opens with the list, sends what changed, and returns with all that shows it up to date', async () => {
  const { calls } = serve(listOf('ab', { description: 'Ajar', isRanked: true }))
  const requests = fakeApi(calls)
  const { queryClient, router, path } = openForm(edit)
  const card = { _id: listId, title: 'Doors', isPrivate: false, likeCount: 3 }
  queryClient.setQueryData(['search', 'lists'], [card])
  await userEvent.type(await titleField(), ' and windows')
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Ajar')
  expect(screen.getByRole('checkbox', { name: 'Ranked' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Private' }))
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  expect(path()).toBe(`/list/${listId}`)
  await act(() => router.navigate(-1))
  expect(path()).toBe('/profile')
  expect(patches(requests)).toEqual([
    { title: 'Doors and windows', isPrivate: true, basedOn: '2026-01-02T00:00:00.000Z' },
  ])
  expect(queryClient.getQueryData(['search', 'lists'])).toEqual([
    { ...card, title: 'Doors and windows', isPrivate: true },
  ])
  expect(queryClient.getQueryData(listQuery(listId).queryKey)?.pages[0]?.answer.title).toBe(
    'Doors and windows',
  )
})

it('brings all windows up to date that the page of the list had, and asks for no more than one with the change', async () => {
  const { server, calls } = serve(listOf('ab'))
  const requests = fakeApi({
    ...calls,
    [read]: ({ query }) =>
      Response.json(server.list, {
        headers: query.has('limit') && !query.has('cursor') ? { 'X-Next-Cursor': 'b' } : {},
      }),
  })
  const { queryClient } = openForm(edit)
  await titleField()
  await queryClient.fetchInfiniteQuery({ ...listQuery(listId), pages: 2 })
  await userEvent.type(await titleField(), ' and windows')
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  const shown = queryClient.getQueryData(listQuery(listId).queryKey)?.pages
  expect(shown?.map(({ answer }) => answer.title)).toEqual(['Doors and windows', 'Doors and windows'])
  expect(requests.find(({ route }) => route === patch)?.query.get('limit')).toBe('160')
})

it('returns without a call where nothing changed', async () => {
  const requests = fakeApi(serve(listOf('ab')).calls)
  openForm(edit)
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  expect(patches(requests)).toEqual([])
})

it.each([
  ['another member’s', () => listOf('a', { user: { _id: 'other', username: 'omar', avatar: null } })],
  [
    'a missing or private',
    () => {
      throw new Refusal(404, 'list.not_found', 'This list could not be found.')
    },
  ],
])('sends home from %s list', async (_, list) => {
  fakeApi({ [read]: list })
  const { path } = openForm(edit)
  await screen.findByText('Home')
  expect(path()).toBe('/')
})

it('says that the list did not come, and tries again', async () => {
  // Online it would try by itself first.
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let down = true
  fakeApi({
    [read]: () => {
      if (down) throw new NoNetwork()
      return listOf('ab')
    },
  })
  openForm(edit)
  const again = await screen.findByRole('button', { name: 'Try again' })
  down = false
  await userEvent.click(again)
  expect((await titleField()).value).toBe('Doors')
  online.mockRestore()
})

it.each([
  [
    'offline',
    () => {
      throw new NoNetwork()
    },
    'Failed to update list.',
  ],
  [
    'refused',
    () => {
      throw new Refusal(404, 'list.not_found', 'This list could not be found.')
    },
    'Failed to update list. This list could not be found.',
  ],
])('alerts when it is %s, and keeps everything', async (_, answer, inline) => {
  let fails = true
  const { calls, take } = serve(listOf('ab'))
  fakeApi({ ...calls, [patch]: (request) => (fails ? answer() : take(request)) })
  openForm(edit)
  await userEvent.type(await titleField(), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Move b up' }))
  await userEvent.click(await saveButton())
  const told = await screen.findByRole('alertdialog', { name: 'Failed to update list.' })
  await acknowledge(told)
  expect(screen.getByText(inline)).toBeTruthy()
  expect((await titleField()).value).toBe('Doors!')
  expect(filmsShown()).toBe('ba')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('The list')
})

it('joins what was changed elsewhere, tells so, and then saves', async () => {
  const { calls, touch } = serve(listOf('abcd'))
  const requests = fakeApi(calls)
  openForm(edit)
  await userEvent.click(await screen.findByRole('button', { name: 'Move d up' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove a' }))
  touch({ ...listOf('bcdx'), title: 'Windows', isPrivate: true })
  await userEvent.click(await saveButton())
  const told = await screen.findByRole('alertdialog', { name: 'Failed to update list.' })
  expect(told.textContent).toContain('This list was changed elsewhere meanwhile.')
  await acknowledge(told)
  expect(filmsShown()).toBe('bdxc')
  expect((await titleField()).value).toBe('Windows')
  expect(screen.getByRole('checkbox', { name: 'Private' })).toHaveProperty('checked', true)
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  expect(patches(requests).at(-1)).toEqual({
    movies: ['b', 'd', 'x', 'c'].map((title) => ({ id: title.charCodeAt(0) })),
    basedOn: '2026-02-01T00:00:00.000Z',
  })
})

it('takes a save whose answer was lost for done', async () => {
  const { calls, take } = serve(listOf('ab'))
  let lost = false
  const requests = fakeApi({
    ...calls,
    [patch]: (request) => {
      const saved = take(request)
      if (lost) return saved
      lost = true
      throw new NoNetwork()
    },
  })
  openForm(edit)
  await userEvent.type(await titleField(), '!')
  await userEvent.click(await saveButton())
  const told = await screen.findByRole('alertdialog', { name: 'Failed to update list.' })
  await acknowledge(told)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('The list')
  expect(patches(requests)).toHaveLength(2)
})

it('says so when what was changed elsewhere does not come either', async () => {
  const { calls, touch, server } = serve(listOf('ab'))
  let reads = 0
  fakeApi({
    ...calls,
    [read]: () => {
      if (reads++ > 0) throw new Refusal(404, 'list.not_found', 'This list could not be found.')
      return server.list
    },
  })
  openForm(edit)
  await userEvent.type(await titleField(), '!')
  touch({ title: 'Windows' })
  await userEvent.click(await saveButton())
  const told = await screen.findByRole('alertdialog', { name: 'Failed to update list.' })
  expect(told.textContent).toContain('This list could not be found.')
})

it('puts a draft on top of the list as it is by now', async () => {
  const began = valuesOf(listOf('abc'))
  const draft: ListDraft = {
    values: { ...began, description: 'Mine', films: began.films.toReversed() },
    base: began,
    basedOn: '2025-12-31T00:00:00.000Z',
    coverFile: null,
    attempt: null,
  }
  kept.set(key, draft)
  fakeApi(serve(listOf('abcx', { title: 'Windows' })).calls)
  openForm(edit)
  expect(await screen.findByText('Draft restored')).toBeTruthy()
  expect((await titleField()).value).toBe('Windows')
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Mine')
  expect(filmsShown()).toBe('cxba')
})

it('knows a draft that the list has become', async () => {
  const began = valuesOf(listOf('abc'))
  const saved = listOf('cba')
  const held = { values: valuesOf(saved), base: began, basedOn: 'older', coverFile: null, attempt: null }
  kept.set(key, held)
  fakeApi(serve(saved).calls)
  openForm(edit)
  await saveButton()
  expect(screen.queryByText('Draft restored')).toBeNull()
})

it('goes back to the list that opened it', async () => {
  fakeApi(serve(listOf('ab')).calls)
  const { router } = openForm(`/list/${listId}`)
  await act(() => router.navigate(edit, { state: fromList }))
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  await act(() => router.navigate(-1))
  expect(await screen.findByText('Profile')).toBeTruthy()
})

it('changes notes and tags, and sends nothing else', async () => {
  const list = listOf('ab', { tags: ['noir'] })
  const [first, second] = list.movies
  if (!first || !second) throw new Error('two films')
  const requests = fakeApi(serve({ ...list, movies: [{ ...first, note: 'one' }, second] }).calls)
  openForm(edit)
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note on a' })
  expect(note.value).toBe('one')
  await userEvent.clear(note)
  await userEvent.click(screen.getByRole('button', { name: 'Note on b' }))
  await userEvent.keyboard('two')
  await userEvent.click(screen.getByRole('button', { name: 'Remove tag noir' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'rain,')
  await userEvent.click(await saveButton())
  await screen.findByText('The list')
  expect(patches(requests)).toEqual([
    {
      tags: ['rain'],
      movies: [
        { id: 97, note: '' },
        { id: 98, note: 'two' },
      ],
      basedOn: list.updatedAt,
    },
  ])
})
