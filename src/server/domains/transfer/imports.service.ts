import { createHash } from 'node:crypto'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { ImdbListKind, Import, importFiles } from '#shared/api/transfer.ts'
import { dayMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail, lineIssue } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Upload } from '#server/core/http/multipart.ts'
import { pageOf, type PageQuery } from '#server/core/keyset.ts'
import { createYielder } from '#server/core/yielder.ts'
import { v7 as uuidv7 } from 'uuid'
import type { ImportReading, ReadRow } from './entry.ts'
import { filmKeyOf } from './matching/resolve.ts'
import { endImport, queueRun, withoutFilm } from './running/run.service.ts'
import { deleteOldPictures, insertPicture, type GivenPicture } from './running/pictures.queries.ts'
import { insertRows, type NewRow } from './rows/rows.queries.ts'
import { importSettings } from '#server/domains/members/profile.import.ts'
import * as queries from './imports.queries.ts'
import { importView } from './imports.views.ts'
import type { ImportCall } from './reading/read-import.ts'
import { maxRows } from './writing/target.ts'

/** Rows of all of one member's imports together; they stay until an import is removed. */
const maxRowsOfMember = 2_000_000
/** How many imports may wait: a screen sends a diary, ratings and a watchlist right after each other. */
const maxRunning = 5
const batchSize = 1000
/** Pictures in memory at once, each as large as an upload may be. */
const picturesAtOnce = 3
const pageSize = 100

type Started = AnswerOf<typeof importFiles>

interface Given {
  call: ImportCall
  file: Upload | undefined
  privateLists: boolean
  imdbList?: ImdbListKind | undefined
}

/**
 * Reads a whole file and queues its import, in one transaction, so that nothing stays of a broken file. Sending a
 * file again while it is being imported answers the same import.
 * @throws import.missing, import.running, import.full, import.too_large and those of `readImport`
 */
export async function startImport(
  ctx: Context,
  viewer: Viewer,
  given: Given,
  limit = maxRows,
): Promise<Started> {
  const { file, call, privateLists, imdbList } = given
  if (!file) throw fail('import.missing')
  const hash = await hashOf(`${call} ${privateLists} ${imdbList ?? ''}`, file.bytes)
  return ctx.transact(async (tx) => {
    const running = await lockStart(tx, viewer.id)
    const same = running.find((record) => record.file_hash.equals(hash))
    if (same) return started(same.id, same.total)
    const { readImport } = await import('./reading/read-import.ts')
    const { id, total } = await insertReading(
      ctx,
      tx,
      viewer.id,
      { read: () => readImport(file, call, imdbList), hash, privateLists, running: running.length },
      limit,
    )
    return started(id, total)
  })
}

/** Lets uploads of a member start one after another; answers the running imports. */
export async function lockStart(tx: Tx, memberId: string): Promise<queries.ImportRecord[]> {
  await queries.lockStart(tx.db, memberId)
  return queries.selectRunningImports(tx.db, memberId)
}

interface NewReading {
  /** Is called twice. */
  read: () => Promise<ImportReading>
  hash: Buffer
  privateLists: boolean
  /** How many run already. */
  running: number
}

/**
 * Inserts the import of a file that was read; the caller has called `lockStart`. @throws import.running, import.full,
 * import.too_large and those of `read`
 */
export async function insertReading(
  ctx: Context,
  tx: Tx,
  memberId: string,
  { read, hash, privateLists, running }: NewReading,
  limit = maxRows,
): Promise<{ id: string; total: number }> {
  if (running >= maxRunning) throw fail('import.running')
  if ((await queries.countRows(tx.db, memberId)) >= maxRowsOfMember) throw fail('import.full')
  // The file is read to its end before anything is written: writing the rows takes many times as long.
  await requireFewRows((await read()).rows, limit)
  const reading = await read()
  if (reading.settings) await importSettings(tx, memberId, reading.settings)
  const id = uuidv7()
  await queries.insertImport(tx.db, {
    id,
    member_id: memberId,
    source: reading.source,
    files: reading.files,
    private_lists: privateLists,
    file_hash: hash,
    created_at: ctx.now(),
  })
  const counts = await insertRead(ctx, tx, id, reading.rows)
  await queries.addCounts(tx.db, id, counts)
  await queries.updateFacts(tx.db, id, reading.facts)
  await queueRun(tx, memberId)
  return { id, total: counts.total }
}

const hashedAtOnce = 1024 * 1024

async function hashOf(how: string, bytes: Buffer): Promise<Buffer> {
  const turns = createYielder()
  const hash = createHash('sha256').update(`${how}\n`)
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hash.update(bytes.subarray(at, at + hashedAtOnce))
    if (turns.isOver()) await turns.next()
  }
  return hash.digest()
}

const started = (importId: string, rows: number): Started => ({
  message: `✅ ${rows.toLocaleString('en')} ${rows === 1 ? 'row is' : 'rows are'} being imported.`,
  importId,
})

/** @throws import.too_large, and those of reading to the end */
async function requireFewRows(rows: AsyncIterable<ReadRow>, limit: number): Promise<void> {
  let total = 0
  for await (const { file, line } of rows)
    if (++total > limit)
      throw fail('import.too_large', { issues: [lineIssue(file, line, `more than ${limit} rows`)] })
}

/** Writes the rows a batch at a time, as they are read. */
async function insertRead(ctx: Context, tx: Tx, importId: string, rows: AsyncIterable<ReadRow>) {
  const counts = { total: 0, failed: 0, cut_tags: 0, not_films: 0 }
  let batch: NewRow[] = []
  let pictures: GivenPicture[] = []
  const flush = async () => {
    if (batch.length > 0) await insertRows(tx.db, importId, batch)
    for (const picture of pictures) await insertPicture(tx.db, importId, picture)
    batch = []
    pictures = []
  }
  for await (const { file, line, entry, fault, cells = null, picture } of rows) {
    const reason = fault ?? (isAhead(entry.watchedAt, ctx.now()) ? 'bad-date' : null)
    counts.total++
    const state = reason === null ? 'waiting' : reason === 'not-a-film' ? 'not-film' : 'failed'
    if (state === 'failed') counts.failed++
    if (state === 'not-film') counts.not_films++
    if (entry.hasCutTags) counts.cut_tags++
    batch.push({
      row: counts.total,
      file,
      line,
      entry,
      cells,
      state,
      reason,
      filmKey: withoutFilm.has(entry.kind) ? null : filmKeyOf(entry),
    })
    if (picture && !reason) pictures.push({ row: counts.total, bytes: picture })
    if (batch.length === batchSize || pictures.length === picturesAtOnce) await flush()
  }
  await flush()
  return counts
}

/** The member's own calendar may be up to 14 hours ahead of UTC. */
const isAhead = (day: string | null, now: Date) => day !== null && Date.parse(day) > now.getTime() + dayMs

export async function listImports(ctx: Context, viewer: Viewer, query: PageQuery) {
  const { items, next } = await queries.selectImports(ctx.db, viewer.id, pageOf(query, pageSize))
  return { items: items.map(importView), next }
}

/** Another member's import looks like a missing one. */
export async function ownImport(ctx: Context, viewer: Viewer, id: string): Promise<queries.ImportRecord> {
  const record = await queries.selectImport(ctx.db, viewer.id, id)
  if (!record) throw fail('import.not_found')
  return record
}

/** Stops a running import before its next batch; an ended one stays as it is. */
export async function cancelImport(ctx: Context, viewer: Viewer, id: string): Promise<Import> {
  await ownImport(ctx, viewer, id)
  await ctx.transact((tx) => endImport(ctx, tx, id, 'cancelled'))
  return importView(await ownImport(ctx, viewer, id))
}

const prunedAfterMs = 30 * dayMs
const prunedAtOnce = 20

/**
 * Deletes the content of rows of imports that ended long ago and wait for nobody; what they created can still be
 * removed.
 */
export async function pruneImports(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - prunedAfterMs)
  await deleteOldPictures(ctx.db, before)
  for (;;) {
    const ids = await queries.selectImportsToPrune(ctx.db, before, prunedAtOnce)
    for (const id of ids) {
      while (await queries.pruneRows(ctx.db, id, batchSize));
      await queries.markPruned(ctx.db, id)
    }
    if (ids.length < prunedAtOnce) return
  }
}
