import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { postmasterPid, startScene, type SceneProcess } from '#test/scene-process.ts'
import { makeWorld, writing, type Act, type World } from '../support/acts.ts'
import { faultLines } from '../support/faulty-network.ts'
import { expect, test, type Visitor } from '../support/scene.ts'

// Not the browser's network: the server, its database and its disk themselves.

let dataDir = ''
let env: Record<string, string> = {}
let scene: SceneProcess | undefined
let isMounted = false
/** As root what is written may be on a disk of its own, which can be full. */
const isRoot = process.getuid?.() === 0

/** Without it no PostgreSQL starts. */
const controlFile = () => join(dataDir, 'postgres/cluster/global/pg_control')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'scene-stopped-'))
  if (isRoot) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', dataDir])
    isMounted = true
  }
  // As root the database runs as another user, who must be able to reach it.
  chmodSync(dataDir, 0o755)
  env = {
    SCENE_DATA_DIR: dataDir,
    SCENE_DEMO: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  }
  scene = await startScene(env)
})
test.afterAll(async () => {
  // What a test that failed left standing would not end.
  if (scene?.child.exitCode === null && scene.child.signalCode === null) {
    process.kill(server().pid, 'SIGCONT')
    if (existsSync(controlFile())) signalDatabase('SIGCONT')
  }
  await scene?.end('SIGTERM')
  if (isMounted) execFileSync('umount', [dataDir])
  rmSync(dataDir, { recursive: true, force: true })
})

const server = () => {
  if (!scene?.child.pid) throw new Error('the server did not start')
  return { url: scene.url, pid: scene.child.pid }
}

/** The database's processes: the first, and those that serve connections. */
function databasePids(): number[] {
  const first = postmasterPid(dataDir)
  const isOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === first
    } catch {
      return false
    }
  }
  return [
    first,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isOf(name))
      .map(Number),
  ]
}
const signalDatabase = (signal: NodeJS.Signals) => {
  for (const pid of databasePids()) process.kill(pid, signal)
}
const isReady = () =>
  fetch(`${server().url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )
const becomesReady = () => expect.poll(isReady, { timeout: 60_000 }).toBe(200)

/** What is wrong for a while. */
interface Trouble {
  begin: () => Promise<unknown> | void
  /** While what was pressed is under way. */
  meanwhile?: () => Promise<unknown> | void
  end: () => Promise<unknown> | void
  /** What was pressed is only late: it is done in the end, and nobody is told otherwise. */
  onlyLate?: true
  /** What the server answers meanwhile, where it can. */
  answer?: 503 | 507
}

const troubles: Record<string, Trouble> = {
  'the server stands still': {
    begin: () => process.kill(server().pid, 'SIGSTOP') && undefined,
    end: () => process.kill(server().pid, 'SIGCONT') && undefined,
    onlyLate: true,
  },
  'the server is killed while it is asked, and started again': {
    begin: () => process.kill(server().pid, 'SIGSTOP') && undefined,
    meanwhile: () => scene?.end('SIGKILL'),
    end: async () => {
      scene = await startScene(env)
    },
  },
  'the server is not there, and comes back': {
    begin: () => scene?.end('SIGTERM'),
    end: async () => {
      scene = await startScene(env)
    },
  },
  'the database stands still': {
    begin: () => signalDatabase('SIGSTOP'),
    end: () => signalDatabase('SIGCONT'),
    onlyLate: true,
  },
  'the database is killed and cannot start': {
    begin: () => {
      renameSync(controlFile(), `${controlFile()}.away`)
      process.kill(postmasterPid(dataDir), 'SIGKILL')
      return expect.poll(isReady).toBe(503)
    },
    end: () => renameSync(`${controlFile()}.away`, controlFile()),
    answer: 503,
  },
  'the disk is full': {
    begin: () => {
      if (!isMounted) throw new Error('only root may give it a disk of its own')
      const filler = join(dataDir, 'filler')
      for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 8))
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes))
        } catch {
          // So much does not fit any more.
        }
    },
    end: () => rmSync(join(dataDir, 'filler')),
    answer: 507,
  },
}

/** One who wrote something and is about to send it. */
interface Writer {
  page: Page
  world: World
  act: Act
  before: number
  /** What the server answered to it. */
  statuses: number[]
}

async function write({ page }: Visitor, act: Act, world: World): Promise<Writer> {
  const statuses: number[] = []
  page.on('response', (answer) => {
    if (answer.request().method() === 'POST') statuses.push(answer.status())
  })
  const before = (await act.count?.(world)) ?? 0
  await page.goto(act.path(world))
  await act.prepare?.(page, world)
  return { page, world, act, before, statuses }
}

async function goThrough(writers: Writer[], trouble: Trouble): Promise<void> {
  const all = <T>(work: (writer: Writer) => Promise<T>) => Promise.all(writers.map(work))
  await trouble.begin()
  await all(({ act, page, world }) => act.press(page, world))
  await trouble.meanwhile?.()
  await all(async ({ act, page }) => {
    const words = page.getByRole('alert').or(page.getByRole('alertdialog')).filter({ hasText: /\S/ })
    if (!trouble.onlyLate) await expect(words.first()).toBeVisible({ timeout: 60_000 })
    await act.kept?.(page)
  })
  await trouble.end()
  await becomesReady()
  await all(async ({ act, page, world, before, statuses }) => {
    if (!trouble.onlyLate) await act.press(page, world)
    await act.done(page, world)
    expect(await act.count?.(world)).toBe(before + 1)
    expect(statuses).toEqual([...(trouble.answer ? [trouble.answer] : []), 200])
    // What is read comes again as well.
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back')
  })
}

for (const [what, trouble] of Object.entries(troubles))
  test(`${what}: what is written is kept, and done once`, async ({ enter }) => {
    test.skip(what === 'the disk is full' && !isRoot, 'only root may give it a disk of its own')
    const product = server()
    const writers: Writer[] = []
    const world = await makeWorld(product)
    for (const act of Object.values(writing)) {
      const visitor = await enter(product, { session: world.me, viewport: { width: 390, height: 844 } })
      visitor.expected.push(
        ...faultLines,
        / 503 /,
        /ERR_(EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/,
        /WebSocket connection/,
      )
      writers.push(await write(visitor, act, world))
    }
    await goThrough(writers, trouble)
  })
