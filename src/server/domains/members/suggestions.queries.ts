import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type TitledFilm, titledFilmColumns, type TitleReader } from '#server/domains/films/titles.views.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import { hasNarrowLogs, isForMembers, isShownToGuests, mayShow } from '#server/core/audience.ts'

/** How many of the viewer's newest logs are looked at, and how many loggers of each of their films. */
const tasteLogs = 60
const loggersOfFilm = 60

/** How many of the newest logs are searched for active authors. */
const latestLogs = 1000

/** How many members of each kind are compared more closely. */
const candidates = 200

const followedBy = (viewerId: string) => sql`
  followed as materialized (select followee_id from follows where follower_id = ${viewerId})`

/** Of an `id`, beside `followedBy`. */
const isStrangerTo = (viewerId: string) => sql`
  id <> ${viewerId} and id not in (select followee_id from followed) and ${mayShow(viewerId, { member: 'id' })}`

/** Whether the member of `found.id` may be suggested to strangers. */
const maySuggest = () => sql`exists (
  select from members
  where members.id = found.id and discoverable and email_verified_at is not null and ${isShownToGuests()} offset 0
)`

const filmsOf = (viewerId: string) => sql`
  mine as materialized (select distinct film_id from logs where member_id = ${viewerId})`

/** Looking for one film in a diary costs as much as reading so many entries of it. */
const entriesOfLookUp = 16

/**
 * How many films of `mine` (see `filmsOf`) the member of `found.id` has logged for all members to see. In a far longer
 * diary each of them is looked for; any other is read, and rows of `logs` only of a member who has some that are not for all.
 */
function inCommon() {
  const counted = (condition: RawBuilder<unknown>) => sql`(
    select count(distinct film_id) from logs where member_id = found.id and film_id in (select film_id from mine)${condition})`
  return sql`(case
    when (select films_count from diaries where member_id = found.id) > ${sql.lit(entriesOfLookUp)} * (select count(*) from mine) then (
      select count(*) from mine where exists (
        select from logs where film_id = mine.film_id and member_id = found.id and ${isForMembers()} offset 0))
    when ${hasNarrowLogs('found.id')} then ${counted(sql` and ${isForMembers()}`)} else ${counted(sql``)} end)::int`
}

export interface SuggestionRow {
  id: string
  /** Films that both have logged. */
  common: number
  /** Of the member's logs, when these films were counted. */
  version: number
}

/**
 * Members whom a member may like to follow, without those they follow: the most films in common first, then who
 * logged last, then who is new. Films in common are looked for among `tasteLogs` of the viewer's newest logs and a
 * bounded number of loggers of each film, where a film that few have logged counts more; of many loggers they are those
 * who joined from a moment on that is drawn each time (`first`), and not always the oldest members. Then all films of the few
 * that remain are compared. Of others only what is for all members is read. So the work is bounded, however many
 * members and logs there are. `offset 0` keeps a part from being merged into the statement around it, which might
 * then read a whole table.
 */
export async function selectSuggestions(db: Db, viewer: string, count: number): Promise<SuggestionRow[]> {
  const { rows } = await keptStatement(
    'suggestions',
    { viewerId: viewer, limit: count },
    ({ viewerId, limit }) => {
      const isStranger = isStrangerTo(viewerId)
      const loggers = (side: '>=' | '<') => sql`(
        select distinct member_id as id from logs
        where film_id = taste.film_id and member_id ${sql.raw(side)} (select id from first) and ${isForMembers()})`
      return sql<SuggestionRow>`
    with ${followedBy(viewerId)}, drawn as materialized (
      select oldest + random() * (now() - oldest) as at from (select min(created_at) as oldest from members) earliest
    ), first as materialized (
      select coalesce((
        select id from members where created_at >= (select at from drawn) order by created_at, id limit 1
      ), ${viewerId}) as id
    ), taste as materialized (
      select distinct film_id from (
        select film_id from logs where member_id = ${viewerId} order by created_at desc limit ${sql.lit(tasteLogs)}
      ) newest
    ), near as materialized (
      select id, null::timestamptz as at from (
        select logger.id, sum(1::float8 / logger.loggers) as closeness
        from taste cross join lateral (
          select id, count(*) over () as loggers from (
            ${loggers('>=')} union all ${loggers('<')} limit ${sql.lit(loggersOfFilm)}
          ) few
        ) logger
        group by logger.id
      ) shared
      where ${isStranger} order by closeness desc, id limit ${sql.lit(candidates)}
    ), active as materialized (
      select id, max(at) as at from (
        select member_id as id, created_at as at from logs where watched_at is not null and ${isForMembers()}
        order by created_at desc limit ${sql.lit(latestLogs)}
      ) newest
      where ${isStranger} group by id order by at desc, id limit ${sql.lit(candidates)}
    ), joined as materialized (
      select id, at from (
        select id, created_at as at from members order by created_at desc, id desc limit ${sql.lit(candidates)}
      ) newest
      where ${isStranger}
    ), found_near as materialized (
      select 0 as rank, id, at from near found where ${maySuggest()} limit ${limit}
    ), found_active as materialized (
      select 1, id, at from active found where ${maySuggest()} and id not in (select id from found_near)
      limit greatest(0, ${limit}::int - (select count(*) from found_near))
    ), found_joined as materialized (
      select 2, id, at from joined found
      where ${maySuggest()} and id not in (select id from found_near union all select id from found_active)
      limit greatest(0, ${limit}::int - (select count(*) from found_near) - (select count(*) from found_active))
    ), found as materialized (
      select * from found_near union all select * from found_active union all select * from found_joined
    ), ${filmsOf(viewerId)}
    select id, ${inCommon()} as common,
      (select logs_version from diaries where member_id = found.id) as version
    from found
    order by common desc, found.rank, found.at desc nulls last, found.id
    limit ${limit}`
    },
  ).execute(db)
  return rows
}

/**
 * Those of the members who may still be suggested to the viewer. Films in common are counted again of whose logs have changed,
 * since one of them may be for fewer by now.
 */
export async function selectStillSuggested(
  db: Db,
  viewerId: string,
  known: readonly SuggestionRow[],
): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`
    with ${followedBy(viewerId)}, ${filmsOf(viewerId)}
    select id, version, case when version = known_version then known_common else ${inCommon()} end as common
    from (
      select given.*, (select logs_version from diaries where member_id = given.id) as version
      from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ common }) => common)}::integer[],
        ${known.map(({ version }) => version)}::integer[]) with ordinality as given (id, known_common, known_version, place)
    ) found
    where ${isStrangerTo(viewerId)} and ${maySuggest()} order by common desc, place`.execute(db)
  return rows
}

interface SuggestedFilmRow extends TitledFilm {
  member_id: string
  /** The member's own poster for this film. */
  override_path: string | null
}

/** The films that members logged last for all members to see, up to a number for each, newest first. */
export async function selectLatestFilms(
  db: Db,
  reader: TitleReader,
  ids: string[],
  each: number,
): Promise<SuggestedFilmRow[]> {
  const { rows } = await sql<SuggestedFilmRow>`
    select wanted.id as member_id, ${titledFilmColumns(reader)}, o.poster_path as override_path
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select film_id, max(created_at) as at from (
        select film_id, created_at from logs where member_id = wanted.id and ${isForMembers()}
        order by created_at desc, id desc limit 20
      ) newest
      group by film_id order by at desc limit ${each}
    ) latest
    join films f on f.id = latest.film_id
    left join poster_overrides o on o.member_id = wanted.id and o.film_id = f.id
    order by latest.at desc`.execute(db)
  return rows
}
