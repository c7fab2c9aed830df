import type { Page } from '@playwright/test'
import { logIn } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'

/** The page as it stands for as long as none of its scripts, styles and fonts has come. */
async function openBare(page: Page, path: string) {
  await page.route('**/assets/**', () => new Promise<void>(() => {}))
  await page.goto(path, { waitUntil: 'commit' })
  // No screenshot and no animation frame, which would wait for the stylesheet: what the browser itself reports.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
}

const boxes = (page: Page) => page.locator('.boot-tiles i')

test('before any script a member sees the logo and the boxes of the shell', async ({ community, enter }) => {
  const session = await logIn(community)
  const phone = await enter(community, { session, viewport: { width: 390, height: 844 } })
  await openBare(phone.page, '/settings')
  await expect(boxes(phone.page)).toHaveCount(6)
  await expect(phone.page.locator('.boot svg')).toBeInViewport()
  await expect(boxes(phone.page).first()).toBeInViewport()
  const bar = await phone.page.locator('.boot-nav').boundingBox()
  expect(bar && [bar.x, bar.width, bar.y + bar.height]).toEqual([0, 390, 844])

  const desk = await enter(community, {
    session,
    stored: { 'scene.locale': 'ar', 'scene.theme': 'light' },
    viewport: { width: 1280, height: 800 },
  })
  await openBare(desk.page, '/')
  const nav = await desk.page.locator('.boot-nav').boundingBox()
  expect(nav).toEqual({ x: 1060, y: 0, width: 220, height: 800 })
  expect(await desk.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(250, 249, 252)',
  )
})

test('before any script a guest sees the logo, and nothing of a shell', async ({ community, enter }) => {
  const { page } = await enter(community)
  await openBare(page, '/login')
  await expect(page.locator('.boot svg')).toBeInViewport()
  await expect(boxes(page).first()).toBeHidden()
})

/** Where pictures are, to the pixel, by the file that the browser chose. */
const placesOf = (page: Page, within: string) =>
  page.locator(`${within} img`).evaluateAll(async (images) => {
    // Until the faces of words are here lines may be higher.
    await document.fonts.ready
    return Object.fromEntries(
      images.map((image) => {
        const { x, y, width, height } = image.getBoundingClientRect()
        return [(image as HTMLImageElement).currentSrc, [x, y, width, height].map(Math.round)]
      }),
    )
  })

/** What asks for the code of the app waits until it is let go on. */
async function holdBackCode(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** A film of the day of many words: six lines on a phone. */
const wordyFilm = {
  date: new Date().toISOString().slice(0, 10),
  movie: { id: films.whiplash, title: 'Whiplash', poster: null, overview: 'dreams '.repeat(20) },
}

for (const [path, pictures] of [
  ['/', 7],
  [`/movie/${films.parasite}`, 2],
  ['/profile', 2],
] as const)
  test(`pictures of ${path} are there before the app, where it has them`, async ({ community, enter }) => {
    const { page } = await enter(community, { session: await logIn(community) })
    // Each time as a first visit, which remembers no posters.
    await page.addInitScript((dailyFilm) => {
      localStorage.setItem('dailyFilm', dailyFilm)
      localStorage.removeItem('home.posters')
    }, JSON.stringify(wordyFilm))
    for (const width of path === '/' ? [390, 1024, 1280, 1600] : [390, 1024, 1280])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 844 })
        const goOn = await holdBackCode(page)
        await page.goto(path, { waitUntil: 'commit' })
        const shown = page.locator('.boot img:visible')
        // Of a profile the face stands on the artwork of a desk, at a height that its words decide.
        const count = path === '/profile' && width > 768 ? 1 : pictures
        await expect(shown).toHaveCount(count)
        await expect
          .poll(() =>
            shown.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
          )
          .toBe(true)
        const before = await placesOf(page, '.boot')
        await goOn()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.boot')).toHaveCount(0)
        const places = await placesOf(page, 'main')
        for (const [file, place] of Object.entries(before))
          if (place[2] !== 0) expect([file, places[file]]).toEqual([file, place])
        // Its columns are as wide on the widest screens as on a desk of 1440 px.
        if (path === '/' && width === 1600)
          expect(
            await page
              .getByRole('main')
              .locator('header')
              .evaluate((box) => box.clientWidth),
          ).toBe(640)
      })
  })

test('the posters of a profile are loaded by the page itself, as the profile shows them', async ({
  community,
  enter,
}) => {
  const viewport = { width: 390, height: 844 }
  const { page } = await enter(community, { session: await logIn(community), viewport })
  // What is loaded without being in the page.
  await page.addInitScript(() => {
    const early: HTMLImageElement[] = []
    Object.assign(window, {
      early,
      Image: class extends Image {
        constructor() {
          super()
          early.push(this)
        }
      },
    })
  })
  await page.goto('/profile')
  const shown = page.locator('main img[src*="/poster"]')
  // Four favourite films and six logs.
  await expect(shown).toHaveCount(10)
  const pictures = await shown.evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ sizes, srcset }) => ({ sizes, srcset })),
  )
  await expect
    .poll(() =>
      page.evaluate(() =>
        (window as unknown as { early: HTMLImageElement[] }).early.map(({ sizes, srcset }) => ({
          sizes,
          srcset,
        })),
      ),
    )
    .toEqual(expect.arrayContaining(pictures))
})

test('a later visit begins with the posters of the one before, until an answer has others', async ({
  community,
  enter,
}) => {
  const viewport = { width: 390, height: 844 }
  // Damaged at first.
  const stored = { 'home.posters': '{' }
  const { page } = await enter(community, { session: await logIn(community), viewport, stored })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const goOn = await holdBackCode(page)
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/home?*', async (route) => {
    await promise
    const response = await route.fetch()
    const home = (await response.json()) as { feed: unknown[] }
    await route.fulfill({ response, json: { ...home, feed: home.feed.slice(1, 4) } })
  })
  await page.reload({ waitUntil: 'commit' })
  const shown = page.locator('.boot-tiles img')
  const files = () => shown.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).currentSrc))
  await expect(shown).toHaveCount(6)
  await expect
    .poll(() =>
      shown.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  const last = await files()
  answer()
  await expect(shown).toHaveCount(3)
  expect(await boxes(page).evaluateAll((all) => all.map((box) => box.childElementCount))).toEqual([
    1, 1, 1, 0, 0, 0,
  ])
  // Their drawings may differ in hue from those beside other posters.
  const filmsOf = (all: string[]) => all.map((file) => /poster\d+/.exec(file)?.[0])
  expect(filmsOf(await files())).toEqual(filmsOf(last).slice(1, 4))
  await goOn()
})

test('the wall of posters is there before the form, where the form has it', async ({ community, enter }) => {
  const { page } = await enter(community, { viewport: { width: 390, height: 844 } })
  const goOn = await holdBackCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const wall = page.locator('.boot-wall i')
  await expect(wall).toHaveCount(10)
  const placeOf = (boxes: typeof wall) =>
    boxes.evaluateAll((all) =>
      all.map((box) => {
        const { x, y, width } = box.getBoundingClientRect()
        const { backgroundImage, backgroundPosition } = getComputedStyle(box, '::before')
        return [Math.round(x), Math.round(y), Math.round(width), backgroundImage, backgroundPosition]
      }),
    )
  const before = await placeOf(wall)
  expect(before[0]?.[3]).toContain('/art/wall-en.avif')
  await goOn()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const posters = page.locator('[style*="--column"]:visible')
  await expect(posters).toHaveCount(10)
  expect(await placeOf(posters)).toEqual(before)
})

test('code of the app that does not come is told in all languages', async ({ community, enter }) => {
  const { page, expected } = await enter(community)
  expected.push(/Failed to load resource/)
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('alert').getByText('Scene could not start')).toBeVisible()
  await expect(page.getByRole('link', { name: 'إعادة المحاولة' })).toBeVisible()
  await expect(page.locator('.boot')).toHaveCount(0)
})

test('the boxes are gone with the first screen', async ({ community, enter }) => {
  const { page } = await enter(community, { session: await logIn(community) })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.boot')).toHaveCount(0)
})

test('the styles of a screen come after those that all screens share', async ({ community, enter }) => {
  const { page } = await enter(community)
  await page.goto('/login')
  const field = await page.locator('input[type=password]').boundingBox()
  const eye = await page.locator('input[type=password] + button').boundingBox()
  if (!field || !eye) throw new Error('both stand in the form')
  expect(eye.x).toBeGreaterThan(field.x)
  expect(eye.y + eye.height).toBeLessThanOrEqual(field.y + field.height)
})
