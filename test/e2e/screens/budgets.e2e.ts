import type { BrowserContext, Page } from '@playwright/test'
import { call, logIn } from '../support/members.ts'
import { expect, films, test } from '../support/scene.ts'
import { settle } from '../support/screen-checks.ts'

type Kind = 'script' | 'style' | 'font'

function kindOf(address: string): Kind | null {
  if (address.endsWith('.js')) return 'script'
  if (address.endsWith('.css')) return 'style'
  return address.endsWith('.woff2') ? 'font' : null
}

/** Bytes of the bodies as they travel, of everything that a fresh browser loads for the screen, by kind. */
async function firstLoad(page: Page, path: string): Promise<Record<Kind, number>> {
  const sizes = { script: 0, style: 0, font: 0 }
  const faults: string[] = []
  page.on('response', (response) => {
    const address = new URL(response.url()).pathname
    const kind = kindOf(address)
    if (!kind) return
    const headers = response.headers()
    const length = Number(headers['content-length'])
    if (!(length > 0)) faults.push(`${address} has no length`)
    // Files under a kilobyte have no compressed twin.
    if (kind !== 'font' && headers['content-encoding'] !== 'br' && length > 1024)
      faults.push(`${address} is not compressed`)
    sizes[kind] += length
  })
  // The first load ends where the client waits for idle time, such as for the code of the socket.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(path)
  await settle(page)
  await page.waitForLoadState('networkidle')
  expect(faults).toEqual([])
  return sizes
}

const kB = 1000

/** The code of a screen, which the page itself asks for with its first files. */
const askedFirst = (page: Page, name: string) =>
  page.locator(`head > link[rel=modulepreload][href*="/${name}-"]`)

for (const [path, locale] of ['/login', '/signup'].flatMap((path) =>
  ['en', 'ar', 'fr'].map((locale) => [path, locale] as const),
))
  test(`the first load of ${path} stays small: ${locale}`, async ({ community, enter }) => {
    const { page } = await enter(community, { stored: { 'scene.locale': locale } })
    const { script, style, font } = await firstLoad(page, path)
    expect(script).toBeGreaterThan(20 * kB)
    expect(script).toBeLessThanOrEqual(110 * kB)
    expect(style).toBeLessThanOrEqual(8 * kB)
    // Arabic pages have Latin letters too.
    expect(font).toBeLessThanOrEqual((locale === 'ar' ? 58 : 28) * kB)
    await expect(askedFirst(page, `${path.slice(1)}.page`)).toHaveCount(1)
    await expect(askedFirst(page, 'home')).toHaveCount(0)
  })

test('the first load of the home screen stays small', async ({ community, enter }) => {
  const { page } = await enter(community, { session: await logIn(community) })
  const { script, style, font } = await firstLoad(page, '/')
  expect(script).toBeGreaterThan(40 * kB)
  expect(script).toBeLessThanOrEqual(133 * kB)
  expect(style).toBeLessThanOrEqual(10 * kB)
  expect(font).toBeLessThanOrEqual(43 * kB)
  await expect(askedFirst(page, 'home')).toHaveCount(1)
})

test('the page asks first for nothing that comes after a film or a profile', async ({ community, enter }) => {
  const { page } = await enter(community)
  await page.goto('/login')
  const content = await page.content()
  for (const screen of ['film', 'profile']) {
    const list = new RegExp(`"${screen}":\\[("[^\\]]+)\\]`).exec(content)?.[1] ?? ''
    const files = list.split(',').map((file) => file.replaceAll('"', '').replace(/-[\w-]{8}\.(js|css)$/, ''))
    expect(files).toContain('home')
    expect(files).toContain(screen)
    for (const later of ['live', 'editor', 'forms', 'tab-swipe']) expect(files).not.toContain(later)
  }
})

interface Visit {
  requests: number
  bytes: number
  calls: string[]
  /** Of them, those that began after another one was answered. */
  late: string[]
}

/** All that a visit of the home screen asks the network for until it is at rest, headers and bodies as they travel. */
async function visitHome(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const visit: Visit = { requests: 0, bytes: 0, calls: [], late: [] }
  const kept = new Set<string>()
  let answered = 0
  network.on('Network.requestWillBeSent', ({ request }) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return
    visit.calls.push(pathname)
    if (answered > 0) visit.late.push(pathname)
  })
  network.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.url.startsWith('data:')) kept.add(requestId)
    if (new URL(response.url).pathname.startsWith('/api/')) answered += 1
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kept.has(requestId)) return
    visit.requests += 1
    visit.bytes += encodedDataLength
  })
  await page.goto('/')
  await settle(page)
  // What waits for idle time, down to the socket.
  await expect(page.getByRole('heading', { name: 'Friends’ reviews' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.close()
  return visit
}

test('home is whole after one round of few calls, on a first visit and on a later one', async ({
  community,
  enter,
}) => {
  const { page } = await enter(community, {
    session: await logIn(community),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const context = page.context()
  const first = await visitHome(context)
  expect(first.calls).toContain('/api/home')
  expect(first.calls.length, first.calls.join('\n')).toBeLessThanOrEqual(4)
  expect(first.late).toEqual([])
  expect(first.requests).toBeLessThanOrEqual(35)
  expect(first.bytes).toBeLessThanOrEqual(355 * kB)
  const later = await visitHome(context)
  expect(later.calls.length, later.calls.join('\n')).toBeLessThanOrEqual(4)
  expect(later.late).toEqual([])
  expect(later.bytes).toBeLessThanOrEqual(25 * kB)
})

for (const path of ['/login', '/signup'])
  test(`${path} is whole after few requests on a phone`, async ({ community, enter }) => {
    const { page } = await enter(community, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
    const asked: string[] = []
    let bytes = 0
    page.on('response', (response) => {
      asked.push(new URL(response.url()).pathname)
      void response
        .request()
        .sizes()
        .then((sizes) => (bytes += sizes.responseBodySize + sizes.responseHeadersSize))
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // What may wait until somebody is about to log in comes then.
    expect(asked.filter((file) => file.includes('passkeys'))).toEqual([])
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12)
    expect(bytes).toBeLessThanOrEqual(175 * kB)
  })

test('what a page asks for before its code is here is not asked for again', async ({ community, enter }) => {
  const session = await logIn(community)
  const { page } = await enter(community, { session })
  const own = session.user._id
  for (const [path, first] of [
    ['/', ['/api/home?reviews=6', `/api/users/${own}/film-marks`]],
    [`/movie/${films.parasite}`, [`/api/movies/${films.parasite}?region=`]],
    ['/profile', [`/api/users/${own}`, `/api/logs/user/${own}?sort=watched&limit=6`]],
  ] as const) {
    const asked: string[] = []
    const note = (request: { url: () => string }) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    }
    page.on('request', note)
    await page.goto(path)
    await settle(page)
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    for (const [at, address] of first.entries()) {
      expect(asked[at]).toContain(address)
      expect(asked.filter((one) => one === asked[at])).toHaveLength(1)
    }
  }
})

/** The sum of all shifts that nobody caused by a press or a key, from the first paint on. */
async function shift(page: Page, path: string): Promise<{ value: number; sources: string[] }> {
  await page.goto(path)
  await settle(page)
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let value = 0
        const sources: string[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const {
              hadRecentInput,
              value: part,
              sources: moved = [],
            } = entry as PerformanceEntry & {
              hadRecentInput: boolean
              value: number
              sources?: { node: Node | null }[]
            }
            if (hadRecentInput) continue
            value += part
            for (const { node } of moved)
              if (node instanceof Element) sources.push(node.outerHTML.slice(0, 90))
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are told in the next task.
        requestAnimationFrame(() => setTimeout(() => resolve({ value, sources }), 0))
      }),
  )
}

for (const width of [390, 1280])
  test(`nothing jumps while screens load at ${width} px`, async ({ community, enter }) => {
    const guest = await enter(community, { viewport: { width, height: 844 } })
    for (const path of ['/', '/signup', '/forgot-password']) {
      const { value, sources } = await shift(guest.page, path)
      expect(value, `${path}: ${sources.join('\n')}`).toBeLessThanOrEqual(0.01)
    }
    const session = await logIn(community)
    const logs = await call<{ _id: string; review: string }[]>(
      community,
      `/api/logs/user/${session.user._id}`,
      session,
    )
    const review = logs.find((log) => log.review !== '')?._id ?? ''
    const { page } = await enter(community, { session, viewport: { width, height: 844 } })
    const screens = ['/', `/movie/${films.parasite}`, `/review/${review}`, '/profile', '/notifications']
    for (const path of screens) {
      const { value, sources } = await shift(page, path)
      expect(value, `${path}: ${sources.join('\n')}`).toBeLessThanOrEqual(0.05)
    }
  })
