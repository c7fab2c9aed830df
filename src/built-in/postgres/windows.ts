import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  type LaunchOptions,
  type Postmaster,
  logFileOf,
  readPidFile,
  startFailure,
} from '#built-in/postgres/readiness.ts'

const POLL_MS = 500
// pg_ctl gives up waiting after a minute unless told; recovery after a crash may take longer.
const START_SECONDS = '3600'

/**
 * PostgreSQL for Windows refuses an administrator's shell and receives no signals: pg_ctl drops the rights,
 * starts it apart from our console and stops it.
 */
export function launchOnWindows(options: LaunchOptions): Postmaster {
  const { place } = options
  const started = control(options, ['start', '-w', '-t', START_SECONDS, '-s', '-l', logFileOf(place.dataDir)])
  const whenReady = async (): Promise<void> => {
    const code = await started
    if (code !== 0) throw startFailure(place, `pg_ctl exit code ${code}`)
  }
  const whenEnded = async (): Promise<string> => {
    if ((await started) !== 0) return 'never started'
    const pid = Number(readPidFile(place.cluster)?.[0])
    while (isAlive(pid)) await sleep(POLL_MS)
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

export async function stopLeftoverOnWindows(options: LaunchOptions): Promise<void> {
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
