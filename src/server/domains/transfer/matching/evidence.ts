import type { SourceFilm, SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import { foldText } from '#shared/fold.ts'
import type { FilmQuestions } from './look-up.ts'

interface Known {
  imdbId: string | null
  directors: readonly string[]
}

/** Whether what else an entry tells speaks against a film that has its title and year. */
export async function contradicts(source: FilmQuestions, entry: Known, film: SourceFilm): Promise<boolean> {
  if (entry.imdbId === null && entry.directors.length === 0) return false
  const details = await source.film(film.id)
  if (!details) return false
  const otherNumber = entry.imdbId !== null && details.imdb_id !== null && details.imdb_id !== entry.imdbId
  const own = directorsOf(details)
  return otherNumber || (entry.directors.length > 0 && own.length > 0 && !shareName(own, entry.directors))
}

export async function directedBy(
  source: FilmQuestions,
  film: SourceFilm,
  directors: readonly string[],
): Promise<boolean> {
  const details = await source.film(film.id)
  return details !== null && shareName(directorsOf(details), directors)
}

const directorsOf = ({ crew }: SourceFilmDetails) =>
  crew.filter((member) => member.job === 'Director').map((member) => member.name)

/** Names are written in other orders and with other first names ("Bong Joon-ho", "Joon-ho Bong", "J. J. Abrams"). */
const shareName = (own: readonly string[], asked: readonly string[]) =>
  own.some((name) => asked.some((other) => isSamePerson(words(name), words(other))))

const words = (name: string) => foldText(name).split(' ')

function isSamePerson(name: readonly string[], other: readonly string[]): boolean {
  if (name.join('') === other.join('')) return true
  const common = name.filter((word) => word.length > 1 && other.includes(word)).length
  return common >= Math.min(2, name.length, other.length)
}
