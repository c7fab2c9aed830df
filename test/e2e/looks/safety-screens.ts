import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect, films } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'

const path = '/settings/safety'

const member = (id: number, username: string) => ({
  _id: `018f0000-0000-7000-8000-00000000000${id}`,
  username,
  avatar: null,
})

/** Nothing of the demo member is changed: what the server would answer is made up. */
const withMuch = (page: Page) =>
  changeAnswers(page, '**/api/users/*/safety', () => ({
    blocked: [member(1, 'somebody_with_a_rather_long_name')],
    muted: [
      { ...member(2, 'omar'), mute: { endsAt: '2100-04-14T00:00:00.000Z', notifications: true } },
      { ...member(3, 'reem'), mute: { endsAt: null, notifications: false } },
    ],
    words: [
      'spoiler',
      'الثلج',
      'fin du monde',
      'a group of words that is as long as such a group may be at all',
    ],
    films: [
      {
        tmdbId: films.parasite,
        id: films.parasite,
        title: 'Parasite',
        titleLang: 'en',
        poster_path: null,
        poster: null,
        posterOverride: null,
        untilSeen: true,
      },
    ],
  }))

/** Of the menu of another member's profile: they follow nobody here who follows back, so these entries come last, and the report. */
const fromProfile = (fromEnd: number) => async (page: Page) => {
  await page.locator('main button[aria-haspopup="menu"], header button[aria-haspopup="menu"]').first().click()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  await items.nth((await items.count()) - 1 - fromEnd).click()
}

export const safetyScreens: Screen[] = [
  { name: 'who sees what', path: '/settings/audiences' },
  {
    name: 'who sees what, a change',
    path: '/settings/audiences',
    open: async (page) => {
      await page.locator('main').getByRole('button', { expanded: false }).nth(1).click()
      await page.getByRole('menuitemradio').nth(2).click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    },
  },
  { name: 'blocked and muted', path },
  {
    name: 'blocked and muted, much of it',
    path,
    prepare: withMuch,
    // However long the words are, the cross beside them keeps its size.
    open: async (page) => {
      const crosses = page.locator('main li > button > svg')
      await expect(crosses.last()).toBeVisible()
      const widths = await crosses.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
      expect(new Set(widths)).toEqual(new Set([16]))
    },
  },
  {
    name: 'blocked and muted, which film',
    path,
    open: async (page) => {
      await page.locator('main fieldset section').last().getByRole('button').last().click()
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
    },
  },
  {
    name: 'profile, mute',
    path: '/profile/{friend}',
    open: async (page) => {
      await fromProfile(2)(page)
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'profile, block',
    path: '/profile/{friend}',
    open: async (page) => {
      await fromProfile(1)(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
