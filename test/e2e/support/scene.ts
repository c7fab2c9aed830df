import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { startIdentityServer } from '#test/fakes/identity-server.ts'
import { isAlive, startScene, type SceneProcess } from '#test/scene-process.ts'
import { shared } from './global-setup.ts'

/** Whom the demo community lets one log in as. */
export const demoLogin = { email: 'layla@scene.example', password: 'demo-scene' }

/** Films of the built-in catalogue by number. */
export const films = { parasite: 496243, whiplash: 244786 } as const

export interface Product {
  url: string
}

/** One that a test started for itself. */
export interface OwnProduct extends Product {
  dataDir: string
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'scene-e2e-'))
  // As root the database runs as another user, who must be able to reach it.
  chmodSync(folder, 0o755)
  return folder
}

/** Members are made and logged in by hundreds: hashing their passwords costs next to nothing. */
const quickPasswords = `--import=${pathToFileURL(join(import.meta.dirname, 'quick-passwords.ts')).href}`

const startIn = (dataDir: string, env: Record<string, string>) =>
  startScene({
    SCENE_DATA_DIR: dataDir,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: quickPasswords,
    ...env,
  })

/** Whether this worker makes it: the first that writes its number down, unless that one has ended since. */
function isMine(mark: string): boolean {
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(Number(readFileSync(mark, 'utf8')))) rmSync(mark, { force: true })
    return false
  }
}

/**
 * The database as a first start leaves it, with the demo community or without. Making one takes more than all else that
 * a start does, so the products of a run begin with copies, and the other worker waits for the one that makes it.
 */
async function firstDatabase(demo: string): Promise<string> {
  const first = join(process.env[shared] ?? '', `demo-${demo}`)
  const mark = `${first}.maker`
  while (!existsSync(first) && !isMine(mark)) await wait(100)
  if (existsSync(first)) return first
  const dataDir = newFolder()
  try {
    symlinkSync(join(process.env[shared] ?? '', 'pictures'), join(dataDir, 'pictures'))
    const scene = await startIn(dataDir, { SCENE_DEMO: demo })
    await scene.end('SIGTERM')
    renameSync(join(dataDir, 'postgres'), first)
  } catch (error) {
    if (!existsSync(first)) throw error
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return first
}

async function runProduct(env: Record<string, string>, use: (product: OwnProduct) => Promise<void>) {
  const dataDir = newFolder()
  let scene: SceneProcess | undefined
  try {
    // With its owner, which Node's own copies lose.
    execFileSync('cp', ['-a', await firstDatabase(env['SCENE_DEMO'] ?? '1'), join(dataDir, 'postgres')])
    symlinkSync(join(process.env[shared] ?? '', 'pictures'), join(dataDir, 'pictures'))
    scene = await startIn(dataDir, env)
    await use({ url: scene.url, dataDir })
  } finally {
    await scene?.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What must stay empty on every screen: console errors, policy reports, calls to other origins. */
export type Faults = string[]

export interface Visitor {
  page: Page
  faults: Faults
  /** Texts whose console errors are expected from now on, such as the address of a refused call. */
  expected: RegExp[]
}

/** Collects from now on all that a page must not do. */
export async function watch(page: Page, url: string): Promise<Visitor> {
  const visitor: Visitor = { page, faults: [], expected: [] }
  const add = (fault: string) => {
    if (!visitor.expected.some((pattern) => pattern.test(fault))) visitor.faults.push(fault)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()} ${message.location().url}`)
  })
  // Asked for from the start, or a chooser that opens before anybody waits for it is lost.
  page.on('filechooser', () => {})
  page.on('pageerror', (error) => add(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && origin !== url) add(`another origin: ${request.url()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return visitor
}

export interface Session {
  token: string
  user: { _id: string; username: string; email: string }
}

interface VisitOptions extends BrowserContextOptions {
  session?: Session
  /** More entries of the local storage, by key. */
  stored?: Record<string, string>
}

/**
 * The first document writes the local storage, where a session is as the client keeps it after a login. As the state of
 * the context it would take a page of its own.
 */
async function store(
  context: BrowserContext,
  url: string,
  { session, stored = {} }: VisitOptions,
): Promise<void> {
  const entries = {
    ...stored,
    ...(session && { token: session.token, user: JSON.stringify({ ...session.user, token: session.token }) }),
  }
  const script = await context.addInitScript(
    (given) => {
      if (location.origin !== given.url) return
      for (const [name, value] of Object.entries(given.entries)) localStorage.setItem(name, value)
    },
    { url, entries },
  )
  const written = Promise.withResolvers<unknown>()
  context.on('page', (page) => page.once('domcontentloaded', written.resolve))
  void written.promise.then(() => script.dispose())
}

/** A new browser profile, signed in when a session is given. Closed by the caller. */
export async function visit(
  browser: Browser,
  { url }: Product,
  options: VisitOptions = {},
): Promise<Visitor> {
  const { session: _session, stored: _stored, ...context } = options
  const opened = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves for a while is scrolled by Playwright meanwhile, and a press then meets what is beside it.
    reducedMotion: 'reduce',
    ...context,
  })
  await store(opened, url, options)
  return watch(await opened.newPage(), url)
}

interface Fixtures {
  /** The same as `visit`, closed at the end of the test; a fault on any of the pages fails the test. */
  enter: (product: Product, options?: VisitOptions) => Promise<Visitor>
}

/** A product that trusts an issuer of ID tokens in Google's place. */
interface GoogleProduct extends Product {
  sign: Awaited<ReturnType<typeof startIdentityServer>>['sign']
}

interface WorkerFixtures {
  launch: typeof runProduct
  /** Filled with the demo community. */
  community: Product
  /** Without any member. */
  empty: Product
  /** Without any member, and with sign-in by Google. */
  google: GoogleProduct
}

const patient = { scope: 'worker', timeout: 120_000 } as const

export const test = base.extend<Fixtures, WorkerFixtures>({
  launch: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from the pattern
    async ({}, use) => use(runProduct),
    { scope: 'worker' },
  ],
  community: [async ({ launch }, use) => launch({ SCENE_DEMO: '1' }, use), patient],
  empty: [async ({ launch }, use) => launch({ SCENE_DEMO: '0' }, use), patient],
  google: [
    async ({ launch }, use) => {
      const issuer = await startIdentityServer()
      await launch({ SCENE_DEMO: '0', ...issuer.env }, (product) =>
        use({ ...product, sign: issuer.sign }),
      ).finally(issuer.close)
    },
    patient,
  ],
  enter: async ({ browser }, use) => {
    const visitors: Visitor[] = []
    await use(async (product, options) => {
      const visitor = await visit(browser, product, options)
      visitors.push(visitor)
      return visitor
    })
    for (const { page } of visitors) await page.context().close()
    const faults = visitors.flatMap((visitor) => visitor.faults)
    if (faults.length > 0) throw new Error(`the pages had faults:\n${faults.join('\n')}`)
  },
})

export { expect } from '@playwright/test'

/** The page listens for live events once its socket has joined the member's room. */
export function joined(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"join"')) resolve()
      }),
    )
  })
}
