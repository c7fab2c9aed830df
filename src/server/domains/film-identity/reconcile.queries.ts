import { sql } from 'kysely'
import { weekMs } from '#shared/durations.ts'
import type { Db } from '#server/db/database.ts'

/** How far reconciling the films with the current source has come. */
export interface ReconcileProgress {
  doneTo: number
  startedAt: Date
  isFinished: boolean
}

/** Starts over when the source is another than last time, or a week after the last run ended; else continues. */
export async function beginOrGoOn(db: Db, source: string, now: Date): Promise<ReconcileProgress> {
  const weekAgo = new Date(now.getTime() - weekMs)
  await sql`
    insert into film_reconciliation (source, started_at) values (${source}, ${now})
    on conflict (only_row) do update set source = excluded.source, done_to = 0, finished_at = null,
      started_at = case when film_reconciliation.source = excluded.source then film_reconciliation.started_at
        else excluded.started_at end
    where film_reconciliation.source <> excluded.source or film_reconciliation.finished_at < ${weekAgo}`.execute(
    db,
  )
  const { rows } = await sql<ReconcileProgress>`
    select done_to as "doneTo", started_at as "startedAt", finished_at is not null as "isFinished"
    from film_reconciliation`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the progress is gone')
  return row
}

export async function updateProgress(db: Db, doneTo: number | null, now: Date): Promise<void> {
  await (
    doneTo === null
      ? sql`update film_reconciliation set finished_at = ${now}`
      : sql`update film_reconciliation set done_to = greatest(done_to, ${doneTo})`
  ).execute(db)
}

/** A film of which the source, or others, may know more than is known here. */
export interface OpenFilm {
  id: number
  title: string
  original_title: string
  release_date: string
  imdb_id: string | null
}

/**
 * The next films behind a number that members use and that lack the source's number or that of IMDb; for a source that
 * makes numbers up, those too to which none of them leads. Those that the
 * source was asked for in vain within a week are not among them, nor those that wait for the operator.
 */
export async function selectNextOpen(
  db: Db,
  { doneTo, startedAt }: ReconcileProgress,
  { limit, makesUp }: { limit: number; makesUp: boolean },
  now: Date,
): Promise<OpenFilm[]> {
  const { rows } = await sql<OpenFilm>`
    select id, title, original_title, release_date, imdb_id from films f
    where id > ${doneTo} and (
        tmdb_id is null or imdb_id is null
        or ${makesUp} and not exists (select from film_redirects r where r.film_id = f.id)
      )
      and (sought_at is null or sought_at < ${startedAt} or sought_at < ${new Date(now.getTime() - weekMs)})
      and not exists (select from film_doubts d where d.film_id = f.id)
      and (
        exists (select from logs where film_id = f.id)
        or exists (select from watchlist_items where film_id = f.id)
        or exists (select from favourites where film_id = f.id)
        or exists (select from list_films where film_id = f.id)
        or exists (select from poster_overrides where film_id = f.id)
        or exists (select from notifications where film_id = f.id)
        or exists (select from import_rows where film_id = f.id)
        or exists (
          select from members where favorite_film_ids @> array[f.id] and favorite_film_ids <> '{}'
        )
      )
    order by id limit ${limit}`.execute(db)
  return rows
}

export async function noteSought(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('films').set({ sought_at: now }).where('id', '=', id).execute()
}

export interface Twins {
  filmId: number
  otherId: number
  imdbId: string | null
}

/** Films that turned out to be one, with the number by which IMDb has them; not those that an operator decides about. */
export async function selectTwins(db: Db, limit: number): Promise<Twins[]> {
  const { rows } = await sql<Twins>`
    select t.film_id as "filmId", t.other_id as "otherId", coalesce(f.imdb_id, o.imdb_id) as "imdbId"
    from film_twins t join films f on f.id = t.film_id join films o on o.id = t.other_id
    where not exists (
      select from film_doubts d
      where d.film_id = t.film_id and t.other_id = any(d.candidates)
        or d.film_id = t.other_id and t.film_id = any(d.candidates)
    )
    order by t.film_id limit ${limit}`.execute(db)
  return rows
}

export interface NewDoubt {
  filmId: number
  candidates: number[]
  reason: string
  confidence: number
  /** Null where the decision holds whatever the source. */
  source: string | null
  /** Names by film number. */
  directors?: Record<number, string[]>
  refused?: boolean
}

/** Another decision about the film gives way. */
export async function insertDoubt(db: Db, { filmId, directors = {}, ...doubt }: NewDoubt): Promise<void> {
  const given = { ...doubt, refused: doubt.refused ?? false, directors: JSON.stringify(directors) }
  await db
    .insertInto('film_doubts')
    .values({ film_id: filmId, ...given })
    .onConflict((conflict) => conflict.column('film_id').doUpdateSet(given))
    .execute()
}

/** Deletes what an operator decided about another source; doubts that no source can settle stay. */
export const deleteDoubts = (db: Db, source: string) =>
  db.deleteFrom('film_doubts').where('source', '!=', source).execute()
