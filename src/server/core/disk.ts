import { open, statfs } from 'node:fs/promises'
import { platform } from 'node:os'

const gigabyte = 1024 ** 3

/** Bytes that should be free: below `little` somebody should look, below `none` writing soon fails. */
const needed = { none: 0.2 * gigabyte, little: 2 * gigabyte }

export interface Room {
  bytes: number
  /** To one digit, for people. */
  gigabytes: string
  state: 'enough' | 'little' | 'none'
}

/** What is free on the disk of a folder. @throws where there is no such folder */
export async function roomOf(folder: string): Promise<Room> {
  const { free } = await bytesOf(folder)
  const state = free < needed.none ? 'none' : free < needed.little ? 'little' : 'enough'
  return { bytes: free, gigabytes: (free / gigabyte).toFixed(1), state }
}

/** What the disk of a folder holds, and what of it is free. @throws where there is no such folder */
export async function bytesOf(folder: string): Promise<{ free: number; all: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/** Whether a call failed since there is no such file or folder. */
export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A rename is durable once its folder is; Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (platform() === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
