import pLimit from 'p-limit'
import { dayMs } from '#shared/durations.ts'
import type { StoredFile } from '#server/adapters/storage/storage.ts'
import type { Context } from '#server/context.ts'
import { pagesOf } from '#server/core/pages.ts'
import type { Db } from '#server/db/database.ts'
import { allowTime } from '#server/db/statement-time.ts'
import { isWholeImage } from './images.ts'
import { folders, toStoragePath } from './media.service.ts'
import * as queries from './stored-media.queries.ts'

/** A few examples for people; `count` and `bytes` are of all. */
export interface FoundFiles {
  count: number
  bytes: number
  examples: { path: string; places: string[] }[]
}

export interface StoredMedia {
  /** What rows name. */
  named: { count: number; bytes: number }
  /** Referred to, but not in the store. */
  missing: FoundFiles
  /** In the store, but damaged. */
  damaged: FoundFiles
  /** Shown somewhere, but without a claimed row. */
  unkept: FoundFiles
  /** What the store holds. */
  stored: { count: number; bytes: number }
  /** In the store, but nothing refers to it. */
  stray: FoundFiles
  /** How many of those are too recent to be sure, as an upload may be under way. */
  young: number
}

const shown = 100
const pageSize = 500
const readAtOnce = 8
/** Age after which a file that nothing refers to counts as stray. */
const unnamedForMs = dayMs
/** Time limit of statements, since finding all pictures that are shown reads whole tables. */
const timeLimit = '10min'

const nothing = (): FoundFiles => ({ count: 0, bytes: 0, examples: [] })

function add(finding: FoundFiles, path: string, bytes: number, places: string[] = []): void {
  finding.count += 1
  finding.bytes += bytes
  if (finding.examples.length < shown) finding.examples.push({ path, places })
}

type Parts = Pick<Context, 'db' | 'storage' | 'now'>

/**
 * Compares what rows refer to with what the store holds, both ways and a page at a time, and decodes every picture.
 * Uploads and deletions in the meantime are not reported.
 */
export async function checkStoredMedia(ctx: Parts): Promise<StoredMedia> {
  const found: StoredMedia = {
    named: { count: 0, bytes: 0 },
    missing: nothing(),
    damaged: nothing(),
    unkept: nothing(),
    stored: { count: 0, bytes: 0 },
    stray: nothing(),
    young: 0,
  }
  await checkNamed(ctx, found)
  const unkept = await patiently(ctx.db, (db) => queries.selectUnkept(db, shown))
  for (const { path, place } of unkept.first) add(found.unkept, path, 0, [place])
  found.unkept.count = unkept.total
  for await (const { files, strays } of storedPages(ctx)) {
    found.stored.count += files.length
    found.stored.bytes += files.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { path, bytes, isYoung } of strays)
      if (isYoung) found.young += 1
      else add(found.stray, path, bytes)
  }
  return found
}

async function checkNamed(ctx: Parts, found: StoredMedia): Promise<void> {
  const reading = pLimit(readAtOnce)
  const read = (after: string) => queries.selectNamed(ctx.db, { after, limit: pageSize })
  for await (const page of pagesOf('', pageSize, read, ({ path }) => path)) {
    const states = await reading.map(page, (picture) => stateOf(ctx, picture))
    const ill = page.filter((_picture, at) => states[at] !== 'whole').map(({ path }) => path)
    const still = ill.length > 0 ? new Set(await queries.selectStillNamed(ctx.db, ill)) : new Set()
    const places =
      still.size > 0
        ? await patiently(ctx.db, (db) => queries.selectPlaces(db, ill))
        : new Map<string, string[]>()
    for (const [at, { path, bytes }] of page.entries()) {
      const state = states[at]
      // Deleted since.
      if (state !== 'whole' && !still.has(path)) continue
      found.named.count += 1
      found.named.bytes += bytes
      if (state !== 'whole' && state) add(found[state], path, bytes, places.get(path))
    }
  }
}

async function stateOf({ storage }: Parts, { path, bytes }: queries.NamedPicture) {
  const inner = toStoragePath(path)
  const stored = inner && (await storage.get(inner))
  if (!stored) return 'missing'
  return stored.length === bytes && (await isWholeImage(stored)) ? 'whole' : 'damaged'
}

/**
 * Deletes files that nothing has referred to for a day; with `keeps` only lists them. Answers the files, a page at a
 * time.
 */
export async function pruneStoredMedia(ctx: Parts, { keeps }: { keeps: boolean }): Promise<FoundFiles> {
  const found = nothing()
  for await (const { strays } of storedPages(ctx))
    for (const { path, bytes, isYoung } of strays) {
      if (isYoung) continue
      if (!keeps) await ctx.storage.remove(path)
      add(found, path, bytes)
    }
  return found
}

/**
 * All files of the store in pages, each with those that nothing refers to. A row is always written before its file,
 * so a file without one is stray.
 */
async function* storedPages({ db, storage, now }: Parts) {
  const before = new Date(now().getTime() - unnamedForMs)
  for (const folder of Object.values(folders))
    for await (const files of storage.list(folder)) {
      const unknown = await unknownOf(db, files)
      yield { files, strays: unknown.map((file) => ({ ...file, isYoung: file.changedAt > before })) }
    }
}

async function unknownOf(db: Db, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const named = (file: StoredFile) => `/media/${file.path}`
  const known = await queries.selectKnown(db, files.map(named))
  const unknown = files.filter((file) => !known.has(named(file)))
  if (unknown.length === 0) return []
  const places = await patiently(db, (tx) => queries.selectPlaces(tx, unknown.map(named)))
  return unknown.filter((file) => !places.has(named(file)))
}

function patiently<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await allowTime(tx, timeLimit)
    return work(tx)
  })
}
