import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Audience } from '#shared/audience.ts'
import { maxInteger } from '#shared/integers.ts'
import { keepable } from '#server/core/kept-statement.ts'
import {
  cursorKey,
  cursorValues,
  keyset,
  listed,
  type KeysetPage,
  type Listed,
  type Skeleton,
  type SortKey,
} from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { hasTag } from '#server/db/has-tag.ts'
import type { Films, Lists } from '#server/db/schema.ts'
import type { Viewer } from '#server/core/http.ts'
import { isForMembers, maySee, mayShow } from '#server/core/audience.ts'
import { posterColumn, titleColumns, type FilmTitles } from '#server/domains/films/titles.views.ts'
import { editorsOf, type ListEditorRow } from './list-editors.queries.ts'
import { isMeantFor, mayOpen, visibleTo } from './list-visibility.ts'

type List = Selectable<Lists>

/**
 * Lists that are shown to everybody without being asked for; the first part must be exactly the condition of the
 * index `lists_popular`.
 */
const isShown = (viewerId: string) => sql<boolean>`${isForMembers('l')} and ${isUnmuted(viewerId)}`

/** `hides`: whether the viewer may hide words. */
export const isUnmuted = (viewerId: string, hides = true) =>
  mayShow(viewerId, { member: 'l.member_id', ...(hides && { text: 'l.title' }) })

const newest: SortKey[] = [
  ['l.created_at', 'timestamptz'],
  ['l.id', 'uuid'],
]

/** The member whose lists are read: all or those with a tag, and on request lists of others that they edit. */
interface ListsMeant {
  memberId: string
  tag?: string | undefined
  withEdited?: boolean
}

/** A member's lists as the viewer may see them, newest first. */
export async function selectMemberLists(
  db: Db,
  viewerId: string,
  { memberId, tag, withEdited = false }: ListsMeant,
  page: KeysetPage,
): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(newest, page)
  const rows = await db
    .selectFrom('lists as l')
    .select(['l.id', key])
    .where(
      withEdited
        ? sql<boolean>`(l.member_id = ${memberId} or l.id = any (array(
            select list_id from list_editors where member_id = ${memberId} and accepted_at is not null)))`
        : sql<boolean>`l.member_id = ${memberId}`,
    )
    .$if(tag !== undefined, (query) => query.where(hasTag([tag ?? ''])))
    .where(withEdited ? mayOpen(viewerId) : visibleTo(viewerId))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** What a member saved and may still see, the newest saved first. */
export async function selectSavedLists(db: Db, memberId: string, page: KeysetPage): Promise<Skeleton> {
  const savedLast: SortKey[] = [
    ['s.created_at', 'timestamptz'],
    ['s.list_id', 'uuid'],
  ]
  const { key, after, by, limit, skeleton } = keyset(savedLast, page)
  const rows = await db
    .selectFrom('list_saves as s')
    .innerJoin('lists as l', 'l.id', 's.list_id')
    .select(['l.id', key])
    .where('s.member_id', '=', memberId)
    .where(mayOpen(memberId))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** Public lists, most liked first, then newest; those of limited members are shown to who follows or searches. */
export async function selectPopularLists(db: Db, viewerId: string, page: KeysetPage): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset([['l.like_count', 'integer'], ...newest], page)
  const rows = await db
    .selectFrom('lists as l')
    .select(['l.id', key])
    .where(isShown(viewerId))
    .where(
      // A sub-query for each list: as a join, all members may be read instead.
      sql<boolean>`(select limited_at from members where id = l.member_id offset 0) is null`,
    )
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** Lists of followed members, newest first. Of each member no more are read than the page shows. */
export async function selectFriendsLists(db: Db, memberId: string, page: KeysetPage): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(newest, page)
  const { rows } = await sql<{ id: string; key: string }>`
    select l.id, ${key}
    from follows fo cross join lateral (
      select l.id, l.created_at from lists l
      where l.member_id = fo.followee_id and ${visibleTo(memberId)} and ${isUnmuted(memberId)} and ${after}
      order by ${by} limit ${limit}
    ) l
    where fo.follower_id = ${memberId}
    order by ${by} limit ${limit}`.execute(db)
  return skeleton(rows)
}

export interface ListRow extends Omit<
  List,
  'idempotency_key' | 'import_key' | 'imported_at' | 'request_hash' | 'search_text'
> {
  username: string
  avatar: string | null
  poster_paths: string[]
  likes: string[]
  liked: boolean
  saved: boolean
  /** Null when they were not asked for. */
  editors: ListEditorRow[] | null
}

/** Lists that the viewer may see, in the order of the ids. `likers` and `posters` limit their arrays. */
export async function selectLists(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'titles'>,
  ids: string[],
  { likers, posters, editors = false }: { likers: number; posters: number; editors?: boolean },
): Promise<ListRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListRow>`
    select l.id, l.title, l.description, l.cover, l.audience, l.is_ranked, l.like_count, l.save_count,
      l.reply_count, l.tags, l.films_count, l.created_at, l.updated_at, l.hidden_at, l.member_id, m.username, m.avatar,
      array(
        select coalesce(o.poster_path, ${posterColumn(viewer.titles)})
        from list_films lf join films f on f.id = lf.film_id
        left join poster_overrides o on o.member_id = l.member_id and o.film_id = lf.film_id
        where lf.list_id = l.id and coalesce(o.poster_path, f.poster_path) is not null
        order by lf.position, lf.film_id limit ${posters}
      ) as poster_paths,
      case when l.like_count = 0 then '{}'::uuid[] else array(
        select k.member_id from list_likes k where k.list_id = l.id and ${maySee(viewer.id, 'k.member_id')}
        order by k.created_at desc, k.member_id limit ${likers}
      ) end as likes,
      exists (select 1 from list_likes k where k.list_id = l.id and k.member_id = ${viewer.id}) as liked,
      exists (select 1 from list_saves s where s.list_id = l.id and s.member_id = ${viewer.id}) as saved,
      ${editors ? editorsOf(viewer.id) : sql`null::json`} as editors
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join lists l on l.id = wanted.id
    join members m on m.id = l.member_id
    where ${mayOpen(viewer.id)}
    order by wanted.position`.execute(db)
  return rows
}

export interface ListFilmRow
  extends FilmTitles, Pick<Selectable<Films>, 'id' | 'release_date' | 'poster_path'> {
  /** The poster that the list's owner chose for the film. */
  override_path: string | null
  note: string
  seen: boolean
  /** Its cursor; null when all films are read. */
  key: string | null
}

/**
 * The films of a list that the viewer may see, in its order: all, or one window. Each film is looked up by its
 * number: a plan that is made for long lists would read all films there are.
 * @throws request.invalid for a cursor that is not of this list
 */
export async function selectListFilms(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'titles'>,
  listId: string,
  window: KeysetPage | null,
): Promise<Listed<ListFilmRow>> {
  const { rows } = await sql<ListFilmRow>`
    select lf.film_id as id, ${titleColumns(viewer.titles)}, f.release_date, ${posterColumn(viewer.titles)} as poster_path, o.poster_path as override_path, lf.note,
      exists (select 1 from logs g where g.member_id = ${viewer.id} and g.film_id = lf.film_id) as seen,
      ${window ? cursorKey([sql`lf.position`, sql`lf.film_id`]) : sql`null as key`}
    from lists l
    join list_films lf on lf.list_id = l.id
    cross join lateral (
      select id, title, original_title, original_language, release_date, poster_path
      from films where id = lf.film_id offset 0
    ) f
    left join poster_overrides o on o.member_id = l.member_id and o.film_id = lf.film_id
    where l.id = ${listId} and ${mayOpen(viewer.id)} and ${behind(listId, window?.cursor)}
    order by lf.position, lf.film_id ${window ? sql`limit ${window.limit + 1}` : sql``}`.execute(db)
  return listed(rows, window?.limit ?? rows.length)
}

/**
 * The films after the one that a cursor names, wherever that is by now; when it has left the list, those after its
 * old position.
 */
function behind(listId: string, cursor: string | undefined) {
  const [position, filmId] = cursorValues(cursor, ['integer', 'integer']) ?? []
  if (!position || !filmId) return sql<boolean>`true`
  const last = sql`from list_films last where last.list_id = ${listId} and last.film_id = ${filmId}`
  return sql<boolean>`(lf.position, lf.film_id) > (
    coalesce((select last.position ${last}), ${position} - 1), coalesce((select last.film_id ${last}), ${sql.lit(maxInteger)}))`
}

/** Totals over all films of a list. */
export async function selectFilmSums(db: Db, viewerId: string, listId: string) {
  const { rows } = await sql<{ seen: number; noted: boolean }>`
    select
      (select count(*)::integer from list_films lf where lf.list_id = ${listId} and exists (
        select 1 from logs g where g.member_id = ${viewerId} and g.film_id = lf.film_id
      )) as seen,
      exists (select 1 from list_films lf where lf.list_id = ${listId} and lf.note <> '') as noted`.execute(
    db,
  )
  return rows[0] ?? { seen: 0, noted: false }
}

/** Those of the lists that have the film. */
export async function selectListsWithFilm(db: Db, listIds: string[], filmId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('list_films')
    .select('list_id')
    .where('film_id', '=', filmId)
    .where('list_id', '=', sql<string>`any(${listIds}::uuid[])`)
    .execute()
  return rows.map((row) => row.list_id)
}

/**
 * The columns that are needed to decide what somebody may do with a list; with `lock` it does not change until the
 * transaction ends.
 */
export function selectList(db: Db, id: string, { lock } = { lock: false }) {
  return db
    .selectFrom('lists')
    .select([
      'id',
      'member_id',
      'title',
      'description',
      'cover',
      'audience',
      'hidden_at',
      'is_ranked',
      'tags',
      'films_count',
      'updated_at',
    ])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

export type OwnListRow = NonNullable<Awaited<ReturnType<typeof selectList>>>

/** A list that the viewer may see, for `toggleMark`. */
export const lockVisibleList = (viewerId: string, id: string) =>
  keepable(
    'a list',
    { viewerId, id },
    (of) => sql`select l.id from lists l where l.id = ${of.id} and ${mayOpen(of.viewerId)} for key share`,
  )

/**
 * The audience of a list that the viewer may see (nobody when it is hidden), locked until the transaction ends;
 * undefined when there is no such list.
 */
export async function lockListVisibility(
  db: Db,
  viewerId: string,
  id: string,
): Promise<Audience | undefined> {
  const row = await db
    .selectFrom('lists as l')
    .select(sql<Audience>`case when l.hidden_at is null then l.audience else 'me' end`.as('audience'))
    .where('l.id', '=', id)
    .where(mayOpen(viewerId))
    .forShare()
    .executeTakeFirst()
  return row?.audience
}

export async function selectReaders(db: Db, id: string, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${[...memberIds]}::uuid[]) m (id)
    where exists (select from lists l where l.id = ${id} and ${isMeantFor(sql.ref('m.id'))})`.execute(db)
  return rows.map((row) => row.id)
}

/** Answers whether there is such a list. */
export async function updateHidden(db: Db, id: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lists')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a viewer may open the list. */
export async function isOpenTo(db: Db, viewerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from lists l where l.id = ${id} and ${mayOpen(viewerId)}`.execute(db)
  return rows.length > 0
}

/** Sets the audience of all of a member's lists. */
export async function updateAudiences(db: Db, memberId: string, audience: Audience): Promise<void> {
  await db
    .updateTable('lists')
    .set({ audience })
    .where('member_id', '=', memberId)
    .where('audience', '<>', audience)
    .execute()
}

/** Whether any list of the member has the cover. */
export async function hasCover(db: Db, memberId: string, cover: string): Promise<boolean> {
  const row = await db
    .selectFrom('lists')
    .select('id')
    .where('member_id', '=', memberId)
    .where('cover', '=', cover)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** False when the member has used this idempotency key before. */
export async function insertList(db: Db, list: Insertable<Lists>): Promise<boolean> {
  const result = await db
    .insertInto('lists')
    .values(list)
    .onConflict((conflict) => conflict.columns(['member_id', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type ListChange = Pick<
  Updateable<Lists>,
  'title' | 'search_text' | 'description' | 'cover' | 'audience' | 'is_ranked' | 'tags' | 'films_count'
>

export async function updateList(db: Db, id: string, change: ListChange, updatedAt: Date): Promise<void> {
  await db
    .updateTable('lists')
    .set({ ...change, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteList(db: Db, id: string): Promise<void> {
  await db.deleteFrom('lists').where('id', '=', id).execute()
}

/** A film and what is said of it. */
export interface NotedFilm {
  filmId: number
  note: string
}

/**
 * Adds films at the end of a list, in their order, and counts them, except those that it has. Answers how many were
 * added. The caller must hold the list's lock.
 */
export async function insertLastFilms(
  db: Db,
  listId: string,
  films: readonly NotedFilm[],
  updatedAt: Date,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with made as (
      insert into list_films (list_id, film_id, position, note)
      select ${listId}, wanted.film_id,
        (select coalesce(max(position), -1) from list_films where list_id = ${listId}) + wanted.place, wanted.note
      from unnest(${films.map((film) => film.filmId)}::integer[], ${films.map((film) => film.note)}::text[])
        with ordinality as wanted (film_id, note, place)
      on conflict do nothing
      returning 1
    )
    update lists set films_count = films_count + (select count(*) from made), updated_at = ${updatedAt}
    where id = ${listId}
    returning (select count(*)::int from made) as added`.execute(db)
  return rows[0]?.added ?? 0
}

/** Gives an empty list the films of another in their order, and what is said of them on request. */
export async function copyFilms(
  db: Db,
  { from, to, withNotes }: { from: string; to: string; withNotes: boolean },
): Promise<void> {
  await sql`
    with made as (
      insert into list_films (list_id, film_id, position, note)
      select ${to}, film_id, row_number() over (order by position, film_id) - 1, ${withNotes ? sql`note` : sql`''`}
      from list_films where list_id = ${from}
      returning 1
    )
    update lists set films_count = (select count(*) from made) where id = ${to}`.execute(db)
}

/** Positions and notes of a list's films, by their ids. */
export async function selectPlaces(db: Db, listId: string): Promise<Map<number, PlacedFilm>> {
  const rows = await db
    .selectFrom('list_films')
    .select(['film_id as filmId', 'position', 'note'])
    .where('list_id', '=', listId)
    .execute()
  return new Map(rows.map((row) => [row.filmId, row]))
}

/** Those of the films that a list does not have. */
export async function selectMissingFilms(db: Db, listId: string, filmIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${filmIds}::integer[]) as wanted (id)
    where not exists (select 1 from list_films lf where lf.list_id = ${listId} and lf.film_id = wanted.id)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export interface PlacedFilm extends NotedFilm {
  position: number
}

export interface Rearrangement {
  /** Films that leave the list. */
  gone: number[]
  /** Films that are added, move to another position, or get another note. */
  placed: PlacedFilm[]
}

/**
 * Applies the changes in one statement that writes no other rows than those named. The caller must hold the list's
 * lock.
 */
export async function rearrangeFilms(db: Db, listId: string, { gone, placed }: Rearrangement): Promise<void> {
  await sql`
    with gone as (
      delete from list_films where list_id = ${listId} and film_id = any(${gone}::integer[])
    )
    insert into list_films (list_id, film_id, position, note)
    select ${listId}, placed.film_id, placed.position, placed.note
    from unnest(${placed.map((film) => film.filmId)}::integer[], ${placed.map((film) => film.position)}::integer[],
      ${placed.map((film) => film.note)}::text[]) as placed (film_id, position, note)
    on conflict (list_id, film_id) do update set position = excluded.position, note = excluded.note`.execute(
    db,
  )
}

export async function lockListsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from lists where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

/** Pictures in comments below some or all of a member's lists, by any author. */
export async function selectReplyPicturesBelow(
  db: Db,
  lists: { ids: readonly string[] } | { memberId: string },
): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select r.image from lists l join replies r on r.list_id = l.id
    where ${'ids' in lists ? sql`l.id = any(${lists.ids}::uuid[])` : sql`l.member_id = ${lists.memberId}`}
      and r.image is not null`.execute(db)
  return rows.map((row) => row.image)
}

export async function deleteListsOf(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('lists').where('member_id', '=', memberId).execute()
}
