import { execFile, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { codeOf } from '#built-in/postgres/embedded-error.ts'
import type { Place } from '#built-in/postgres/location.ts'
import { SERVER_ENV } from '#built-in/postgres/platform.ts'
import {
  type LaunchOptions,
  type Postmaster,
  logFileOf,
  readPidFile,
  untilReady,
} from '#built-in/postgres/readiness.ts'
import { giveTo, spawnIdentity } from '#built-in/postgres/run-user.ts'
import { launchOnWindows, stopLeftoverOnWindows } from '#built-in/postgres/windows.ts'

// A clean stop writes all changed pages first: on a slow disk that takes its time.
const FAST_SHUTDOWN_MS = 90_000
const IMMEDIATE_SHUTDOWN_MS = 15_000
const POLL_MS = 15
// Above the largest process id of every system, so surely of no process.
const NO_PROCESS = 2_147_483_647

/** Starts the server in a session of its own, so that Ctrl-C in our terminal does not reach it. */
export function launch(options: LaunchOptions): Postmaster {
  if (process.platform === 'win32') return launchOnWindows(options)
  const { place, binaries, log } = options
  const output = openLog(place)
  const child = spawn(binaries.postgres, ['-D', place.cluster], {
    cwd: '/',
    detached: true,
    env: SERVER_ENV,
    stdio: ['ignore', output, output],
    ...spawnIdentity(place.user),
  })
  closeSync(output)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  const ready = untilReady({ place, log, exited, isOurs: (pid) => pid === child.pid })
  // Whoever waits for it learns of the failure; a stop in between leaves nobody waiting.
  ready.catch(() => undefined)
  const shutDown = async (): Promise<void> => {
    await endGently({ signal: (name) => child.kill(name), gone: exited.then(() => undefined), log })
  }
  return { ready, exited, shutDown }
}

/**
 * Ends the server that a killed Scene left alive on the cluster, and frees a postmaster.pid whose process id
 * now belongs to something else. Only for the holder of the folder's lock.
 */
export async function stopLeftover(options: LaunchOptions): Promise<void> {
  if (process.platform === 'win32') return stopLeftoverOnWindows(options)
  const { place, log } = options
  const lines = readPidFile(place.cluster)
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 1) return
  const owner = await ownerOf(pid, place.cluster)
  if (owner === 'this server') {
    log(`Stopping the database server that an earlier run left behind (process ${pid}).`)
    await endGently({ signal: (name) => sendSignal(pid, name), gone: untilGone(pid, place.cluster), log })
  } else if (owner === 'no server') {
    // Not removed: the server compares the file's shared memory id, which shows survivors of a killed one.
    writeFileSync(join(place.cluster, 'postmaster.pid'), [NO_PROCESS, ...lines.slice(1)].join('\n'))
  }
}

async function endGently(options: {
  signal: (name: NodeJS.Signals) => void
  gone: Promise<void>
  log: (message: string) => void
}): Promise<void> {
  const { signal, gone, log } = options
  signal('SIGINT')
  if (await within(gone, FAST_SHUTDOWN_MS)) return
  log('The database server takes too long to stop; stopping it at once, it will recover at the next start.')
  signal('SIGQUIT')
  if (await within(gone, IMMEDIATE_SHUTDOWN_MS)) return
  signal('SIGKILL')
  await gone
}

async function within(gone: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([gone.then(() => true), late])
  } finally {
    timer.abort()
  }
}

async function untilGone(pid: number, cluster: string): Promise<void> {
  while ((await ownerOf(pid, cluster)) === 'this server') await sleep(POLL_MS)
}

/** By its command line, because process ids are reused. A dead process that nobody has reaped has none. */
async function ownerOf(
  pid: number,
  cluster: string,
): Promise<'this server' | 'another server' | 'no server'> {
  const words = await commandLine(pid)
  if (!basename(words[0] ?? '').startsWith('postgres')) return 'no server'
  return words.slice(1).join(' ').trim() === `-D ${cluster}` ? 'this server' : 'another server'
}

async function commandLine(pid: number): Promise<string[]> {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const { stdout } = await promisify(execFile)('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    const split = stdout.trim().indexOf(' -D ')
    return split === -1 ? [stdout.trim()] : [stdout.slice(0, split), stdout.slice(split + 1).trim()]
  } catch {
    return []
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

function openLog(place: Place): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  const file = logFileOf(place.dataDir)
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
  giveTo(place.user, file)
  return descriptor
}
