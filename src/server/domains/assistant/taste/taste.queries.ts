import { sql, type RawBuilder } from 'kysely'
import { isForMembers, isShownToGuests, mayShow } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import { likedFrom, recentRatings } from '#server/domains/films/film-ratings.views.ts'
import { type TitledFilm, titledFilmColumns } from '#server/domains/films/titles.views.ts'
import type { Viewer } from '#server/core/http.ts'

/** How many of a compared member's newest logs, and of their newest ratings by hand, are read. */
const starsRead = 1000
/**
 * How many of the member's own ratings are compared, and from how many of their newest logs the newest films are
 * taken.
 */
const ownRatings = 500
const newestLogs = 500
const newestFilms = 120
/**
 * How many loggers of each of these films are looked at among members who joined after this one, and as many among
 * those who joined before.
 */
const loggersEachWay = 100
/** How many members are compared more closely: those who share at least `minShared` of these films. */
const candidates = 200
const minNewest = 3
/** Fewer films in common say nothing; more say more, up to a point. */
const minShared = 5
const shrinkage = 10
/** In half stars. The average of a member with few ratings is drawn towards this. */
const usualRating = 6
const usualWeight = 5
const minLikeness = 0.1
export const maxKept = 30

/**
 * Whose tastes may be used for others, by `members m`: those who may be suggested to others, and who are not limited.
 */
const mayCount = sql`m.discoverable and ${isShownToGuests('m')}`

export interface StaleMember {
  id: string
  version: number
}

/**
 * Members to compare with others: those whose logs changed since they were last compared, then those whose comparison is
 * old. They need enough films; `films_count` has only films for all members, so a member with private ones is counted by
 * their logs.
 */
export async function selectStaleTastes(
  db: Db,
  { before, minFilms, limit }: { before: Date; minFilms: number; limit: number },
): Promise<StaleMember[]> {
  const { rows } = await sql<StaleMember>`
    select d.member_id as id, d.logs_version as version from diaries d left join taste_runs t on t.member_id = d.member_id
    where (t.version is distinct from d.logs_version or t.compared_at < ${before})
      and (t.member_id is not null or d.films_count >= ${minFilms} or d.logs_version > 0 and exists (
        select from logs where member_id = d.member_id offset ${minFilms - 1} limit 1
      ))
    order by t.compared_at nulls first, d.member_id limit ${limit}`.execute(db)
  return rows
}

/** What a member gave films last: `film_id`, `rating`, `given_at`. However much they logged, so much is read by an index. */
const newestStars = (
  member: RawBuilder<unknown>,
  isForReaders: (of: 'logs' | 'given_stars') => RawBuilder<unknown>,
) => sql`
  select distinct on (film_id) film_id, rating, given_at from (
    select film_id, rating, created_at as given_at, false as by_hand, id from (
      select film_id, rating, created_at, id from logs where member_id = ${member} and ${isForReaders('logs')}
      order by created_at desc, id desc limit ${sql.lit(starsRead)}
    ) newest where rating is not null
    union all (
      select film_id, rating, given_at, true, id from given_stars
      where member_id = ${member} and by_hand and ${isForReaders('given_stars')}
      order by given_at desc limit ${sql.lit(starsRead)}
    )
  ) given order by film_id, given_at desc, by_hand desc, id desc`

/**
 * Compares a member with others and stores those with the most similar taste. Of the member all ratings count, of the
 * others only those that all members may see. Similarity is the cosine of how far the ratings of both are from their means
 * (with few ratings, a mean is drawn towards the usual one), times how much they have in common. The work is bounded,
 * however many members there are and however much they log. `offset 0` keeps PostgreSQL from merging a part into the
 * statement around it.
 */
export async function replaceTaste(db: Db, { id, version }: StaleMember, now: Date): Promise<void> {
  await sql`delete from taste where member_id = ${id}`.execute(db)
  await sql`
    insert into taste (member_id, other_id, likeness)
    with mine as materialized (
      select film_id, rating from (${newestStars(sql`${id}`, () => sql`true`)}) last
      where rating is not null order by given_at desc limit ${sql.lit(ownRatings)}
    ), centred as materialized (
      select film_id, rating - (
        select (sum(rating) + ${sql.lit(usualRating * usualWeight)})::float8 / (count(*) + ${sql.lit(usualWeight)}) from mine
      ) as off from mine
    ), near as materialized (
      select id from (
        select logger.id, sum(1.0 / logger.loggers) as closeness
        from (
          select film_id from (
            select film_id, created_at from logs where member_id = ${id}
            order by created_at desc, id desc limit ${sql.lit(newestLogs)}
          ) recent group by film_id order by max(created_at) desc limit ${sql.lit(newestFilms)}
        ) newest cross join lateral (
          select id, count(*) over () as loggers from (
            (
              select distinct member_id as id from logs
              where film_id = newest.film_id and member_id > ${id} and ${isForMembers('logs')}
              order by member_id limit ${sql.lit(loggersEachWay)}
            ) union all (
              select distinct member_id from logs
              where film_id = newest.film_id and member_id < ${id} and ${isForMembers('logs')}
              order by member_id desc limit ${sql.lit(loggersEachWay)}
            )
          ) few
        ) logger
        group by logger.id having count(*) >= ${sql.lit(minNewest)}
      ) shared
      where ${mayShow(id, { member: 'id' })}
        and exists (select from members m where m.id = shared.id and ${mayCount} offset 0)
      order by closeness desc, id limit ${sql.lit(candidates)}
    ), compared as materialized (
      select near.id, told.shared, told.likeness from near cross join lateral (
        select count(*) as shared, sum(c.off * t.off) / nullif(sqrt(sum(c.off ^ 2) * sum(t.off ^ 2)), 0) as likeness
        from (
          select film_id, rating - (sum(rating) over () + ${sql.lit(usualRating * usualWeight)})::float8
            / (count(*) over () + ${sql.lit(usualWeight)}) as off
          from (${newestStars(sql`near.id`, isForMembers)}) last where rating is not null
        ) t join centred c on c.film_id = t.film_id
      ) told
    )
    select ${id}, id, likeness * shared / (shared + ${sql.lit(shrinkage)})
    from compared
    where shared >= ${sql.lit(minShared)} and likeness * shared / (shared + ${sql.lit(shrinkage)}) >= ${sql.lit(minLikeness)}
    order by 3 desc, id limit ${sql.lit(maxKept)}`.execute(db)
  await sql`
    insert into taste_runs (member_id, version, compared_at) select id, ${version}, ${now} from members where id = ${id}
    on conflict (member_id) do update set (version, compared_at) = (excluded.version, excluded.compared_at)`.execute(
    db,
  )
}

/** How many newest logs are read of each member of similar taste. */
const logsRead = 200
/** With fewer, a member could find out who it was that liked a film. */
const minMembers = 2

export interface TasteFilmRow extends TitledFilm {
  genre_ids: number[]
  vote_average: number
  vote_count: number
  /** Half stars that these members give it on average, two of them at least. */
  average: number
}

/**
 * Films that several members of similar taste liked and the viewer has not logged; what the most similar members liked most
 * comes first. Whose logs may be read is decided anew each time: not those of members who are blocked or muted, either way,
 * or do not want to be suggested to others, and only logs that all members may see.
 */
export async function selectLikedByTaste(
  db: Db,
  viewer: Viewer,
  { condition, hidden }: { condition: RawBuilder<unknown>; hidden: readonly number[] },
  limit: number,
): Promise<TasteFilmRow[]> {
  const { rows } = await sql<TasteFilmRow>`
    with followed as materialized (
      select t.other_id as id, t.likeness from taste t join members m on m.id = t.other_id
      where t.member_id = ${viewer.id} and ${mayCount} and ${mayShow(viewer.id, { member: 't.other_id' })}
      order by t.likeness desc, t.other_id limit ${sql.lit(maxKept)}
    ), rated as materialized (
      ${recentRatings(viewer.id, logsRead, { logs: isForMembers('logs'), byHand: isForMembers('given_stars') })}
    ), liked as (
      select r.film_id, sum(n.likeness * (r.rating - ${sql.lit(likedFrom - 1)})) as weight, avg(r.rating) as average
      from rated r join followed n on n.id = r.member_id
      where not exists (select from logs own where own.member_id = ${viewer.id} and own.film_id = r.film_id)
      group by r.film_id
      having count(*) filter (where r.rating >= ${sql.lit(likedFrom)}) >= ${sql.lit(minMembers)}
        and avg(r.rating) >= ${sql.lit(likedFrom - 1)}
    )
    select ${titledFilmColumns(viewer.titles)},
      f.genre_ids, f.vote_average::float8 as vote_average, f.vote_count, liked.average::float8 as average
    from liked join films f on f.id = liked.film_id
    where ${condition} and f.id <> all(${hidden}::integer[]) and not exists (
      select from muted_films u where u.member_id = ${viewer.id} and u.film_id = f.id
    )
    order by liked.weight desc, f.id limit ${limit}`.execute(db)
  return rows
}
