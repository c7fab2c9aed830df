import { sql, type RawBuilder } from 'kysely'
import { keyset, type Order } from '#server/core/keyset.ts'
import type { Cursor } from '#server/core/pagination.ts'
import type { Db } from '#server/db/database.ts'

export type FilmSort = 'added' | 'rating' | 'release' | 'runtime'

interface Row {
  id: string
  sort: string
}

/** The films of a member, each once, with what they go by. Unknown is the least of all. */
const sources: Record<
  FilmSort,
  { type: 'integer' | 'text' | 'timestamptz'; of: (memberId: string) => RawBuilder<unknown> }
> = {
  added: {
    type: 'timestamptz',
    of: (memberId) => sql`
      select film_id, max(created_at) as value from logs where member_id = ${memberId} group by film_id`,
  },
  rating: {
    type: 'integer',
    of: (memberId) => sql`
      select film_id, coalesce(rating, 0)::integer as value
      from (select distinct film_id from logs where member_id = ${memberId}) seen
      left join (
        select distinct on (film_id) film_id, rating from logs
        where member_id = ${memberId} and rating is not null
        order by film_id, created_at desc, id desc
      ) rated using (film_id)`,
  },
  release: { type: 'text', of: (memberId) => ofFilm(memberId, sql`f.release_date`) },
  runtime: { type: 'integer', of: (memberId) => ofFilm(memberId, sql`f.runtime`) },
}

const ofFilm = (memberId: string, value: RawBuilder<unknown>) => sql`
  select f.id as film_id, ${value} as value
  from (select distinct film_id from logs where member_id = ${memberId}) seen
  join films f on f.id = seen.film_id`

/**
 * Ids of the films that a member logged. Reads every log of that member from `logs_member_film`; what others
 * log costs nothing.
 */
export async function memberFilmsSkeleton(
  db: Db,
  memberId: string,
  sort: FilmSort,
  order: Order,
  limit: number,
  cursor: Cursor | null,
): Promise<Row[]> {
  const { type, of } = sources[sort]
  const { by, after } = keyset(
    { value: sql`value`, type, id: sql`film_id`, idType: 'integer' },
    order,
    cursor,
  )
  const { rows } = await sql<Row>`
    with mine as (${of(memberId)})
    select film_id::text as id, value::text as sort from mine where ${after} order by ${by} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Ids of a member's favourites among the films logged, the newest heart first. */
export async function favouriteLoggedSkeleton(
  db: Db,
  memberId: string,
  limit: number,
  cursor: Cursor | null,
): Promise<Row[]> {
  const { by, after } = keyset(
    { value: sql`v.created_at`, type: 'timestamptz', id: sql`v.film_id`, idType: 'integer' },
    'desc',
    cursor,
  )
  const { rows } = await sql<Row>`
    select v.film_id::text as id, v.created_at::text as sort from favourites v
    where v.member_id = ${memberId} and ${after}
      and exists (select 1 from logs l where l.member_id = v.member_id and l.film_id = v.film_id)
    order by ${by} limit ${limit}`.execute(db)
  return rows
}

export interface LoggedFilmRow {
  id: number
  title: string
  poster_path: string | null
  override_path: string | null
  release_date: string
  rating: number | null
  is_favorite: boolean
  review_id: string | null
  created_at: Date
}

/** What the newest logs of a member say of the films, in the order of the ids. */
export async function readLoggedFilms(db: Db, memberId: string, ids: number[]): Promise<LoggedFilmRow[]> {
  if (ids.length === 0) return []
  const newest = (column: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select ${column} from logs where member_id = ${memberId} and film_id = f.id and ${where}
    order by created_at desc, id desc limit 1`
  const { rows } = await sql<LoggedFilmRow>`
    select f.id, f.title, f.poster_path, f.release_date, o.poster_path as override_path,
      newest.created_at,
      (${newest(sql`rating`, sql`rating is not null`)}) as rating,
      (${newest(sql`id`, sql`review <> ''`)}) as review_id,
      exists (select 1 from favourites v where v.member_id = ${memberId} and v.film_id = f.id) as is_favorite
    from unnest(${ids}::integer[]) with ordinality as wanted (id, position)
    join films f on f.id = wanted.id
    join lateral (${newest(sql`created_at`, sql`true`)}) newest on true
    left join poster_overrides o on o.member_id = ${memberId} and o.film_id = f.id
    order by wanted.position`.execute(db)
  return rows
}
