import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routePatterns } from '#shared/paths.ts'
import { me, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { fakeWindow } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import * as page from '#web/pages/diary.page.tsx'

beforeEach(signInAsLayla)
afterEach(() => {
  document.documentElement.removeAttribute('dir')
})

const entry = (digit: string, day: string, patch: object = {}) => ({
  _id: uuid(digit),
  tmdbId: 7,
  title: `Film ${digit}`,
  poster: null,
  posterOverride: null,
  release_date: '1995-12-15',
  day,
  watchedAt: day,
  rating: null,
  rewatchCount: 0,
  isFavorite: false,
  hasReview: false,
  tags: [],
  ...patch,
})

const diaryOf = (userId: string) => `GET /api/users/${userId}/diary`
const months = [
  { month: '2025-05', logs: 3 },
  { month: '2025-03', logs: 1 },
  { month: '2024-02', logs: 1 },
]
const diary = { months, undated: 0, onThisDay: [] as object[] }
const may = [
  entry('a', '2025-05-31', {
    rating: 4.5,
    rewatchCount: 2,
    isFavorite: true,
    hasReview: true,
    tags: ['été'],
  }),
  entry('b', '2025-05-31'),
  entry('c', '2025-05-01', { watchedAt: null }),
]

const answers = (userId = me) => ({
  [`GET /api/users/${userId}`]: () => (userId === me ? member('1', 'layla') : member('2', 'omar')),
  [diaryOf(userId)]: () => diary,
  [`${diaryOf(userId)}/2025-05`]: () => may,
  [`${diaryOf(userId)}/2025-04`]: () => [],
  [`${diaryOf(userId)}/2025`]: () => [...may, entry('d', '2025-03-09')],
  [`${diaryOf(userId)}/2025-05/days`]: () => [
    { day: '2025-05-01', logs: 1, entries: [may[2]] },
    { day: '2025-05-31', logs: 5, entries: may.slice(0, 2) },
  ],
  [`${diaryOf(userId)}/2025-04/days`]: () => [],
  [`${diaryOf(userId)}/2025-06/days`]: () => [],
  [`${diaryOf(userId)}/2024-05/days`]: () => [],
})

const show = (period: string | null = null, userId = me) =>
  showPage(
    { path: period === null ? routePatterns.diary : routePatterns.diaryPeriod, ...page },
    `/profile/${userId}/diary${period === null ? '' : `/${period}`}`,
  )

const rows = () => screen.findAllByRole('article')

describe('the list', () => {
  it('begins with the newest month that has entries, and says what there is of each', async () => {
    fakeApi(answers())
    show()
    const [first, second, third] = await rows()
    expect(screen.getByRole('heading', { level: 1, name: 'Diary' })).toBeDefined()
    expect(screen.getByRole('heading', { level: 2, name: 'May 2025' })).toBeDefined()
    expect(screen.getByText('3 logs')).toBeDefined()
    if (!first || !second || !third) throw new Error('three entries')
    for (const name of ['4.5 out of 5 stars', 'rewatched 2x', 'favorite', 'has review'])
      expect(within(first).getByRole('img', { name })).toBeDefined()
    expect(within(first).getByRole('link', { name: 'Film a 1995' }).getAttribute('href')).toBe(
      `/review/${uuid('a')}`,
    )
    expect(within(first).getByRole('link', { name: '#été' }).getAttribute('href')).toBe(
      `/profile/${me}/tag/${encodeURIComponent('été')}`,
    )
    expect(within(second).getByRole('link').getAttribute('href')).toBe('/movie/7')
    // A day is written once, and read out with each of its entries.
    expect([first, second, third].map((row) => row.querySelector('time')?.textContent)).toEqual([
      'Saturday 31 May31',
      'Saturday 31 May',
      'Thursday 1 May1',
    ])
  })

  it('names the months of a year', async () => {
    fakeApi(answers())
    show('2025')
    await rows()
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'May 2025',
      'March 2025',
    ])
    expect(screen.getByText('4 logs')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Before: 2024' }).getAttribute('href')).toBe(
      `/profile/${me}/diary/2024`,
    )
  })

  it('says quietly that a month has nothing, with the ways on', async () => {
    fakeApi(answers())
    show('2025-04')
    expect(await screen.findByText('Nothing logged in April 2025.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Before: March 2025' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'After: May 2025' })).toBeDefined()
  })

  it('leads to any month with entries', async () => {
    fakeApi(answers())
    show()
    await rows()
    await userEvent.click(screen.getByRole('button', { name: 'Jump to' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['2025', '2025-03', '2025-05', '2024', '2024-02'].map((period) => `/profile/${me}/diary/${period}`),
    )
    expect(dialog.getByRole('link', { name: 'Mar 2025 1' })).toBeDefined()
  })

  it('shows them beside the button on a desk, which closes them again', async () => {
    fakeWindow((query) => query === '(min-width: 1024px)')
    fakeApi(answers())
    show()
    await rows()
    const jump = screen.getByRole('button', { name: 'Jump to', expanded: false })
    await userEvent.click(jump)
    const panel = await screen.findByRole('dialog', { name: 'Jump to' })
    expect(within(panel).queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.click(jump)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(jump)
    await userEvent.click(await screen.findByRole('link', { name: 'Mar 2025 1' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks a member without entries to log', async () => {
    fakeApi({ ...answers(), [diaryOf(me)]: () => ({ ...diary, months: [] }) })
    show()
    expect(await screen.findByText('The diary is empty.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Log a film' })).toBeDefined()
  })

  it('says that it could not be loaded', async () => {
    fakeApi({
      ...answers(),
      [`${diaryOf(me)}/2025-05`]: () => {
        throw new Refusal(400, 'request.invalid', 'The request is not valid.')
      },
    })
    show('2025-05')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  })
})

it('shows what other years had on this day', async () => {
  const year = new Date().getFullYear()
  const onThisDay = [entry('e', `${year - 3}-01-02`, { rating: 3 })]
  fakeApi({ ...answers(), [diaryOf(me)]: () => ({ ...diary, onThisDay }) })
  show()
  await rows()
  await userEvent.click(screen.getByText('On this day'))
  const memory = screen.getByRole('link', { name: /Film e/ })
  expect(memory.textContent).toContain('3\u00a0years ago')
  expect(memory.getAttribute('href')).toBe('/movie/7')
})

describe('another day for an entry', () => {
  const patch = `PATCH /api/logs/${uuid('b')}`
  const openField = async () => {
    const [, second] = await rows()
    if (!second) throw new Error('a second entry')
    await userEvent.click(within(second).getByRole('button', { name: 'Actions for Film b, 31 May 2025' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change day' }))
    const field = await screen.findByLabelText('Change day')
    await userEvent.clear(field)
    return field
  }

  it('is saved on leaving the field, and taken back by Undo', async () => {
    const requests = fakeApi({ ...answers(), [patch]: () => ({ _id: uuid('b') }) })
    show()
    await userEvent.type(await openField(), '2025-05-09')
    await userEvent.tab()
    expect(await screen.findByText('Log updated!')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    const sent = () =>
      requests.filter(({ route }) => route === patch).map(({ body }) => (body as FormData).get('watchedAt'))
    await waitFor(() => expect(sent()).toEqual(['2025-05-09', '2025-05-31']))
  })

  it('is not saved with Escape, nor when it is no day', async () => {
    const requests = fakeApi(answers())
    show()
    await userEvent.type(await openField(), '2025-05-09{Escape}')
    expect(screen.queryByLabelText('Change day')).toBeNull()
    await openField()
    await userEvent.tab()
    expect(screen.queryByLabelText('Change day')).toBeNull()
    expect(requests.filter(({ route }) => route === patch)).toEqual([])
  })
})

it('offers visitors no change', async () => {
  fakeApi(answers(uuid('2')))
  show('2025-05', uuid('2'))
  const [first] = await rows()
  expect(await screen.findByRole('heading', { level: 1, name: 'Diary of @omar' })).toBeDefined()
  if (!first) throw new Error('an entry')
  await userEvent.click(within(first).getByRole('button', { name: /^Actions for/ }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy Link'])
})

describe('the calendar', () => {
  beforeEach(() => localStorage.setItem('scene.diary', 'calendar'))

  const cell = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`)
  const open = async () => {
    fakeApi(answers())
    show('2025-05')
    await screen.findByRole('link', { name: /^Saturday 31 May, 5 logs/ })
  }

  it('has the days by weeks, and says what each of them holds', async () => {
    await open()
    const grid = screen.getByRole('grid', { name: 'May 2025' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((day) => day.getAttribute('aria-label'))[0],
    ).toBe('Monday')
    expect(within(grid).getAllByRole('row')).toHaveLength(6)
    expect(within(grid).getAllByRole('gridcell')).toHaveLength(31)
    expect(
      within(grid)
        .getByRole('link', { name: 'Saturday 31 May, 5 logs: Film a, Film b, 3 more that day' })
        .getAttribute('href'),
    ).toBe(`/profile/${me}/diary/2025-05-31`)
    expect(within(grid).getByRole('gridcell', { name: 'Friday 2 May, nothing logged' })).toBeDefined()
  })

  it('is walked through by keys, in the direction of the language', async () => {
    await open()
    expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
    cell('2025-05-01')?.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement).toBe(cell('2025-05-09'))
    expect(cell('2025-05-09')?.tabIndex).toBe(0)
    expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
    document.documentElement.dir = 'rtl'
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(cell('2025-05-08'))
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(cell('2025-05-31'))
  })

  it.each([
    ['{PageUp}', '2025-04-30'],
    ['{PageDown}', '2025-06-30'],
    ['{Shift>}{PageUp}{/Shift}', '2024-05-31'],
    ['{ArrowRight}', '2025-06-01'],
  ])('%s leads from the last of May to %s', async (keys, day) => {
    await open()
    cell('2025-05-31')?.focus()
    await userEvent.keyboard(keys)
    await waitFor(() => expect(cell(day)).not.toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(cell(day)))
  })

  it('is kept as the view of months, and the list comes back', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'List view' }))
    expect(await rows()).toHaveLength(3)
    expect(localStorage.getItem('scene.diary')).toBe('list')
  })
})
