import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '#shared/durations.ts'
import { messageOf } from '#shared/thrown.ts'
import { launch, type LaunchOptions, type Postmaster } from '#built-in/postgres/postmaster.ts'

/** The server over all its runs: one that ends by itself is started again with the same settings. */
export interface SupervisedServer {
  /** Ends the server; resolves when it is gone. May be called again. */
  stop: () => Promise<void>
  /** Called once if the server ended by itself and starting it again was given up. */
  onExit: (listener: () => void) => void
}

const FIRST_DELAY_MS = 100
// As the longest of the growing delays: about ten seconds in all.
const SURVIVORS_MS = 5_000
const LONGEST_DELAY_MS = 15_000
// A full disk or a machine out of memory may need this long to be relieved.
const GIVE_UP_AFTER_MS = 10 * minuteMs
// After that long without an end, the next end counts as the first.
const STEADY_MS = minuteMs

/** Resolves when the server accepts connections; rejects if its first run ends before. */
export async function superviseServer(options: LaunchOptions): Promise<SupervisedServer> {
  const { place, log, warn } = options
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  let current = await firstRun(options)

  async function startAgain(delay: number, deadline: number): Promise<boolean> {
    for (let wait = delay; !stopping.signal.aborted; wait = longer(wait)) {
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) break
      if (!existsSync(join(place.cluster, 'PG_VERSION'))) {
        warn(`The database cannot be started again: ${place.cluster} is gone.`)
        return false
      }
      try {
        current = launch(options)
        await current.ready
        log('The database server runs again.')
        return true
      } catch (error) {
        warn(messageOf(error))
        if (isBlockedBySurvivors(error)) endSurvivors(place.cluster)
      }
      if (Date.now() > deadline) {
        warn('The database server did not come back; giving up.')
        return false
      }
    }
    return true
  }

  async function watch(): Promise<void> {
    let delay = FIRST_DELAY_MS
    let troubledSince = 0
    for (;;) {
      const since = Date.now()
      const how = await current.exited
      if (stopping.signal.aborted) return
      warn(`The database server ended by itself (${how}); starting it again.`)
      const wasSteady = Date.now() - since > STEADY_MS
      if (wasSteady || troubledSince === 0) {
        delay = FIRST_DELAY_MS
        troubledSince = Date.now()
      }
      if (!(await startAgain(delay, troubledSince + GIVE_UP_AFTER_MS))) {
        for (const listener of listeners) listener()
        return
      }
      delay = longer(delay)
    }
  }

  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await current.shutDown()
      await watching
    },
    onExit: (listener) => {
      listeners.push(listener)
    },
  }
}

/**
 * Sessions of a killed server may live on for moments, and the next server refuses to start beside them. Later
 * runs are tried again whatever the reason.
 */
async function firstRun(options: LaunchOptions): Promise<Postmaster> {
  for (let wait = FIRST_DELAY_MS; ; wait = longer(wait)) {
    const run = launch(options)
    try {
      await run.ready
      return run
    } catch (error) {
      if (wait > SURVIVORS_MS || !isBlockedBySurvivors(error)) throw error
      endSurvivors(options.place.cluster)
    }
    await sleep(wait)
  }
}

function longer(delay: number): number {
  return Math.min(delay * 2, LONGEST_DELAY_MS)
}

/** Whether the server refused to start because sessions of its killed predecessor still run. */
function isBlockedBySurvivors(error: unknown): boolean {
  return messageOf(error).includes('pre-existing shared memory block')
}

/**
 * Ends sessions that outlived a killed server: idle ones notice by themselves, one in a long computation only
 * at its end. Nothing acknowledged is lost, recovery follows anyway. Elsewhere than on Linux they are waited for.
 */
function endSurvivors(cluster: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('postgres: ')) continue
      if (readlinkSync(`/proc/${name}/cwd`) === cluster) process.kill(Number(name), 'SIGKILL')
    } catch {
      // Ended meanwhile, or not ours to look at.
    }
  }
}
