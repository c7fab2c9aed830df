import { execFile } from 'node:child_process'
import { existsSync, lchownSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

import { EmbeddedDatabaseError } from '#built-in/postgres/embedded-error.ts'

/** The account the database server runs as when Scene itself is root, which PostgreSQL refuses to be. */
export interface RunUser {
  uid: number
  gid: number
  name: string
}

/** What `spawn` needs to run as that account; nothing when Scene is an ordinary user. */
export type SpawnIdentity = { uid: number; gid: number } | Record<string, never>

// The overflow id of Linux: what `nobody` is wherever the account has not been renamed.
const NOBODY: RunUser = { uid: 65534, gid: 65534, name: 'nobody' }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** `postgres` if the machine has it, else `nobody`. */
export function unprivilegedUser(): RunUser {
  const accounts = readAccounts()
  return (
    accounts.find((account) => account.name === 'postgres') ??
    accounts.find((account) => account.name === 'nobody') ??
    NOBODY
  )
}

/** The account with that uid, named by its number where the machine has no such account. */
export function userOf(uid: number, gid: number): RunUser {
  const account = readAccounts().find((candidate) => candidate.uid === uid)
  return { uid, gid, name: account?.name ?? String(uid) }
}

function readAccounts(): RunUser[] {
  if (!existsSync('/etc/passwd')) return []
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) > 0)
    .map((fields) => ({ name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]) }))
}

export function spawnIdentity(user: RunUser | null): SpawnIdentity {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Gives a file or folder to the account of the server; does nothing when that is our own. */
export function giveTo(user: RunUser | null, path: string): void {
  if (user) lchownSync(path, user.uid, user.gid)
}

/** Whether the account can enter the folder. Asked of the system itself: mode bits do not show ACLs. */
export async function canEnter(user: RunUser | null, folder: string): Promise<boolean> {
  if (!user) return true
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
      cwd: '/',
      ...spawnIdentity(user),
    })
    return true
  } catch {
    return false
  }
}

/**
 * `initdb` looks its own account up by number and stops without an entry, which is common for containers
 * started with an arbitrary uid.
 */
export function requireAccountEntry(user: RunUser | null): void {
  if (process.platform === 'win32') return
  const known = user ? readAccounts().some((account) => account.uid === user.uid) : hasOwnEntry()
  if (known) return
  const uid = user?.uid ?? process.getuid?.()
  throw new EmbeddedDatabaseError(
    `The user id ${uid} has no account on this machine, which the built-in PostgreSQL needs: ` +
      'add one (useradd), or set DATABASE_URL to a PostgreSQL server.',
  )
}

function hasOwnEntry(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}
