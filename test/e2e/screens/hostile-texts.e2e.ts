import type { Page } from '@playwright/test'
import { routePatterns } from '#shared/paths.ts'
import { call, freeName, logIn, makeOperator, password, signUp } from '../support/members.ts'
import { settle } from '../support/screen-checks.ts'
import { expect, films, test, type Product, type Session, type Visitor } from '../support/scene.ts'

// Everything that members write holds what a page must not take for its own. Every screen is opened with it: no dialog, no
// policy report, no element of a text, and the texts stand there as they were written.

/** Each for another place of a page; `data-hurt` marks the element that would come of it. */
const payloads = [
  '<img src=x onerror=alert(1) data-hurt>',
  '"><script data-hurt>alert(1)</script>',
  "'><svg/onload=alert(1) data-hurt>",
  '</title></textarea></style></script><script data-hurt>alert(1)</script>',
  '<a href="javascript:alert(1)" data-hurt>x</a>',
  '<iframe srcdoc="<script>alert(1)</script>" data-hurt></iframe>',
  '<style data-hurt>*{display:none}</style>',
  "{{constructor.constructor('alert(1)')()}}",
  '${alert(1)} #{alert(1)} <%= alert(1) %>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1) data-hurt>',
  '<!--><img src=x onerror=alert(1) data-hurt>-->',
  '&lt;img src=x onerror=alert(1) data-hurt&gt;&#60;script data-hurt&#62;',
  '[x](javascript:alert(1)) ![x](x" onerror="alert(1))',
  '<form action=//evil.example data-hurt><input autofocus onfocus=alert(1)>',
  '\\u003cimg src=x onerror=alert(1) data-hurt\\u003e',
  '<base href="//evil.example/" data-hurt><meta http-equiv=refresh content="0;url=//evil.example">',
  '||<img src=x onerror=alert(1) data-hurt>||',
  '" onmouseover="alert(1)" data-hurt="',
  'javascript:alert(1)//',
  '<x contenteditable onblur=alert(1) tabindex=1 data-hurt>lose focus!</x>',
] as const
const payload = (at: number) => payloads[at % payloads.length] ?? ''

/** All that is written, by a word of its own that must be seen somewhere. */
const words = new Set<string>()
function written(field: string, at = 0): string {
  const word = `${field}${at}hurt`
  words.add(word)
  return `${payload(at)} ${word}`
}

interface Things {
  author: Session
  logs: string[]
  lists: string[]
  tag: string
  imported: string
}

/** A member's history, of which every text is hostile. */
async function write(product: Product, author: Session): Promise<Things> {
  const { token } = author
  const post = <T = { _id: string }>(path: string, body: object) =>
    call<T>(product, path, { method: 'POST', token, body })
  const logs: string[] = []
  const tag = written('tag', 1)
  for (const at of payloads.keys()) {
    const tags = JSON.stringify([tag.replaceAll(',', ' ')])
    const fields = {
      movieId: films.parasite,
      review: written('review', at),
      rating: 4,
      tags: at === 0 ? tags : '[]',
    }
    const { _id } = await post('/api/logs/full', { ...fields, watchedAt: '2024-03-01' })
    logs.push(_id)
  }
  for (const at of payloads.keys()) await post(`/api/logs/${logs[at]}/reply`, { text: written('reply', at) })
  const lists: string[] = []
  for (const at of [0, 1, 3, 17]) {
    const movies = [{ id: films.parasite, note: written('note', at) }]
    const tags = JSON.stringify([written('listTag', at).replaceAll(',', ' ')])
    const { _id } = await post('/api/lists', {
      title: written('listTitle', at),
      description: written('description', at),
      tags,
      movies,
    })
    lists.push(_id)
  }
  for (const at of payloads.keys()) await post(`/api/lists/${lists[0]}/reply`, { text: written('reply', at) })
  const change = (body: object) =>
    call(product, `/api/users/${author.user._id}`, { method: 'PATCH', token, body })
  await change({
    bio: written('bio', 3),
    socials: { website: `https://a.example/?q=${encodeURIComponent(payload(17))}` },
  })
  // Links of a profile are names and addresses on a site, and nothing else.
  for (const [at, text] of payloads.entries())
    for (const site of ['X', 'youtube', 'website'])
      await expect(change({ socials: { [site]: text } }), `${site} ${at}`).rejects.toThrow(
        /member\.(social|website)/,
      )
  const table = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const form = new FormData()
  const rows = [
    ['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Rewatch', 'Tags', 'Watched Date', 'Review'],
    // As many as a page of them has.
    ...payloads
      .slice(0, 6)
      .map((_, at) => [
        '2024-01-02',
        written('imported', at),
        '1931',
        payload(at),
        '4',
        '',
        payload(at),
        '2024-01-01',
        payload(at),
      ]),
  ]
  form.set('file', new Blob([rows.map(table).join('\n')]), `${payload(0).replaceAll(/[/\\]/g, '')}.csv`)
  const { importId: imported } = await call<{ importId: string }>(product, '/api/imports', {
    method: 'POST',
    token,
    body: form,
  })
  const state = () => call<{ state: string }>(product, `/api/imports/${imported}`, { token })
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('done')
  // What a browser calls itself is shown among one's devices.
  await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': payload(0) },
    body: JSON.stringify({ email: author.user.email, password }),
  })
  return { author, logs, lists, tag, imported }
}

/** Every screen by its name, so that a new one is missing here; each with what it may show of hostile texts. */
function addresses({
  author,
  logs,
  lists,
  tag,
  imported,
}: Things): Record<keyof typeof routePatterns, string[]> {
  const me = author.user._id
  const [log = '', list = ''] = [logs[0], lists[0]]
  const film = String(films.parasite)
  /** Who made it, of the built-in catalogue. */
  const somebody = '900495980'
  const typed = encodeURIComponent(payload(0))
  const fill = (pattern: string, ...ids: string[]) =>
    pattern.replaceAll(/:\w+/g, () => encodeURIComponent(ids.shift() ?? ''))
  const { person, actor, director, ...p } = routePatterns
  return {
    home: [p.home],
    homeAfterLogin: [p.homeAfterLogin],
    login: [`${p.login}?next=${typed}`],
    signup: [`${p.signup}?invite=${typed}`],
    verifyEmail: [p.verifyEmail],
    waiting: [p.waiting],
    chooseAvatar: [p.chooseAvatar],
    uploadAvatar: [p.uploadAvatar],
    forgotPassword: [`${p.forgotPassword}?email=${typed}`],
    verifyResetCode: [p.verifyResetCode],
    resetPassword: [p.resetPassword],
    settings: [p.settings],
    appearance: [p.appearance],
    language: [p.language],
    exportData: [p.exportData],
    account: [p.account],
    followRequests: [p.followRequests],
    audiences: [p.audiences],
    safety: [p.safety],
    security: [p.security],
    report: [`${p.report}?address=${typed}`],
    tonight: [p.tonight],
    evening: [fill(p.evening, typed)],
    unsubscribe: [fill(p.unsubscribe, typed)],
    notificationSettings: [p.notificationSettings],
    appeal: [`${p.appeal}#token=${typed}`],
    decisions: [p.decisions],
    streaming: [p.streaming],
    players: [p.players],
    keys: [p.keys],
    firstOperator: [`${p.firstOperator}#token=${typed}`],
    admin: [p.admin],
    adminPart: ['reports', 'jobs', 'members', 'storage', 'mail', 'backups', 'settings', 'audit'].map((part) =>
      fill(p.adminPart, part),
    ),
    trending: [p.trending],
    friendsActivity: [p.friendsActivity],
    search: ['films', 'users', 'lists', 'people'].map((tab) => `${p.search}?q=${typed}&tab=${tab}`),
    films: [`${p.films}?genre=${typed}`],
    sceneBot: [p.sceneBot],
    notifications: [p.notifications],
    ownProfile: [p.ownProfile],
    memberProfile: ['', '?tab=films', '?tab=reviews', '?tab=lists', '?tab=watchlist', `?tab=${typed}`].map(
      (tab) => fill(p.memberProfile, me) + tab,
    ),
    user: [fill(p.user, me)],
    followers: [fill(p.followers, me)],
    following: [fill(p.following, me)],
    statistics: [fill(p.statistics, me)],
    diary: [fill(p.diary, me)],
    diaryPeriod: [fill(p.diaryPeriod, me, '2024-03')],
    yearReview: [fill(p.yearReview, me, '2024')],
    tags: [fill(p.tags, me)],
    tag: [fill(p.tag, me, tag)],
    editProfile: [p.editProfile],
    chooseBackdrop: [`${p.chooseBackdrop}?q=${typed}`],
    avatarUploadTest: [p.avatarUploadTest],
    importData: [p.importData, `${p.importData}?rows=${imported}`],
    film: [fill(p.film, film)],
    filmReviews: [fill(p.filmReviews, film)],
    filmFriends: [fill(p.filmFriends, film)],
    filmLists: [fill(p.filmLists, film)],
    memberFilmLogs: [fill(p.memberFilmLogs, film, me)],
    filmReviewsOfMember: [fill(p.filmReviewsOfMember, film, me)],
    log: [fill(p.log, log)],
    review: logs.map((id) => fill(p.review, id)),
    changeBackdrop: [fill(p.changeBackdrop, log)],
    replies: [fill(p.replies, log)],
    answerReply: [fill(p.answerReply, log)],
    list: lists.flatMap((id) => [fill(p.list, id), `${fill(p.list, id)}?view=notes`]),
    listReplies: [fill(p.listReplies, list)],
    editList: [fill(p.editList, list)],
    createList: [p.createList],
    addToList: [fill(p.addToList, film)],
    actor: [`${fill(actor, somebody)}?role=${typed}`],
    director: [`${fill(director, somebody)}?role=${typed}`],
    person: [`${fill(person, somebody)}?role=${typed}`],
    share: [fill(p.share, 'list', list), fill(p.share, 'log', log)],
    shareReview: [fill(p.shareReview, log)],
  }
}

/** What a text became beside a text. */
async function hurtBy(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[data-hurt], [onerror], [onload], [onfocus], [onmouseover], iframe[srcdoc], a[href^="javascript:" i], base',
      ),
    ].map((element) => element.outerHTML.slice(0, 200)),
  )
}

/** All that stands on a page, in its fields too, and behind the buttons that show more. */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    )
    const labels = [...document.querySelectorAll('[aria-label]')].map((element) =>
      element.getAttribute('aria-label'),
    )
    return [document.title, document.body.textContent, ...fields, ...labels].join('\n')
  })
}

async function open({ page, faults }: Visitor, path: string, seen: string[]): Promise<string[]> {
  await page.goto(path)
  const settled = await settle(page).then(
    () => [],
    (error: Error) => [`was not shown: ${error.message}`],
  )
  seen.push(await textOf(page))
  const found = [...settled, ...(await hurtBy(page)), ...faults.splice(0)]
  return found.map((fault) => `${path}: ${fault}`)
}

test('what members write stays text on every screen', async ({ launch, enter }) => {
  test.setTimeout(600_000)
  await launch({ SCENE_DEMO: '0' }, async (product) => {
    const author = await signUp(product, freeName('author'))
    const reader = await signUp(product, freeName('reader'))
    for (const [one, other] of [
      [author, reader],
      [reader, author],
    ] as const)
      await call(product, `/api/users/${one.user._id}/follow/${other.user._id}`, {
        method: 'POST',
        token: one.token,
        body: {},
      })
    const things = await write(product, author)
    const review = things.logs[0] ?? ''
    await call(product, `/api/logs/${review}/share`, {
      method: 'POST',
      token: author.token,
      body: { recipients: [reader.user._id] },
    })
    await call(product, `/api/lists/${things.lists[0]}/share`, {
      method: 'POST',
      token: author.token,
      body: { recipients: [reader.user._id] },
    })
    makeOperator(product, author.user.username)
    const seen: string[] = []
    const dialogs: string[] = []
    const found: string[] = []
    const screens = addresses(things)
    const guests = new Set<string>(['login', 'signup', 'forgotPassword', 'verifyResetCode', 'resetPassword'])
    const reading = await enter(product, { session: reader })
    const viewers: [Visitor, (name: string) => boolean][] = [
      [await enter(product), (name) => guests.has(name)],
      // An operator who is the author: what is one's own is in fields too.
      [
        await enter(product, { session: await logIn(product, { email: author.user.email, password }) }),
        (name) => !guests.has(name),
      ],
      [
        reading,
        (name) => /home|friends|film|review|list|replies|notif|profile|tag|share|diary|search/i.test(name),
      ],
    ]
    for (const [visitor, isMeant] of viewers) {
      // Calls that find nothing are what addresses with hostile ids come to.
      visitor.expected.push(/Failed to load resource: the server responded with a status of 4\d\d/)
      visitor.page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      for (const [name, paths] of Object.entries(screens)) {
        // Each review has been opened; how another member's looks beside one's own, one shows.
        const opened = visitor === reading && name === 'review' ? paths.slice(0, 1) : paths
        if (isMeant(name)) for (const path of opened) found.push(...(await open(visitor, path, seen)))
      }
    }
    const [, [operator]] = viewers as [(typeof viewers)[0], (typeof viewers)[0]]
    await test.step('what SceneBot is asked', async () => {
      await operator.page.goto('/scenebot')
      const box = operator.page.getByRole('textbox').last()
      for (const at of [0, 1, 4]) {
        await box.fill(written('question', at))
        await box.press('Enter')
        await expect(operator.page.getByText(`question${at}hurt`).first()).toBeVisible()
        seen.push(await textOf(operator.page))
      }
      found.push(...(await hurtBy(operator.page)), ...operator.faults.splice(0))
    })
    const all = seen.join('\n')
    expect(dialogs).toEqual([])
    expect(found).toEqual([])
    // Nothing of it is proved by what was not shown.
    const unseen = [...words].filter((word) => !all.includes(word))
    expect(unseen).toEqual([])
    for (const visitor of viewers.map(([one]) => one)) await visitor.page.close()
  })
})
