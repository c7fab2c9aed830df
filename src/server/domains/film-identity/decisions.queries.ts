import { sql, type Selectable } from 'kysely'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { FilmDoubts, FilmMerges, Films } from '#server/db/schema.ts'
import {
  posterColumn,
  titleColumns,
  type TitledFilm,
  titledFilmColumns,
  type TitleReader,
} from '#server/domains/films/titles.views.ts'

interface DoubtRow extends Pick<Selectable<FilmDoubts>, 'film_id' | 'candidates' | 'reason' | 'confidence'> {
  /** Names by film number. */
  directors: Record<string, string[]>
}

export async function selectDoubts(
  db: Db,
  { refused }: { refused: boolean },
  page: KeysetPage,
): Promise<Listed<DoubtRow>> {
  const { after, by, key, limit, list } = keyset([['film_id', 'integer']], page, 'asc')
  const rows = await db
    .selectFrom('film_doubts')
    .select(['film_id', 'candidates', 'reason', 'confidence', key])
    .select(sql<Record<string, string[]>>`directors`.as('directors'))
    .where('refused', '=', refused)
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return list(rows)
}

/** Answers how it was decided before; undefined where there is no doubt. */
export async function decideDoubt(db: Db, filmId: number, refused: boolean): Promise<boolean | undefined> {
  const doubt = await db
    .selectFrom('film_doubts')
    .select('refused')
    .where('film_id', '=', filmId)
    .forUpdate()
    .executeTakeFirst()
  if (doubt && doubt.refused !== refused)
    await db.updateTable('film_doubts').set({ refused }).where('film_id', '=', filmId).execute()
  return doubt?.refused
}

export async function countDoubts(db: Db): Promise<{ waiting: number; refused: number; merged: number }> {
  const { rows } = await sql<{ waiting: number; refused: number; merged: number }>`
    select count(*) filter (where not refused)::int as waiting, count(*) filter (where refused)::int as refused,
      (select count(*)::int from film_merges where undone_at is null) as merged
    from film_doubts`.execute(db)
  return rows[0] ?? { waiting: 0, refused: 0, merged: 0 }
}

export interface ComparedRow
  extends TitledFilm, Pick<Selectable<Films>, 'tmdb_id' | 'imdb_id' | 'wikidata_id'> {
  logs: number
  watchlists: number
  favourites: number
  lists: number
}

/** Films, each with how many logs, lists and so on of members it is in. */
export async function selectCompared(
  db: Db,
  reader: TitleReader,
  ids: readonly number[],
): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select ${titledFilmColumns(reader)}, f.tmdb_id, f.imdb_id, f.wikidata_id,
      (select count(*)::int from logs where film_id = f.id) as logs,
      (select count(*)::int from watchlist_items where film_id = f.id) as watchlists,
      (select count(*)::int from favourites where film_id = f.id) as favourites,
      (select count(*)::int from list_films where film_id = f.id) as lists
    from films f where f.id = any(${ids}::integer[])`.execute(db)
  return rows
}

interface MergeRow
  extends Omit<TitledFilm, 'id'>, Pick<Selectable<FilmMerges>, 'id' | 'from_id' | 'film_id' | 'merged_at'> {
  from_title: string
  from_release_date: string
  counts: Record<string, number>
  can_undo: boolean
}

/** Merges that were not undone; a film that became another one again stands under what it is now. */
export async function selectMerges(db: Db, reader: TitleReader, page: KeysetPage): Promise<Listed<MergeRow>> {
  const { after, by, key, limit, list } = keyset([['m.id', 'integer']], page)
  const { rows } = await sql<MergeRow & { key: string }>`
    select m.id, m.from_id, coalesce(m.film->>'title', '') as from_title,
      coalesce(m.film->>'release_date', '') as from_release_date, f.id as film_id, ${titleColumns(reader)},
      f.release_date, ${posterColumn(reader)} as poster_path, m.counts, m.merged_at, r.film_id = m.film_id as can_undo,
      ${key}
    from film_merges m join film_redirects r on r.from_id = m.from_id join films f on f.id = r.film_id
    where m.undone_at is null and ${after}
    order by ${by} limit ${limit}`.execute(db)
  return list(rows)
}

/** The number that a merge ended, where that is its last one. */
export async function selectMerged(db: Db, mergeId: number): Promise<number | undefined> {
  const { rows } = await sql<{ from_id: number }>`
    select m.from_id from film_merges m where m.id = ${mergeId} and m.undone_at is null and not exists (
      select from film_merges n where n.from_id = m.from_id and n.undone_at is null and n.id > m.id
    )`.execute(db)
  return rows[0]?.from_id
}
