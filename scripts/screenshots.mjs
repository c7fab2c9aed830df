// npm run screenshots: starts the product with its demo community and writes the pictures of the README.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { startScene } from '#test/scene-process.ts'

const folder = 'docs/screenshots'
const largest = 150_000
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 860 }
const demo = { email: 'layla@scene.example', password: 'demo-scene' }

/** Films: one with reviews of friends, one with a long review of the demo member, one not logged yet. */
const filmed = 965150
const reviewed = 496243
const unlogged = 77338

const ofMember = (part) => (seen) => `/profile/${seen.me}/${part}`

/** `open` gets to the state that is shown; `guest` leaves the demo member out. */
const pictures = [
  { name: 'home-desktop-dark', path: '/', at: desktop },
  { name: 'home-phone-dark', path: '/', at: phone },
  { name: 'home-phone-arabic', path: '/', at: phone, locale: 'ar' },
  { name: 'film-desktop-dark', path: `/movie/${filmed}`, at: desktop },
  { name: 'film-phone-light', path: `/movie/${filmed}`, at: phone, theme: 'light' },
  { name: 'log-editor-phone-dark', path: `/movie/${unlogged}`, at: phone, open: createLog },
  { name: 'review-desktop-light', path: (seen) => `/review/${seen.review}`, at: desktop, theme: 'light' },
  { name: 'comments-phone-dark', path: (seen) => `/review/${seen.review}/replies`, at: phone },
  { name: 'gifs-phone-dark', path: `/movie/${unlogged}`, at: phone, open: chooseGif },
  { name: 'director-phone-light', path: (seen) => `/director/${seen.director}`, at: phone, theme: 'light' },
  { name: 'profile-phone-dark', path: '/profile', at: phone },
  { name: 'films-phone-light', path: '/profile?tab=films', at: phone, theme: 'light' },
  { name: 'diary-phone-light', path: ofMember('diary'), at: phone, theme: 'light', open: showCalendar },
  { name: 'statistics-desktop-dark', path: ofMember('stats'), at: desktop, open: waitForFigures },
  { name: 'list-phone-dark', path: (seen) => `/list/${seen.list}`, at: phone },
  { name: 'list-desktop-light', path: (seen) => `/list/${seen.list}`, at: desktop, theme: 'light' },
  { name: 'list-form-phone-light', path: (seen) => `/list/${seen.list}/edit`, at: phone, theme: 'light' },
  { name: 'scenebot-phone-dark', path: '/scenebot', at: phone, open: askSceneBot },
  { name: 'profile-desktop-dark', path: (seen) => `/profile/${seen.friend}`, at: desktop },
  { name: 'browse-desktop-dark', path: '/films?decade=1990', at: desktop },
  { name: 'discover-phone-light', path: '/search', at: phone, theme: 'light' },
  { name: 'friends-desktop-dark', path: '/friends-activity?period=month', at: desktop },
  { name: 'search-phone-dark', path: '/search', at: phone, open: searchFilm },
  { name: 'notifications-phone-light', path: '/notifications', at: phone, theme: 'light' },
  { name: 'login-desktop-dark', path: '/login', at: desktop, guest: true },
]

async function createLog(page) {
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const stars = dialog.getByRole('slider', { name: 'Rating' })
  await stars.press('4')
  await stars.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Rewatch', exact: true }).click()
  await dialog.getByLabel('Review').fill('A friendship that runs on speed, silence and very good earrings.')
}

async function chooseGif(page) {
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add GIF' }).click()
  await page.getByRole('tab', { name: 'Celebrating' }).click()
}

async function showCalendar(page) {
  await page.getByRole('button', { name: 'Calendar view' }).click()
  await page.getByRole('grid').getByRole('link').first().waitFor()
}

async function waitForFigures(page) {
  await page.getByRole('heading', { name: 'Ratings' }).waitFor()
}

async function askSceneBot(page) {
  await page.getByRole('textbox').fill('What should I watch from my watchlist?')
  await page.keyboard.press('Enter')
  await page.locator('main a[href^="/movie/"]').first().waitFor()
}

async function searchFilm(page) {
  await page.getByRole('searchbox').fill('godfather')
  await page.locator('main a[href="/movie/238"]').waitFor()
}

/** Waits until fonts and visible pictures are loaded and animations have ended. */
async function rest(page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    const inSight = [...document.images].filter((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      return right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight
    })
    // A picture that is hidden may never load.
    const patience = new Promise((resolve) => setTimeout(resolve, 5000))
    await Promise.race([Promise.allSettled(inSight.map((image) => image.decode())), patience])
  })
}

/** The best quality that stays below the size limit. */
async function encode(png) {
  for (let quality = 88; quality >= 40; quality -= 8) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= largest) return webp
  }
  throw new Error(`a screenshot does not fit ${largest} bytes`)
}

async function json(url, options) {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}

async function shoot(
  browser,
  url,
  session,
  seen,
  { name, path, at, locale = 'en', theme = 'dark', guest, open },
) {
  const entries = {
    'scene.locale': locale,
    'scene.theme': theme,
    ...(guest ? {} : { token: session.token, user: JSON.stringify(session.user) }),
  }
  const localStorage = Object.entries(entries).map(([key, value]) => ({ name: key, value }))
  const context = await browser.newContext({
    baseURL: url,
    viewport: at,
    deviceScaleFactor: at === phone ? 2 : 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto(typeof path === 'string' ? path : path(seen))
  await page.locator('h1').waitFor({ state: 'attached' })
  await rest(page)
  if (open) await open(page)
  await rest(page)
  const webp = await encode(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  writeFileSync(join(folder, `${name}.webp`), webp)
  console.log(`${name}.webp ${Math.round(webp.length / 1000)} kB`)
  await context.close()
}

execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-missing'], { stdio: 'inherit' })
const dataDir = mkdtempSync(join(tmpdir(), 'scene-screenshots-'))
// As root the database runs as another user, who must be able to reach it.
chmodSync(dataDir, 0o755)
mkdirSync(folder, { recursive: true })
const scene = await startScene({
  SCENE_DATA_DIR: dataDir,
  SCENE_DEMO: '1',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const { url } = scene
  const session = await json(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  const signedIn = { headers: { authorization: `Bearer ${session.token}` } }
  const id = session.user._id
  const own = await json(`${url}/api/logs/user/${id}`, signedIn)
  const feed = await json(`${url}/api/logs/feed/${id}`, signedIn)
  const lists = await json(`${url}/api/lists/my`, signedIn)
  const seen = {
    me: id,
    list: lists.find((list) => list.isRanked && !list.isPrivate)._id,
    review: own.find((log) => log.tmdbId === reviewed && log.review !== '')._id,
    director: (await json(`${url}/api/movies/${reviewed}`, signedIn)).directors[0].id,
    friend: feed.find((log) => log.review !== '').user._id,
  }
  for (const picture of pictures) await shoot(browser, url, session, seen, picture)
} finally {
  await browser.close()
  await scene.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}
