import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
