import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

type Listen = (event: object) => void

const listeners = new Map<string, Listen>()
const showNotification = vi.fn(async () => undefined)
const openWindow = vi.fn(async () => undefined)
const page = { url: 'https://scene.example/', focus: vi.fn(async () => undefined), navigate: vi.fn() }
let pages: (typeof page)[]

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (on: string, listen: Listen) => listeners.set(on, listen))
  vi.stubGlobal('registration', { showNotification })
  vi.stubGlobal('clients', { matchAll: async () => pages, openWindow })
  vi.stubGlobal('location', { origin: 'https://scene.example' })
  // A script, and no module.
  await import(new URL('./worker.ts', import.meta.url).pathname)
})
beforeEach(() => {
  vi.clearAllMocks()
  pages = []
})

/** Hands an event over and waits for what it waits for. */
async function send(on: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = []
  listeners.get(on)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
  await Promise.all(waits)
}

const pushed = {
  web_push: 8030,
  notification: {
    title: 'تعليق من noor على مراجعتك',
    body: 'Parasite',
    navigate: 'https://scene.example/review/1',
    lang: 'ar',
    dir: 'rtl',
    silent: false,
    tag: 'one',
    app_badge: '3',
  },
}

test('what is pushed is shown, in its language and direction, in the place of what has its tag', async () => {
  await send('push', { data: { json: () => pushed } })
  const { title, body, lang, dir, tag, navigate: data } = pushed.notification
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(title, {
    body,
    lang,
    dir,
    tag,
    data,
    icon: '/icons/192.png',
  })
})

const click = (data: string) => send('notificationclick', { notification: { data, close: () => undefined } })

test('a press goes there in the window that is open, else in a new one', async () => {
  await click('https://scene.example/review/1')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('https://scene.example/review/1')
  pages = [page]
  await click('https://scene.example/list/2')
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith('https://scene.example/list/2')
  expect(page.focus).toHaveBeenCalledOnce()
  expect(openWindow).toHaveBeenCalledOnce()
})

test('and never to another site', async () => {
  pages = [page]
  await click('https://elsewhere.example/')
  expect([openWindow.mock.calls, page.navigate.mock.calls]).toEqual([[], []])
})

describe('a browser that gives its subscription up', () => {
  const subscription = (endpoint: string, auth: string) => ({
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth } }),
  })
  const kept = { endpoint: 'https://push.example/old', auth: 'old', key: 'vapid' }
  const stored = new Map<string, Response>()
  const renewed = vi.fn(async (_address: string, _sent: { body: string }) => new Response('{}'))
  const subscribe = vi.fn(async () => subscription('https://push.example/new', 'new'))

  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('fetch', renewed)
    vi.stubGlobal('registration', { showNotification, pushManager: { subscribe } })
    vi.stubGlobal('caches', {
      match: async (name: string) => stored.get(name)?.clone(),
      open: async () => ({ put: async (name: string, answer: Response) => void stored.set(name, answer) }),
    })
  })
  const sent = () => renewed.mock.calls.map(([address, { body }]) => [address, JSON.parse(body) as unknown])
  const now = { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'new' } }

  test('subscribes again with what the page kept, tells the server and keeps the new one', async () => {
    stored.set('/push-subscription', Response.json(kept))
    await send('pushsubscriptionchange', {})
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: 'vapid',
    })
    const former = { endpoint: kept.endpoint, auth: kept.auth }
    expect(sent()).toEqual([['/api/push/renewal', { former, ...now }]])
    expect(await stored.get('/push-subscription')?.json()).toEqual({
      endpoint: now.endpoint,
      auth: 'new',
      key: 'vapid',
    })
  })

  test('takes the two that the browser names', async () => {
    stored.set('/push-subscription', Response.json(kept))
    await send('pushsubscriptionchange', {
      oldSubscription: subscription('https://push.example/older', 'older'),
      newSubscription: subscription(now.endpoint, 'new'),
    })
    expect(subscribe).not.toHaveBeenCalled()
    expect(sent()).toEqual([
      ['/api/push/renewal', { former: { endpoint: 'https://push.example/older', auth: 'older' }, ...now }],
    ])
  })

  test('does nothing where nothing is known, and keeps what is known where the server takes none', async () => {
    await send('pushsubscriptionchange', {})
    expect(sent()).toEqual([])
    stored.set('/push-subscription', Response.json(kept))
    renewed.mockResolvedValueOnce(new Response('{}', { status: 503 }))
    await send('pushsubscriptionchange', {})
    expect(await stored.get('/push-subscription')?.json()).toEqual(kept)
  })
})

describe('a login wall or a proxy that answers pages of its own', () => {
  const kept = new Map<string, string>()
  const cache = {
    match: async (name: string) => kept.has(name) || undefined,
    put: async (asked: string | Request, answer: Response) =>
      void kept.set(typeof asked === 'string' ? asked : new URL(asked.url).pathname, await answer.text()),
  }
  const answers = (body: string, type: string) =>
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': type } }))
  const wall = () => answers('<h1>Log in to the network</h1>', 'text/html; charset=utf-8')

  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('caches', { match: async () => undefined, open: async () => cache })
    // Node's own takes no path.
    vi.stubGlobal('Request', vi.fn())
  })
  const ask = async (path: string) => {
    const answered: Promise<Response>[] = []
    const request = { method: 'GET', url: `https://scene.example${path}` }
    await send('fetch', { request, respondWith: (answer: Promise<Response>) => answered.push(answer) })
    await answered[0]
    await new Promise((resolve) => setTimeout(resolve))
  }

  test('never stands for a file of the app, or for its page', async () => {
    wall()
    await ask('/assets/home-1.js')
    await send('message', { data: { type: 'keep-files', locale: 'en' } })
    await expect(send('install', {})).rejects.toThrow('not the page')
    expect([...kept]).toEqual([])
    answers('export {}', 'text/javascript')
    await ask('/assets/home-1.js')
    expect([...kept]).toEqual([['/assets/home-1.js', 'export {}']])
  })

  test('nor does the page of another version', async () => {
    answers('<script type="module" src="/assets/start-other.js">', 'text/html')
    await expect(send('install', {})).rejects.toThrow('not the page')
    expect([...kept]).toEqual([])
  })
})
