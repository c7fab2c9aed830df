// Where the tests keep what they throw away. Databases that wait for a disk take several times as long as those in memory.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const neededBytes = 3 * 1024 ** 3
const memory = '/dev/shm'

/** Whether there is room in memory, and programs may run there: some tests copy PostgreSQL. */
function mayUseMemory(folder) {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < neededBytes || process.availableMemory() < 2 * neededBytes) return false
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    const { status } = spawnSync(program)
    rmSync(program)
    return status === 0
  } catch {
    return false
  }
}

/** A new folder for temporary files, in memory where that is possible; it goes when the process ends. */
export function quickFolder() {
  const make = (parent) => {
    const folder = mkdtempSync(join(parent, 'scene-tests-'))
    // As root the databases run as another user, who must be able to reach them.
    chmodSync(folder, 0o755)
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  try {
    const folder = make(memory)
    if (mayUseMemory(folder)) return folder
  } catch {
    // There is no such folder, or this user may not use it.
  }
  return make(tmpdir())
}
