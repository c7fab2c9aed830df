// The service worker: the app opens without a network. It keeps the page and the files that it is made of, which are the
// same for everybody, and nothing that is anybody's: answers of the API, pictures and pages for guests are never in its
// cache. By which address this browser is pushed to is kept apart, until the logout.
// A build fills in which files there are (vite.config.ts).

interface Extendable {
  waitUntil: (work: Promise<unknown>) => void
}
interface Asked extends Extendable {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface Told extends Extendable {
  readonly data: unknown
}
/** As the server sends it; browsers that know it show it by themselves. */
interface Message {
  notification: {
    title: string
    body: string
    navigate: string
    lang: string
    dir: 'ltr' | 'rtl'
    tag: string
    app_badge: string
  }
}
interface Pushed extends Extendable {
  readonly data: { json: () => unknown } | null
}
interface Clicked extends Extendable {
  readonly notification: { readonly data: unknown; close: () => void }
}
interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null }
  toJSON: () => { endpoint?: string; keys?: Record<string, string> }
}
interface Resubscribed extends Extendable {
  readonly oldSubscription?: Subscription | null
  readonly newSubscription?: Subscription | null
}
interface Page {
  readonly url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}
interface WorkerScope {
  skipWaiting: () => Promise<void>
  readonly clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window' }) => Promise<Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  readonly registration: {
    showNotification: (title: string, options: object) => Promise<void>
    readonly pushManager: { subscribe: (options: object) => Promise<Subscription> }
  }
  addEventListener: ((on: 'install' | 'activate', listen: (event: Extendable) => void) => void) &
    ((on: 'fetch', listen: (event: Asked) => void) => void) &
    ((on: 'message', listen: (event: Told) => void) => void) &
    ((on: 'push', listen: (event: Pushed) => void) => void) &
    ((on: 'pushsubscriptionchange', listen: (event: Resubscribed) => void) => void) &
    ((on: 'notificationclick', listen: (event: Clicked) => void) => void)
}

const worker = globalThis as unknown as WorkerScope
const version = '__version__'
const files = ['__files__']
const prefix = 'scene-shell-'
const shell = prefix + version
const page = '/'

/** Never the app: calls, pictures, what others read, and files. */
const elsewhere = /^\/(api|media|t|art|og|oembed|dev|gifs|socket\.io|sitemap)(\/|$)|\.[a-z0-9]{2,11}$/

/**
 * Whether an answer is a file of the app. Where one has to log in to a network, or a proxy stands before the server, a
 * page that is not ours may come from any address, and kept it would stand in the file's place until the next version.
 */
const isFile = ({ ok, redirected, headers }: Response) =>
  ok && !redirected && !headers.get('content-type')?.startsWith('text/html')

/** Keeps the app's page, which names its first files. @throws for another one, also for that of another version */
async function keepPage(): Promise<void> {
  const answer = await fetch(new Request(page, { cache: 'no-cache' }))
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+\.(js|css)/g) ?? []
  const isOurs = named.length > 0 && named.every((file) => files.includes(file))
  if (!answer.ok || answer.redirected || !isOurs) throw new Error('not the page of this version')
  await keep(page, answer)
}

worker.addEventListener('install', (event) => event.waitUntil(keepPage()))

worker.addEventListener('activate', (event) => {
  const forgetOlder = async () => {
    const names = await caches.keys()
    const older = names.filter((name) => name.startsWith(prefix) && name !== shell)
    await Promise.all(older.map((name) => caches.delete(name)))
    await worker.clients.claim()
  }
  event.waitUntil(forgetOlder())
})

/**
 * A built file, whose name changes with its content: from the cache, else from the network, and kept if there is room.
 */
async function keptFile(event: Asked): Promise<Response> {
  const { request } = event
  const known = await caches.match(request).catch(() => undefined)
  if (known) return known
  const answer = await fetch(request)
  if (isFile(answer)) event.waitUntil(keep(request, answer.clone()).catch(() => undefined))
  return answer
}

async function keep(request: Request | string, answer: Response): Promise<void> {
  const cache = await caches.open(shell)
  await cache.put(request, answer)
}

/** From the network; the app's page where there is none. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const known = await caches.match(page)
    if (known) return known
    throw error
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(keptFile(event))
  else if (request.mode === 'navigate' && !elsewhere.test(pathname)) event.respondWith(openPage(request))
})

/**
 * Caches the page and all files but the texts of other languages. One after another, so that no other request waits. A
 * logout deletes all caches.
 */
async function keepFiles(locale: string): Promise<void> {
  const cache = await caches.open(shell)
  const others = /\/(en|ar|fr)\.[a-z]+-[^/]+$/
  if (!(await cache.match(page))) await keepPage()
  for (const file of files) {
    const language = others.exec(file)?.[1]
    if (language !== undefined && language !== locale) continue
    if (await cache.match(file)) continue
    const answer = await fetch(file)
    if (!isFile(answer)) return
    await cache.put(file, answer)
  }
}

worker.addEventListener('message', (event) => {
  const told = event.data as { type?: string; locale?: string } | null
  if (told?.type === 'take-over') event.waitUntil(worker.skipWaiting())
  if (told?.type === 'keep-files') event.waitUntil(keepFiles(told.locale ?? 'en').catch(() => undefined))
})

worker.addEventListener('push', (event) => {
  if (!event.data) return
  const { notification } = event.data.json() as Message
  const { title, body, navigate, lang, dir, tag, app_badge: badge } = notification
  const icon = '/icons/192.png'
  const shown = worker.registration.showNotification(title, { body, lang, dir, tag, icon, data: navigate })
  const count = Number(badge)
  const badged = 'setAppBadge' in navigator ? navigator.setAppBadge(count) : undefined
  event.waitUntil(Promise.allSettled([shown, badged]))
})

/** What a page kept of its push subscription (`push.ts`): some browsers do not tell which one they gave up. */
interface Kept {
  endpoint: string
  auth: string
  key: string | null
}

/**
 * Tells the server the browser's new push address in place of the former one. When that fails, the next page that opens
 * does it.
 */
async function renew({ oldSubscription: old, newSubscription }: Resubscribed): Promise<void> {
  const entry = await caches.match('/push-subscription')
  const kept = (await entry?.json()) as Kept | undefined
  const was = old?.toJSON()
  const former = was ? { endpoint: was.endpoint, auth: was.keys?.['auth'] } : kept
  const key = old?.options.applicationServerKey ?? kept?.key
  if (!former || !key) return
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = newSubscription ?? (await worker.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  const body = { former: { endpoint: former.endpoint, auth: former.auth }, endpoint, keys }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/api/push/renewal', { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) return
  const cache = await caches.open('scene-push')
  const next = { endpoint, auth: keys?.['auth'], key: kept?.key ?? null }
  await cache.put('/push-subscription', new Response(JSON.stringify(next)))
}

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event).catch(() => undefined))
})

/** Goes to what it is about in a window that is open, else in a new one; only to Scene's own addresses. */
async function open(address: string): Promise<void> {
  if (new URL(address).origin !== location.origin) return
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (!page) return void (await worker.clients.openWindow(address))
  await page.focus()
  await page.navigate(address)
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})
