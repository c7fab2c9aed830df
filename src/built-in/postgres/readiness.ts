import { readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { EmbeddedDatabaseError, codeOf } from '#built-in/postgres/embedded-error.ts'
import type { Place } from '#built-in/postgres/location.ts'
import type { Binaries } from '#built-in/postgres/platform.ts'

export interface LaunchOptions {
  place: Place
  binaries: Binaries
  log: (message: string) => void
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
export function logFileOf(dataDir: string): string {
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
export async function untilReady(options: {
  place: Place
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
export function readPidFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** The error of a server that ended before it was ready, with the reason from its log. */
export function startFailure(place: Place, ending: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database server did not start (${ending}): ${lastComplaint(place.dataDir)} ` +
      `Its log is ${logFileOf(place.dataDir)}.`,
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
