import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Extract } from 'tar-stream'
import type * as z from 'zod'
import type { StoredArchive } from '#server/adapters/archives/archives.ts'
import { Failure } from '#server/core/errors.ts'
import { BackupError } from './backup-error.ts'
import { format, headSchema, manifestSchema, type Manifest } from './manifest.ts'

/** Receives the content of an archive, in its order. */
export interface Taker {
  /** The next bytes of a table; all of one table come before those of another. */
  table: (name: string, bytes: Uint8Array) => Promise<void>
  /** A member's picture, by its storage path. */
  media: (path: string, bytes: Buffer) => Promise<void>
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never

/** What was read of a table or a picture. */
interface Tally {
  rows: number
  bytes: number
  hash: Hash
}

const newTally = (): Tally => ({ rows: 0, bytes: 0, hash: createHash('sha256') })

/** Largest entry that is held in memory as a whole: manifests and pictures. */
const maxHeldBytes = 512 * 1024 * 1024

const nothing: Taker = { table: async () => undefined, media: async () => undefined }

/**
 * Reads a whole archive, passes its content on, and compares hashes and counts with the manifest at its end. Without
 * a taker it only verifies.
 * @throws BackupError when it is damaged, incomplete, not Scene's, or of a newer Scene
 */
export async function readArchive(archive: StoredArchive, taker: Taker = nothing): Promise<Manifest> {
  const file = archive.name
  const tables = new Map<string, Tally>()
  const media = new Map<string, Tally>()
  let manifest: Manifest | undefined
  let isOurs = false
  for await (const entry of entriesOf(archive)) {
    const { name } = entry.header
    if (!isOurs) {
      requireReadable(file, name === 'scene-backup.json' ? await held(file, entry) : null)
      isOurs = true
    } else if (manifest) {
      throw damaged(file, 'something follows its end')
    } else if (name === 'manifest.json') {
      manifest = parsed(file, manifestSchema, await held(file, entry))
    } else if (name.startsWith('media/')) {
      const bytes = await held(file, entry)
      media.set(name.slice('media/'.length), counted(newTally(), bytes))
      await taker.media(name.slice('media/'.length), bytes)
    } else {
      const table = /^tables\/([^/]+)\/\d+$/.exec(name)?.[1]
      if (table === undefined) throw damaged(file, `${name} has no place in it`)
      const tally = tables.get(table) ?? newTally()
      tables.set(table, tally)
      for await (const bytes of bytesOf(file, entry)) {
        counted(tally, bytes)
        await taker.table(table, bytes)
      }
    }
  }
  if (!isOurs) throw foreign(file)
  if (!manifest) throw damaged(file, 'its end is missing')
  requireEqual(file, manifest.tables, tables)
  requireEqual(file, manifest.media ?? {}, media)
  return manifest
}

async function* entriesOf(archive: StoredArchive): AsyncGenerator<Entry> {
  const file = archive.name
  const source = await archive.open().catch((error: unknown) => {
    throw readError(file, error)
  })
  if (!source) throw new BackupError(`There is no file ${file}.`)
  const tar = extract()
  const read = pipeline(source, createGunzip(), tar)
  read.catch(() => undefined)
  try {
    yield* tar
    await read
  } catch (error) {
    throw readError(file, error)
  } finally {
    source.destroy()
    tar.destroy()
  }
}

async function* bytesOf(file: string, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* entry as AsyncIterable<Uint8Array>
  } catch (error) {
    throw readError(file, error)
  }
}

function readError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof Failure)
    return new BackupError(`${file} cannot be read (${error.reason ?? error.message}).`, { cause: error })
  if (code === 'EACCES' || code === 'EISDIR')
    return new BackupError(`${file} cannot be read (${code}).`, { cause: error })
  if (/header check|Invalid tar header/i.test(error.message)) return foreign(file, error)
  if (code.startsWith('Z_') || /unexpected end/i.test(error.message))
    return damaged(file, code === 'Z_BUF_ERROR' ? 'its end is missing' : error.message, error)
  return error
}

const damaged = (file: string, how: string, cause?: unknown) =>
  new BackupError(`The backup ${file} is damaged: ${how}.`, { cause })

const foreign = (file: string, cause?: unknown) =>
  new BackupError(`${file} is damaged, or no backup of Scene.`, { cause })

async function held(file: string, entry: Entry): Promise<Buffer> {
  if ((entry.header.size ?? 0) > maxHeldBytes) throw damaged(file, `${entry.header.name} is too large`)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(file, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function requireReadable(file: string, bytes: Buffer | null): void {
  if (!bytes) throw foreign(file)
  const head = parsed(file, headSchema, bytes)
  if (head.format > format)
    throw new BackupError(
      `${file} was made by a newer Scene, which this one cannot read: update Scene first.`,
    )
}

function parsed<Schema extends z.ZodType>(file: string, schema: Schema, bytes: Buffer): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch (error) {
    throw foreign(file, error)
  }
}

/** In COPY's text form a line break ends a row and stands nowhere else. */
export function countRows(bytes: Uint8Array): number {
  let rows = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows++
  return rows
}

function counted(tally: Tally, bytes: Uint8Array): Tally {
  tally.rows += countRows(bytes)
  tally.bytes += bytes.length
  tally.hash.update(bytes)
  return tally
}

function requireEqual(
  file: string,
  promised: Record<string, { rows?: number; bytes: number; sha256: string }>,
  seen: Map<string, Tally>,
): void {
  for (const name of seen.keys())
    if (!(name in promised)) throw damaged(file, `${name} is not in its list of contents`)
  for (const [name, { rows, bytes, sha256 }] of Object.entries(promised)) {
    const tally = seen.get(name) ?? newTally()
    const isSame =
      tally.bytes === bytes &&
      (rows === undefined || tally.rows === rows) &&
      tally.hash.digest('hex') === sha256
    if (!isSame) throw damaged(file, `${name} is not what was written`)
  }
}
