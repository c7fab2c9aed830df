import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { dayMs } from '#shared/durations.ts'
import { codeOf } from '#shared/thrown.ts'

const gigabyte = 1024 ** 3

/** Bytes of free space: below `little` the operator should act, below `none` writes will soon fail. */
const needed = { none: 0.2 * gigabyte, little: 2 * gigabyte }

/** Files that can still be made: with fewer the database cannot work. */
const neededFiles = 500

export interface Room {
  bytes: number
  /** To one digit, for people. */
  gigabytes: string
  state: 'enough' | 'little' | 'none'
  /** Whether it is the number of files that has come to its end, with room for more in them. */
  lacksFiles: boolean
}

/** The free space on the disk that holds a folder. @throws when there is no such folder */
export async function roomOf(folder: string): Promise<Room> {
  const [{ free }, { files, ffree }] = await Promise.all([bytesOf(folder), statfs(folder)])
  const isFull = free < needed.none
  // Some file systems have no such limit, and tell of no files at all.
  const lacksFiles = !isFull && files > 0 && ffree < neededFiles
  const state = isFull || lacksFiles ? 'none' : free < needed.little ? 'little' : 'enough'
  return { bytes: free, gigabytes: (free / gigabyte).toFixed(1), state, lacksFiles }
}

/** Free and total bytes of the disk that holds a folder. @throws when there is no such folder */
export async function bytesOf(folder: string): Promise<{ free: number; all: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/** A folder, or the last one of its path that is there: what is yet to be made will be made in it. */
export function nearestFolder(folder: string): string {
  let there = resolve(folder)
  while (!existsSync(there)) there = dirname(there)
  return there
}

/** Whether a call failed since there is no such file or folder. */
export const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'

/** Why a folder takes nothing: it is full, mounted read-only, or something else. */
export function refusalOf(error: unknown): 'full' | 'read-only' | 'refused' {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  return code === 'EROFS' ? 'read-only' : 'refused'
}

/** Makes a rename in the folder durable. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (platform() === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Makes a folder and those above it that are missing. `recursive` of Node asks for ever where the system says that something
 * is missing though all above it is there, as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const make = async () => {
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
    }
  }
  try {
    await make()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

/** The end of the name of a file until it is whole; nobody else's files end so. */
const half = '.scene-part'

/**
 * Lets `write` make a file under a temporary name, which it has to sync, and renames it then: it appears complete or not
 * at all, even after a power cut. When anything fails nothing stays. Removes what a process that died left in the folder.
 */
export async function writeWhole<T>(path: string, write: (aside: string) => Promise<T>): Promise<T> {
  const folder = dirname(path)
  const aside = path + half
  try {
    await makeFolder(folder)
    await rm(aside, { force: true })
    // A folder that may be written to and not be read is no reason not to write.
    await removeLeftHalves(folder).catch(() => undefined)
    const written = await write(aside)
    await rename(aside, path)
    await syncFolder(folder)
    return written
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Those of the last day stay: they may be of a process that still writes or reads them. */
async function removeLeftHalves(folder: string): Promise<void> {
  const before = Date.now() - dayMs
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(half))) {
    const path = join(folder, name)
    // Whoever writes it may have renamed it meanwhile.
    const file = await stat(path).catch(() => null)
    if (file && file.mtimeMs < before) await rm(path, { force: true })
  }
}
