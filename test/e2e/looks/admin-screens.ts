import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const film = (id: number, title: string) => ({
  id,
  title,
  titleLang: 'en',
  originalTitle: 'باب الحديد',
  release_date: '1958-09-15',
  poster: null,
  directors: ['Youssef Chahine', 'Somebody With a Rather Long Name'],
  numbers: { tmdb: id, imdb: 'tt0051390', wikidata: 'Q765535' },
  hangs: { logs: 1, watchlists: 2, favourites: 3, lists: 11 },
})
const doubt = {
  film: film(800_000_001, 'Cairo Station'),
  reason: 'several-matches',
  confidence: 40,
  candidates: [film(1, 'Cairo Station'), film(2, 'The Iron Gate of Which Nobody Knows the Whole Title')],
}
const merge = {
  id: 1,
  from: { id: 800_000_001, title: 'Cairo Station', release_date: '1958-09-15' },
  into: { id: 1, title: 'Cairo Station', titleLang: 'en', release_date: '1958-09-15', poster: null },
  rows: 12,
  mergedAt: '2026-01-02T10:00:00.000Z',
  canUndo: true,
}
const entry = {
  id: 1,
  at: '2026-01-02T10:00:00.000Z',
  act: 'films.accept',
  operator: { _id: '018f0000-0000-7000-8000-000000000000', username: 'operator', avatar: null },
  shellUser: null,
  member: null,
  about: { film: 800_000_001, title: 'Cairo Station', into: 1 },
}
const answers: Record<string, unknown> = {
  '/api/admin/film-doubts': [doubt],
  '/api/admin/film-doubts/counts': { waiting: 1, refused: 1, merged: 1234 },
  '/api/admin/film-merges': [merge],
  '/api/admin/audit': [
    entry,
    {
      ...entry,
      id: 2,
      act: 'user.role',
      shellUser: 'root',
      operator: null,
      about: { was: 'member', role: 'operator' },
    },
  ],
}

/** As an operator sees it; the community of these tests has none. */
const asOperator = (isEmpty: boolean) => async (page: Page) => {
  await page.route('**/api/admin/**', (route) => {
    const answer = answers[new URL(route.request().url()).pathname]
    return route.fulfill({ json: isEmpty && Array.isArray(answer) ? [] : answer })
  })
  // One's role is kept from the login on, and asked again.
  await changeAnswers(page, '**/api/users/*', (member) => ({ ...member, role: 'operator' }))
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object
    localStorage.setItem('user', JSON.stringify({ ...user, role: 'operator' }))
  })
}

const screen = (name: string, path: string, isEmpty = false): Screen => ({
  name,
  path,
  prepare: asOperator(isEmpty),
  open: (page) => expect(page.getByRole('tablist')).toBeVisible(),
})

/** Doubtful films, what became of others, and what operators did. */
export const adminScreens: Screen[] = [
  screen('admin, films that wait', '/admin/film-source'),
  screen('admin, films that were merged', '/admin/film-source?view=merged'),
  screen('admin, films kept apart', '/admin/film-source?view=refused'),
  screen('admin, nothing to decide', '/admin/film-source', true),
  screen('admin, audit log', '/admin/audit'),
  { name: 'admin, to a member', path: '/admin' },
]
