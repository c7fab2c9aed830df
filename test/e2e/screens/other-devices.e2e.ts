import type { Page } from '@playwright/test'
import { dayMs } from '#shared/durations.ts'
import { call, logIn } from '../support/members.ts'
import { expect, test, type Product, type Session } from '../support/scene.ts'
import { chooseLanguage, settle } from '../support/screen-checks.ts'

/** A film that the member logged, a review with comments and a list. */
async function thingsOf(product: Product, { user, token }: Session) {
  const logs = await call<{ _id: string; replyCount: number; movie: { id: number } }[]>(
    product,
    `/api/logs/user/${user._id}`,
    {
      token,
    },
  )
  const lists = await call<{ _id: string }[]>(product, `/api/lists/user/${user._id}`, { token })
  const review = logs.find(({ replyCount }) => replyCount > 3)?._id
  return {
    thread: `/review/${review}/replies`,
    listForm: `/list/${lists[0]?._id}/edit`,
    film: `/movie/${logs[0]?.movie.id}`,
  }
}

/** How much of the window's height is under bars once one has scrolled, from 0 to 1. */
const covered = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, (document.documentElement.scrollHeight - window.innerHeight) / 2)
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || stays(element.parentElement))
    const lines = Array.from({ length: window.innerHeight / 4 }, (_, at) => at * 4 + 2)
    const under = lines.filter((y) => stays(document.elementFromPoint(window.innerWidth / 2, y)))
    return under.length / lines.length
  })

test('at 400 % bars leave most of the window to what is read', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 320, height: 256 } })
  const { thread, listForm } = await thingsOf(community, session)
  for (const path of [
    '/',
    '/search',
    '/scenebot',
    '/profile',
    `/profile/${session.user._id}/diary`,
    thread,
    listForm,
  ]) {
    await page.goto(path)
    await settle(page)
    expect(await covered(page), path).toBeLessThan(0.3)
  }
  // Nobody writes out of sight.
  await page.goto(thread)
  await settle(page)
  const field = page.getByRole('textbox', { name: 'Write a comment...' })
  await field.focus()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(field).toBeInViewport({ ratio: 1 })
})

test('text of double size covers nothing and leaves nothing out', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 390, height: 844 } })
  const { thread, listForm } = await thingsOf(community, session)
  const open = async (path: string) => {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await settle(page)
  }
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not shown`)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }

  await open(thread)
  expect((await boxOf('main form textarea')).width).toBeGreaterThan(150)
  const author = await boxOf('main article a:has(bdi)')
  const poster = await boxOf('main article a:has(img[src*="/t/p/"])')
  expect(author.bottom <= poster.y || author.right <= poster.x).toBe(true)

  await open(listForm)
  for (const control of ['place', 'up', 'down', 'note', 'remove'])
    expect((await boxOf(`[data-control="${control}"]`)).right, control).toBeLessThanOrEqual(390)

  // Words are not broken into letters beside a picture.
  await open('/')
  expect((await boxOf('main h1')).width).toBeGreaterThan(250)
  await open('/notifications')
  await page.getByText('commented on your review').first().waitFor()
  expect((await boxOf('main li p, main li span:has(> bdi)')).width).toBeGreaterThan(180)
})

test('at double size the words of the bar at the bottom are whole or gone, and said all the same', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 390, height: 844 } })
  for (const locale of ['fr', 'ar', 'en'] as const) {
    await page.goto('/settings')
    await settle(page)
    await chooseLanguage(page, locale)
    await settle(page)
    for (const size of ['100%', '150%', '200%']) {
      await page.evaluate((value) => {
        document.documentElement.style.fontSize = value
      }, size)
      await settle(page)
      const labels = await page.locator('nav a > span:last-child').evaluateAll((all) =>
        all
          .filter((label) => label.getClientRects().length > 0)
          .map((label) => ({
            words: label.textContent,
            isGone: label.getBoundingClientRect().width <= 1,
            isCut: label.scrollWidth > label.clientWidth,
          })),
      )
      expect(labels).toHaveLength(5)
      expect(
        labels.filter(({ isGone, isCut }) => isCut && !isGone),
        `${locale} ${size}`,
      ).toEqual([])
      for (const { words } of labels)
        await expect(page.getByRole('link', { name: words, exact: true }).first()).toBeVisible()
    }
  }
})

test('the hint of the search of settings is whole in every language', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 1280, height: 800 } })
  await page.goto('/settings')
  await settle(page)
  for (const locale of ['fr', 'ar', 'en'] as const) {
    await chooseLanguage(page, locale)
    await settle(page)
    const room = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      const style = getComputedStyle(field)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = style.font
      const edges = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      return field.clientWidth - edges - (pen?.measureText(field.placeholder).width ?? Infinity)
    })
    expect(room, locale).toBeGreaterThanOrEqual(0)
  }
})

test('a diary is printed whole, dark on light and without bars', async ({ community, enter }) => {
  const session = await logIn(community)
  const viewport = { width: 1280, height: 400 }
  const { page } = await enter(community, { session, viewport, stored: { 'scene.theme': 'dark' } })
  // The year that has most of the last month's logs: one that has just begun has few.
  const year = new Date(Date.now() - 15 * dayMs).getUTCFullYear()
  await page.goto(`/profile/${session.user._id}/diary/${year}`)
  await settle(page)
  const count = Number.parseInt(
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ logs$/ })
      .innerText(),
    10,
  )
  const rows = page.locator('main li[data-index]')
  expect(await rows.count()).toBeLessThan(count)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(rows).toHaveCount(count)
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  )
  for (const [at, { top }] of boxes.entries())
    expect(top).toBeGreaterThanOrEqual(Math.floor(boxes[at - 1]?.bottom ?? 0))
  const { background, text } = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { background: backgroundColor, text: color }
  })
  const brightness = (colour: string) => Math.max(...(colour.match(/\d+/g) ?? []).map(Number))
  expect(brightness(background)).toBeGreaterThan(240)
  expect(brightness(text)).toBeLessThan(60)
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  expect(await rows.count()).toBeLessThan(count)
})

test('screens do without what browsers have learnt of late', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session, viewport: { width: 1280, height: 900 } })
  await page.addInitScript(() => {
    const withoutThese = (from: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(from, name)
    }
    withoutThese(URL, 'parse', 'canParse')
    withoutThese(Map, 'groupBy')
    withoutThese(Object, 'groupBy')
    withoutThese(Promise, 'withResolvers', 'try')
    withoutThese(Array, 'fromAsync')
    withoutThese(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isDisjointFrom')
    withoutThese(Intl, 'Segmenter', 'DurationFormat')
    withoutThese(
      Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
      'map',
      'filter',
      'toArray',
      'some',
      'every',
      'find',
    )
    withoutThese(AbortSignal, 'any')
    withoutThese(Document.prototype, 'startViewTransition')
    withoutThese(HTMLElement.prototype, 'showPopover', 'hidePopover')
    withoutThese(window, 'requestIdleCallback', 'cancelIdleCallback')
  })
  const { thread, listForm } = await thingsOf(community, session)
  const profile = `/profile/${session.user._id}`
  const own = [
    '/profile',
    `${profile}/diary`,
    `${profile}/stats`,
    '/notifications',
    '/scenebot',
    '/edit-profile',
  ]
  for (const path of ['/', '/movie/238', '/films', '/search?q=matrix', ...own, thread, listForm]) {
    await page.goto(path)
    await settle(page)
    await expect(page.getByText('Something went wrong.'), path).toHaveCount(0)
  }
})

test('an on-screen keyboard covers neither what is written in a sheet nor its button', async ({
  community,
  enter,
}) => {
  const session = await logIn(community)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    const { page } = await enter(community, { session, viewport })
    const { film } = await thingsOf(community, session)
    await page.goto(film)
    await page.getByRole('main').getByRole('button', { name: 'Log', exact: true }).click()
    const sheet = page.getByRole('dialog')
    const review = sheet.getByRole('textbox', { name: 'Review' })
    await review.fill('Long.')
    const free = Math.round(viewport.height * 0.55)
    await page.evaluate((height) => {
      Object.defineProperty(window.visualViewport, 'height', { value: height })
      window.visualViewport?.dispatchEvent(new Event('resize'))
    }, free)
    for (const part of [review, sheet.getByRole('button', { name: 'Log', exact: true })]) {
      if (part !== review) await part.scrollIntoViewIfNeeded()
      await expect(part).toBeInViewport()
      const box = await part.boundingBox()
      expect((box?.y ?? free) + (part === review ? 0 : (box?.height ?? 0))).toBeLessThanOrEqual(free)
    }
  }
})
