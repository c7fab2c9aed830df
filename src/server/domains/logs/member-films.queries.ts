import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keptStatement } from '#server/core/kept-statement.ts'
import { keyset, type KeysetPage, type KeyType, type Skeleton, type SortOrder } from '#server/core/keyset.ts'
import type { Audience } from '#shared/audience.ts'
import type { HalfSteps } from '#shared/rating.ts'
import type { Db } from '#server/db/database.ts'
import type { Logs } from '#server/db/schema.ts'
import { isForViewer } from '#server/core/audience.ts'
import { filmRating, ratedFilmsOf } from '#server/domains/films/film-ratings.views.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'
import { shelvedColumns, type ShelvedColumns } from '#server/domains/shelves/shelves.service.ts'
import { isMeant, visibleTo, type LogChoice } from './logs.queries.ts'
import type { DiaryReading } from './member-diary.queries.ts'

export type FilmSort = 'added' | 'rating' | 'release' | 'runtime'

interface KeyedFilm {
  id: number
  key: string
}

/** The films of a member, each once, with their sort keys. Unknown values come last. */
const sources: Record<
  FilmSort,
  { type: KeyType; of: (whose: DiaryReading, choice: LogChoice) => RawBuilder<unknown> }
> = {
  added: {
    type: 'timestamptz',
    of: ({ memberId, viewerId }, choice) => sql`
      select film_id, max(created_at) as value from logs
      where member_id = ${memberId} and ${isMeant(choice)} and ${visibleTo(viewerId)} group by film_id`,
  },
  rating: {
    type: 'integer',
    of: (whose, choice) => sql`
      select film_id, coalesce(rating, 0)::integer as value
      from (${filmsOf(whose, choice)}) seen
      left join (${ratedFilmsOf(whose.memberId, { viewer: whose.viewerId })}) rated using (film_id)`,
  },
  release: { type: 'text', of: (whose, choice) => ofFilm(filmsOf(whose, choice), sql`f.release_date`) },
  runtime: { type: 'integer', of: (whose, choice) => ofFilm(filmsOf(whose, choice), sql`f.runtime`) },
}

const filmsOf = ({ memberId, viewerId }: DiaryReading, choice: LogChoice) => sql`
  select distinct film_id from logs
  where member_id = ${memberId} and ${isMeant(choice)} and ${visibleTo(viewerId)}`

const ofFilm = (films: RawBuilder<unknown>, value: RawBuilder<unknown>) => sql`
  select f.id as film_id, ${value} as value
  from (${films}) seen
  join films f on f.id = seen.film_id`

/**
 * Ids of the films that a member logged. Reads every log of that member from `logs_member_film`; what others
 * log costs nothing.
 */
export async function selectMemberFilms(
  db: Db,
  whose: DiaryReading,
  { sort, order, ...choice }: LogChoice & { sort: FilmSort; order: SortOrder },
  page: KeysetPage,
): Promise<Skeleton<number>> {
  const { type, of } = sources[sort]
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['value', type],
      ['film_id', 'integer'],
    ],
    page,
    order,
  )
  const { rows } = await sql<KeyedFilm>`
    with mine as (${of(whose, choice)})
    select film_id as id, ${key} from mine where ${after} order by ${by} limit ${limit}`.execute(db)
  return skeleton(rows)
}

/** Ids of a member's favourites among the films logged, the newest heart first. */
export async function selectLoggedFavourites(
  db: Db,
  { memberId, viewerId }: DiaryReading,
  choice: LogChoice,
  page: KeysetPage,
): Promise<Skeleton<number>> {
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['v.created_at', 'timestamptz'],
      ['v.film_id', 'integer'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('favourites as v')
    .select(['v.film_id as id', key])
    .where('v.member_id', '=', memberId)
    .where(isForViewer(viewerId, 'v'))
    .where(after)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('logs as l')
          .select('l.id')
          .whereRef('l.member_id', '=', 'v.member_id')
          .whereRef('l.film_id', '=', 'v.film_id')
          .where(isMeant(choice))
          .where(visibleTo(viewerId, 'l')),
      ),
    )
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

export interface LoggedFilmRow extends TitledFilm, Pick<Selectable<Logs>, 'rating' | 'created_at'> {
  override_path: string | null
  is_favorite: boolean
  review_id: string | null
  /** The widest audience among one's own logs of the film; null for other members. */
  audience: Audience | null
}

/** A member's current ratings of the films and the details of the newest logs, in the order of the ids. */
export async function selectLoggedFilms(
  db: Db,
  { memberId, viewerId }: DiaryReading,
  reader: TitleReader,
  ids: number[],
): Promise<LoggedFilmRow[]> {
  if (ids.length === 0) return []
  const newest = (column: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select ${column} from logs where member_id = ${memberId} and film_id = f.id and ${where}
    order by created_at desc, id desc limit 1`
  const widest = sql`(select min(audience) from logs where member_id = ${memberId} and film_id = f.id)`
  const { rows } = await sql<LoggedFilmRow>`
    select ${titledFilmColumns(reader)}, o.poster_path as override_path,
      newest.created_at, ${memberId === viewerId ? widest : sql`null`} as audience,
      ${filmRating(sql`${memberId}`, sql`f.id`, { viewer: viewerId })} as rating,
      (${newest(sql`id`, sql`review <> '' and ${visibleTo(viewerId)}`)}) as review_id,
      exists (
        select from favourites v where v.member_id = ${memberId} and v.film_id = f.id and ${isForViewer(viewerId, 'v')}
      ) as is_favorite
    from unnest(${ids}::integer[]) with ordinality as wanted (id, position)
    join films f on f.id = wanted.id
    join lateral (${newest(sql`created_at`, visibleTo(viewerId))}) newest on true
    left join poster_overrides o on o.member_id = ${memberId} and o.film_id = f.id
    order by wanted.position`.execute(db)
  return rows
}

interface FilmMarksRow extends ShelvedColumns {
  /** Every film that the member logged, with what it is given. */
  seen: [filmId: number, rating: HalfSteps | null][]
}

/** All that a member did with films, in one row: a diary of thousands as rows would take Node three times as long. */
export async function selectFilmMarks(db: Db, member: string): Promise<FilmMarksRow> {
  const { rows } = await keptStatement(
    'film marks',
    { memberId: member },
    ({ memberId }) => sql<FilmMarksRow>`
      select (
        select coalesce(json_agg(json_build_array(film_id, rating) order by film_id), '[]')
        from (select distinct film_id from logs where member_id = ${memberId}) logged
        left join (${ratedFilmsOf(memberId, 'giver')}) rated using (film_id)
      ) as seen, ${shelvedColumns(memberId)}`,
  ).execute(db)
  const [row] = rows
  if (!row) throw new Error('a statement without a condition has one row')
  return row
}
