import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromBufferPromise } from 'yauzl'
import pg from 'pg'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { askSceneBot } from '#shared/api/assistant.ts'
import { createLog, getLog, toggleLogLike } from '#shared/api/logs.ts'
import { downloadExport } from '#shared/api/transfer.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { begins, chatModel, startChatServer, type ChatServer } from '#test/fakes/chat-completions-server.ts'
import { dropDatabase } from '#test/harness.ts'
import { startScene, type SceneProcess } from '#test/scene-process.ts'

// Debian's Caddy and nginx with the files of deploy/, in front of a real Scene. What is changed of them for the test are
// names, ports and certificates.
const root = resolve(import.meta.dirname, '../..')
const deploy = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const parasite = 496243

let folder = ''
let scene: SceneProcess
let model: ChatServer
let database: Database
const name = `proxies_${randomBytes(6).toString('hex')}`

/** Ports that nothing has now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

beforeAll(async () => {
  const given = process.env['SCENE_PARTS_FOLDER']
  if (!given) throw new Error('npm run test:proxies starts this')
  folder = given
  const server = inject('server')
  const admin = new pg.Client({ ...server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  database = openDatabase({ ...server, database: name }, () => {})
  model = await startChatServer()
  const password = encodeURIComponent(String(server.password ?? ''))
  const host = encodeURIComponent(String(server.host))
  mkdirSync(join(folder, 'data'))
  const [port] = await freePorts(1)
  const started = await startScene({
    PORT: String(port),
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: `postgres://${server.user}:${password}@${host}:${server.port ?? 5432}/${name}`,
    SCENE_DATA_DIR: join(folder, 'data'),
    ASSISTANT_BASE_URL: model.url,
    ASSISTANT_MODEL: chatModel,
    ASSISTANT_TIMEOUT: '600',
  })
  appendFileSync(join(folder, 'pids'), `${started.child.pid}\n`)
  // It says the address that members use.
  scene = { ...started, url: `http://127.0.0.1:${port}` }
})
afterAll(async () => {
  await scene?.end('SIGTERM')
  await model?.close()
  await database?.close()
  await dropDatabase(name)
})

interface Front {
  url: string
  /** Where plain http is answered. */
  plain: string
  ca: string
  end(): Promise<void>
}

function run(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  appendFileSync(join(folder, 'pids'), `${child.pid}\n`)
  const log = createWriteStream(join(folder, `${program}.log`), { flags: 'a' })
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  return child
}

const ended = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done()
    else child.once('exit', () => done())
  })

/** Replaces what a test cannot have; each must be there. */
function adapt(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    expect(changed).toContain(from)
    return changed.replaceAll(from, to)
  }, text)
}

async function startCaddy(): Promise<Front> {
  const [http, https] = await freePorts(2)
  const file = join(folder, 'Caddyfile')
  const own = `{\n\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
  writeFileSync(file, `${own}import ${join(root, 'deploy/Caddyfile')}\n`)
  const data = join(folder, 'caddy-data')
  const child = run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    SCENE_SITE: 'localhost',
    SCENE_ADDRESS: scene.url.replace('http://', ''),
    XDG_DATA_HOME: data,
    XDG_CONFIG_HOME: join(folder, 'caddy-config'),
  })
  const authority = join(data, 'caddy/pki/authorities/local/root.crt')
  return front(child, https ?? 0, http ?? 0, () => readFileSync(authority, 'utf8'))
}

async function startNginx(): Promise<Front> {
  const [http, https] = await freePorts(2)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const ask = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...ask.split(' '), ...names], { stdio: 'ignore' })
  const site = adapt(deploy('nginx.conf'), [
    ['127.0.0.1:3000', scene.url.replace('http://', '')],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen [::]:80;', ''],
    ['listen 443 ', `listen 127.0.0.1:${https} `],
    ['listen [::]:443 ssl http2;', ''],
    ['server_name scene.example.org;', 'server_name localhost;'],
    ['/etc/letsencrypt/live/scene.example.org/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/scene.example.org/privkey.pem', key],
  ])
  writeFileSync(join(folder, 'scene.conf'), site)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((part) => `${part}_temp_path ${join(folder, part)};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const around = `${user} daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}
    http { access_log off; ${kept} include ${join(folder, 'scene.conf')}; }\n`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, around)
  const child = run('nginx', ['-c', file, '-e', 'stderr'])
  return front(child, https ?? 0, http ?? 0, () => readFileSync(certificate, 'utf8'))
}

async function front(child: ChildProcess, https: number, http: number, ca: () => string): Promise<Front> {
  const url = `https://localhost:${https}`
  const answers = async () =>
    (await fetch(`${url}/livez`, { dispatcher: from('127.0.0.1', ca()) })).status === 200
  // The file of its authority is not there at once either.
  while (!(await answers().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: see ${folder}`)
    await sleep(100)
  }
  return {
    url,
    plain: `http://localhost:${http}`,
    ca: ca(),
    async end() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

/** A caller at that address of this machine, which trusts the local certificate. */
const from = (localAddress: string, ca: string) => new Agent({ localAddress, connect: { ca, family: 4 } })

describe.each([
  ['Caddy', startCaddy, '127.0.0.2', '127.0.0.3'],
  ['nginx', startNginx, '127.0.0.4', '127.0.0.5'],
] as const)('behind %s', (_name, start, here, there) => {
  let proxy: Front
  let member: TestMember
  let logId = ''

  beforeAll(async () => {
    proxy = await start()
    member = await buildMember(database)
  })
  afterAll(() => proxy?.end())

  interface Call {
    method?: string
    by?: string
    guest?: boolean
    headers?: Record<string, string>
    body?: string
    signal?: AbortSignal
  }
  const call = (
    path: string,
    { method = 'GET', by = here, guest = false, headers, body, signal }: Call = {},
  ) =>
    fetch(proxy.url + path, {
      method,
      dispatcher: from(by, proxy.ca),
      headers: { ...(!guest && { authorization: `Bearer ${member.token}` }), ...headers },
      body: body ?? null,
      signal: signal ?? null,
    })

  test('pages come encrypted and ask for it to stay so; plain http leads there', async () => {
    const page = await call('/api/docs')
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
      200,
      expect.stringMatching(/^max-age=\d{7,}/),
    ])
    const plain = await fetch(proxy.plain, { redirect: 'manual' })
    expect(String(plain.status)).toMatch(/^30[18]$/)
    expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost/)
  })

  test('a picture of 5 MB is uploaded and comes back', async () => {
    const side = 1340
    const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    const picture = await noise.png({ compressionLevel: 0 }).toBuffer()
    expect(picture.length).toBeGreaterThan(5_000_000)
    const boundary = randomBytes(16).toString('hex')
    const head = (fields: string) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${fields}\r\n\r\n`)
    const body = Buffer.concat([
      head('name="movieId"'),
      Buffer.from(`${parasite}\r\n`),
      head('name="image"; filename="noise.png"\r\ncontent-type: image/png'),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const answer = await fetch(proxy.url + createLog.path, {
      method: 'POST',
      dispatcher: from(here, proxy.ca),
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    })
    expect(answer.status).toBe(200)
    const log = (await answer.json()) as { _id: string; image: string }
    logId = log._id
    const image = await call(new URL(log.image, proxy.url).pathname)
    const { width } = await sharp(Buffer.from(await image.arrayBuffer())).metadata()
    expect([image.status, width]).toEqual([200, expect.any(Number)])
  })

  test('sockets are WebSockets all the way, and tell at once', async () => {
    const fan = await buildMember(database)
    const socket = io(proxy.url, { auth: { token: member.token }, transports: ['websocket'], ca: proxy.ca })
    onTestFinished(() => void socket.disconnect())
    expect(await socket.emitWithAck('join', member.id)).toEqual({ ok: true })
    const heard: string[] = []
    socket.onAny((event: string) => heard.push(event))
    const path = toggleLogLike.path.replace(':logId', logId)
    const liked = await call(path, { method: 'POST', headers: { authorization: `Bearer ${fan.token}` } })
    expect(liked.status).toBe(200)
    await expect.poll(() => heard, { timeout: 20_000 }).toContain('notification')
    const seen = await call(getLog.path.replace(':logId', logId))
    expect(((await seen.json()) as { likeCount: number }).likeCount).toBe(1)
  })

  test('limits count callers by their own addresses, which nobody can make up', async () => {
    const check = (by: string, headers: Record<string, string> = {}) =>
      call('/api/auth/check-username?username=somebody', { by, guest: true, headers }).then(
        ({ status }) => status,
      )
    let status = 200
    for (let index = 0; index < 200 && status === 200; index += 1) status = await check(here)
    expect(status).toBe(429)
    expect(await check(here, { 'x-forwarded-for': '203.0.113.7' })).toBe(429)
    expect(await check(there)).toBe(200)
  })

  test('what SceneBot says arrives while it still thinks', async () => {
    model.otherwise(() => ({ stream: begins('First words. '), ends: 'hang' }))
    const stop = new AbortController()
    const answer = await call(askSceneBot.path, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Tell me about Parasite' }),
      signal: stop.signal,
    })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    let heard = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      heard += decoder.decode(chunk as Uint8Array, { stream: true })
      if (heard.includes('First words')) break
    }
    stop.abort()
    expect(heard).toContain('First words')
  })

  test('an export arrives while it is made', async () => {
    const holder = await database.pool.connect()
    const state = { held: true }
    const letGo = async () => {
      if (!state.held) return
      state.held = false
      await holder.query('rollback')
      holder.release()
    }
    onTestFinished(letGo)
    await holder.query('begin')
    // Its first file needs no lists; the others wait for them.
    await holder.query('lock table lists in access exclusive mode')
    const answer = await call(downloadExport.path)
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null])
    const chunks: Buffer[] = []
    for await (const chunk of answer.body ?? []) {
      chunks.push(Buffer.from(chunk as Uint8Array))
      await letGo()
    }
    const zip = await fromBufferPromise(Buffer.concat(chunks))
    const names: string[] = []
    for await (const entry of zip.eachEntry()) names.push(entry.fileName)
    expect(names).toContain('README.txt')
    expect(names.at(-1)).toBe('scene.json')
    expect(names.filter((path) => path.startsWith('media/')).length).toBeGreaterThan(0)
  })
})
