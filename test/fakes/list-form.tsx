import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { ListDetail } from '#shared/api/lists.ts'
import * as draftStore from '#web/lib/drafts/draft-store.ts'
import * as createPage from '#web/pages/create-list.page.tsx'
import * as editPage from '#web/pages/edit-list.page.tsx'
import { renderRoutes } from './screen.tsx'
import { signInAs } from './session.ts'

export const me = '018f0000-0000-7000-8000-0000000000aa'
export const listId = '018f0000-0000-7000-8000-000000000001'

/** The drafts that are stored once `keepDrafts` has run, by their keys: jsdom has no IndexedDB. */
export const kept = new Map<string, unknown>()

export function keepDrafts() {
  vi.spyOn(draftStore, 'readDraft').mockImplementation((_store, key) => Promise.resolve(kept.get(key)))
  vi.spyOn(draftStore, 'saveDraft').mockImplementation((_store, key, draft) => {
    if (draft === null) kept.delete(key)
    else kept.set(key, draft)
    return Promise.resolve(true)
  })
}

/** A film as a search finds it. */
export const found = (id: number, title: string) => ({
  id,
  title,
  poster_path: null,
  backdrop_path: null,
  poster: null,
  release_date: '2011-05-01',
})

export const answer = (...results: object[]) => ({ results, page: 1, total_pages: 1 })

/** A list whose films are named by single letters. */
export const listOf = (films: string, more: Partial<ListDetail> = {}): ListDetail => ({
  _id: listId,
  title: 'Doors',
  description: '',
  coverImage: null,
  posters: [],
  filmsCount: films.length,
  isPrivate: false,
  isRanked: false,
  user: { _id: me, username: 'layla', avatar: null },
  likes: [],
  likeCount: 0,
  likedByMe: false,
  savedByMe: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tags: [],
  movies: films.split('').map((title) => ({
    id: title.charCodeAt(0),
    title,
    year: 2011,
    poster: null,
    posterOverride: null,
    seen: false,
  })),
  seenCount: 0,
  hasNotes: false,
  savedBy: [],
  editors: [],
  saveCount: 0,
  replyCount: 0,
  updatedAt: '2026-01-02T00:00:00.000Z',
  ...more,
})

/** Opens the form on top of the profile, signed in. Rows are laid out with one height, so that not all are alive. */
export function openForm(path: string) {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 88, configurable: true })
  signInAs({ _id: me, username: 'layla' })
  const { queryClient, router } = renderRoutes(
    [
      { path: '/', element: <p>Home</p> },
      { path: '/profile', element: <p>Profile</p> },
      { path: '/create-list', ...createPage },
      { path: '/list/:id', element: <p>The list</p> },
      { path: '/list/:id/edit', ...editPage },
    ],
    '/profile',
    path,
  )
  return {
    queryClient,
    router,
    path: () => router.state.location.pathname,
    leave: () => act(() => router.navigate('/')),
  }
}

export const saveButton = () => screen.findByRole('button', { name: 'Save' })
export const titleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })

/** The titles of the form's films, in their order. */
export const filmsShown = () =>
  [...document.querySelectorAll('[data-film] bdi')].map((title) => title.textContent).join('')

/** Finds a film in the dialog that is open, and adds it. */
export async function addFound(query: string, name: RegExp) {
  const box = await within(await screen.findByRole('dialog')).findByRole('combobox')
  await userEvent.clear(box)
  await userEvent.type(box, query)
  await userEvent.click(await screen.findByRole('option', { name }))
}
