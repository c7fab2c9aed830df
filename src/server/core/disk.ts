import { statfs } from 'node:fs/promises'

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
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const state = free < needed.none ? 'none' : free < needed.little ? 'little' : 'enough'
  return { bytes: free, gigabytes: (free / gigabyte).toFixed(1), state }
}
