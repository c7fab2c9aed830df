/** The films of a list in their order; whatever has an id can be put in order. */
interface Placed {
  id: number
}

/** On which side of another film. */
export type Side = 'before' | 'after'

/** Puts a film at an index, at the nearest one there is. The same array where nothing moves. */
export function moveTo<Film extends Placed>(films: readonly Film[], id: number, to: number): readonly Film[] {
  const from = films.findIndex((film) => film.id === id)
  const film = films[from]
  const at = Math.min(Math.max(to, 0), films.length - 1)
  if (!film || at === from) return films
  return films.toSpliced(from, 1).toSpliced(at, 0, film)
}

/** Puts a film beside another one. The same array where nothing moves. */
export function moveBeside<Film extends Placed>(
  films: readonly Film[],
  id: number,
  otherId: number,
  side: Side,
): readonly Film[] {
  const from = films.findIndex((film) => film.id === id)
  const other = films.findIndex((film) => film.id === otherId)
  if (from < 0 || other < 0 || from === other) return films
  const gap = side === 'before' ? other : other + 1
  // What comes after the film moves up once it is taken out.
  return moveTo(films, id, gap > from ? gap - 1 : gap)
}

export function withoutFilm<Film extends Placed>(films: readonly Film[], id: number): readonly Film[] {
  return films.filter((film) => film.id !== id)
}

/**
 * Puts films where they stand in another order of the list: each behind the nearest one before it there that
 * both have, else first. Those that the list has already stay where they are.
 */
export function insertInOrder<Film extends Placed>(
  films: readonly Film[],
  added: readonly Film[],
  order: readonly Film[],
): readonly Film[] {
  const present = new Set(films.map(({ id }) => id))
  const coming = new Set(added.map(({ id }) => id).filter((id) => !present.has(id)))
  if (coming.size === 0) return films
  const first: Film[] = []
  const behind = new Map<number, Film[]>()
  let last: number | null = null
  for (const film of order) {
    if (present.has(film.id)) last = film.id
    else if (coming.delete(film.id)) {
      if (last === null) first.push(film)
      else behind.set(last, [...(behind.get(last) ?? []), film])
    }
  }
  return [...first, ...films.flatMap((film) => [film, ...(behind.get(film.id) ?? [])])]
}
