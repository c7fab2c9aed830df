import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

import { messageOf } from '#built-in/postgres/embedded-error.ts'

/** Whether the server refused to start because sessions of its killed predecessor still run. */
export function isBlockedBySurvivors(error: unknown): boolean {
  return messageOf(error).includes('pre-existing shared memory block')
}

/**
 * Ends sessions that outlived a killed server: idle ones notice by themselves, one in a long computation only
 * at its end. Nothing acknowledged is lost, recovery follows anyway. Elsewhere than on Linux they are waited for.
 */
export function endSurvivors(cluster: string): void {
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
