import { sql } from 'kysely'
import { fail } from '#server/core/errors.ts'
import type { FollowFilms } from '#server/core/film-numbers.ts'
import { createRowCache } from '#server/core/row-cache.ts'
import type { Changes } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { FilmSource, SourceFilmDetails, SourceFilmTitles } from './film-source.ts'

/** The built-in catalogue makes up numbers from here on; a real film database must not be asked for them. */
export const firstMadeUpId = 800_000_000

/**
 * The film source in Scene's own numbers: a film that was merged is answered as the one that it became. A source with
 * made-up numbers (`hasOwnNumbers`, the built-in catalogue) is asked by those for films that got other numbers when a
 * film database was set.
 */
export function createCanonicalFilmSource(
  source: FilmSource,
  db: Db,
  followFilms: FollowFilms,
  { hasOwnNumbers }: { hasOwnNumbers: boolean },
): FilmSource {
  // A real film database never lists numbers that it gave up.
  const canonical = async (ids: readonly number[]) =>
    hasOwnNumbers ? followFilms(ids) : new Map<number, number>()

  /** Each film once, at its first position. */
  async function follow<Film extends { id: number }>(films: Film[]): Promise<Film[]> {
    const to = await canonical(films.map((film) => film.id))
    if (to.size === 0) return films
    const seen = new Set<number>()
    return films.flatMap((film) => {
      const id = to.get(film.id) ?? film.id
      if (seen.has(id)) return []
      seen.add(id)
      return [{ ...film, id }]
    })
  }

  async function page<Film extends { id: number }, Page extends { results: Film[] }>(answer: Promise<Page>) {
    const found = await answer
    return { ...found, results: await follow(found.results) }
  }

  /** Several roles in the same film stay separate. */
  async function credits<Credit extends { id: number }>(all: Credit[]): Promise<Credit[]> {
    const to = await canonical(all.map((credit) => credit.id))
    return all.map((credit) => ({ ...credit, id: to.get(credit.id) ?? credit.id }))
  }

  /** A film by Scene's number, where the source knows it by that or by another. */
  async function ask<Film extends SourceFilmTitles | SourceFilmDetails>(
    id: number,
    load: (id: number) => Promise<Film | null>,
  ): Promise<Film | null> {
    const film = await load(id)
    if (film && film.id !== id) return merged(id, film, load)
    if (film || !hasOwnNumbers) return film
    const other = await numberAtSource(id)
    const found = other === null ? null : await load(other)
    return found && { ...found, id }
  }

  /**
   * The source's answer about a merged number. If Scene has a film under that number it stays that film, and an
   * answer about another film counts as none. @throws film.source_down
   */
  async function merged<Film extends SourceFilmTitles | SourceFilmDetails>(
    id: number,
    film: Film,
    load: (id: number) => Promise<Film | null>,
  ): Promise<Film> {
    const known = await db
      .selectFrom('films')
      .select(['title', 'original_title', 'imdb_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!known) {
      const itself = await load(film.id)
      if (itself?.id === film.id) return itself
      throw fail('film.source_down')
    }
    const isSame =
      known.imdb_id === null
        ? known.title === film.title && known.original_title === film.original_title
        : known.imdb_id === film.imdb_id
    if (!isSame) throw fail('film.source_down')
    return { ...film, id }
  }

  async function numberAtSource(id: number): Promise<number | null> {
    const { rows } = await sql<{ from_id: number | null; imdb_id: string | null }>`
      select r.from_id, f.imdb_id from films f left join film_redirects r on r.film_id = f.id
      where f.id = ${id} order by r.from_id desc nulls last limit 1`.execute(db)
    const { from_id: fromId = null, imdb_id: imdbId = null } = rows[0] ?? {}
    if (fromId !== null) return fromId
    const found = imdbId === null ? null : await source.filmByImdbId(imdbId)
    return found && found.id !== id ? found.id : null
  }

  async function details(id: number, load: (id: number) => Promise<SourceFilmDetails | null>) {
    const film = await ask(id, load)
    if (!film) return null
    const similar = await follow(film.similar)
    // Returns the same object when nothing changes, as things that are made of it are cached.
    return similar === film.similar ? film : { ...film, similar }
  }

  return {
    ...source,
    trending: async () => follow(await source.trending()),
    search: (query, number, year) => page(source.search(query, number, year)),
    discover: (filter, order, number) => page(source.discover(filter, order, number)),
    film: (id) => details(id, (one) => source.film(one)),
    freshFilm: (id) => details(id, (one) => source.freshFilm(one)),
    filmTitles: (id) => ask(id, (one) => source.filmTitles(one)),
    async filmByImdbId(imdbId) {
      const film = await source.filmByImdbId(imdbId)
      return film && ((await follow([film]))[0] ?? null)
    },
    async person(id) {
      const person = await source.person(id)
      if (!person) return null
      return { ...person, cast: await credits(person.cast), crew: await credits(person.crew) }
    },
  }
}

const maxKept = 50_000

/**
 * Caches redirects of film numbers, also that a number has none: hardly any has one, and every call with a film asks.
 */
export function createFollowFilms(db: Db, changes: Changes): FollowFilms {
  const redirects = createRowCache<number, number>(changes, {
    topic: 'film_numbers',
    max: maxKept,
    load: (ids) => selectRedirects(db, ids),
    changed: 'all',
    async listKeys(limit) {
      const rows = await db.selectFrom('film_redirects').select('from_id').limit(limit).execute()
      return rows.map((row) => row.from_id)
    },
  })
  return Object.assign((ids: readonly number[]) => redirects.get(ids), {
    anew: (ids: readonly number[]) => selectRedirects(db, ids),
  })
}

/** The redirects of those numbers that have one. */
export async function selectRedirects(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ from_id: number; film_id: number }>`
    select from_id, film_id from film_redirects where from_id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.from_id, row.film_id]))
}
