import type { Page } from '@playwright/test'
import { picture } from '../support/members.ts'
import { openByKey } from '../support/by-keyboard.ts'
import { changeAnswers } from '../support/faulty-network.ts'
import { expect, films } from '../support/scene.ts'
import type { Screen } from '../support/screen-checks.ts'
import { moderationScreens } from './moderation-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { browseScreens } from './browse-screens.ts'
import { eveningScreens } from './evening-screens.ts'
import { filmScreens } from './film-screens.ts'
import { gifScreens } from './gif-screens.ts'
import { importScreens } from './import-screens.ts'
import { firstOperatorScreens } from './joining-screens.ts'
import { listFormScreens } from './list-form-screens.ts'
import { listScreens } from './list-screens.ts'
import { sceneBotScreens } from './scenebot-screens.ts'
import { allReviewsScreens, peopleScreens } from './people-screens.ts'
import { replyScreens } from './reply-screens.ts'
import { reviewScreens } from './review-screens.ts'
import { safetyScreens } from './safety-screens.ts'
import { keyScreens } from './key-screens.ts'
import { notificationScreens } from './notification-screens.ts'
import { playerScreens } from './player-screens.ts'
import { securityScreens } from './security-screens.ts'
import { sharingScreens } from './sharing-screens.ts'

async function openMenu(page: Page): Promise<void> {
  await page.locator('main button[aria-haspopup="menu"]').first().click()
  await expect(page.getByRole('menu')).toBeVisible()
}

const asNewMember = (page: Page) =>
  changeAnswers(page, '**/api/users/*', (member) => ({ ...member, welcomed: false }))

/** The first steps, as for a member who has just verified an address. */
const openFirstSteps = (step: number) => async (page: Page) => {
  await page.evaluate((welcome) => {
    history.replaceState({ usr: { welcome }, key: 'welcome', idx: 0 }, '')
  }, step)
  await page.reload()
  const steps = page.getByRole('dialog')
  await expect(steps.getByRole('heading')).toBeFocused()
  if (step === 1) await steps.getByRole('checkbox').first().click()
}

async function openLogSearch(page: Page): Promise<void> {
  await openByKey(page, 'c')
  await expect(page.getByRole('dialog').locator('li button').first()).toBeVisible()
}

/** The community logged most in the last weeks: in January they belong to the year before. */
const reviewedYear = new Date(Date.now() - 15 * 86_400_000).getUTCFullYear()

/** Figures are counted when they are first asked for. */
async function withFigures(page: Page) {
  await expect(page.locator('main dl')).toBeVisible()
}

/** The profile form, the choice of a backdrop, and what opens over them. */
const editScreens: Screen[] = [
  { name: 'edit profile', path: '/edit-profile' },
  {
    name: 'edit profile, contact info',
    path: '/edit-profile',
    open: (page) => page.locator('main button[aria-expanded]').click(),
  },
  {
    name: 'edit profile, film search',
    path: '/edit-profile',
    open: async (page) => {
      await page.locator('main [data-remove]').first().click()
      await page.locator('main [data-add]').click()
      await page.getByRole('dialog').getByRole('combobox').fill('godf')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'edit profile, question before deleting',
    path: '/edit-profile',
    open: async (page) => {
      await page.locator('main button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'choose backdrop', path: '/choose-backdrop' },
  {
    name: 'choose backdrop, films',
    path: '/choose-backdrop',
    open: async (page) => {
      await page.getByRole('searchbox').fill('godf')
      await expect(page.locator('main a[data-film]').first()).toBeVisible()
    },
  },
  {
    name: 'choose backdrop, backdrops',
    path: `/choose-backdrop?q=parasite&film=${films.parasite}`,
    open: (page) => page.getByRole('radio').nth(1).check(),
  },
]

/** Two rows stand below the films: what is spelled alike, then what few know. */
async function openFolded(page: Page, which: 'first' | 'last'): Promise<void> {
  await page.getByRole('searchbox').fill('parasite')
  await expect(page.locator(`main a[href="/movie/${films.parasite}"]`)).toBeVisible()
  const rows = page.locator('main button[aria-expanded]:not([aria-haspopup])')
  await expect(rows).toHaveCount(2)
  await rows[which]().click()
  await expect(rows[which]()).toHaveAttribute('aria-expanded', 'true')
}

/** The screens of a member, with what the demo community has most to show of. */
export const memberScreens: Screen[] = [
  { name: 'verify e-mail', path: '/verify-email' },
  { name: 'home', path: '/', onTablets: true },
  { name: 'first steps, films', path: '/', prepare: asNewMember, open: openFirstSteps(1) },
  { name: 'first steps, people', path: '/', prepare: asNewMember, open: openFirstSteps(2) },
  { name: 'first steps, history', path: '/', prepare: asNewMember, open: openFirstSteps(3) },
  { name: 'trending', path: '/trending' },
  {
    name: 'trending, actions of a film',
    path: '/trending',
    open: async (page) => {
      await page.locator('main li a').first().focus()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible()
    },
  },
  { name: 'keyboard shortcuts', path: '/trending', open: (page) => openByKey(page, '?') },
  { name: 'log, which film', path: '/trending', open: openLogSearch },
  {
    name: 'log, films found',
    path: '/trending',
    open: async (page) => {
      await openLogSearch(page)
      await page.keyboard.type('godf')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'log, the film chosen',
    path: '/trending',
    open: async (page) => {
      await openLogSearch(page)
      await page.getByRole('dialog').locator('li button').first().click()
      await expect(page.getByRole('slider')).toBeVisible()
    },
  },
  { name: 'diary', path: '/profile/{me}/diary' },
  {
    name: 'diary, calendar',
    path: '/profile/{me}/diary',
    open: async (page) => {
      await page.locator('main [role="group"] button').last().click()
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
    },
  },
  {
    name: 'diary, where to',
    path: '/profile/{me}/diary',
    open: async (page) => {
      await page.locator('main button[aria-haspopup="dialog"]').first().click()
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    },
  },
  {
    name: 'diary, another day',
    path: '/profile/{me}/diary',
    open: async (page) => {
      // The choice of the calendar is kept from screen to screen.
      await page.locator('main [role="group"] button').first().click()
      await page.locator('main article button[aria-haspopup="menu"]').first().click()
      await page.getByRole('menuitem').nth(1).click()
      await expect(page.locator('main input[type="date"]')).toBeFocused()
    },
  },
  { name: 'diary, a month without entries', path: '/profile/{me}/diary/1995-05' },
  { name: 'friends, month', path: '/friends-activity?period=month' },
  { name: 'search, recent', path: '/search' },
  {
    name: 'search, films',
    path: '/search',
    open: async (page) => {
      await page.getByRole('searchbox').fill('godf')
      await expect(page.locator('main a[href="/movie/238"]')).toBeVisible()
    },
  },
  {
    name: 'search, best match and where else to look',
    path: '/search',
    open: async (page) => {
      await page.getByRole('searchbox').fill('1917')
      await expect(page.locator('main a[href="/movie/530915"]')).toBeVisible()
      await expect(page.locator('main a[href="/films?year=1917"]')).toBeVisible()
    },
  },
  { name: 'search, did you mean', path: '/search', open: (page) => openFolded(page, 'first') },
  { name: 'search, lesser-known films', path: '/search', open: (page) => openFolded(page, 'last') },
  {
    name: 'search, members',
    path: '/search?tab=users',
    open: async (page) => {
      await page.getByRole('searchbox').fill('om')
      await expect(page.getByText('@omar_k')).toBeVisible()
    },
  },
  {
    name: 'search, lists',
    path: '/search?tab=lists',
    open: async (page) => {
      await page.getByRole('searchbox').fill('film')
      await expect(page.locator('main [aria-busy="false"] bdi', { hasText: 'film' }).first()).toBeVisible()
    },
  },
  {
    name: 'search, actors',
    path: '/search?tab=actors',
    open: async (page) => {
      await page.getByRole('searchbox').fill('tom')
      await expect(page.locator('main a[href^="/actor/"]').first()).toBeVisible()
    },
  },
  {
    name: 'search, directors',
    path: '/search?tab=directors',
    open: async (page) => {
      await page.getByRole('searchbox').fill('nolan')
      await expect(page.locator('main a[href^="/director/"]', { hasText: 'Nolan' }).first()).toBeVisible()
    },
  },
  {
    name: 'search, nothing found',
    path: '/search?tab=users',
    open: async (page) => {
      await page.getByRole('searchbox').fill('zzqqzzqq')
      await expect(page.locator('main [aria-busy="false"] bdi', { hasText: 'zzqqzzqq' })).toBeVisible()
    },
  },
  { name: 'film', path: `/movie/${films.parasite}` },
  ...adminScreens,
  ...moderationScreens,
  ...firstOperatorScreens,
  ...browseScreens,
  ...filmScreens,
  ...allReviewsScreens,
  ...peopleScreens,
  {
    name: 'log editor',
    path: `/movie/${films.parasite}?edit=1&logId={review}`,
    open: async (page) => {
      await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
    },
  },
  { name: 'review', path: '/review/{review}' },
  { name: 'review, menu', path: '/review/{review}', open: openMenu },
  {
    name: 'review, question',
    path: '/review/{review}',
    open: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem').nth(2).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'own profile', path: '/profile', onTablets: true },
  { name: 'own profile, menu', path: '/profile', open: openMenu },
  { name: 'own profile, reviews', path: '/profile?tab=reviews' },
  { name: 'profile of another member', path: '/profile/{friend}' },
  {
    name: 'profile, connections',
    path: '/profile/{friend}',
    open: async (page) => {
      await page.locator('main button[aria-controls][aria-expanded]').click()
      await expect(page.locator('main a[target="_blank"]').first()).toBeVisible()
    },
  },
  {
    name: 'profile, question',
    path: '/profile/{follower}',
    open: async (page) => {
      await openMenu(page)
      // Before what mutes, blocks and reports.
      await page.getByRole('menuitem').nth(-4).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'statistics', path: '/profile/{me}/stats', open: withFigures, onTablets: true },
  {
    name: 'statistics, a year as tables',
    path: `/profile/{me}/stats?year=${new Date().getUTCFullYear()}`,
    open: async (page) => {
      await withFigures(page)
      const buttons = page.locator('main section > button')
      for (const button of await buttons.all()) await button.click()
      await expect(page.getByRole('table').first()).toBeVisible()
    },
  },
  {
    name: 'year in review',
    path: `/profile/{me}/year/${reviewedYear}`,
    open: withFigures,
  },
  {
    name: 'year in review, picture',
    path: `/profile/{me}/year/${reviewedYear}`,
    open: async (page) => {
      await withFigures(page)
      await page.locator('main section').last().getByRole('button').first().click()
      await page.getByRole('dialog').getByRole('button', { name: '9:16' }).click()
      await expect(page.getByRole('article').locator('svg').first()).toBeVisible()
    },
  },
  { name: 'year in review, few films', path: '/profile/{me}/year/1990' },
  { name: 'tags', path: '/profile/{me}/tags' },
  { name: 'tag', path: '/profile/{me}/tag/cinema' },
  { name: 'tag, lists', path: '/profile/{me}/tag/all-time' },
  { name: 'tag, entries', path: '/profile/{me}/tag/cinema?view=logs' },
  {
    name: 'tag, new name',
    path: '/profile/{me}/tag/cinema',
    open: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem').first().click()
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    },
  },
  {
    name: 'tag, joined with another',
    path: '/profile/{me}/tag/cinema',
    open: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem').nth(1).click()
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
    },
  },
  { name: 'followers', path: '/profile/{me}/followers' },
  { name: 'following', path: '/profile/{me}/following' },
  { name: 'watchlist', path: '/profile?tab=watchlist' },
  {
    name: 'watchlist, menu of a film',
    path: '/profile?tab=watchlist',
    open: async (page) => {
      await page.locator('main li button[aria-haspopup="dialog"]').first().click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  { name: 'watchlist of another member', path: '/profile/{friend}?tab=watchlist' },
  { name: 'lists, own', path: '/profile?tab=lists' },
  { name: 'lists, popular', path: '/profile?tab=lists&lists=popular' },
  { name: 'lists of another member', path: '/profile/{friend}?tab=lists' },
  { name: 'logged films', path: '/profile?tab=films' },
  {
    name: 'logged films, searched',
    path: '/profile?tab=films&q=the',
    open: (page) => expect(page.getByRole('searchbox')).toHaveValue('the'),
  },
  { name: 'reviews, nothing found', path: '/profile?tab=reviews&q=zzzz' },
  { name: 'logged films, favourites', path: '/profile?tab=films&sort=favorites' },
  { name: 'notifications', path: '/notifications' },
  ...editScreens,
  ...gifScreens,
  ...importScreens,
  ...replyScreens,
  ...reviewScreens,
  ...sharingScreens,
  ...listScreens,
  ...listFormScreens,
  { name: 'settings', path: '/settings' },
  { name: 'language and titles', path: '/settings/language' },
  { name: 'your data', path: '/settings/export' },
  { name: 'account', path: '/settings/account' },
  {
    name: 'account, question',
    path: '/settings/account',
    open: async (page) => {
      await page.locator('main button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  ...safetyScreens,
  ...securityScreens,
  ...keyScreens,
  ...eveningScreens,
  ...notificationScreens,
  ...playerScreens,
  { name: 'choose avatar', path: '/choose-avatar' },
  {
    name: 'upload avatar, without a photo',
    path: '/upload-avatar',
    open: async (page) => {
      await page.locator('button[type="submit"]').click()
      await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
    },
  },
  {
    name: 'upload avatar, cropping',
    path: '/upload-avatar',
    open: async (page) => {
      await page.locator('input[type="file"]').setInputFiles(await picture('#7c3aed'))
      await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
    },
  },
  { name: 'avatar upload test', path: '/avatar-upload-test' },
  {
    name: 'avatar upload test, refused',
    path: '/avatar-upload-test',
    open: async (page) => {
      await page.locator('main button[type="submit"]').click()
      await expect(page.getByRole('main').getByRole('status')).not.toBeEmpty()
    },
  },
  ...sceneBotScreens,
  { name: 'not found', path: '/nowhere' },
]
