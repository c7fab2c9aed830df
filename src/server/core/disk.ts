import { existsSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, resolve } from 'node:path'
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
