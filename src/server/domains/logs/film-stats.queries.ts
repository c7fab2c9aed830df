import { sql, type RawBuilder, type Selectable } from 'kysely'
import { isNarrower, type Audience } from '#shared/audience.ts'
import type { HalfSteps } from '#shared/rating.ts'
import type { Db } from '#server/db/database.ts'
import type { Logs } from '#server/db/schema.ts'
import { isForMembers, isPartForViewer } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import { hasTag } from '#server/db/has-tag.ts'
import { filmRating, newestGiven, ratedFilmsOf } from '#server/domains/films/film-ratings.views.ts'

/** What one member contributes to a film's figures: their logs, and their rating. */
export interface Standing {
  film_id: number
  logs: number
  /** How many of the logs are only marks as seen. */
  marks: number
  rating: HalfSteps | null
}

/**
 * For the `returning` clause of statements that write logs or ratings by hand: the member's standing with these films
 * before the statement, since it does not see its own changes. Several rows of one film say the same.
 */
const standing = (table: 'logs' | 'film_ratings') => {
  const [member, film] = [sql.ref(`${table}.member_id`), sql.ref(`${table}.film_id`)]
  return [
    sql<number>`${film}`.as('film_id'),
    sql<number>`(select count(*)::int from logs o where o.member_id = ${member} and o.film_id = ${film} and ${isForMembers('o')})`.as(
      'logs',
    ),
    sql<number>`(select count(*)::int from logs o where o.member_id = ${member} and o.film_id = ${film} and o.seen_only and ${isForMembers('o')})`.as(
      'marks',
    ),
    filmRating(member, film, 'members').as('rating'),
  ]
}
export const standingBefore = standing('logs')

/** What the same member already had of the same film when one log was added. */
export interface Earlier {
  /** Null where there were no logs. */
  earlier: { logs: number; marks: number; rating: HalfSteps | null; is_newer: boolean } | null
  is_by_hand: boolean
  is_counted: boolean
}

/**
 * For the `returning` clause of a statement that adds one log. The member's other logs of the film are read by a single
 * sub-query: starting another one would cost more than running it.
 */
export const earlierOfOne = [
  sql`(
    select case when count(*) > 0 then json_build_object(
      'logs', count(*) filter (where ${isForMembers('o')}),
      'marks', count(*) filter (where o.seen_only and ${isForMembers('o')}),
      'rating', (array_agg(o.rating order by o.created_at desc, o.id desc)
        filter (where o.rating is not null and ${isForMembers('o')}))[1],
      'is_newer', bool_or((o.created_at, o.id) > (logs.created_at, logs.id))
    ) end from logs o where o.member_id = logs.member_id and o.film_id = logs.film_id)`.as('earlier'),
  sql`exists (select from film_ratings r where r.member_id = logs.member_id and r.film_id = logs.film_id)`.as(
    'is_by_hand',
  ),
  sql`exists (select from film_stats s where s.film_id = logs.film_id)`.as('is_counted'),
]

/** What a member gave a film before a log was added, where something was set by hand. */
export async function selectRatingBefore(
  db: Db,
  log: { id: string; member_id: string; film_id: number },
): Promise<HalfSteps | null> {
  const { rows } = await sql<{ rating: HalfSteps | null }>`
    select rating from given_stars given
    where member_id = ${log.member_id} and film_id = ${log.film_id} and id <> ${log.id} and ${isForMembers('given')}
    order by ${newestGiven} limit 1`.execute(db)
  return rows[0]?.rating ?? null
}

/** The standing before one log is added. */
export interface StandingOfOne extends Standing {
  /**
   * Whether the new standing follows from this one and the log: the film is counted, nothing was set by hand, and
   * none of the member's logs of the film is newer.
   */
  is_plain: boolean
}

/** One log that a member added, and the standing before it. */
export interface Addition {
  log: Pick<Selectable<Logs>, 'audience' | 'created_at' | 'rating' | 'seen_only'>
  before: StandingOfOne
}

/**
 * The member's standing with films that are marked as seen with a tag; without the tag such a log may be only a mark.
 */
export async function selectTaggedMarks(db: Db, memberId: string, tag: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select ${sql.join(standingBefore)} from logs where member_id = ${memberId} and is_mark and ${hasTag([tag])}`.execute(
    db,
  )
  return rows
}

/** Rates a film by hand; null removes the stars. Answers the standing before. */
export async function rateFilm(
  db: Db,
  memberId: string,
  film: { id: number; rating: HalfSteps | null },
  now: Date,
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    with earlier as (
      delete from film_ratings where member_id = ${memberId} and film_id = ${film.id} and import_id is null
    )
    insert into film_ratings (member_id, film_id, rating, set_at) values (${memberId}, ${film.id}, ${film.rating}, ${now})
    returning ${sql.join(standing('film_ratings'))}`.execute(db)
  return rows
}

export interface GivenRating {
  filmId: number
  rating: HalfSteps | null
  setAt: Date
  /** False: the rating counts as older than everything else that the member gave the film. */
  isDayKnown: boolean
}

/**
 * Adds imported ratings, except for films without logs, for ratings of that moment or by that import which exist
 * already, and, when the day is not known, for films that the member rated here. Answers the standing before, in a
 * row for each rating that was added.
 */
export async function importRatings(
  db: Db,
  { memberId, importId }: { memberId: string; importId: string },
  ratings: readonly GivenRating[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    insert into film_ratings (member_id, film_id, rating, set_at, import_id)
    select ${memberId}, given."filmId", given.rating,
      case when given."isDayKnown" or not own.gave then given."setAt" else timestamptz 'epoch' end, ${importId}
    from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb)
      as given ("filmId" integer, rating smallint, "setAt" timestamptz, "isDayKnown" boolean)
    cross join lateral (
      select count(*) > 0 as gave, coalesce(bool_or(rating = given.rating), false) as said from (
        select rating from logs
        where member_id = ${memberId} and film_id = given."filmId" and import_key is null and rating is not null
        union all
        select rating from film_ratings
        where member_id = ${memberId} and film_id = given."filmId" and import_id is null
      ) here
    ) own
    where (given."isDayKnown" or not own.said)
      and exists (select from logs where member_id = ${memberId} and film_id = given."filmId")
      and not exists (
        select from film_ratings
        where member_id = ${memberId} and film_id = given."filmId" and rating is not distinct from given.rating
          and (set_at = given."setAt" or import_id = ${importId})
      )
    returning ${sql.join(standing('film_ratings'))}`.execute(db)
  return rows
}

/** Deletes the ratings of an import; answers the standing before, in a row for each that was deleted. */
export async function deleteRatings(
  db: Db,
  { memberId, importId }: { memberId: string; importId: string },
  filmIds: number[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    delete from film_ratings
    where member_id = ${memberId} and import_id = ${importId} and film_id = any(${filmIds}::integer[])
    returning ${sql.join(standing('film_ratings'))}`.execute(db)
  return rows
}

/** Whether a member saw a film, and its current rating. */
export async function selectSeen(db: Db, memberId: string, filmId: number) {
  const { rows } = await sql<{ seen: boolean; rating: HalfSteps | null }>`
    select exists (select from logs where member_id = ${memberId} and film_id = ${filmId}) as seen,
      ${filmRating(sql`${memberId}`, sql`${filmId}`, 'giver')} as rating`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a look-up has one row')
  return row
}

/**
 * Follows a change of stars in a member's newest log of a film: a rating by hand, if there is one, then says the
 * same.
 */
export async function rateFilmAsLog(
  db: Db,
  log: { id: string; memberId: string; filmId: number; rating: HalfSteps | null },
  now: Date,
): Promise<void> {
  await sql`
    with newest as (
      select id from logs where member_id = ${log.memberId} and film_id = ${log.filmId}
      order by created_at desc, id desc limit 1
    ), earlier as (
      delete from film_ratings
      where member_id = ${log.memberId} and film_id = ${log.filmId} and import_id is null
        and ${log.id} = (select id from newest)
    )
    insert into film_ratings (member_id, film_id, rating, set_at)
    select ${log.memberId}, ${log.filmId}, ${log.rating}::smallint, ${now} from newest
    where id = ${log.id}
      and exists (select from film_ratings where member_id = ${log.memberId} and film_id = ${log.filmId})`.execute(
    db,
  )
}

/** Ratings in half stars, in the order of `by_rating`. */
const steps = Array.from({ length: 10 }, (_, index) => index + 1)

/** Aggregates of rows with a rating each. */
const spread = `count(rating)::int as ratings, coalesce(sum(rating), 0)::int as rating_sum,
  array[${steps.map((step) => `count(*) filter (where rating = ${step})`).join(', ')}]::integer[] as by_rating`

/**
 * A row of `film_stats` without its film, counted from all logs of the film; `film` is an SQL expression for its id.
 */
export const counted = (film: string) =>
  sql`
    select coalesce(sum(logs), 0)::int as logs, coalesce(sum(marks), 0)::int as marks, ${sql.raw(spread)}
    from (
      select count(*) as logs, count(*) filter (where seen_only) as marks,
        ${filmRating(sql`logs.member_id`, sql.raw(film), 'members')} as rating
      from logs where film_id = ${sql.raw(film)} and ${isForMembers()} group by member_id
    ) by_member`

/** The counts of a row of `diaries`, from all logs of the member; `member` is an SQL expression for their id. */
export const countedDiary = (member: string) => sql`
  select (
      select count(distinct film_id)::int from logs where member_id = ${sql.raw(member)} and ${isForMembers()}
    ) as films_count,
    newest.at as last_log_at, nullif(newest.mutual_at, newest.at) as last_mutual_log_at
  from (
    select max(created_at) filter (where audience <= 'followers') as at,
      max(created_at) filter (where audience <= 'mutuals') as mutual_at
    from logs where member_id = ${sql.raw(member)} and not seen_only and hidden_at is null
  ) newest`

/** When a member wrote the newest entry that an audience may see. */
const newestEntry = (memberId: string, audience: Audience) => sql`
  select created_at from logs
  where member_id = ${memberId} and not seen_only and hidden_at is null and audience < 'link'
    and audience <= ${sql.lit(audience)}
  order by created_at desc, id desc limit 1`

/** The films for which a member's standing changed, with the differences to be counted. */
const changesOf = (memberId: string, was: RawBuilder<unknown>) => sql`
  select was.film_id, now.logs - was.logs as logs, now.marks - was.marks as marks, now.logs as left_logs,
    (now.logs > 0)::int - (was.logs > 0)::int as films, counted_before.rating as old, now.rating as new
  from ${was}
  -- What stands in hidden or narrower logs alone is not counted.
  cross join lateral (select case when was.logs > 0 then was.rating end as rating) counted_before
  cross join lateral (
    select logs, marks, case when logs > 0 then ${filmRating(sql`${memberId}`, sql`was.film_id`, 'members')} end as rating
    from (
      select count(*)::int as logs, count(*) filter (where seen_only)::int as marks
      from logs where member_id = ${memberId} and film_id = was.film_id and ${isForMembers()}
    ) there
  ) now
  where now.logs <> was.logs or now.marks <> was.marks or now.rating is distinct from counted_before.rating`

/** Adds the changes `changed` to the counts of the member's diary. */
const countInDiary = (memberId: string) => sql`
  update diaries
  set films_count = films_count + counted.films, last_log_at = newest.at,
    last_mutual_log_at = case when newest.mutual_at > newest.at or newest.at is null then newest.mutual_at end,
    logs_version = logs_version + 1
  from (select coalesce(sum(films), 0)::int as films from changed) counted,
    (select (${newestEntry(memberId, 'followers')}) as at, (${newestEntry(memberId, 'mutuals')}) as mutual_at) newest
  where member_id = ${memberId}`

/** The new values of a row `kept` of `film_stats`, from the change of its film. */
const countedAnew = sql`(logs, marks, ratings, rating_sum, by_rating) = (
    select kept.logs + c.logs, kept.marks + c.marks, kept.ratings + (c.new is not null)::int - (c.old is not null)::int,
      kept.rating_sum + coalesce(c.new, 0) - coalesce(c.old, 0),
      array(
        select given.members + (given.step is not distinct from c.new)::int - (given.step is not distinct from c.old)::int
        from unnest(kept.by_rating) with ordinality as given (members, step) order by given.step
      )
    from changed c where c.film_id = kept.film_id
  )`

/**
 * Counts the differences between a member's standing now and before: for the films, in the order of their ids, so
 * that transactions never wait for each other in a circle; and for the member, with the time of the newest entry, by
 * which feeds find who logged last. A film that was not counted yet is counted completely. Ratings by hand are
 * deleted with the last log of the film.
 */
export const countDifferences = (author: string, before: readonly Standing[]) =>
  keptStatement(
    'count differences',
    { memberId: author, standings: JSON.stringify(before) },
    ({ memberId, standings }) => sql`
    with changed as materialized (${changesOf(
      memberId,
      sql`jsonb_to_recordset(${standings}::jsonb) as was (film_id integer, logs integer, marks integer, rating smallint)`,
    )}), unseen as (
      delete from film_ratings where member_id = ${memberId}
        and film_id in (select was.film_id from changed was where was.left_logs = 0)
        and not exists (select from logs l where l.member_id = ${memberId} and l.film_id = film_ratings.film_id)
    ), own as (${countInDiary(memberId)})
    insert into film_stats as kept (film_id, logs, marks, ratings, rating_sum, by_rating)
    select changed.film_id, whole.logs, whole.marks, whole.ratings, whole.rating_sum, whole.by_rating
    from changed
    -- Film by film: as a join, PostgreSQL reads the whole table for one film.
    cross join lateral (
      select case when not exists (select from film_stats s where s.film_id = changed.film_id) then changed.film_id end
        as film_id
    ) uncounted
    cross join lateral (${counted('uncounted.film_id')}) whole
    order by changed.film_id
    on conflict (film_id) do update set ${countedAnew}`,
  )

/**
 * The same for a single added log whose new standing follows from the old one, so that nothing has to be read again.
 * The film's row cannot vanish meanwhile: whoever merges films or undoes that locks the film first, and waits for
 * logs that are being added.
 */
export const countAddition = (author: string, { log, before }: Addition) => {
  const isCounted = !isNarrower(log.audience, 'members')
  const at = (audience: Audience) =>
    log.seen_only || isNarrower(log.audience, audience) ? null : log.created_at
  const old = before.logs > 0 ? before.rating : null
  const isRated = log.rating !== null && log.rating !== old
  const values = {
    author,
    filmId: isCounted ? before.film_id : null,
    films: isCounted && before.logs === 0 ? 1 : 0,
    marks: log.seen_only ? 1 : 0,
    old: isRated ? old : null,
    given: isRated ? log.rating : null,
    followersAt: at('followers'),
    mutualsAt: at('mutuals'),
  }
  return keptStatement('count an addition', values, (of) => {
    const entryAt = sql`greatest(last_log_at, ${of.followersAt}::timestamptz)`
    const inDiary = sql`
      update diaries
      set films_count = films_count + ${of.films}::integer, last_log_at = ${entryAt},
        last_mutual_log_at = nullif(greatest(last_log_at, last_mutual_log_at, ${of.mutualsAt}::timestamptz), ${entryAt}),
        logs_version = logs_version + 1
      where member_id = ${of.author}`
    if (of.filmId === null) return inDiary
    return sql`
    with own as (${inDiary})
    update film_stats set logs = logs + 1, marks = marks + ${of.marks}::integer ${changeOfRating(of)}
    where film_id = ${of.filmId}`
  })
}

/** Sets a film's figures of ratings when a member's rating of it changes; null stands for no rating. */
function changeOfRating({ old, given }: { old: number | null; given: number | null }): RawBuilder<unknown> {
  if (given === null) return sql``
  const members = (rating: number, change: number) =>
    sql`by_rating[${rating}::integer] = by_rating[${rating}::integer] + ${sql.lit(change)}`
  return old === null
    ? sql`, ratings = ratings + 1, rating_sum = rating_sum + ${given}::integer, ${members(given, 1)}`
    : sql`, rating_sum = rating_sum + ${given}::integer - ${old}::integer, ${members(old, -1)}, ${members(given, 1)}`
}

/** Records that a member's logs have changed, when no count changed with them. */
export const countChange = (author: string) =>
  keptStatement(
    'count a change',
    { memberId: author },
    ({ memberId }) => sql`update diaries set logs_version = logs_version + 1 where member_id = ${memberId}`,
  )

/**
 * Counts the next films, by id, that have logs and were not counted yet; answers the last film that it looked at,
 * null at the end.
 */
export async function countNextFilms(db: Db, after: number, limit: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null; films: number }>`
    with recursive next (film_id, nth) as (
      select (select min(film_id) from logs where film_id > ${after}), 1
      union all
      select (select min(film_id) from logs where film_id > next.film_id), next.nth + 1
      from next where next.film_id is not null and next.nth < ${limit}
    ), added as (
      insert into film_stats (film_id, logs, marks, ratings, rating_sum, by_rating)
      select next.film_id, whole.logs, whole.marks, whole.ratings, whole.rating_sum, whole.by_rating
      from next cross join lateral (${counted('next.film_id')}) whole
      where next.film_id is not null and not exists (select from film_stats there where there.film_id = next.film_id)
      order by next.film_id
      on conflict do nothing
    )
    select max(film_id) as last, count(film_id)::int as films from next`.execute(db)
  return rows[0] && rows[0].films === limit ? rows[0].last : null
}

export interface Spread {
  ratings: number
  /** In half stars. */
  rating_sum: number
  by_rating: number[]
}

/** How a member rates, from what the viewer may see: each film counts once. */
export async function selectMemberRatings(
  db: Db,
  memberId: string,
  viewerId: string,
): Promise<Spread | undefined> {
  const { rows } = await sql<Spread>`
    select ${sql.raw(spread)} from (${ratedFilmsOf(memberId, { viewer: viewerId })}) by_film
    where exists (select from members where id = ${memberId} and ${isPartForViewer(viewerId, 'statistics')})`.execute(
    db,
  )
  return rows[0]
}

/** How far the counting of logs from before `film_stats` has come; null when all are counted. */
export async function selectProgress(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('backfills')
    .select('done_to')
    .where('name', '=', 'film_stats')
    .executeTakeFirst()
  return row?.done_to ?? null
}

/** Null when all are counted. */
export async function updateProgress(db: Db, doneTo: number | null): Promise<void> {
  await (doneTo === null
    ? db.deleteFrom('backfills').where('name', '=', 'film_stats').execute()
    : db.updateTable('backfills').set({ done_to: doneTo }).where('name', '=', 'film_stats').execute())
}
