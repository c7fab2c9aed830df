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
const at = '2026-01-02T10:00:00.000Z'
const finding = (about: string, state: string, code: string, facts: object = {}) => ({
  about,
  state,
  code,
  facts,
})
const health = {
  at,
  findings: [
    finding('mail', 'fault', 'mail.refused', { reason: 'Invalid login: 535 5.7.8 authentication failed' }),
    finding('redis', 'unreadable', 'unreadable'),
    finding('jobs', 'warning', 'jobs.failed', { jobs: 3 }),
    finding('backups', 'warning', 'backups.old', { at }),
    finding('film-source', 'fault', 'film-source.key-refused', { host: 'api.example.org' }),
    finding('data-folder', 'ok', 'data-folder.room', { folder: '/var/lib/scene', gigabytes: '41.3' }),
    finding('database', 'ok', 'database.works', { version: '18.1' }),
    finding('storage', 'ok', 'storage.works', { where: '/var/lib/scene/media' }),
  ],
  steps: ['address', 'mail', 'film-source', 'backups', 'registration', 'demo', 'storage', 'room'].map(
    (step, index) => ({ step, done: index === 1 ? null : index % 2 === 0 }),
  ),
}
const figure = (name: string, base: number) => ({
  figure: name,
  value: base,
  at: new Date().toISOString(),
  points: Array.from({ length: 90 }, (_, index) => ({
    at: new Date(Date.now() - (90 - index) * 900_000).toISOString(),
    value: base * (1 + Math.sin(index / 9) / 3),
  })),
})
const figures = [
  figure('members', 12_345),
  figure('sign-ups', 21),
  figure('logs', 1204),
  figure('answers', 3.4),
  figure('slowest', 0.231),
  { figure: 'disk', value: null, at: null, points: [] },
]
const job = { id: '1', name: 'films.complete', state: 'waiting', tries: 0, nextRun: at, error: null }
const jobs = {
  waiting: 12,
  failed: 1,
  jobs: [
    {
      ...job,
      id: '2',
      name: 'accounts.send-code',
      state: 'spent',
      tries: 12,
      nextRun: null,
      error: 'connect ECONNREFUSED 127.0.0.1:25',
    },
    { ...job, id: '3', name: 'backup.make', state: 'running', tries: 1 },
    job,
  ],
}
const account = {
  _id: '018f0000-0000-7000-8000-000000000000',
  username: 'layla',
  name: 'Layla',
  avatar: null,
  email: 'layla@scene.example',
  role: 'operator',
  verified: true,
  suspended: false,
  joinedAt: at,
  seenOn: '2026-01-02',
}
const members = [
  account,
  {
    ...account,
    _id: '018f0000-0000-7000-8000-000000000001',
    username: 'somebody_with_a_name',
    email: 'somebody.with.a.rather.long.address@mail.example.org',
    role: 'member',
    suspended: true,
    seenOn: null,
  },
  {
    ...account,
    _id: '018f0000-0000-7000-8000-000000000002',
    username: 'noor',
    role: 'moderator',
    verified: false,
  },
]
const file = '/var/backups/scene/scene-2026-01-02T100000Z.tar.gz'
const backups = {
  schedule: 'daily',
  folder: '/var/backups/scene',
  kept: 7,
  madeAt: at,
  triedAt: at,
  failure: null,
  running: { startedAt: at, percent: 42 },
  files: [{ file, bytes: 123_456_789, at, restore: `npx scene backup restore ${file} --replace` }],
}
const answers: Record<string, unknown> = {
  '/api/admin/health': health,
  '/api/admin/figures': figures,
  '/api/admin/jobs': jobs,
  '/api/admin/members': members,
  '/api/admin/storage': {
    kind: 'folder',
    where: '/var/lib/scene/media',
    dataDir: '/var/lib/scene',
    disk: { free: 41_300_000_000, all: 120_000_000_000 },
    pictures: { files: 1204, bytes: 812_000_000 },
    databaseBytes: 2_345_000_000,
    at,
  },
  '/api/admin/scenebot': {
    days: 30,
    languages: [
      { language: 'english', understood: 1204, notUnderstood: 31, set: { right: 75, of: 75 } },
      { language: 'arabic', understood: 310, notUnderstood: 12, set: { right: 64, of: 64 } },
      { language: 'french', understood: 0, notUnderstood: 0, set: { right: 65, of: 65 } },
    ],
  },
  '/api/admin/mail': {
    delivery: 'smtp',
    server: 'mail.example.org:587',
    from: 'Scene <scene@example.org>',
    sentAt: at,
    failedAt: at,
    failure: 'Invalid login: 535 5.7.8 authentication failed',
  },
  '/api/admin/backups': backups,
  '/api/admin/settings': [
    { name: 'PUBLIC_URL', value: 'https://films.example.org', from: 'environment' },
    { name: 'TMDB_API_KEY', value: '••••', from: 'file' },
    {
      name: 'SEARCH_LANGUAGE_VOTES',
      value: 'ja:2500,zh:5000,fr:5000,de:5000,ru:5000,ko:5000',
      from: 'default',
    },
    { name: 'REDIS_URL', value: null, from: 'default' },
    { name: 'REGISTRATION', value: 'closed', from: '.env' },
  ],
  '/api/admin/refusals': [
    { kind: 'name', pattern: 'free*', createdAt: at, operator: entry.operator, shellUser: null },
    {
      kind: 'email',
      pattern: 'somebody.with.a.rather.long.address+*@mail.example.org',
      createdAt: at,
      operator: null,
      shellUser: 'root',
    },
    { kind: 'domain', pattern: 'throwaway.example', createdAt: at, operator: null, shellUser: null },
  ],
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
    const empty = answer === jobs ? { waiting: 0, failed: 0, jobs: [] } : Array.isArray(answer) ? [] : answer
    return route.fulfill({ json: isEmpty ? empty : answer })
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
  onTablets: true,
})

/** All parts of the operators' page. */
export const adminScreens: Screen[] = [
  screen('admin, how all stands', '/admin'),
  screen('admin, jobs', '/admin/jobs'),
  screen('admin, no jobs', '/admin/jobs?failed=1', true),
  screen('admin, members', '/admin/members'),
  screen('admin, no members', '/admin/members?q=nobody', true),
  screen('admin, refusals', '/admin/refusals'),
  screen('admin, no refusals', '/admin/refusals?kind=email', true),
  screen('admin, storage', '/admin/storage'),
  screen('admin, mail', '/admin/mail'),
  screen('admin, SceneBot', '/admin/scenebot'),
  screen('admin, backups', '/admin/backups'),
  screen('admin, settings', '/admin/settings'),
  screen('admin, films that wait', '/admin/film-source'),
  screen('admin, films that were merged', '/admin/film-source?view=merged'),
  screen('admin, films kept apart', '/admin/film-source?view=refused'),
  screen('admin, nothing to decide', '/admin/film-source', true),
  screen('admin, audit log', '/admin/audit'),
  { name: 'admin, to a member', path: '/admin' },
]
