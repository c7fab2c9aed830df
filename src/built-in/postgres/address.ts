import { lstatSync, mkdirSync, rmSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { shortHash } from '#built-in/postgres/location.ts'
import { giveTo, type RunUser } from '#built-in/postgres/run-user.ts'

/** Where the server listens: a folder for its socket, or 127.0.0.1 and a port. */
export interface Address {
  host: string
  port: number
  kind: 'socket' | 'loopback'
}

// The system allows 107 bytes (macOS 103); the port is only a part of the socket's name.
const MAX_SOCKET_PATH_BYTES = 100
const SOCKET_PORT = 5432

/**
 * A socket inside the cluster (0700, so nobody else can connect), else in a short folder of our own when the
 * path is too long or its file system has no sockets, else loopback, where the password is the guard.
 */
export async function chooseAddress(cluster: string, user: RunUser | null): Promise<Address> {
  if (process.platform !== 'win32') {
    if (await holdsSockets(cluster)) return socketIn(cluster)
    const short = join('/tmp', `scene-${shortHash(cluster)}`)
    if (ownShortFolder(short, user) && (await holdsSockets(short))) return socketIn(short)
  }
  return { host: '127.0.0.1', port: await freePort(), kind: 'loopback' }
}

/** Removes a folder that was made for the socket alone; the server is gone by then. */
export function leaveAddress(address: Address, cluster: string): void {
  if (address.kind !== 'socket' || address.host === cluster) return
  try {
    rmdirSync(address.host)
  } catch {
    // Something of a killed server is left in it: the next start uses the same folder.
  }
}

/**
 * Without what a killed server left there: the server would take any process that has its id by now for its
 * owner. The folder is ours alone, and who owns the data is settled by postmaster.pid.
 */
function socketIn(folder: string): Address {
  rmSync(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true })
  return { host: folder, port: SOCKET_PORT, kind: 'socket' }
}

async function holdsSockets(folder: string): Promise<boolean> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) > MAX_SOCKET_PATH_BYTES) return false
  const path = join(folder, '.s.probe')
  rmSync(path, { force: true })
  try {
    await listen({ path })
    return true
  } catch {
    return false
  } finally {
    rmSync(path, { force: true })
  }
}

/** Made or found as a real folder that only the server's account can use: /tmp is open to everybody. */
function ownShortFolder(folder: string, user: RunUser | null): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    giveTo(user, folder)
  } catch {
    // Exists already, or cannot be made: judged below.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false })
  const uid = user?.uid ?? process.getuid?.()
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
}

function freePort(): Promise<number> {
  return listen({ host: '127.0.0.1', port: 0 })
}

/** Listens for a moment; answers the port (0 for a socket path). */
function listen(where: { path: string } | { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(where, () => {
      const bound = server.address()
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0))
    })
  })
}
