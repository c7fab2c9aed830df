import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { FilmMerges } from '#server/db/schema.ts'
import { filmColumns } from './film-columns.ts'
import type { MergeScope } from './merge.queries.ts'

/** The row of the film that is to come back, with the numbers of others that the other film took over from it. */
export async function restoreFilm(db: Db, { mergeId, from, into }: MergeScope): Promise<void> {
  await sql`
    update films f set imdb_id = nullif(f.imdb_id, m.film->>'imdb_id'),
      wikidata_id = nullif(f.wikidata_id, m.film->>'wikidata_id')
    from film_merges m where m.id = ${mergeId}::bigint and f.id = ${into}`.execute(db)
  await sql`delete from film_redirects where from_id = ${from}`.execute(db)
  await insertImages(db, 'films', sql`select film from film_merges where id = ${mergeId}::bigint`)
  await sql`delete from film_stats where film_id in (${from}, ${into})`.execute(db)
}

/** Inserts rows from copies that the merge kept, except those that exist already. Answers how many were inserted. */
async function insertImages(db: Db, table: string, images: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  const qualified = sql.join(rows.map(({ name }) => sql.ref(`one.${name}`)))
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${qualified} from (${images}) as given (whole),
      jsonb_populate_record(null::${sql.table(table)}, given.whole) one
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const noted = (mergeId: string, place: string, did: string) => sql`
  select key, before, after from film_merge_rows
  where merge_id = ${mergeId}::bigint and place = ${place} and did = ${did}`

/** Moves rows back to the film in one column, unless they were changed since. */
async function moveBack(
  db: Db,
  { mergeId, from, into }: MergeScope,
  place: string,
  key: readonly string[],
): Promise<number> {
  const [table = '', column = ''] = place.split('.')
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = ${from}
    from (${noted(mergeId, place, 'moved')}) n, jsonb_populate_record(null::${sql.table(table)}, n.key) k
    where t.${sql.ref(column)} = ${into} and ${sql.join(
      key.map((one) => sql`${sql.ref(`t.${one}`)} = ${sql.ref(`k.${one}`)}`),
      sql` and `,
    )}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Puts back everything that is as the merge left it; answers how many of its rows. */
export async function restoreRows(db: Db, merging: MergeScope): Promise<number> {
  const { mergeId } = merging
  const dropped = (table: string, place: string) =>
    insertImages(db, table, sql`select before from (${noted(mergeId, place, 'dropped')}) n`)
  let restored = await dropped('logs', 'logs.id')
  restored += await restoreImportRows(db, mergeId)
  restored += await restoreLogs(db, mergeId)
  restored += await moveBack(db, merging, 'film_redirects.film_id', ['from_id'])
  for (const [place, column] of Object.entries(filmColumns)) {
    const [table = '', name = ''] = place.split('.')
    if (column.how === 'ordered') restored += await splitPlaces(db, merging)
    if (column.how === 'moves' || column.how === 'unique' || column.how === 'ordered')
      restored += await moveBack(db, merging, place, 'key' in column ? column.key : column.by)
    if (column.how === 'moves' || column.how === 'unique') restored += await dropped(table, place)
    if (column.how === 'array') restored += await restoreArrays(db, mergeId, table, name, column.key)
  }
  return restored
}

async function restoreImportRows(db: Db, mergeId: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    with back as (
      update import_rows r set state = b.state, reason = b.reason, log_id = b.log_id, created = b.created,
        previous_rating = b.previous_rating, made_at = b.made_at
      from (${noted(mergeId, 'import_rows.log_id', 'changed')}) n,
        jsonb_populate_record(null::import_rows, n.key) k, jsonb_populate_record(null::import_rows, n.before) b,
        jsonb_populate_record(null::import_rows, n.after) a
      where r.import_id = k.import_id and r.row = k.row and r.state = a.state and r.log_id is not distinct from a.log_id
      returning r.import_id, a.state as was, b.state
    ), counted as (
      update imports i set imported = i.imported + c.imported, skipped = i.skipped - c.imported
      from (
        select import_id, count(*)::int as imported from back
        where was = 'skipped' and state = 'imported' group by 1
      ) c where i.id = c.import_id
    )
    select count(*)::int as rows from back`.execute(db)
  return rows[0]?.rows ?? 0
}

async function restoreLogs(db: Db, mergeId: string): Promise<number> {
  const stars = await sql`
    update logs l set rating = (n.before->>'rating')::smallint
    from (${noted(mergeId, 'logs.rating', 'changed')}) n
    where l.id = (n.key->>'id')::uuid and l.rating is not distinct from (n.after->>'rating')::smallint`.execute(
    db,
  )
  const keys = await sql`
    update logs l set import_key = n.before->>'import_key'
    from (${noted(mergeId, 'logs.import_key', 'changed')}) n
    where l.id = (n.key->>'id')::uuid and l.import_key is not distinct from n.after->>'import_key'`.execute(
    db,
  )
  return Number(stars.numAffectedRows ?? 0) + Number(keys.numAffectedRows ?? 0)
}

/** Puts the second film back into lists that had both, at its old place, unless the lists were changed since. */
async function splitPlaces(db: Db, { mergeId, into }: MergeScope): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    with back as (
      select l.id as list_id, (n.before->>'film_id')::int as film_id, (n.before->>'position')::int as from_position,
        (n.after->>'into_position')::int as into_position,
        coalesce(n.before->>'note', '') as from_note, n.after->>'into_note' as into_note
      from (${noted(mergeId, 'list_films.film_id', 'dropped')}) n
      join lists l on l.id = (n.before->>'list_id')::uuid
      join film_merges m on m.id = ${mergeId}::bigint and l.updated_at <= m.merged_at
    ), placed as (
      update list_films f set position = case
        when f.film_id = ${into} then b.into_position else f.position + 1 end,
        note = case when f.film_id = ${into} then coalesce(b.into_note, f.note) else f.note end
      from back b
      where f.list_id = b.list_id
        and (f.film_id = ${into} or f.position >= greatest(b.from_position, b.into_position))
    ), added as (
      insert into list_films (list_id, film_id, position, note) select list_id, film_id, from_position, from_note from back
    ), counted as (
      update lists set films_count = films_count + 1 from back b where lists.id = b.list_id
    )
    select count(*)::int as rows from back`.execute(db)
  return rows[0]?.rows ?? 0
}

async function restoreArrays(
  db: Db,
  mergeId: string,
  table: string,
  column: string,
  key: readonly string[],
): Promise<number> {
  const numbers = (image: string) =>
    sql`array(select value::int from jsonb_array_elements_text(${sql.ref(`n.${image}`)}) with ordinality as v (value, nth) order by nth)`
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = ${numbers('before')}
    from (${noted(mergeId, `${table}.${column}`, 'changed')}) n,
      jsonb_populate_record(null::${sql.table(table)}, n.key) k
    where t.${sql.ref(column)} = ${numbers('after')} and ${sql.join(
      key.map((one) => sql`${sql.ref(`t.${one}`)} = ${sql.ref(`k.${one}`)}`),
      sql` and `,
    )}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface MergeRecord extends Pick<
  Selectable<FilmMerges>,
  'id' | 'from_id' | 'film_id' | 'merged_at'
> {
  counts: Record<string, number>
}

/** The newest merge of a number that was not undone. */
export async function selectMerge(db: Db, from: number): Promise<MergeRecord | undefined> {
  const { rows } = await sql<MergeRecord>`
    select id, from_id, film_id, counts, merged_at from film_merges
    where from_id = ${from} and undone_at is null order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Ends the record; answers how many rows it named. */
export async function endMerge(db: Db, mergeId: string, now: Date): Promise<number> {
  await sql`update film_merges set undone_at = ${now} where id = ${mergeId}::bigint`.execute(db)
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from film_merge_rows where merge_id = ${mergeId}::bigint`.execute(db)
  return rows[0]?.rows ?? 0
}
