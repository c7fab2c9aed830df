import { execFile, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from '#shared/thrown.ts'
import { EmbeddedDatabaseError, FREE_ROOM, RESTORE_ELSEWHERE } from '#built-in/postgres/embedded-error.ts'
import type { ClusterLocation } from '#built-in/postgres/location.ts'
import { SERVER_ENV, type Binaries } from '#built-in/postgres/platform.ts'
import { giveTo, spawnIdentity } from '#built-in/postgres/run-user.ts'

export interface LaunchOptions {
  place: ClusterLocation
  binaries: Binaries
  log: (message: string) => void
  /** Hears what is not well. */
  warn: (message: string) => void
}

/** One run of the server process. */
export interface Postmaster {
  /** Resolves when it accepts connections; rejects if it ends before. */
  ready: Promise<void>
  /** Resolves with how it ended, `exit code 0` or `signal SIGKILL`. Never rejects. */
  exited: Promise<string>
  /** Ends it cleanly, by force only after long waits; resolves when it is gone. */
  shutDown: () => Promise<void>
}

const LOG_LIMIT_BYTES = 5 * 1024 * 1024
const POLL_MS = 15
const SLOW_START_MS = 10_000

/** The server's own log, beside the cluster. */
function logFileOf(dataDir: string): string {
  return join(dataDir, 'server.log')
}

/** Keeps the log of the current run and one older file; called before the first launch. */
export function rotateLog(dataDir: string): void {
  const file = logFileOf(dataDir)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`)
}

/**
 * Waits for `ready` in the last line of postmaster.pid, as pg_ctl does: attempts to connect would fill the log.
 * There is no limit, since recovery after a crash takes as long as it takes.
 */
async function untilReady(options: {
  place: ClusterLocation
  log: (message: string) => void
  exited: Promise<string>
  isOurs: (pid: number) => boolean
}): Promise<void> {
  const { place, log, exited, isOurs } = options
  let ending: string | undefined
  const noteEnding = async (): Promise<void> => {
    ending = await exited
  }
  void noteEnding()
  let nextNotice = Date.now() + SLOW_START_MS
  for (;;) {
    if (ending !== undefined) {
      throw startFailure(place, ending)
    }
    const lines = readPidFile(place.cluster)
    if (lines?.[7]?.trim() === 'ready' && isOurs(Number(lines[0]))) return
    if (Date.now() > nextNotice) {
      log('The database server is still starting (it may be recovering from an unclean end).')
      nextNotice = Date.now() + 3 * SLOW_START_MS
    }
    await sleep(POLL_MS)
  }
}

/** The lines of postmaster.pid (process id first, state in the eighth), or null. */
function readPidFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Where the running server of a cluster accepts connections; null while it does not. */
export function runningAddress(cluster: string): { host: string; port: number } | null {
  const [, , , port = '', sockets = '', address = '', , state] = readPidFile(cluster) ?? []
  if (state?.trim() !== 'ready') return null
  return { host: sockets.trim() || address.trim(), port: Number(port) }
}

/** The error of a server that ended before it was ready, with the reason from its log. */
function startFailure(place: ClusterLocation, ending: string): EmbeddedDatabaseError {
  const complaint = lastComplaint(place.dataDir)
  const wayOut = /No space left on device/.test(complaint)
    ? FREE_ROOM
    : `Repair that, or ${RESTORE_ELSEWHERE}.`
  return new EmbeddedDatabaseError(
    `The database server did not start (${ending}): ${complaint} Its log is ${logFileOf(place.dataDir)}. ${wayOut}`,
  )
}

/** The last line of the log that says why. */
function lastComplaint(dataDir: string): string {
  try {
    const lines = readFileSync(logFileOf(dataDir), 'utf8').trim().split('\n')
    const line = lines.findLast((candidate) => /(FATAL|PANIC|could not|error while):?/.test(candidate))
    return line ? `${line.replace(/^.*?(?:FATAL|PANIC): +/, '')}.` : 'it gave no reason.'
  } catch {
    return 'it gave no reason.'
  }
}

// A clean stop writes all changed pages first: on a slow disk that takes its time.
const FAST_SHUTDOWN_MS = 90_000
const IMMEDIATE_SHUTDOWN_MS = 15_000
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

/**
 * Throws while a server lives whose folder was moved away from here or removed: it goes on writing some of its files by
 * the path, into whatever is there by then. Only for the holder of the folder's lock, after `stopLeftover`; on Linux alone.
 */
export function refuseStray(cluster: string): void {
  if (process.platform !== 'linux') return
  const stray = readdirSync('/proc').find((name) => /^\d+$/.test(name) && writesHere(name, cluster))
  if (stray === undefined) return
  throw new EmbeddedDatabaseError(
    `A database server whose folder was moved or removed from ${cluster} still runs (process ${stray}), and would ` +
      'damage what is put there: stop the Scene that it belongs to, or else that process, and try again.',
  )
}

/** Whether a process is a server that was started for the path, and the path leads it to our folder. */
function writesHere(pid: string, cluster: string): boolean {
  try {
    const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (!basename(program).startsWith('postgres') || words.join(' ').trim() !== `-D ${cluster}`) return false
    // In another container the same path may be another folder.
    const folder = dirname(cluster)
    const [its, ours] = [statSync(`/proc/${pid}/root${folder}`), statSync(folder)]
    return its.dev === ours.dev && its.ino === ours.ino
  } catch {
    // Ended meanwhile, or not ours to look at.
    return false
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

/**
 * By its command line, because process ids are reused: after a power cut, or in a copy of the folder, the id may be that
 * of a server of other data, which is none of this cluster. A dead process that nobody has reaped has no command line.
 */
async function ownerOf(
  pid: number,
  cluster: string,
): Promise<'this server' | 'another server' | 'no server'> {
  const words = await commandLine(pid)
  if (!basename(words[0] ?? '').startsWith('postgres')) return 'no server'
  if (words.slice(1).join(' ').trim() === `-D ${cluster}`) return 'this server'
  return worksElsewhere(pid, cluster) ? 'no server' : 'another server'
}

/** Whether a server surely has other data: it works in the folder of its cluster, whatever leads there. */
function worksElsewhere(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return its.dev !== ours.dev || its.ino !== ours.ino
  } catch {
    return false
  }
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

function openLog(place: ClusterLocation): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  const file = logFileOf(place.dataDir)
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
  giveTo(place.user, file)
  return descriptor
}

const WINDOWS_POLL_MS = 500
// pg_ctl gives up waiting after a minute unless told; recovery after a crash may take longer.
const START_SECONDS = '3600'

/**
 * PostgreSQL for Windows refuses an administrator's shell and receives no signals: pg_ctl drops the rights,
 * starts it apart from our console and stops it.
 */
function launchOnWindows(options: LaunchOptions): Postmaster {
  const { place } = options
  const started = control(options, ['start', '-w', '-t', START_SECONDS, '-s', '-l', logFileOf(place.dataDir)])
  const whenReady = async (): Promise<void> => {
    const code = await started
    if (code !== 0) throw startFailure(place, `pg_ctl exit code ${code}`)
  }
  const whenEnded = async (): Promise<string> => {
    if ((await started) !== 0) return 'never started'
    const pid = Number(readPidFile(place.cluster)?.[0])
    while (isAlive(pid)) await sleep(WINDOWS_POLL_MS)
    return 'its process ended'
  }
  const ready = whenReady()
  // Whoever waits for it learns of the failure; a stop in between leaves nobody waiting.
  ready.catch(() => undefined)
  const exited = whenEnded()
  const shutDown = async (): Promise<void> => {
    await started
    await stopThrough(options)
    await exited
  }
  return { ready, exited, shutDown }
}

async function stopLeftoverOnWindows(options: LaunchOptions): Promise<void> {
  if (readPidFile(options.place.cluster) === null) return
  if ((await control(options, ['status'])) !== 0) return
  options.log('Stopping the database server that an earlier run left behind.')
  await stopThrough(options)
}

async function stopThrough(options: LaunchOptions): Promise<void> {
  if ((await control(options, ['stop', '-m', 'fast', '-w', '-t', '90'])) === 0) return
  await control(options, ['stop', '-m', 'immediate', '-w', '-t', '15'])
}

/** Answers the exit code. Without pipes: the server would inherit them and keep them open. */
function control(options: LaunchOptions, words: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(options.binaries.pgCtl, [...words, '-D', options.place.cluster], {
      stdio: 'ignore',
      windowsHide: true,
    })
    child.once('error', () => resolve(-1))
    child.once('exit', (code) => resolve(code ?? -1))
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
