import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { BackupRun } from '#server/db/schema.ts'

/** The key of the advisory lock; any number that no other advisory lock of Scene has. */
const backups = 4000

/** Locks backups until the transaction ends; false when another transaction makes one. */
export async function lockBackups(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(backups)}) as held`.execute(db)
  return rows[0]?.held === true
}

/** Objects of Scene itself, not of an extension. */
const isOwn = (catalogue: string) => sql`
  not exists (select from pg_depend where classid = ${sql.lit(catalogue)}::regclass and objid = o.oid and deptype = 'e')`

/** Tables by name, with the columns that are written: those that PostgreSQL computes are left out. */
export async function selectTables(db: Db): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select o.relname as name, array(
      select attname::text from pg_attribute
      where attrelid = o.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
    from pg_class o
    where o.relnamespace = current_schema()::regnamespace and o.relkind = 'r' and ${isOwn('pg_class')}
    order by o.relname`.execute(db)
  return rows
}

/** Reads every value of a table, also long ones that are stored beside it; answers the number of rows. */
export async function countWholeRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(octet_length((whole.*)::text))::float as rows from ${sql.table(table)} as whole`.execute(db)
  return rows[0]?.rows ?? 0
}

/**
 * The rows of a table as an index names them, in this transaction's view; those of the table itself where it has no
 * index of all rows.
 */
export async function countByIndex(db: Db, table: string): Promise<number> {
  // Costs are added to the plans that are off, so that one without an index still runs.
  await sql`set local enable_seqscan = off`.execute(db)
  await sql`set local enable_bitmapscan = off`.execute(db)
  const { rows } = await sql<{ rows: number }>`
    select count(*)::float as rows from ${sql.table(table)}`.execute(db)
  await sql`set local enable_seqscan to default`.execute(db)
  await sql`set local enable_bitmapscan to default`.execute(db)
  return rows[0]?.rows ?? 0
}

/** The sequences that were used, with their last values as text. */
export async function selectSequences(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequence(db: Db, name: string, value: string): Promise<void> {
  await sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`.execute(db)
}

/** Major version of the server. */
export async function selectPostgres(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

/** Removes the time limits of the pool, which are for requests and too short for whole tables. */
export async function withoutLimits(db: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
}

/** Whether there is a table of that name. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(quote_ident(${name})) is not null as there`.execute(db)
  return rows[0]?.there === true
}

/** Whether somebody has an account. */
export async function hasMembers(db: Db): Promise<boolean> {
  if (!(await hasTable(db, 'members'))) return false
  const { rows } = await sql<{ any: boolean }>`select exists (select from members) as any`.execute(db)
  return rows[0]?.any === true
}

/** Pictures that are stored, as `/media/<folder>/<file>`; unclaimed ones are shown nowhere. */
export async function selectMedia(db: Db): Promise<{ path: string; claimed: boolean }[]> {
  if (!(await hasTable(db, 'media'))) return []
  const { rows } = await sql<{ path: string; claimed: boolean }>`
    select path, claimed from media where not removed order by path`.execute(db)
  return rows
}

/** Other sessions of a Scene, or of its command line, on this database. */
export async function countSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ sessions: number }>`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and application_name like 'scene%' and pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows[0]?.sessions ?? 0
}

async function runEach(db: Db, statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Drops all that migrations and the queue of jobs made; extensions stay. */
export async function dropEverything(db: Db): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop %s if exists %I cascade', case o.relkind
      when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      o.relname) as statement
    from pg_class o
    where o.relnamespace = current_schema()::regnamespace and o.relkind in ('r', 'p', 'v', 'm', 'S')
      and ${isOwn('pg_class')}
      -- A column's own sequence goes with its table.
      and not (o.relkind = 'S' and exists (select from pg_depend where objid = o.oid and deptype in ('a', 'i')))
    union all
    select format('drop function if exists %s cascade', o.oid::regprocedure)
    from pg_proc o
    where o.pronamespace = current_schema()::regnamespace and o.prokind = 'f' and ${isOwn('pg_proc')}
    union all
    select format('drop type if exists %s cascade', o.oid::regtype)
    from pg_type o
    where o.typnamespace = current_schema()::regnamespace and o.typtype = 'e' and ${isOwn('pg_type')}`.execute(
    db,
  )
  await runEach(
    db,
    rows.map(({ statement }) => statement),
  )
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
}

/**
 * Empties all tables and runs `fill` without foreign keys and triggers, which only takes owning the tables. Keys are
 * checked against all rows when they are put back.
 */
export async function withoutConstraints(db: Db, tables: string[], fill: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`.execute(db)
  const named = tables.map((table) => `"${table.replaceAll('"', '""')}"`)
  await runEach(
    db,
    keys.map(({ drop }) => drop),
  )
  for (const table of named) await runEach(db, [`alter table ${table} disable trigger user`])
  await runEach(db, [`truncate ${named.join(', ')}`])
  await fill()
  for (const table of named) await runEach(db, [`alter table ${table} enable trigger user`])
  await runEach(
    db,
    keys.map(({ add }) => add),
  )
}

export const selectRun = (db: Db) => db.selectFrom('backup_run').selectAll().executeTakeFirst()

export async function noteRun(db: Db, run: Omit<Insertable<BackupRun>, 'single'>): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({ single: true, ...run })
    .onConflict((conflict) => conflict.column('single').doUpdateSet(run))
    .execute()
}

export async function deleteRun(db: Db): Promise<void> {
  await db.deleteFrom('backup_run').execute()
}

/** Bytes of tables by name, and of all pictures; the progress of a backup is computed from them. */
export async function selectSizes(db: Db): Promise<{ tables: Map<string, number>; media: number }> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_table_size(oid)::float as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
  const media = (await hasTable(db, 'media'))
    ? await sql<{ bytes: number }>`
        select coalesce(sum(bytes), 0)::float as bytes from media where not removed`.execute(db)
    : null
  return { tables: new Map(rows.map(({ name, bytes }) => [name, bytes])), media: media?.rows[0]?.bytes ?? 0 }
}
