import { sql } from 'kysely'
import { needsOwnTitles, type TitleReader } from '#shared/film-titles.ts'
import type { Context } from '#server/context.ts'
import { keptRows, rowCaches } from '#server/core/row-cache.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { backdropUrl, posterUrl } from './films.views.ts'
import { titlesView } from './titles.views.ts'

/** What every list shows of a film, named and drawn for its reader. */
export type FilmRef = ReturnType<typeof filmRef>

interface FilmRow {
  id: number
  title: string
  original_title: string
  original_language: string
  release_date: string
  runtime: number
  poster_path: string | null
  backdrop_path: string | null
  /** By language; null where there are none. */
  texts: Record<string, { title: string; poster_path: string | null }> | null
}

/**
 * A film, with how it was shown to earlier readers. There are few kinds of readers, and finding its title for one
 * costs more than reading the film.
 */
interface KeptFilm {
  row: FilmRow
  /** An array, since a map would be as large as all the rest. */
  shown: { reader: string; film: FilmRef }[]
}

type Reads = Pick<Context, 'db' | 'shortReads' | 'changes'>

const keptFilms = rowCaches((ctx: Reads) => ({
  topic: 'film',
  max: keptRows,
  async load(ids: readonly number[]) {
    const { rows } = await sql<FilmRow>`
      select f.id, f.title, f.original_title, f.original_language, f.release_date, f.runtime, f.poster_path,
        f.backdrop_path, (
          select json_object_agg(t.language, json_build_object('title', t.title, 'poster_path', t.poster_path))
          from film_texts t where t.film_id = f.id
        ) as texts
      from films f where f.id = any(${ids}::integer[])`.execute(databaseFor(ctx, ids.length))
    return new Map<number, KeptFilm>(rows.map((row) => [row.id, { row, shown: [] }]))
  },
  changed: { keyOf: Number },
}))

/** Whether Scene has a film of this number; asks the database only for those that lists did not show lately. */
export const isFilmHere = async (ctx: Reads, id: number): Promise<boolean> =>
  (await keptFilms(ctx).get([id])).has(id)

/**
 * Records of films. Each is the same object until the database tells of a change of its title, texts or pictures;
 * undefined for a number without one, and while changes are not heard.
 */
export async function filmsAsKept(ctx: Reads, ids: readonly number[]): Promise<(object | undefined)[]> {
  const kept = await keptFilms(ctx).get(ids)
  return ids.map((id) => (ctx.changes.isListening() ? kept.get(id) : undefined))
}

/**
 * Films by number as lists show them to a reader; numbers without a film are absent. Kept in this process; of those that
 * are not, one statement.
 */
export async function filmRefs(
  ctx: Reads,
  reader: TitleReader,
  ids: readonly number[],
): Promise<Map<number, FilmRef>> {
  const kept = await keptFilms(ctx).get(ids)
  const key = needsOwnTitles(reader) ? `${reader.language} ${reader.choice}` : reader.choice
  const films = new Map<number, FilmRef>()
  for (const [id, { row, shown }] of kept) {
    let before = shown.find((one) => one.reader === key)
    if (!before) shown.push((before = { reader: key, film: filmRef(row, reader) }))
    films.set(id, before.film)
  }
  return films
}

function filmRef({ texts, ...film }: FilmRow, reader: TitleReader) {
  const own = needsOwnTitles(reader) ? texts?.[reader.language] : undefined
  const posterLanguage = reader.choice === 'original' ? film.original_language : reader.language
  const ownPoster = needsOwnTitles(reader) ? texts?.[posterLanguage]?.poster_path : undefined
  const poster_path = ownPoster ?? film.poster_path
  return {
    id: film.id,
    ...titlesView({ ...film, own_title: own?.title ?? null }, reader),
    poster_path,
    poster: posterUrl(poster_path),
    backdrop_path: film.backdrop_path,
    backdrop: backdropUrl(film.backdrop_path),
    release_date: film.release_date,
    runtime: film.runtime,
  }
}
