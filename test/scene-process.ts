import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export interface SceneProcess {
  child: ChildProcess
  url: string
  output(): string
  /** Sends the signal and answers the exit code (null when killed). */
  end(signal: NodeJS.Signals): Promise<number | null>
}

type By = 'node' | 'npm'

function launch(env: Record<string, string>, by: By = 'node') {
  const [program, args] =
    by === 'npm' ? ['npm', ['start', '--ignore-scripts']] : [process.execPath, ['src/server/main.mjs']]
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  return { child, exited, output: () => text }
}

/** The product as an operator starts it; answers when it says that it is ready. */
export async function startScene(env: Record<string, string>, by: By = 'node'): Promise<SceneProcess> {
  const { child, exited, output } = launch(env, by)
  const url = await new Promise<string>((ready, failed) => {
    const look = () => {
      const address = /Scene is ready\s+(https?:\S+)/.exec(output())?.[1]
      if (address) ready(address)
    }
    child.stdout?.on('data', look)
    void exited.then((code) => failed(new Error(`ended with ${code}: ${output()}`)))
  })
  return {
    child,
    url,
    output,
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

/** A start that is expected to end by itself. */
export async function failToStart(env: Record<string, string>) {
  const { exited, output } = launch(env)
  return { code: await exited, output: output() }
}

/** A start that gets a signal as soon as something is the case. */
export async function signalled(signal: NodeJS.Signals, when: () => boolean, env: Record<string, string>) {
  const { child, exited, output } = launch(env)
  const watch = setInterval(() => when() && child.kill(signal), 5)
  const code = await exited
  clearInterval(watch)
  return { code, output: output() }
}

/** The process id of the embedded PostgreSQL of a data folder. */
export function postmasterPid(dataDir: string): number {
  const text = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n', 1)[0])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A new data folder. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scene-process-'))
  // As root the database runs as another user, who must be able to reach it.
  chmodSync(folder, 0o755)
  return folder
}

/** A call, and the JSON that it is answered with. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the shape that the caller reads
export async function json<T>(url: string, init: RequestInit = {}): Promise<{ status: number; data: T }> {
  const response = await fetch(url, init)
  return { status: response.status, data: JSON.parse(await response.text()) }
}

/** A member made over HTTP. */
export async function signUp(url: string) {
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7c3aed' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('avatar', new Blob([Buffer.from(picture)], { type: 'image/jpeg' }), 'avatar.jpg')
  const avatar = await json<{ secure_url: string }>(`${url}/api/upload/signup-avatar`, {
    method: 'POST',
    body: form,
  })
  const username = `p_${randomBytes(5).toString('hex')}`
  const body = {
    username,
    email: `${username}@example.org`,
    password: 'pass1234',
    avatar: avatar.data.secure_url,
  }
  const { data } = await json<{ token: string; user: { _id: string } }>(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { token: data.token, id: data.user._id }
}

export async function createLog(url: string, token: string, review: string) {
  const form = new FormData()
  form.set('movieId', '496243')
  form.set('review', review)
  return json<{ _id: string }>(`${url}/api/logs/full`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
}

/** What a member wrote, in the order of the letters. */
export const reviewsOf = async (url: string, { id, token }: { id: string; token: string }) => {
  const { data } = await json<{ review: string }[]>(`${url}/api/logs/user/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return data.map((log) => log.review).toSorted()
}
