import { routePatterns } from '#shared/paths.ts'
import { faultLines, faultyNetwork, hurry } from '../support/faulty-network.ts'
import { call, logIn } from '../support/members.ts'
import { expect, films, test, type Product, type Session, type Visitor } from '../support/scene.ts'

type View = keyof typeof routePatterns

/** What the paths of views name. */
interface Things {
  me: string
  friend: string
  review: string
  list: string
  tag: string
  actor: number
  director: number
  /** Its code. */
  evening: string
}

async function findThings(product: Product, { token, user }: Session): Promise<Things> {
  const get = <T>(path: string) => call<T>(product, path, { token })
  const logs = await get<{ _id: string; replyCount: number }[]>(`/api/logs/user/${user._id}`)
  const [feed] = await get<{ user: { _id: string } }[]>(`/api/logs/feed/${user._id}`)
  const [list] = await get<{ _id: string }[]>('/api/lists/my')
  const [tag] = await get<{ tag: string }[]>(`/api/users/${user._id}/tags`)
  const film = await get<{ cast: { id: number }[]; directors: { id: number }[] }>(
    `/api/movies/${films.parasite}`,
  )
  const review = logs.find((log) => log.replyCount > 0)
  const [actor, director] = [film.cast[0], film.directors[0]]
  const evening = await call<{ code: string }>(product, '/api/evenings', { method: 'POST', token, body: {} })
  if (!review || !feed || !list || !tag || !actor || !director) throw new Error('the demo lacks something')
  return {
    me: user._id,
    friend: feed.user._id,
    review: review._id,
    list: list._id,
    tag: tag.tag,
    actor: actor.id,
    director: director.id,
    evening: evening.code,
  }
}

/** The views that ask for something before they show anything, and where each is. */
const loading = {
  home: () => '/',
  friendsActivity: () => '/friends-activity',
  trending: () => '/trending',
  search: () => '/search',
  films: () => '/films',
  notifications: () => '/notifications',
  followRequests: () => '/follow-requests',
  audiences: () => '/settings/audiences',
  safety: () => '/settings/safety',
  keys: () => '/settings/keys',
  streaming: () => '/settings/streaming',
  players: () => '/settings/players',
  notificationSettings: () => '/settings/notifications',
  evening: ({ evening }) => `/tonight/${evening}`,
  decisions: () => '/settings/decisions',
  ownProfile: () => '/profile',
  memberProfile: ({ friend }) => `/profile/${friend}`,
  followers: ({ me }) => `/profile/${me}/followers`,
  diary: ({ me }) => `/profile/${me}/diary`,
  tags: ({ me }) => `/profile/${me}/tags`,
  tag: ({ me, tag }) => `/profile/${me}/tag/${encodeURIComponent(tag)}`,
  statistics: ({ me }) => `/profile/${me}/stats`,
  yearReview: ({ me }) => `/profile/${me}/year/${new Date().getUTCFullYear()}`,
  editProfile: () => '/edit-profile',
  film: () => `/movie/${films.parasite}`,
  filmReviews: () => `/movie/${films.parasite}/reviews`,
  filmFriends: () => `/movie/${films.parasite}/friends`,
  filmLists: () => `/movie/${films.parasite}/lists`,
  memberFilmLogs: ({ me }) => `/movie/${films.parasite}/reviews/${me}`,
  person: ({ actor }) => `/person/${actor}`,
  actor: ({ actor }) => `/actor/${actor}`,
  director: ({ director }) => `/director/${director}`,
  review: ({ review }) => `/review/${review}`,
  changeBackdrop: ({ review }) => `/review/${review}/change-backdrop`,
  replies: ({ review }) => `/review/${review}/replies`,
  log: ({ review }) => `/log/${review}`,
  list: ({ list }) => `/list/${list}`,
  listReplies: ({ list }) => `/list/${list}/comments`,
  editList: ({ list }) => `/list/${list}/edit`,
  addToList: () => `/add-to-list/${films.parasite}`,
  share: () => `/share/movie/${films.parasite}`,
  shareReview: ({ review }) => `/share-review/${review}`,
  importData: () => '/import',
  security: () => '/settings/security',
} satisfies Partial<Record<View, (things: Things) => string>>

/** All others, and why. */
const others = {
  homeAfterLogin: 'the same as home',
  user: 'leads to the profile',
  following: 'the same as followers',
  diaryPeriod: 'the same as diary',
  filmReviewsOfMember: 'the same as memberFilmLogs',
  answerReply: 'the same as replies',
  admin: 'for operators: admin.test.tsx',
  adminPart: 'for operators: admin.test.tsx',
  settings: 'asks for nothing that it cannot do without',
  appearance: 'asks for nothing that it cannot do without',
  language: 'asks for what editProfile asks for',
  exportData: 'asks for nothing that it cannot do without',
  account: 'asks for nothing that it cannot do without',
  sceneBot: 'asks for nothing before a question',
  createList: 'asks for nothing',
  chooseBackdrop: 'asks for nothing before a film is chosen',
  report: 'asks for nothing',
  tonight: 'asks for nothing that it cannot do without',
  unsubscribe: 'asks for nothing before its button is pressed',
  appeal: 'asks for nothing before the link is followed',
  chooseAvatar: 'asks for nothing',
  uploadAvatar: 'asks for nothing',
  avatarUploadTest: 'asks for nothing',
  verifyEmail: 'asks for nothing',
  waiting: 'asks for nothing',
  firstOperator: 'asks for nothing before the link is followed',
  login: 'asks for nothing',
  signup: 'asks for nothing',
  forgotPassword: 'asks for nothing',
  verifyResetCode: 'asks for nothing',
  resetPassword: 'asks for nothing',
} satisfies Partial<Record<View, string>>

/** Every view fails once by a fault of the server, then by one of the others in turn: what a fault is called is written once. */
const otherFaults = ['limited', 'down', 'full'] as const

async function goThroughFaults(
  { page }: Visitor,
  network: Awaited<ReturnType<typeof faultyNetwork>>,
  path: string,
  other: (typeof otherFaults)[number],
): Promise<string[]> {
  const main = page.getByRole('main')
  const again = main.getByRole('button', { name: 'Try again' })
  const told: string[] = []

  await page.goto(path, { waitUntil: 'commit' })
  // While it waits it is there, with what it knows or with what stands in for it.
  await expect(main.getByText(/./).or(main.locator('[aria-busy="true"]')).first()).toBeAttached()
  for (const mode of ['failing', other] as const) {
    const before = network.told
    network.mode = mode
    if (mode === 'failing') network.goOn()
    else await again.first().click()
    await expect.poll(() => network.told, { message: `${mode} reaches the view` }).toBeGreaterThan(before)
    await expect(again.first()).toBeVisible()
    // Sections of home ask by themselves, and three times, where the call for all of them failed.
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 45_000 })
    if ((await page.locator('h1').count()) !== 1) told.push(`${mode}: no heading`)
  }
  network.mode = 'well'
  // Some recover by themselves meanwhile: with the live connection.
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click({ timeout: 2000 })
    await page.waitForLoadState('networkidle')
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await again.count()).toBe(0)
  }, 'it recovers').toPass({ timeout: 60_000 })
  return told
}

test('every view says what failed, and is there again without a reload', async ({ community, enter }) => {
  test.setTimeout(300_000)
  expect(Object.keys({ ...loading, ...others }).toSorted()).toEqual(Object.keys(routePatterns).toSorted())
  const session = await logIn(community)
  const things = await findThings(community, session)
  const todo = Object.entries(loading).map(
    ([view, pathOf], at) => [view, pathOf, otherFaults[at % otherFaults.length] ?? 'limited'] as const,
  )
  const found: string[] = []
  const walk = async () => {
    const viewport = { width: 390, height: 844 }
    // What stands in for an answer moves for as long as it waits, in each of the pages.
    const visitor = await enter(community, { session, viewport })
    visitor.expected.push(...faultLines)
    await hurry(visitor.page)
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [view, pathOf, other] = next
      const network = await faultyNetwork(visitor.page, '**/api/**', 'slow')
      const told = await goThroughFaults(visitor, network, pathOf(things), other).catch((error: Error) => [
        error.message.split('\n').slice(0, 4).join(' '),
      ])
      found.push(...told.map((fault) => `${view}: ${fault}`))
      await network.end()
      // Ends what the view still does, and stays where no other process has to be started for the next.
      await visitor.page.goto('/livez')
    }
  }
  // A view waits before it asks again.
  await Promise.all(Array.from({ length: 4 }, walk))
  expect(found).toEqual([])
})
