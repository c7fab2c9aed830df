import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const id = '018f0000-0000-7000-8000-000000000000'
const at = '2026-01-02T10:00:00.000Z'
const member = (username: string) => ({ _id: id, username, avatar: null })

const row = {
  _id: id,
  kind: 'log',
  author: member('somebody_with_a_name'),
  excerpt:
    'Buy the best watches of the whole town at prices that nobody believes, by this link and no other…',
  reports: 104,
  reasons: ['spam', 'spoilers', 'other'],
  openedAt: at,
  decidedAt: null,
  act: null,
  appealed: false,
  flooding: true,
}
const rows = [
  row,
  {
    ...row,
    _id: `${id.slice(0, -1)}1`,
    kind: 'reply',
    excerpt: 'مشاهدة ممتعة',
    reports: 1,
    reasons: ['abuse'],
  },
  {
    ...row,
    _id: `${id.slice(0, -1)}2`,
    kind: 'picture',
    author: null,
    excerpt: '',
    reports: 2,
    flooding: false,
  },
]
const content = { title: 'Parasite', text: row.excerpt, image: null, gif: null, spoilers: false }
const decision = {
  _id: id,
  act: 'hide',
  ground: 'spam',
  facts: 'The review sells watches.',
  moderator: member('rana'),
  decidedAt: at,
  liftedAt: null,
  appeal: { text: 'It does not.', at, outcome: null, answer: '', moderator: null, mayDecide: true },
}
const detail = {
  ...row,
  path: `/review/${id}`,
  before: content,
  now: { ...content, text: 'Buy watches.' },
  hidden: false,
  acts: ['none', 'hide', 'spoiler', 'remove', 'limit', 'suspend', 'message'],
  person: {
    role: 'member',
    joinedAt: at,
    logs: 12,
    limited: true,
    suspended: false,
    lastHour: { comments: 40, follows: 2, reports: 0 },
    history: [{ caseId: id, kind: 'reply', act: 'remove', ground: 'abuse', decidedAt: at }],
    otherCases: 3,
  },
  told: [
    { number: 42, reporter: member('layla'), guest: null, reason: 'spam', text: '', createdAt: at },
    {
      number: 43,
      reporter: null,
      guest: { name: 'Somebody', email: 'somebody.with.a.rather.long.address@mail.example.org' },
      reason: 'other',
      text: 'The same text stands on a hundred pages.',
      createdAt: at,
    },
  ],
  decisions: [decision],
}

const statement = {
  _id: id,
  kind: 'log',
  excerpt: row.excerpt,
  act: 'hide',
  ground: 'spam',
  facts: 'The review sells watches.',
  decidedAt: at,
  liftedAt: null,
  appealUntil: '2100-01-22T10:00:00.000Z',
  appeal: null,
}
const appealed = { text: 'It does not.', at, outcome: 'kept', answer: 'It does: look at its link.' }

/** As a moderator sees it; the community of these tests has none. */
const asModerator = (isEmpty: boolean) => async (page: Page) => {
  await page.route('**/api/moderation/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('/counts'))
      return route.fulfill({ json: isEmpty ? { open: 0, appeals: 0 } : { open: 3, appeals: 1 } })
    return route.fulfill({ json: pathname.endsWith('/cases') ? (isEmpty ? [] : rows) : detail })
  })
  await changeAnswers(page, '**/api/users/*', (own) => ({ ...own, role: 'moderator' }))
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object
    localStorage.setItem('user', JSON.stringify({ ...user, role: 'moderator' }))
  })
}

const withDecisions = async (page: Page) => {
  const statements = [
    statement,
    { ...statement, _id: `${id.slice(0, -1)}1`, appealUntil: null, liftedAt: at, appeal: appealed },
    { ...statement, _id: `${id.slice(0, -1)}2`, act: 'message', appealUntil: null },
  ]
  await page.route('**/api/decisions?*', (route) => route.fulfill({ json: statements }))
  const own = { number: 42, kind: 'log', excerpt: row.excerpt, reason: 'spam', createdAt: at }
  await page.route('**/api/reports?*', (route) =>
    route.fulfill({
      json: [
        { ...own, decidedAt: at, acted: true },
        { ...own, number: 43, decidedAt: null, acted: null },
      ],
    }),
  )
}

const dialog = (page: Page) => page.getByRole('dialog')

/** The entry that reports is the last one of each menu. */
const openReport = async (page: Page) => {
  await page.locator('main [aria-haspopup="menu"]').first().click()
  await page.getByRole('menuitem').last().click()
  await expect(dialog(page)).toBeVisible()
}

/** Reporting, deciding, and what members read of it. */
export const moderationScreens: Screen[] = [
  { name: 'reports, to a moderator', path: '/admin/reports', prepare: asModerator(false) },
  { name: 'reports, nothing to decide', path: '/admin/reports', prepare: asModerator(true) },
  {
    name: 'reports, one of them',
    path: `/admin/reports?case=${id}`,
    prepare: asModerator(false),
    open: async (page) => {
      await page.locator('[aria-pressed]').filter({ visible: true }).nth(4).click()
    },
  },
  { name: 'decisions', path: '/settings/decisions', prepare: withDecisions },
  { name: 'decisions, none', path: '/settings/decisions' },
  {
    name: 'decisions, an appeal',
    path: '/settings/decisions',
    prepare: withDecisions,
    open: async (page) => {
      await page.locator('main article').first().getByRole('button').click()
    },
  },
  { name: 'report, a list', path: '/list/{othersList}', open: openReport },
  {
    name: 'report, a member without a reason',
    path: '/profile/{friend}',
    open: async (page) => {
      await openReport(page)
      await dialog(page).locator('button[type="submit"]').click()
    },
  },
]

/** What those see who cannot log in. */
export const guestModerationScreens: Screen[] = [
  { name: 'report, by a guest', path: '/report?address=https%3A%2F%2Ffilms.example.org%2Freview%2F1' },
  {
    name: 'report, a guest’s with nothing filled in',
    path: '/report',
    open: async (page) => {
      await page.locator('button[type="submit"]').click()
    },
  },
  { name: 'appeal, by a link that is no longer good', path: '/appeal#token=nobodys', expected: /404/ },
  {
    name: 'appeal, by the link of a mail',
    path: '/appeal#token=somebodys',
    prepare: (page) =>
      page.route('**/api/appeals/read', (route) =>
        route.fulfill({ json: { ...statement, act: 'suspend', kind: 'member' } }),
      ),
  },
]
