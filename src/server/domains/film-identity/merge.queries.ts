import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { diaryByLogs } from '#server/domains/logs/film-stats.service.ts'
import { filmColumns, type FilmColumn } from './film-columns.ts'

/** Which film becomes which, and the record of it. */
export interface MergeScope {
  mergeId: string
  from: number
  into: number
}

export type Place = keyof typeof filmColumns

export const places = Object.entries(filmColumns) as [Place, FilmColumn][]

const tableOf = (place: string) => sql.table(place.split('.')[0] ?? '')
const columnOf = (place: string) => sql.ref(place.split('.')[1] ?? '')

/** The owner of a row `t`. */
const owners: Partial<Record<string, RawBuilder<unknown>>> = {
  members: sql`t.id`,
  list_films: sql`(select l.member_id from lists l where l.id = t.list_id)`,
  evenings: sql`t.host_id`,
  evening_cards: sql`(select e.host_id from evenings e where e.id = t.evening_id)`,
  evening_votes: sql`(select p.member_id from evening_people p where p.id = t.person_id)`,
  film_redirects: sql`null::uuid`,
  film_texts: sql`null::uuid`,
  film_services: sql`null::uuid`,
  import_rows: sql`(select i.member_id from imports i where i.id = t.import_id)`,
}
const ownerOf = (place: string) => owners[place.split('.')[0] ?? ''] ?? sql`t.member_id`

const keyOf = (columns: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`t.${column}`)]))})`

const note = (place: string, did: string, { mergeId }: MergeScope, rest: RawBuilder<unknown>) => sql`
  insert into film_merge_rows (merge_id, member_id, place, did, key, before, after)
  select ${mergeId}::bigint, ${ownerOf(place)}, ${place}, ${did}, ${rest}`

/** Lets merges run one after another. */
export const lockMerges = (db: Db) => sql`select pg_advisory_xact_lock(1600, 1)`.execute(db)

/**
 * The members whose rows a merge touches, in the order in which they are locked. Members whose writes to either film
 * are not committed yet are missing.
 */
export async function selectHolders(db: Db, films: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from logs where film_id = any(${films}::integer[])
    union select member_id from watchlist_items where film_id = any(${films}::integer[])
    union select member_id from favourites where film_id = any(${films}::integer[])
    union select member_id from poster_overrides where film_id = any(${films}::integer[])
    union select member_id from plays where film_id = any(${films}::integer[])
    union select member_id from notifications where film_id = any(${films}::integer[])
    union select e.host_id from evening_cards c join evenings e on e.id = c.evening_id
      where c.film_id = any(${films}::integer[])
    union select p.member_id from evening_votes v join evening_people p on p.id = v.person_id
      where v.film_id = any(${films}::integer[]) and p.member_id is not null
    union select l.member_id from list_films f join lists l on l.id = f.list_id
      where f.film_id = any(${films}::integer[])
    union select i.member_id from import_rows r join imports i on i.id = r.import_id
      where r.film_id = any(${films}::integer[])
    union select i.member_id from import_rows r join imports i on i.id = r.import_id
      where r.candidates && ${films}::integer[] and r.candidates <> '{}'
    union select id from members where favorite_film_ids && ${films}::integer[] and favorite_film_ids <> '{}'
    order by 1`.execute(db)
  return rows.map((row) => row.id)
}

/** In the order of all other writers: diaries, members, their imports, their lists, films. Answers how many films there are. */
export async function lockHolders(
  db: Db,
  members: readonly string[],
  films: readonly number[],
): Promise<number> {
  await sql`
    select member_id from diaries where member_id = any(${members}::uuid[])
    order by member_id for no key update`.execute(db)
  await sql`select id from members where id = any(${members}::uuid[]) order by id for no key update`.execute(
    db,
  )
  await sql`
    select id from imports where id in (
      select import_id from import_rows where film_id = any(${films}::integer[])
      union select import_id from import_rows where candidates && ${films}::integer[] and candidates <> '{}'
    ) order by id for no key update`.execute(db)
  await sql`
    select id from lists where id in (select list_id from list_films where film_id = any(${films}::integer[]))
    order by id for no key update`.execute(db)
  // Whoever is about to refer to one of the films waits, and then finds it gone.
  const { rows } = await sql`
    select id from films where id = any(${films}::integer[]) order by id for update`.execute(db)
  return rows.length
}

export async function insertMerge(db: Db, from: number, into: number, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into film_merges (from_id, film_id, film, merged_at)
    select ${from}, ${into}, to_jsonb(f), ${now} from films f where id = ${from}
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the film is gone')
  return row.id
}

/** Moves, deletes or changes the rows that refer to the film in one column. */
export async function mergeColumn(
  db: Db,
  merging: MergeScope,
  place: Place,
  column: FilmColumn,
): Promise<void> {
  switch (column.how) {
    case 'moves':
      if (column.once) await deleteSecond(db, merging, place, column.once)
      return moveRows(db, merging, place, column.key)
    case 'unique':
      await deleteWhereBoth(db, merging, place, column.by)
      return moveRows(db, merging, place, column.by)
    case 'ordered':
      await joinPlaces(db, merging)
      return moveRows(db, merging, place, column.by)
    case 'array':
      return replaceInArrays(db, merging, place, column.key)
    case 'counted':
    case 'other':
    case 'own':
  }
}

async function moveRows(db: Db, merging: MergeScope, place: Place, key: readonly string[]): Promise<void> {
  const film = columnOf(place)
  await sql`
    with t as (
      update ${tableOf(place)} set ${film} = ${merging.into} where ${film} = ${merging.from} returning *
    )
    ${note(place, 'moved', merging, sql`${keyOf(key)}, null, null from t`)}`.execute(db)
}

const same = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(`o.${column}`)} = ${sql.ref(`t.${column}`)}`),
    sql` and `,
  )

async function deleteWhereBoth(
  db: Db,
  merging: MergeScope,
  place: Place,
  by: readonly string[],
): Promise<void> {
  const film = columnOf(place)
  await sql`
    with t as (
      delete from ${tableOf(place)} t where t.${film} = ${merging.from}
        and exists (select from ${tableOf(place)} o where o.${film} = ${merging.into} and ${same(by)})
      returning t.*
    )
    ${note(place, 'dropped', merging, sql`${keyOf(by)}, to_jsonb(t), null from t`)}`.execute(db)
}

async function deleteSecond(
  db: Db,
  merging: MergeScope,
  place: Place,
  { by, where }: { by: readonly string[]; where: string },
): Promise<void> {
  const film = columnOf(place)
  await sql`
    with twice as (
      select t.id from ${tableOf(place)} t
      where t.${film} = ${merging.from} and (${sql.raw(where)}) and exists (
        select from (select * from ${tableOf(place)} where ${film} = ${merging.into} and (${sql.raw(where)})) o
        where ${same(by)}
      )
    ), t as (
      delete from ${tableOf(place)} t using twice where t.id = twice.id returning t.*
    )
    ${note(place, 'dropped', merging, sql`${keyOf(['id'])}, to_jsonb(t), null from t`)}`.execute(db)
}

/**
 * In a list that has both films the earlier place stays, with the note if only one has one; films behind the later
 * place move up.
 */
async function joinPlaces(db: Db, merging: MergeScope): Promise<void> {
  const { from, into } = merging
  const place = 'list_films.film_id'
  await sql`
    with both_in as (
      select f.list_id, f.position as from_position, f.note as from_note, t.position as into_position, t.note as into_note
      from list_films f join list_films t on t.list_id = f.list_id and t.film_id = ${into}
      where f.film_id = ${from}
    ), t as (
      delete from list_films f using both_in b where f.list_id = b.list_id and f.film_id = ${from}
      returning f.*, b.into_position, b.into_note
    ), placed as (
      update list_films f set position = case
        when f.film_id = ${into} then least(b.from_position, b.into_position) else f.position - 1 end,
        note = case when f.film_id = ${into} and f.note = '' then b.from_note else f.note end
      from both_in b
      where f.list_id = b.list_id and f.film_id <> ${from}
        and (f.film_id = ${into} or f.position > greatest(b.from_position, b.into_position))
    ), counted as (
      update lists set films_count = films_count - 1 from both_in b where lists.id = b.list_id
    )
    ${note(
      place,
      'dropped',
      merging,
      sql`${keyOf(['list_id'])}, to_jsonb(t) - 'into_position' - 'into_note',
        jsonb_build_object('into_position', t.into_position, 'into_note', t.into_note) from t`,
    )}`.execute(db)
}

async function replaceInArrays(
  db: Db,
  merging: MergeScope,
  place: Place,
  key: readonly string[],
): Promise<void> {
  const films = columnOf(place)
  const { from, into } = merging
  await sql`
    with old as (
      select * from ${tableOf(place)} where ${films} @> array[${from}::integer] and ${films} <> '{}'
    ), t as (
      update ${tableOf(place)} t set ${films} = array(
        select film from (
          select distinct on (film) film, nth
          from unnest(array_replace(old.${films}, ${from}, ${into})) with ordinality as given (film, nth)
          order by film, nth
        ) once order by nth
      )
      from old where ${sql.join(
        key.map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`old.${column}`)}`),
        sql` and `,
      )}
      returning t.*, old.${films} as old_films
    )
    ${note(place, 'changed', merging, sql`${keyOf(key)}, to_jsonb(t.old_films), to_jsonb(t.${films}) from t`)}`.execute(
    db,
  )
}

/** A log of a member who has logs of both films. */
export interface MergedLog {
  id: string
  memberId: string
  filmId: number
  importKey: string | null
  rating: number | null
  /** Day, text and all else that an entry says, to be compared. */
  content: string
  isMark: boolean
  hasImage: boolean
  /** Whether others liked it or replied. */
  isAnswered: boolean
  createdAt: Date
  /** The import that made it, where nobody changed it since. */
  importId: string | null
}

/** The logs of members who logged both films, the older first. */
export async function selectLogsOfBoth(db: Db, { from, into }: MergeScope): Promise<MergedLog[]> {
  const { rows } = await sql<MergedLog>`
    select l.id, l.member_id as "memberId", l.film_id as "filmId", l.import_key as "importKey", l.rating,
      jsonb_build_array(l.watched_at, l.review, l.gif, l.rewatch_count, l.spoilers, l.tags)::text as content,
      l.seen_only as "isMark", l.image is not null as "hasImage",
      l.like_count > 0 or exists (select from replies r where r.log_id = l.id) as "isAnswered",
      l.created_at as "createdAt", (
        select r.import_id from import_rows r
        where r.log_id = l.id and r.created and r.made_at >= l.updated_at limit 1
      ) as "importId"
    from logs l
    where l.film_id in (${from}, ${into})
      and exists (select from logs o where o.member_id = l.member_id and o.film_id = ${from})
      and exists (select from logs o where o.member_id = l.member_id and o.film_id = ${into})
    order by l.created_at, l.id`.execute(db)
  return rows
}

/** A log that repeats another one, and whether the other takes over its stars. */
export interface DuplicateLog {
  dropped: string
  kept: string
  givesStars: boolean
}

const doubledOf = (doubled: readonly DuplicateLog[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(doubled)}::jsonb) as d (dropped uuid, kept uuid, "givesStars" boolean)`

const rowColumns = [
  'state',
  'reason',
  'log_id',
  'created',
  'previous_rating',
  'made_at',
  'candidates',
] as const
const rowImage = (row: string) =>
  sql`jsonb_build_object(${sql.join(rowColumns.flatMap((column) => [sql.lit(column), sql.ref(`${row}.${column}`)]))})`

const countStates = sql`
  update imports i set imported = i.imported - c.imported, skipped = i.skipped + c.imported
  from (
    select import_id, count(*)::int as imported from t
    where old_image->>'state' = 'imported' and state = 'skipped' group by 1
  ) c
  where i.id = c.import_id`

/**
 * Deletes repeated logs: import rows that refer to the deleted one then refer to the one that stays, as though they
 * had been imported after it.
 */
export async function joinLogs(
  db: Db,
  merging: MergeScope,
  doubled: readonly DuplicateLog[],
  now: Date,
): Promise<void> {
  if (doubled.length === 0) return
  await sql`
    with old as (
      select r.import_id, r.row, ${rowImage('r')} as old_image, d.kept,
        d."givesStars" and r.kind = 'rating' and r.previous_rating is not null as gives
      from ${doubledOf(doubled)} join import_rows r on r.log_id = d.dropped
    ), t as (
      update import_rows r set log_id = case when r.kind in ('rating', 'seen') then old.kept end, created = false,
        state = case when r.state = 'imported' and not old.gives then 'skipped' else r.state end,
        reason = case when r.state = 'imported' and not old.gives then 'there-already' else r.reason end,
        previous_rating = case when old.gives then 0 end, made_at = case when old.gives then ${now}::timestamptz end
      from old where r.import_id = old.import_id and r.row = old.row
      returning r.*, old.old_image
    ), counted as (${countStates})
    ${note('import_rows.log_id', 'changed', merging, sql`${keyOf(['import_id', 'row'])}, t.old_image, ${rowImage('t')} from t`)}`.execute(
    db,
  )
  await sql`
    with old as (
      select l.id, l.rating as old_rating, gone.rating as new_rating
      from ${doubledOf(doubled)} join logs l on l.id = d.kept join logs gone on gone.id = d.dropped
      where d."givesStars"
    ), t as (
      update logs l set rating = old.new_rating from old where l.id = old.id
      returning l.id, l.member_id, l.rating, old.old_rating
    )
    ${note(
      'logs.rating',
      'changed',
      merging,
      sql`${keyOf(['id'])}, jsonb_build_object('rating', t.old_rating), jsonb_build_object('rating', t.rating) from t`,
    )}`.execute(db)
  await sql`
    with t as (delete from logs l using ${doubledOf(doubled)} where l.id = d.dropped returning l.*)
    ${note('logs.id', 'dropped', merging, sql`${keyOf(['id'])}, to_jsonb(t), null from t`)}`.execute(db)
}

/** When both films had a shelf row, the import that made one of them no longer owns the one that stays. */
export async function joinShelfRows(db: Db, merging: MergeScope): Promise<void> {
  const { from, into } = merging
  await sql`
    with pair as (
      select a.import_id, a.row, a.made_at, b.import_id as other_id, b.row as other_row, b.made_at as other_made_at
      from import_rows a join imports i on i.id = a.import_id
      join import_rows b on b.film_id = ${into} and b.kind = a.kind and b.list_id is not distinct from a.list_id
      join imports j on j.id = b.import_id and j.member_id = i.member_id
      where a.film_id = ${from} and a.created and b.created and a.state = 'imported' and b.state = 'imported'
        and a.kind in ('watchlist', 'favourite', 'poster', 'profile-favourite', 'list-film')
    ), later as (
      select distinct case when made_at > other_made_at then import_id else other_id end as import_id,
        case when made_at > other_made_at then row else other_row end as row
      from pair
    ), old as (
      select r.import_id, r.row, ${rowImage('r')} as old_image
      from later join import_rows r on r.import_id = later.import_id and r.row = later.row
    ), t as (
      update import_rows r set state = 'skipped', reason = 'there-already', created = false, made_at = null
      from old where r.import_id = old.import_id and r.row = old.row
      returning r.*, old.old_image
    ), counted as (${countStates})
    ${note('import_rows.log_id', 'changed', merging, sql`${keyOf(['import_id', 'row'])}, t.old_image, ${rowImage('t')} from t`)}`.execute(
    db,
  )
}

/** Import keys name the film in their second or third part; those in `cleared` know another log by theirs. */
export async function renameKeys(db: Db, merging: MergeScope, cleared: readonly string[]): Promise<void> {
  const { from, into } = merging
  await sql`
    with old as (
      select id, import_key from logs
      where film_id = ${from} and import_key ~ ${`^[a-z]+:(film|seen):${from}(:|$)`}
    ), t as (
      update logs l set import_key = case when l.id <> all(${cleared}::uuid[])
        then regexp_replace(old.import_key, ${`^([a-z]+:(film|seen)):${from}(:|$)`}, ${`\\1:${into}\\3`}) end
      from old where l.id = old.id
      returning l.id, l.member_id, l.import_key, old.import_key as old_key
    )
    ${note(
      'logs.import_key',
      'changed',
      merging,
      sql`${keyOf(['id'])}, jsonb_build_object('import_key', t.old_key),
        jsonb_build_object('import_key', t.import_key) from t`,
    )}`.execute(db)
}

/** Deletes the film and redirects its number, and all that led to it, to the other film. */
export async function endFilm(db: Db, merging: MergeScope): Promise<void> {
  const { from, into } = merging
  await moveRows(db, merging, 'film_redirects.film_id', ['from_id'])
  await sql`delete from film_stats where film_id in (${from}, ${into})`.execute(db)
  await sql`delete from films where id = ${from}`.execute(db)
  await sql`
    update films f set imdb_id = coalesce(f.imdb_id, m.film->>'imdb_id'),
      wikidata_id = coalesce(f.wikidata_id, m.film->>'wikidata_id')
    from film_merges m where m.id = ${merging.mergeId}::bigint and f.id = ${into}`.execute(db)
  await sql`
    insert into film_redirects (from_id, film_id) values (${from}, ${into})
    on conflict (from_id) do update set film_id = excluded.film_id`.execute(db)
}

/** Counts again what members' logs add up to. */
export async function recountMembers(db: Db, members: readonly string[]): Promise<void> {
  await sql`
    update diaries d set (films_count, last_log_at, last_mutual_log_at, logs_version) = (
      select c.films_count, c.last_log_at, c.last_mutual_log_at, d.logs_version + 1
      from (${diaryByLogs('d.member_id')}) c
    )
    where member_id = any(${members}::uuid[])`.execute(db)
}

/** Writes into the record how many rows of each kind the merge moved, changed and dropped. */
export async function countMerge(db: Db, mergeId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ counts: Record<string, number> }>`
    update film_merges set counts = coalesce((
      select jsonb_object_agg(kind, rows) from (
        select split_part(place, '.', 1) || ' ' || did as kind, count(*)::int as rows from film_merge_rows
        where merge_id = ${mergeId}::bigint group by 1
      ) kinds
    ), '{}')
    where id = ${mergeId}::bigint returning counts`.execute(db)
  return rows[0]?.counts ?? {}
}
