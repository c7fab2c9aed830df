import { screen, within } from '@testing-library/react'
import type { ListDetail, ListFilm } from '#shared/api/lists.ts'
import { Component, loader } from '#web/pages/list.page.tsx'
import { member, showPage, uuid } from './film-page.tsx'
import { fakeApi, Refusal, type FakeRequest } from './web-api.ts'

export const listId = uuid('a')
const route = { path: '/list/:id', loader, Component }
export const getList = `GET /api/lists/${listId}`
export const layla = member('1', 'layla')
export const omar = member('2', 'omar')

export const film = (number: number, patch: Partial<ListFilm> = {}): ListFilm => ({
  id: number,
  title: `Film ${number}`,
  year: 2000 + number,
  poster: `/t/p/w500/p${number}.jpg`,
  posterOverride: null,
  seen: false,
  ...patch,
})

/** Omar's list of three films, one of which was seen. */
export function makeList(patch: Partial<ListDetail> = {}): ListDetail {
  const movies = patch.movies ?? [film(1, { seen: true }), film(2), film(3, { year: null })]
  return {
    _id: listId,
    title: 'Doors',
    description: '',
    coverImage: null,
    posters: [],
    filmsCount: movies.length,
    seenCount: movies.filter((one) => one.seen).length,
    hasNotes: movies.some((one) => one.note !== undefined),
    isPrivate: false,
    isRanked: false,
    user: omar,
    likes: [],
    likeCount: 31,
    likedByMe: false,
    savedByMe: false,
    savedBy: [],
    editors: [],
    saveCount: 2,
    replyCount: 0,
    createdAt: '2026-01-01T00:00:00Z',
    tags: [],
    updatedAt: '2026-01-01T00:00:00Z',
    ...patch,
    movies,
  }
}

/** An answer: the server failed. */
export const refuse = () => {
  throw new Refusal(500, 'server.failed', 'Something went wrong.')
}

type Answers = Parameters<typeof fakeApi>[0]

/** Opens the page of the list. */
export function openList(answers: Answers) {
  const requests = fakeApi(answers)
  const shown = showPage(route, `/list/${listId}`)
  const at = () => shown.router.state.location.pathname + shown.router.state.location.search
  return { ...shown, requests, at }
}

/** Opens it and waits until it is there. */
export async function showList(patch: Partial<ListDetail> = {}, answers: Answers = {}) {
  const shown = openList({ [getList]: () => makeList(patch), ...answers })
  await screen.findByRole('heading', { level: 1, name: patch.title ?? 'Doors' })
  return shown
}

/** Those of the requests that went to one route. */
export const sent = (requests: FakeRequest[], wanted: string) =>
  requests.filter((request) => request.route === wanted)
export const tiles = () =>
  within(screen.getByRole('list', { name: 'Films of the list' })).getAllByRole('link')
export const names = () => tiles().map((tile) => tile.textContent)
