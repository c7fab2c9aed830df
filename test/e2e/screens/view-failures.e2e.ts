import type { Page, Route } from '@playwright/test'
import { errors, type ErrorCode } from '#shared/errors.ts'
import type { routePatterns } from '#shared/paths.ts'
import { call, logIn } from '../support/members.ts'
import { expect, films, test, type Product, type Session } from '../support/scene.ts'
import { sideways } from '../support/screen-checks.ts'

/**
 * How a view meets calls that fail: `again` offers another try in words and by a button, `empty` shows what it shows
 * where nothing is there and asks again when it is opened again or the server is back, `whole` shows nothing of the
 * server that it could not do without.
 */
type Meets = 'again' | 'empty' | 'whole'

interface View {
  path: string
  meets: Meets
}

const view = (path: string, meets: Meets = 'again'): View => ({ path, meets })

/** Every address of the product; one that is missing here does not compile. `{…}` is of the demo community. */
const views: Record<keyof typeof routePatterns, View | 'for guests' | 'same as another'> = {
  home: view('/', 'empty'),
  homeAfterLogin: 'same as another',
  login: 'for guests',
  signup: 'for guests',
  waiting: 'for guests',
  forgotPassword: 'for guests',
  verifyResetCode: 'for guests',
  resetPassword: 'for guests',
  verifyEmail: view('/verify-email', 'whole'),
  chooseAvatar: 'same as another',
  uploadAvatar: view('/upload-avatar', 'whole'),
  settings: view('/settings'),
  // A link that is void: once the server is back it says so, by 403.
  firstOperator: view('/operator#token=none'),
  // Whoever is no operator is told that there is no such page, whatever the server answers.
  admin: view('/admin', 'whole'),
  adminPart: view('/admin/jobs', 'whole'),
  trending: view('/trending', 'empty'),
  friendsActivity: view('/friends-activity?period=month', 'empty'),
  search: view('/search?q=godf', 'empty'),
  films: view('/films'),
  sceneBot: view('/scenebot', 'whole'),
  notifications: view('/notifications'),
  ownProfile: view('/profile'),
  memberProfile: view('/profile/{friend}'),
  user: view('/user/{friend}'),
  followers: view('/profile/{me}/followers'),
  following: view('/profile/{me}/following'),
  statistics: view('/profile/{me}/stats'),
  diary: view('/profile/{me}/diary'),
  diaryPeriod: view('/profile/{me}/diary/{month}'),
  yearReview: view('/profile/{me}/year/{year}'),
  tags: view('/profile/{me}/tags'),
  tag: view('/profile/{me}/tag/noir'),
  editProfile: view('/edit-profile'),
  chooseBackdrop: view(`/choose-backdrop?q=parasite&film=${films.parasite}`),
  avatarUploadTest: view('/avatar-upload-test', 'whole'),
  importData: view('/import'),
  film: view(`/movie/${films.parasite}`),
  filmReviews: view(`/movie/${films.parasite}/reviews`),
  filmFriends: view(`/movie/${films.parasite}/friends`),
  filmLists: view(`/movie/${films.parasite}/lists`),
  memberFilmLogs: view('/movie/{film}/reviews/{friend}'),
  filmReviewsOfMember: 'same as another',
  log: view('/log/{review}'),
  review: view('/review/{review}'),
  changeBackdrop: view('/review/{review}/change-backdrop'),
  replies: view('/review/{review}/replies'),
  answerReply: view('/replies/{review}'),
  list: view('/list/{list}'),
  editList: view('/list/{list}/edit'),
  createList: view('/create-list', 'whole'),
  addToList: view(`/add-to-list/${films.parasite}`),
  actor: 'same as another',
  director: 'same as another',
  person: view('/person/{person}'),
  share: view(`/share/movie/${films.parasite}`),
  shareReview: view('/share-review/{review}'),
}

async function findThings(product: Product, { token, user }: Session): Promise<Record<string, string>> {
  const get = <T>(path: string) => call<T>(product, path, { token })
  const [logs, [shown], [list], film] = await Promise.all([
    get<{ _id: string; replyCount: number }[]>(`/api/logs/user/${user._id}`),
    get<{ tmdbId: number; user: { _id: string } }[]>(`/api/logs/feed/${user._id}`),
    get<{ _id: string }[]>('/api/lists/my'),
    get<{ cast: { id: number }[] }>(`/api/movies/${films.parasite}`),
  ])
  const things = {
    me: user._id,
    friend: shown?.user._id,
    film: shown?.tmdbId,
    review: logs.find(({ replyCount }) => replyCount > 0)?._id,
    list: list?._id,
    person: film.cast[0]?.id,
    year: new Date().getUTCFullYear(),
    month: new Date().toISOString().slice(0, 7),
  }
  return Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, String(thing)]))
}

const answer = (code: ErrorCode, headers: Record<string, string> = {}) => {
  const { status, text } = errors[code]
  return (route: Route) =>
    route.fulfill({ status, headers, json: { error: text, code, requestId: 'view-failures' } })
}

/** What the network does to every call. */
const faults = {
  down: (route: Route) => route.abort('connectionrefused'),
  failed: answer('server.failed'),
  limited: answer('request.rate_limited', { 'Retry-After': '30' }),
  full: answer('server.storage_full', { 'Retry-After': '60' }),
}

/** A page whose calls meet one fault after the other. */
async function faultyPage(page: Page) {
  let fault: ((route: Route) => Promise<void>) | null = null
  const waiting: Route[] = []
  await page.clock.install()
  await page.route('**/api/**', (route) => (fault ? fault(route) : route.continue()))
  // Without a live connection a view recovers by what it offers itself.
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  await page.route('**/socket.io/**', (route) => route.abort())
  return {
    begin: (name: keyof typeof faults) => {
      fault = faults[name]
    },
    /** From now on no call is answered. */
    hold: () => {
      fault = async (route) => void waiting.push(route)
    },
    end: async () => {
      fault = null
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => undefined)))
    },
  }
}

const busy = 'main [aria-busy="true"]'

/** The tries that the client makes by itself are over, and what is shown stands. */
async function shown(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(page.locator('main')).not.toBeEmpty({ timeout: 200 })
    await expect(page.locator(busy)).toHaveCount(0, { timeout: 200 })
  }).toPass({ intervals: [20] })
}

const tryAgain = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })

/** What a view owes whatever the server does: a heading, words, a way on, and a layout that holds. */
async function expectWords(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  expect((await page.getByRole('main').innerText()).trim().length).toBeGreaterThan(10)
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0)
  expect(await sideways(page)).toEqual([])
}

/** Presses every button of the view that asks again. */
async function askAgain(page: Page): Promise<void> {
  const buttons = tryAgain(page)
  await expect(buttons.first()).toBeVisible()
  await buttons.evaluateAll((all) => {
    for (const button of all) (button as HTMLElement).click()
  })
}

async function throughAllFaults(page: Page, { path, meets }: View): Promise<void> {
  const network = await faultyPage(page)
  network.begin('down')
  await page.goto(path)
  for (const name of ['down', 'failed', 'limited', 'full'] as const) {
    await test.step(name, async () => {
      network.begin(name)
      if (name !== 'down') {
        if (meets === 'again') await askAgain(page)
        else await page.reload()
      }
      await shown(page)
      await expectWords(page)
      if (meets === 'again') await expect(tryAgain(page).first()).toBeVisible()
    })
  }
  await test.step('slow', async () => {
    network.hold()
    if (meets === 'again') await askAgain(page)
    else await page.reload()
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('main')).toHaveText(/\S/)
    await network.end()
    await shown(page)
    await expect(tryAgain(page)).toHaveCount(0)
    await expectWords(page)
  })
}

/** Asked for once by each worker: they begin with the same community. */
let known: { session: Session; things: Record<string, string> } | undefined

async function begin(community: Product) {
  const session = await logIn(community)
  return { session, things: await findThings(community, session) }
}

test.describe.configure({ mode: 'parallel' })

for (const [name, row] of Object.entries(views)) {
  if (typeof row === 'string') continue
  test(`${name} through every fault`, async ({ community, enter }) => {
    known ??= await begin(community)
    const { session, things } = known
    const { page, expected } = await enter(community, { session, viewport: { width: 390, height: 844 } })
    expected.push(/ERR_CONNECTION_REFUSED|ERR_FAILED|status of (403|500|429|507)|WebSocket/)
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, thing: string) => things[thing] ?? '')
    await throughAllFaults(page, { ...row, path })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}
