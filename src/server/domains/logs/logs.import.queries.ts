import { sql, type RawBuilder } from 'kysely'
import type { Audience } from '#shared/audience.ts'
import { idsFromSceneKeys } from '#server/core/scene-keys.ts'
import type { Db } from '#server/db/database.ts'
import { maySeeWritten } from '#server/core/audience.ts'
import { standingBefore, type Standing } from './film-stats.queries.ts'

export interface KeyedLog {
  id: string
  importKey: string
  hasReview: boolean
}

/** A member's logs with these import keys, and those that keys of Scene's own export name by id. */
export async function selectLogsByKey(db: Db, memberId: string, keys: string[]): Promise<KeyedLog[]> {
  const { rows } = await sql<KeyedLog>`
    select id, import_key as "importKey", review <> '' as "hasReview" from logs
    where member_id = ${memberId} and import_key = any(${keys}::text[])
    union all
    select id, 'scene:' || id, review <> '' from logs
    where member_id = ${memberId} and id = any(${idsFromSceneKeys(keys)}::uuid[])`.execute(db)
  return rows
}

/** Asks for the n-th log (from 1) of a film and day; `key` names the question. */
interface NthLog {
  filmId: number
  day: string | null
  nth: number
  key: string
}

/** Finds those n-th logs among the logs whose import keys begin with a prefix and name an entry. */
export async function selectNthLogs(
  db: Db,
  memberId: string,
  places: readonly NthLog[],
  keyStart: string,
): Promise<(KeyedLog & Pick<NthLog, 'key'>)[]> {
  const { rows } = await sql<KeyedLog & Pick<NthLog, 'key'>>`
    with wanted as materialized (
      select "filmId", day, nth, key
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as w ("filmId" integer, day date, nth integer, key text)
    ), counted as (
      select id, film_id, watched_at, import_key, review <> '' as has_review,
        row_number() over (partition by film_id, watched_at order by created_at, id) as nth
      from logs
      where member_id = ${memberId} and film_id in (select "filmId" from wanted)
        and starts_with(import_key, ${keyStart}) and not starts_with(import_key, ${`${keyStart}film:`})
        and not starts_with(import_key, ${`${keyStart}seen:`})
    )
    select distinct on (counted.id) counted.id, counted.import_key as "importKey", counted.has_review as "hasReview", wanted.key
    from wanted join counted on counted.film_id = wanted."filmId"
      and counted.watched_at is not distinct from wanted.day and counted.nth = wanted.nth`.execute(db)
  return rows
}

/** Whether a log was made for a film that was seen on no known day, and has no day still. */
const undated = sql`(watched_at is null and coalesce(import_key like '%:seen:%', false))`

/** Those logs of the films. */
export async function selectUndatedLogs(db: Db, memberId: string, filmIds: number[]) {
  const { rows } = await sql<{ id: string; filmId: number }>`
    select id, film_id as "filmId" from logs
    where member_id = ${memberId} and film_id = any(${filmIds}::integer[]) and ${undated}`.execute(db)
  return rows
}

export interface FilmDay {
  filmId: number
  /** Null for logs without one. */
  day: string | null
}

/**
 * Counts a member's logs of these films and days whose import keys do not begin with a prefix, without those in
 * `except`.
 */
export async function countOthers(
  db: Db,
  memberId: string,
  days: readonly FilmDay[],
  keyStart: string,
  except: readonly string[],
): Promise<(FilmDay & { logs: number })[]> {
  const { rows } = await sql<FilmDay & { logs: number }>`
    select "filmId", wanted.day, count(*)::int as logs
    from (
      select distinct "filmId", day from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("filmId" integer, day date)
    ) wanted
    join logs on logs.member_id = ${memberId} and logs.film_id = wanted."filmId"
      and logs.watched_at is not distinct from wanted.day
      and not coalesce(starts_with(logs.import_key, ${keyStart}), false) and logs.id <> all(${except}::uuid[])
    group by 1, 2`.execute(db)
  return rows
}

export interface FilmLog {
  id: string
  rating: number | null
  createdAt: Date
  /** Whether the log was made for a film that was seen on no known day. */
  isUndated: boolean
}

/** The newest logs of a film. */
export interface NewestLogs {
  filmId: number
  newest: FilmLog
  /** Null when all logs have stars. */
  unrated: FilmLog | null
}

/** Those of the films that a member has logs of, each with its newest log and its newest one without stars. */
export async function selectNewestLogs(db: Db, memberId: string, filmIds: number[]): Promise<NewestLogs[]> {
  const { rows } = await sql<{
    filmId: number
    id: string
    rating: number | null
    createdAt: Date
    isUndated: boolean
    unratedId: string | null
    unratedAt: Date | null
    isUnratedUndated: boolean | null
  }>`
    select wanted.id as "filmId", newest.id, newest.rating, newest.created_at as "createdAt",
      newest.undated as "isUndated", unrated.id as "unratedId", unrated.created_at as "unratedAt",
      unrated.undated as "isUnratedUndated"
    from unnest(${filmIds}::integer[]) as wanted (id)
    join lateral (
      select id, rating, created_at, ${undated} as undated from logs where member_id = ${memberId} and film_id = wanted.id
      order by created_at desc, id desc limit 1
    ) newest on true
    left join lateral (
      select id, created_at, ${undated} as undated from logs
      where member_id = ${memberId} and film_id = wanted.id and rating is null
      order by created_at desc, id desc limit 1
    ) unrated on true`.execute(db)
  return rows.map(({ filmId, unratedId, unratedAt, isUnratedUndated, ...newest }) => ({
    filmId,
    newest,
    unrated:
      unratedId && unratedAt
        ? { id: unratedId, rating: null, createdAt: unratedAt, isUndated: isUnratedUndated ?? false }
        : null,
  }))
}

/** A log of an import; texts are as they will be stored. */
export interface ImportedLog {
  id: string
  filmId: number
  rating: number | null
  review: string
  reviewEmphasis: number[]
  rewatchCount: number
  watchedAt: string | null
  spoilers: boolean
  tags: string[]
  gif: string | null
  backdrop: string | null
  /** Only a mark as seen. */
  isMark: boolean
  importKey: string
  /** When absent, the audience that the member chose for new logs. */
  audience?: Audience | undefined
  createdAt: Date
}

/** Answers the standings of these films before. */
export async function insertLogs(
  db: Db,
  memberId: string,
  logs: readonly ImportedLog[],
  updatedAt: Date,
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    insert into logs (id, member_id, film_id, rating, review, review_emphasis, rewatch_count, watched_at, spoilers,
      tags, gif, backdrop, is_mark, import_key, audience, created_at, updated_at)
    select id, ${memberId}, "filmId", rating, review, "reviewEmphasis", "rewatchCount", "watchedAt", spoilers,
      tags, gif, backdrop, "isMark", "importKey", coalesce(audience,
        (select case when review = '' then logs_audience else reviews_audience end from members where id = ${memberId})),
      "createdAt", ${updatedAt}
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as brought (id uuid, "filmId" integer, rating smallint,
      review text, "reviewEmphasis" integer[], "rewatchCount" integer, "watchedAt" date, spoilers boolean,
      tags text[], gif text, backdrop text, "isMark" boolean, "importKey" text, audience seen_by, "createdAt" timestamptz)
    returning ${sql.join(standingBefore)}`.execute(db)
  return rows
}

/**
 * The audience of a log when it gets this text, and the audience that a file gives it, if any. A log that has the
 * default audience for new ones gets the default for its new kind; any other never gets a wider audience.
 */
const audienceThen = (review: RawBuilder<unknown>, given: RawBuilder<unknown>) => sql<Audience>`(
  select case
    when ${given} is null and (logs.review = '') = (${review} = '') then logs.audience
    when logs.audience = (case when logs.review = '' then m.logs_audience else m.reviews_audience end) then said.audience
    else greatest(logs.audience, said.audience) end
  from members m cross join lateral (
    select coalesce(${given}, case when ${review} = '' then m.logs_audience else m.reviews_audience end) as audience
  ) said
  where m.id = logs.member_id)`

/** The new values of a log; without a text it keeps its own. */
export interface UpdatedLog extends Omit<ImportedLog, 'review'> {
  review: string | null
}

/** Answers the standings of these films before. */
export async function updateLogs(db: Db, memberId: string, logs: readonly UpdatedLog[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    update logs set rating = w.rating, rewatch_count = w."rewatchCount", watched_at = w."watchedAt", tags = w.tags,
      review = coalesce(w.review, logs.review),
      review_emphasis = case when w.review is null then logs.review_emphasis else w."reviewEmphasis" end,
      spoilers = case when w.review is null then logs.spoilers else w.spoilers end,
      gif = coalesce(w.gif, logs.gif), backdrop = coalesce(w.backdrop, logs.backdrop),
      is_mark = w."isMark", import_key = w."importKey", created_at = w."createdAt",
      audience = ${audienceThen(sql`coalesce(w.review, logs.review)`, sql`w.audience`)}
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as w (id uuid, rating smallint, review text,
      "reviewEmphasis" integer[], "rewatchCount" integer, "watchedAt" date, spoilers boolean, tags text[], gif text, backdrop text,
      "isMark" boolean, "importKey" text, audience seen_by, "createdAt" timestamptz)
    where logs.id = w.id and logs.member_id = ${memberId}
    returning ${sql.join(standingBefore)}`.execute(db)
  return rows
}

/** The new details of a log's viewing. */
export type UpdatedViewing = Pick<
  ImportedLog,
  'id' | 'rating' | 'review' | 'reviewEmphasis' | 'rewatchCount' | 'watchedAt' | 'spoilers' | 'importKey'
>

/** `updated_at` stays, as in `fillLogs`. Answers the standings of these films before. */
export async function updateViewings(
  db: Db,
  memberId: string,
  logs: readonly UpdatedViewing[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    update logs set rating = w.rating, review = w.review, review_emphasis = w."reviewEmphasis",
      rewatch_count = w."rewatchCount", watched_at = w."watchedAt", spoilers = w.spoilers, import_key = w."importKey",
      audience = ${audienceThen(sql`w.review`, sql`null::seen_by`)}
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as w (id uuid, rating smallint, review text,
      "reviewEmphasis" integer[], "rewatchCount" integer, "watchedAt" date, spoilers boolean, "importKey" text)
    where logs.id = w.id and logs.member_id = ${memberId}
    returning ${sql.join(standingBefore)}`.execute(db)
  return rows
}

/** Answers the standings of these films before, and the members' own pictures that the logs had. */
export async function stripLogs(db: Db, ids: string[]): Promise<(Standing & { image: string | null })[]> {
  const { rows } = await sql<Standing & { image: string | null }>`
    with held as (select id, image from logs where id = any(${ids}::uuid[]))
    update logs set gif = null, backdrop = null, image = null from held where logs.id = held.id
    returning held.image, ${sql.join(standingBefore)}`.execute(db)
  return rows
}

export interface LogFill {
  id: string
  /** The text for a log that has none. */
  review: string
  reviewEmphasis: number[]
  spoilers: boolean
  /** The audience of the review, if the file gives one. */
  audience?: Audience | undefined
  importKey: string | null
}

/**
 * Fills in what logs lack. `updated_at` stays, since it tells what members changed themselves. Answers the standings
 * of these films before.
 */
export async function fillLogs(db: Db, memberId: string, fills: readonly LogFill[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    update logs set
      review = case when logs.review = '' then fill.review else logs.review end,
      review_emphasis = case when logs.review = '' then fill.review_emphasis else logs.review_emphasis end,
      spoilers = logs.spoilers or (logs.review = '' and fill.spoilers),
      audience = case when logs.review = '' then ${audienceThen(sql`fill.review`, sql`fill.audience`)} else logs.audience end,
      import_key = coalesce(fill."importKey", logs.import_key)
    from (
      select distinct on (id) id, review, "reviewEmphasis" as review_emphasis, audience,
        bool_or(spoilers) over of_log as spoilers, max("importKey") over of_log as "importKey"
      from jsonb_to_recordset(${JSON.stringify(fills)}::jsonb)
        as fill (id uuid, review text, "reviewEmphasis" integer[], spoilers boolean, audience seen_by, "importKey" text)
      window of_log as (partition by id)
      order by id, review desc
    ) fill
    where logs.id = fill.id and logs.member_id = ${memberId}
    returning ${sql.join(standingBefore)}`.execute(db)
  return rows
}

export interface LogRating {
  id: string
  rating: number | null
}

/** `updated_at` stays, as in `fillLogs`. Answers the standings of these films before. */
export async function rateLogs(db: Db, memberId: string, ratings: readonly LogRating[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    update logs set rating = given.rating
    from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb) as given (id uuid, rating smallint)
    where logs.id = given.id and logs.member_id = ${memberId}
    returning ${sql.join(standingBefore)}`.execute(db)
  return rows
}

/** Answers the standing of the film before. */
export const updateImage = (db: Db, id: string, image: string): Promise<Standing[]> =>
  db.updateTable('logs').set({ image }).where('id', '=', id).returning(standingBefore).execute()

/**
 * Those logs of `given (id, by, at)` that a member may see: found by their own ids, or as logs that their authors
 * imported from where they had these ids.
 */
export const givenLogs = (memberId: string) => sql`
  select given.id as given_id, l.id, given.at from given
  join logs l on l.id = given.id and ${maySeeWritten(memberId, 'l')}
  union all
  select given.id, l.id, given.at from given join members m on lower(m.username) = lower(given.by)
  join logs l on l.member_id = m.id and l.import_key = 'scene:' || given.id and ${maySeeWritten(memberId, 'l')}`

export interface GivenLog {
  /** A UUID. */
  id: string
  /** Username of its author. */
  by: string | null
}

export async function selectLogsByGivenId(
  db: Db,
  memberId: string,
  given: readonly GivenLog[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ given_id: string; id: string }>`
    with given as (
      select id, by, null::timestamptz as at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, by text)
    ) ${givenLogs(memberId)}`.execute(db)
  return new Map(rows.map((row) => [row.given_id, row.id]))
}

/** A log, and the `updated_at` by which a later change is noticed. */
export interface LogOf {
  id: string
  since: Date
}

/**
 * Locks those of the logs that their member has not changed since, and whose film they have not rated by hand since;
 * answers their ids.
 */
export async function lockUnchanged(db: Db, memberId: string, logs: readonly LogOf[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select logs.id
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as wanted (id uuid, since timestamptz)
    join logs on logs.id = wanted.id
    where logs.member_id = ${memberId} and logs.updated_at <= wanted.since and not exists (
      select from film_ratings r
      where r.member_id = ${memberId} and r.film_id = logs.film_id and r.import_id is null and r.set_at > wanted.since
    )
    order by logs.id for update of logs`.execute(db)
  return rows.map((row) => row.id)
}

/** Removes reviews from logs. Answers the standings of these films before. */
export const clearReviews = (db: Db, ids: string[]): Promise<Standing[]> =>
  db
    .updateTable('logs')
    .set({ review: '', spoilers: false, audience: audienceThen(sql`''`, sql`null::seen_by`) })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(standingBefore)
    .execute()
