import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMachine, type Machine } from './machine.ts'

// docs/operating.md, "As a service of systemd", done on a machine: one test after the other.
const scene = resolve(import.meta.dirname, '../..')
const person = { email: 'stranger@example.org', password: 'a-strange-pass' }
const review = 'seen as a service'

let machine: Machine
let url: string
let token: string

const done = (program: string, ...args: string[]) => {
  const { status, out } = machine.run(program, args)
  expect([program, ...args, status, out]).toEqual([program, ...args, 0, expect.any(String)])
  return out.trim()
}
/** The file of the page, with this in it besides; what is said last counts. */
const set = (line: string) => expect(machine.run('tee', ['-a', '/etc/scene.env'], `${line}\n`).status).toBe(0)
/** What systemd knows of the service. */
const shown = (property: string) => done('systemctl', 'show', '--value', '--property', property, 'scene')
const becomes = async (property: string, value: string) => {
  await expect.poll(() => shown(property), { timeout: 60_000, interval: 200 }).toBe(value)
}
const becomesReady = async () => {
  const status = () => fetch(`${url}/readyz`).then((answer) => answer.status, String)
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe(200)
}

/** A command as the page spells it, with a terminal's input. */
function command(words: string[], input?: string) {
  const page = readFileSync(resolve(scene, 'docs/operating.md'), 'utf8')
  const spelled = /`systemd-run --pty ([^`]+) doctor`/.exec(page)?.[1]
  if (!spelled) throw new Error('docs/operating.md does not say how commands are called')
  const options = ['--pipe', '--wait', '--collect', '--quiet', ...spelled.split(/\s+/)]
  return machine.run('systemd-run', [...options, ...words], input)
}

async function call<T>(
  path: string,
  body?: string | FormData,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    body: body ?? null,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
  const text = await answer.text()
  expect([path, answer.status, text]).toEqual([path, 200, expect.any(String)])
  return JSON.parse(text) as T
}
async function reviews() {
  const login = await call<{ token: string; user: { _id: string } }>(
    '/api/auth/login',
    JSON.stringify(person),
    { 'content-type': 'application/json' },
  )
  token = login.token
  const logs = await call<{ review: string }[]>(`/api/logs/user/${login.user._id}`)
  return logs.map((log) => log.review)
}

beforeAll(async () => {
  const folder = process.env['SCENE_PARTS_FOLDER']
  if (!folder) throw new Error('npm run test:systemd starts this')
  machine = await startMachine(folder, scene)
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  url = `http://127.0.0.1:${port}`
  done('useradd', '--system', '--home-dir', '/var/lib/scene', '--shell', '/usr/sbin/nologin', 'scene')
  done('install', '-m', '600', '/opt/scene/.env.example', '/etc/scene.env')
  set(`PORT=${port}`)
  done('cp', '/opt/scene/deploy/scene.service', '/etc/systemd/system/')
})
afterAll(() => machine?.end())

test('systemd has nothing to say against the unit', () => {
  expect(done('systemd-analyze', 'verify', '/etc/systemd/system/scene.service')).toBe('')
})

test('it starts, with its own PostgreSQL, and is enabled', async () => {
  done('systemctl', 'daemon-reload')
  done('systemctl', 'enable', '--now', 'scene')
  await becomesReady()
  expect([shown('ActiveState'), shown('UnitFileState')]).toEqual(['active', 'enabled'])
  expect(done('journalctl', '--unit=scene', '--no-pager')).toContain('Scene is ready')
})

test('commands work as the page says', async () => {
  const created = command(
    ['user', 'create', person.email, '--username', 'stranger', '--password-stdin'],
    `${person.password}\n`,
  )
  expect([created.status, created.out]).toEqual([0, expect.stringContaining('stranger')])
  expect(command(['doctor', '--json']).out).toContain('"database"')
  expect(await reviews()).toEqual([])
  const form = new FormData()
  form.set('movieId', '496243')
  form.set('review', review)
  await call('/api/logs/full', form)
})

test('it has no capability, gains none, and writes in its folder only', () => {
  const status = done('cat', `/proc/${shown('MainPID')}/status`)
  expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  expect(status).toMatch(/^Seccomp:\t2$/m)
  for (const kind of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    expect(status).toMatch(new RegExp(`^${kind}:\\t0+$`, 'm'))
  const touch = (path: string) =>
    machine.run('nsenter', ['--target', shown('MainPID'), '--mount', '--root', 'touch', path]).out
  for (const path of ['/etc/a', '/usr/a', '/var/lib/a'])
    expect(touch(path)).toContain('Read-only file system')
  expect(touch('/var/lib/scene/a')).toBe('')
})

test('killed, it is started again and has everything', async () => {
  done('systemctl', 'kill', '--kill-who=main', '--signal=KILL', 'scene')
  await becomes('NRestarts', '1')
  await becomesReady()
  expect(await reviews()).toEqual([review])
})

test('stopped, it ends its database last and leaves no process; started again it has everything', async () => {
  done('systemctl', 'stop', 'scene')
  expect([shown('ActiveState'), shown('Result')]).toEqual(['inactive', 'success'])
  expect(machine.run('pgrep', ['--uid', 'scene']).out).toBe('')
  expect(machine.run('ls', ['/var/lib/scene/postgres/cluster/postmaster.pid']).status).not.toBe(0)
  done('systemctl', 'start', 'scene')
  await becomesReady()
  expect(await reviews()).toEqual([review])
})

test('settings that are wrong are said once and not tried again', async () => {
  set('PORT=none')
  done('systemctl', 'restart', 'scene')
  await becomes('SubState', 'failed')
  expect([shown('ExecMainStatus'), shown('NRestarts')]).toEqual(['78', '0'])
  expect(done('journalctl', '--unit=scene', '--no-pager')).toContain('PORT')
})
