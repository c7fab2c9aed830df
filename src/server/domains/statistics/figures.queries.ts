import { sql, type RawBuilder } from 'kysely'
import { isForAll } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import { ratedFilmsOf } from '#server/domains/films/film-ratings.views.ts'
import { dayFigures, type Calendar, type DayFigures } from './day-figures.ts'

/** A group of films: how many, how many have stars, and their average in stars. */
export interface Share {
  films: number
  rated: number
  average: number | null
}

/** For whom figures are counted: those for the member count all logs. */
export type FiguresAudience = 'public' | 'members' | 'me'

interface FilmDay {
  film: number
  day: string
}

export interface KeyedShare extends Share {
  key: string
}

/** The figures of `#shared/api/statistics.ts`, with ids of films and people in place of their titles and names. */
export interface StoredFigures extends DayFigures {
  films: number
  viewings: number
  rewatches: number
  reviews: number
  minutes: number
  undated: number
  /** In half stars. */
  ratings: { ratings: number; rating_sum: number; by_rating: number[] }
  traits: Partial<Record<'genre' | 'country' | 'language' | 'decade' | 'director' | 'actor', KeyedShare[]>>
  sameYear: number
  otherYears: number
  first: FilmDay | null
  last: FilmDay | null
  milestones: (FilmDay & { number: number })[]
  longest: { film: number; minutes: number } | null
  shortest: { film: number; minutes: number } | null
  best: { film: number; rating: number }[]
  above: { film: number; rating: number; average: number }[]
  below: { film: number; rating: number; average: number }[]
  lacking: {
    runtime: number
    genres: number
    countries: number
    languages: number
    decades: number
    people: number
  }
}

type Counted = Omit<StoredFigures, keyof DayFigures> & { calendar: Calendar }

/** How many members must have rated a film for its average to count. */
const ratersForAverage = 3
const ratedForBest = 3
const peopleShown = 20
const contrastsShown = 5
const bestShown = 8
/** Every film of a year with this step is a milestone; these are the milestones of all time. */
const yearStep = 50
const milestones = [50, 100, 250, 500, 1000, 2000, 3000, 4000, 5000, 7500, 10_000]

const ofYear = (year: number) =>
  year === 0
    ? sql`true`
    : sql`watched_at >= make_date(${year}, 1, 1) and watched_at < make_date(${year + 1}, 1, 1)`

/** The rows of a query as one JSON array. */
const list = (rows: RawBuilder<unknown>) => sql`coalesce((select json_agg(one) from (${rows}) one), '[]')`
/** Its only row as JSON, else null. */
const one = (row: RawBuilder<unknown>) => sql`(select to_json(one) from (${row}) one)`

/** The values of one kind (genre, country and so on) of the films `s`, a row for each. */
const trait = (kind: string, key: RawBuilder<unknown>, from: RawBuilder<unknown> = sql``) =>
  sql`select distinct ${sql.lit(kind)} as kind, (${key})::text as key, s.film_id, s.rating from seen s ${from}`

/** How many films have nothing of a kind. */
const without = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`

/**
 * Counts the figures of a member's year (0 for all time) from one pass over their logs: of all, or of those for an
 * audience. `waits`: whether the film source has yet to be asked about some of the films.
 */
export async function countFigures(
  db: Db,
  memberId: string,
  year: number,
  { source, audience }: { source: string; audience: FiguresAudience },
): Promise<{ figures: StoredFigures; waits: boolean }> {
  const contrasts = (order: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select s.film_id as film, s.rating / 2.0 as rating, t.rating_sum / 2.0 / t.ratings as average
    from seen s join film_stats t on t.film_id = s.film_id
    where s.rating is not null and t.ratings >= ${ratersForAverage}
      and s.rating * t.ratings ${condition} t.rating_sum
    order by s.rating - t.rating_sum::float8 / t.ratings ${order}, s.film_id limit ${contrastsShown}`
  const isMilestone =
    year === 0 ? sql`number = any(${milestones}::int[])` : sql`number % ${sql.lit(yearStep)} = 0`
  const running = (order: RawBuilder<unknown>) => sql`
    select film_id as film, runtime as minutes from seen where runtime > 0
    order by runtime ${order}, first_day nulls last, film_id limit 1`
  const { rows } = await sql<{ counted: Counted; waits: boolean }>`
    with logged as materialized (
      select id, film_id, rating, rewatch_count > 0 as again, review <> '' as has_review, watched_at as day,
        seen_only, created_at,
        bool_or(not seen_only) over (partition by film_id) as has_entry,
        row_number() over (partition by film_id, seen_only order by created_at desc, id desc) as nth
      from logs where member_id = ${memberId} and ${ofYear(year)} and ${audience === 'me' ? sql`true` : isForAll(audience)}
    ), viewings as materialized (
      select l.id, l.film_id, l.again, l.has_review, l.day, l.created_at, f.runtime
      from logged l join films f on f.id = l.film_id
      where not seen_only or (not has_entry and nth = 1)
    ), seen as materialized (
      select mine.film_id, ${year === 0 ? sql`given.rating` : sql`mine.rating`} as rating, mine.first_day, f.runtime, f.genre_ids, f.origin_countries,
        f.original_language, f.texts_at, c.directors, c.actors, c.source,
        case when f.release_date ~ '^[0-9]{4}' then left(f.release_date, 4)::int end as released
      from (
        select film_id, min(day) as first_day,
          (array_agg(rating order by created_at desc, id desc) filter (where rating is not null))[1] as rating
        from logged group by film_id
      ) mine
      join films f on f.id = mine.film_id
      ${year === 0 ? sql`left join (${ratedFilmsOf(memberId, audience === 'me' ? 'giver' : audience)}) given on given.film_id = mine.film_id` : sql``}
      left join film_credits c on c.film_id = mine.film_id
    ), traits as (
      ${trait('genre', sql`genre`, sql`cross join unnest(s.genre_ids) genre`)}
      union all ${trait('country', sql`country`, sql`cross join unnest(s.origin_countries) country`)}
      union all ${trait('language', sql`s.original_language`)} where s.original_language <> ''
      union all ${trait('decade', sql`s.released / 10 * 10`)} where s.released is not null
      union all ${trait('director', sql`person`, sql`cross join unnest(s.directors) person`)}
      union all ${trait('actor', sql`person`, sql`cross join unnest(s.actors) person`)}
    ), shares as (
      select kind, key, count(*)::int as films, count(rating)::int as rated, avg(rating)::float8 / 2 as average
      from traits group by kind, key
    ), ranked as (
      select *,
        row_number() over (partition by kind order by films desc, average desc nulls last, key) as by_films,
        row_number() over (
          partition by kind order by (rated >= ${ratedForBest}) desc, average desc nulls last, rated desc, key
        ) as by_average
      from shares
    ), kept as (
      select kind, json_agg(json_build_object('key', key, 'films', films, 'rated', rated, 'average', average) order by by_films)
        as shares
      from ranked
      where kind not in ('director', 'actor') or by_films <= ${peopleShown}
        or (by_average <= ${peopleShown} and rated >= ${ratedForBest})
      group by kind
    ), dated as (
      select film_id, first_day, row_number() over (order by first_day, made, film_id)::int as number
      from (
        select film_id, min(day) as first_day, (array_agg(created_at order by day, created_at))[1] as made
        from viewings where day is not null group by film_id
      ) days
    )
    select json_build_object(
      'films', (select count(*)::int from seen),
      'viewings', (select count(*)::int from viewings),
      'rewatches', (select count(*) filter (where again)::int from viewings),
      'reviews', (select count(*) filter (where has_review)::int from viewings),
      'minutes', (select coalesce(sum(runtime), 0)::int from viewings),
      'undated', (select count(*) filter (where day is null)::int from viewings),
      'calendar', ${list(sql`
        select day, count(*)::int as viewings, count(*) filter (where again)::int as rewatches
        from viewings where day is not null group by day order by day`)},
      'ratings', (
        select json_build_object('ratings', count(rating)::int, 'rating_sum', coalesce(sum(rating), 0)::int,
          'by_rating', array(
            select count(s.rating)::int from generate_series(1, 10) step left join seen s on s.rating = step
            group by step order by step
          ))
        from seen
      ),
      'traits', coalesce((select json_object_agg(kind, shares) from kept), '{}'),
      'sameYear', (select count(*) filter (where released = ${year})::int from seen),
      'otherYears', (select count(*) filter (where released <> ${year})::int from seen),
      'first', ${one(sql`
        select film_id as film, day from viewings where day is not null order by day, created_at, id limit 1`)},
      'last', ${one(sql`
        select film_id as film, day from viewings where day is not null
        order by day desc, created_at desc, id desc limit 1`)},
      'milestones', ${list(sql`
        select number, film_id as film, first_day as day from dated where ${isMilestone} order by number`)},
      'longest', ${one(running(sql`desc`))},
      'shortest', ${one(running(sql`asc`))},
      'best', ${list(sql`
        select film_id as film, rating / 2.0 as rating from seen where rating is not null
        order by seen.rating desc, first_day desc nulls last, film_id limit ${bestShown}`)},
      'above', ${list(contrasts(sql`desc`, sql`>`))},
      'below', ${list(contrasts(sql`asc`, sql`<`))},
      'lacking', (
        select json_build_object(
          'runtime', ${without(sql`runtime = 0`)}, 'genres', ${without(sql`genre_ids = '{}'`)},
          'countries', ${without(sql`origin_countries = '{}'`)}, 'languages', ${without(sql`original_language = ''`)},
          'decades', ${without(sql`released is null`)},
          'people', ${without(sql`coalesce(directors, '{}') = '{}' and coalesce(actors, '{}') = '{}'`)}
        ) from seen
      )
    ) as counted,
    (select coalesce(bool_or(texts_at is null or source is distinct from ${source}), false) from seen) as waits`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a count answered no row')
  const { calendar, ...counted } = row.counted
  return { figures: { ...counted, ...dayFigures(calendar, year) }, waits: row.waits }
}
