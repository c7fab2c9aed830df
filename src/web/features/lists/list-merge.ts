import { putIn } from './film-order.ts'
import { sameFilms, type FormFilm, type ListValues } from './list-values.ts'

type Films = readonly FormFilm[]

const idsOf = (films: Films) => new Set(films.map(({ id }) => id))

const common = (films: Films, ids: ReadonlySet<number>) => films.filter(({ id }) => ids.has(id))

/**
 * Films that were taken out on one side are out, those that were added on one side are in. The order is the
 * member's own where the member changed it, else that of the other side.
 */
function mergeFilms(base: Films, mine: Films, theirs: Films): Films {
  const before = idsOf(base)
  const reordered = !sameFilms(common(base, idsOf(mine)), common(mine, before))
  const [lead, other] = reordered ? [mine, theirs] : [theirs, mine]
  const left = idsOf(other)
  const kept = lead.filter(({ id }) => left.has(id) || !before.has(id))
  const added = other.filter(({ id }) => !before.has(id))
  return putIn(kept, added, other)
}

/**
 * Joins what the member made of a list with what became of it elsewhere meanwhile; both began with `base`.
 * Where both changed the same thing, the member's own change wins.
 */
export function mergeLists(base: ListValues, mine: ListValues, theirs: ListValues): ListValues {
  const pick = <Key extends keyof ListValues>(key: Key): ListValues[Key] =>
    mine[key] === base[key] ? theirs[key] : mine[key]
  return {
    title: pick('title'),
    description: pick('description'),
    coverImage: pick('coverImage'),
    isPrivate: pick('isPrivate'),
    isRanked: pick('isRanked'),
    films: mergeFilms(base.films, mine.films, theirs.films),
  }
}
