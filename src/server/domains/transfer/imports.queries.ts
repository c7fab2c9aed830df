import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { ImportReading } from './entry.ts'
import type { Db } from '#server/db/database.ts'
import type { Imports } from '#server/db/schema.ts'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'

export type ImportRecord = Selectable<Imports>

/** Lets uploads of one member wait for each other until the transaction ends. */
export async function lockStart(db: Db, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${memberId}`}, 0))`.execute(db)
}

export function selectRunningImports(db: Db, memberId: string): Promise<ImportRecord[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'running')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Rows of all of a member's imports. */
export async function countRows(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(total), 0)::int as rows from imports where member_id = ${memberId}`.execute(db)
  return rows[0]?.rows ?? 0
}

/** Whether imports of a member may run: not while the member is suspended. */
const mayRun = (memberId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from members m where m.id = ${memberId} and m.suspended_at is null)`

export async function selectOldestRunning(db: Db, memberId: string): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`
    select * from imports where member_id = ${memberId} and state = 'running' and ${mayRun(sql`member_id`)}
    order by created_at, id limit 1`.execute(db)
  return rows[0]
}

export async function insertImport(
  db: Db,
  given: Pick<
    ImportRecord,
    'id' | 'member_id' | 'source' | 'files' | 'private_lists' | 'file_hash' | 'created_at'
  >,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({ ...given, state: 'running' })
    .execute()
}

export function selectImport(db: Db, memberId: string, id: string): Promise<ImportRecord | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** An import, locked until the transaction ends. */
export function lockImport(db: Db, id: string): Promise<ImportRecord | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function selectImports(
  db: Db,
  memberId: string,
  page: KeysetPage,
): Promise<Listed<ImportRecord>> {
  const { key, after, by, limit, list } = keyset(
    [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .select(key)
    .where('member_id', '=', memberId)
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return list(rows)
}

/** Changes of the columns that count rows. */
export type Counts = Partial<
  Record<
    'total' | 'imported' | 'skipped' | 'not_found' | 'doubtful' | 'failed' | 'cut_tags' | 'not_films',
    number
  >
>

/** Adds to the counts; answers the import after that. */
export async function addCounts(db: Db, id: string, by: Counts): Promise<ImportRecord> {
  return db
    .updateTable('imports')
    .set((eb) => ({
      total: eb('total', '+', by.total ?? 0),
      imported: eb('imported', '+', by.imported ?? 0),
      skipped: eb('skipped', '+', by.skipped ?? 0),
      not_found: eb('not_found', '+', by.not_found ?? 0),
      doubtful: eb('doubtful', '+', by.doubtful ?? 0),
      failed: eb('failed', '+', by.failed ?? 0),
      cut_tags: eb('cut_tags', '+', by.cut_tags ?? 0),
      not_films: eb('not_films', '+', by.not_films ?? 0),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores what was learned about the files when they were read. */
export async function updateFacts(
  db: Db,
  id: string,
  { assumed, columns }: ImportReading['facts'],
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ assumed: [...assumed], columns: [...columns] })
    .where('id', '=', id)
    .execute()
}

/** Ends a running import; undefined when it was not running. */
export function endRunning(
  db: Db,
  id: string,
  state: 'done' | 'cancelled' | 'failed',
  now: Date,
  lookedIn: string,
): Promise<ImportRecord | undefined> {
  return db
    .updateTable('imports')
    .set({ state, finished_at: now, waits_since: null, looked_in: lookedIn })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/** Lets an ended import run again. */
export async function startAgain(db: Db, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'running', finished_at: null, pruned: false })
    .where('id', '=', id)
    .execute()
}

/** Records since when the film source does not answer, or null; answers the import if that changed. */
export function noteSource(db: Db, id: string, waitsSince: Date | null): Promise<ImportRecord | undefined> {
  return db
    .updateTable('imports')
    .set({ waits_since: waitsSince })
    .where('id', '=', id)
    .where('waits_since', waitsSince === null ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Imports with films that were not found, looked for before a moment or in another source. */
export async function selectImportsToRetry(
  db: Db,
  source: string,
  before: Date,
  limit: number,
): Promise<Pick<ImportRecord, 'id' | 'member_id'>[]> {
  return db
    .selectFrom('imports')
    .select(['id', 'member_id'])
    .where('state', '=', 'done')
    .where('not_found', '>', 0)
    .where((eb) => eb.or([eb('finished_at', '<', before), eb('looked_in', 'is distinct from', source)]))
    .orderBy('finished_at')
    .limit(limit)
    .execute()
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

export async function deleteImportsOf(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('imports').where('member_id', '=', memberId).execute()
}

/** The first key of the advisory locks of imports, which no other lock uses. */
const lockSpace = 2806

/**
 * Lets only one worker, on any instance, work on a member's imports. The lock belongs to the connection, so
 * PostgreSQL releases it at once when the process dies.
 */
export async function tryLockMember(connection: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_lock(${lockSpace}, hashtext(${memberId})) as held`.execute(connection)
  return rows[0]?.held ?? false
}

export async function unlockMember(connection: Db, memberId: string): Promise<void> {
  await sql`select pg_advisory_unlock(${lockSpace}, hashtext(${memberId}))`.execute(connection)
}

/** Members with running imports and no worker on them; locked, so that none starts until the transaction ends. */
export async function lockIdleMembers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    with running as materialized (select distinct member_id from imports where state = 'running')
    select member_id from running
    where ${mayRun(sql`member_id`)} and pg_try_advisory_xact_lock(${lockSpace}, hashtext(member_id::text))`.execute(
    db,
  )
  return rows.map((row) => row.member_id)
}

/** Imports that ended before a moment, wait for nobody, and still have the content of their rows. */
export async function selectImportsToPrune(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from imports
    where not pruned and finished_at < ${before} and doubtful + not_found + failed = 0
    order by finished_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Deletes the content of the next rows of an import, except what removing the import needs, and stars, for which a
 * diary that is imported later may have a log. Rows without a film stay complete. Answers whether there were any.
 */
export async function pruneRows(db: Db, id: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    update import_rows set cells = null, entry = jsonb_strip_nulls(jsonb_build_object('isPrivate', entry->'isPrivate',
      'audience', entry->'audience', 'poster', entry->'poster'))
    where import_id = ${id} and row in (
      select row from import_rows where import_id = ${id} and kind <> 'rating' and state <> 'not-film'
        and entry ? 'kind' limit ${limit}
    ) returning 1`.execute(db)
  return rows.length > 0
}

export async function markPruned(db: Db, id: string): Promise<void> {
  await db.updateTable('imports').set({ pruned: true }).where('id', '=', id).execute()
}
