import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { stayOnPrimary } from '#server/db/replica.ts'
import type { Statement } from '#server/db/transaction.ts'
import { maySee } from './audience.ts'
import { createBatches, type Batches } from './batches.ts'
import { keptStatement, type Keepable } from './kept-statement.ts'

interface Toggle {
  table: string
  /** The id columns that identify the row; all other columns have defaults. */
  row: Readonly<Record<string, string>>
  /** Selects (and locks) a row if there is something to toggle; without one nothing happens. */
  target: RawBuilder<unknown>
  /**
   * The statement that uses `change.by` and returns it as `by`: 1 when the row was inserted, -1 when it was deleted,
   * 0 when another tap came between.
   */
  count: RawBuilder<unknown>
}

/**
 * Deletes the row if it exists, else inserts it, and counts in the same statement; answers what `count` returns,
 * nothing without a target. Taps on the same row wait for each other: one that waited does not see the row that the
 * tap before it inserted and changes nothing, so it is tried again.
 */
export async function toggle<Counted extends { by: number }>(db: Db, given: Toggle): Promise<Counted[]> {
  const statement = toggleStatement<Counted>(given)
  for (;;) {
    const { rows } = await statement.execute(db)
    if (rows.every((row) => row.by !== 0)) return rows
  }
}

function toggleStatement<Counted extends { by: number }>(given: Toggle) {
  const table = sql.table(given.table)
  const columns = Object.keys(given.row).map((column) => sql.ref(column))
  const ids = Object.values(given.row).map((id) => sql`${id}::uuid`)
  return sql<Counted>`
    with target as materialized (${given.target}), gone as (
      delete from ${table} using target where (${sql.join(columns)}) = (${sql.join(ids)}) returning 1
    ), made as (
      insert into ${table} (${sql.join(columns)})
      select ${sql.join(ids)} from target where not exists (select 1 from gone)
      on conflict do nothing returning 1
    ), change as (
      select (select count(*) from made)::int - (select count(*) from gone)::int as by
    ) ${given.count}`
}

/** A mark that members put on rows, each once, such as a like; and the column that counts them. */
export interface Mark {
  table: 'list_likes' | 'list_saves' | 'log_likes' | 'reply_likes'
  /** The column of `table` that names the marked row. */
  column: 'list_id' | 'log_id' | 'reply_id'
  of: 'lists' | 'logs' | 'replies'
  counter: 'like_count' | 'save_count'
}

/** A transaction that `toggleMark` is done in. */
interface ToggleTransaction {
  beforeCommit<Row>(statement: () => Statement<Row>, hear: (rows: Row[]) => void): void
}

interface Tap {
  mark: Mark
  id: string
  memberId: string
  /** Selects the row, and keeps it from being deleted. */
  target: Keepable
  /** How many ids of members with the mark are answered: the newest whom the member may see. */
  named: number
}

/** The setting in which a transaction sums up its taps, for the statement that counts them. */
const changeOfTaps = 'scene.change_of_taps'

/** How many taps on one row share a transaction at most. */
const tapsTogether = 50

interface Counted {
  count: number
}

/** Emits an event for the members whose taps share a transaction, each named once. */
export type Emit<Tx> = (tx: Tx, memberIds: readonly string[]) => Promise<void>

interface PendingTap<Tx> {
  memberId: string
  put: (tx: Tx) => void
  emit: Emit<Tx>
  count: Statement<Counted>
  /** 1, -1 or 0, as in `Toggle`; undefined when there is no row to mark. */
  by: number | undefined
  /** How many marks the row has after this tap. */
  total: number
  newest: string[]
}

type Transact<Tx> = (work: (tx: Tx) => Promise<void>) => Promise<void>

const batches = new WeakMap<object, unknown>()

/**
 * Taps on one row that reach this process at the same time share a transaction, which counts them together. Otherwise
 * each would wait in the database for the commit of the one before. Each is told the count after itself.
 */
function batchesOf<Tx extends ToggleTransaction>(transact: Transact<Tx>): Batches<PendingTap<Tx>, void> {
  const known = batches.get(transact) as Batches<PendingTap<Tx>, void> | undefined
  if (known) return known
  const made = createBatches(tapsTogether, async (taps: readonly [PendingTap<Tx>, ...PendingTap<Tx>[]]) => {
    const [{ emit, count }] = taps
    let counted: Counted[] = []
    await transact(async (tx) => {
      for (const { put } of taps) put(tx)
      await emit(tx, [...new Set(taps.map(({ memberId }) => memberId))])
      tx.beforeCommit<Counted>(
        () => count,
        (rows) => (counted = rows),
      )
    })
    let total = counted[0]?.count ?? 0
    for (const tapped of taps.toReversed()) {
      tapped.total = total
      total -= tapped.by ?? 0
    }
  })
  batches.set(transact, made)
  return made
}

/**
 * Puts a member's mark on a row or removes it; undefined when there is no such row. It takes one round trip: `emit`
 * is called before it is known which of the two happened, so whoever handles the event must look whether the mark is
 * there. The marked row, which many may tap, is changed last, so that it is locked only briefly.
 */
export async function toggleMark<Tx extends ToggleTransaction>(
  transact: Transact<Tx>,
  { mark, id, memberId, target, named }: Tap,
  emit: Emit<Tx> = async () => {},
): Promise<{ marked: boolean; count: number; newest: string[] } | undefined> {
  const { table, column, of, counter } = mark
  const toggled = keptStatement(
    target.shape && `toggle ${table} of ${target.shape}`,
    { ...target.values, id, memberId },
    (values) =>
      toggleStatement<{ by: number }>({
        table,
        row: { [column]: values.id, member_id: values.memberId },
        target: target.make(values),
        count: sql`
          select change.by, set_config(
            ${changeOfTaps}, (coalesce(nullif(current_setting(${changeOfTaps}, true), '')::int, 0) + change.by)::text, true)
          from change, target`,
      }),
  )
  const count = keptStatement(
    `count ${counter} of ${of}`,
    { id },
    (values) => sql<Counted>`
      update ${sql.table(of)} marked set ${sql.ref(counter)} = marked.${sql.ref(counter)} + change.by
      from (select nullif(current_setting(${changeOfTaps}, true), '')::int as by) change
      where marked.id = ${values.id} and change.by is not null
      returning marked.${sql.ref(counter)} as count`,
  )
  // A tap that joins another's transaction begins none itself, so the request would not be kept on the primary.
  stayOnPrimary()
  for (;;) {
    const tapped: PendingTap<Tx> = { memberId, put, emit, count, by: undefined, total: 0, newest: [] }
    function put(tx: Tx) {
      tx.beforeCommit<{ by: number }>(
        () => toggled,
        ([change]) => (tapped.by = change?.by),
      )
      tx.beforeCommit<Markers>(
        () => markersStatement(mark, id, memberId, named),
        (rows) => (tapped.newest = markersOf(rows)),
      )
    }
    await batchesOf(transact)(`${table} ${id}`, tapped)
    const { by, total, newest } = tapped
    if (by === undefined) return undefined
    if (by !== 0) return { marked: by > 0, count: total, newest }
  }
}

/** A mark that a member's export contains. */
export interface GivenMark {
  /** The id of the marked row where the export was made: a UUID. */
  id: string
  /** The username of the marked row's author; null when it had none. */
  by: string | null
  at: Date
}

/**
 * Imports a member's marks, and counts them. `found` selects from `given (id, by, at)` what may be marked:
 * `given_id`, `id` and `at`. Answers the given ids that were found, and for each whether its mark is new.
 */
export async function importMarks(
  db: Db,
  { table, column, of, counter }: Mark,
  memberId: string,
  marks: readonly GivenMark[],
  found: RawBuilder<unknown>,
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; added: boolean }>`
    with given as (
      select id, by, at from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as g (id uuid, by text, at timestamptz)
    ), found as materialized (
      select distinct on (id) given_id, id, at from (${found}) known order by id
    ), target as materialized (
      select marked.id from ${sql.table(of)} marked where marked.id in (select id from found)
      order by marked.id for no key update
    ), made as (
      insert into ${sql.table(table)} (${sql.ref(column)}, member_id, created_at)
      select found.id, ${memberId}::uuid, found.at from found join target using (id)
      on conflict do nothing returning ${sql.ref(column)} as id
    ), counted as (
      update ${sql.table(of)} marked set ${sql.ref(counter)} = marked.${sql.ref(counter)} + 1
      from made where marked.id = made.id
    )
    select found.given_id as id, made.id is not null as added
    from found join target using (id) left join made using (id)`.execute(db)
  return new Map(rows.map(({ id, added }) => [id, added]))
}

/** Deletes those marks of a member that were created at these times, and counts them; answers how many. */
export async function undoMarks(
  db: Db,
  { table, column, of, counter }: Mark,
  memberId: string,
  moments: readonly Date[],
): Promise<number> {
  if (moments.length === 0) return 0
  const { rows } = await sql`
    with target as materialized (
      select marked.id from ${sql.table(of)} marked
      join ${sql.table(table)} mark on mark.${sql.ref(column)} = marked.id
      where mark.member_id = ${memberId} and mark.created_at = any(${[...moments]}::timestamptz[])
      order by marked.id for no key update of marked
    ), gone as (
      delete from ${sql.table(table)} where member_id = ${memberId} and ${sql.ref(column)} in (select id from target)
        and created_at = any(${[...moments]}::timestamptz[])
      returning ${sql.ref(column)} as id
    ), counted as (
      update ${sql.table(of)} marked set ${sql.ref(counter)} = marked.${sql.ref(counter)} - 1
      from gone where marked.id = gone.id
    )
    select id from gone`.execute(db)
  return rows.length
}

interface Markers {
  ids: string[]
}

/**
 * The members with the mark on a row whom the viewer may see, newest first; as an array in one row, since rows cost
 * more than ids.
 */
const markersStatement = (
  { table, column }: Pick<Mark, 'table' | 'column'>,
  markedId: string,
  viewer: string,
  limit: number,
) =>
  keptStatement(
    `markers ${table} ${limit}`,
    { id: markedId, viewerId: viewer },
    ({ id, viewerId }) => sql<Markers>`
      select array(
        select member_id from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${maySee(viewerId)}
        order by created_at desc, member_id limit ${limit}) as ids`,
  )

const markersOf = ([row]: readonly Markers[]) => row?.ids ?? []

/** Members with the mark on a row whom the viewer may see, the newest first. */
export const selectMarkers = async (
  db: Db,
  mark: Mark,
  id: string,
  viewerId: string,
  limit: number,
): Promise<string[]> => markersOf((await markersStatement(mark, id, viewerId, limit).execute(db)).rows)

/** Deletes every such mark of a member, and subtracts exactly the deleted ones from the counts. */
export async function deleteMarksOf(db: Db, { table, column, of, counter }: Mark, memberId: string) {
  await sql`
    with gone as (delete from ${sql.table(table)} where member_id = ${memberId} returning ${sql.ref(column)} as id)
    update ${sql.table(of)} marked set ${sql.ref(counter)} = marked.${sql.ref(counter)} - 1
    from gone where marked.id = gone.id`.execute(db)
}

/** The newest members with the mark; the viewer is always among them if they have it. */
export const markersWithViewer = (newest: string[], viewerId: string, marked: boolean, limit: number) =>
  marked && !newest.includes(viewerId) ? [viewerId, ...newest].slice(0, limit) : newest
