import { open, statfs } from 'node:fs/promises'
import { platform } from 'node:os'

const gigabyte = 1024 ** 3

/** Bytes of free space: below `little` the operator should act, below `none` writes will soon fail. */
const needed = { none: 0.2 * gigabyte, little: 2 * gigabyte }

export interface Room {
  bytes: number
  /** To one digit, for people. */
  gigabytes: string
  state: 'enough' | 'little' | 'none'
}

/** The free space on the disk that holds a folder. @throws when there is no such folder */
export async function roomOf(folder: string): Promise<Room> {
  const { free } = await bytesOf(folder)
  const state = free < needed.none ? 'none' : free < needed.little ? 'little' : 'enough'
  return { bytes: free, gigabytes: (free / gigabyte).toFixed(1), state }
}

/** Free and total bytes of the disk that holds a folder. @throws when there is no such folder */
export async function bytesOf(folder: string): Promise<{ free: number; all: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/** Whether a call failed since there is no such file or folder. */
export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

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
