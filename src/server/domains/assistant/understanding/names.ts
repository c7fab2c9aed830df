import type { Reading } from './reading.ts'
import type { Cue } from './terms.ts'

export interface Names {
  /** As they were written. */
  names: string[]
  role: 'actor' | 'director' | null
  /** Whether the words do not tell the role but suggest it: "films by", "films with". */
  implied: boolean
  /** How many words are neither understood nor part of a name. */
  strangers: number
}

/** A name has at most so many words. */
const maxNameLength = 5
/** Small words within names: "Robert De Niro", "Lars von Trier". */
const particles = new Set(
  'de del della der den di da du la le van von el al bin ben abu st the ابو بن ال'.split(' '),
)

/**
 * Names of people among the words that nothing else explains: after "by", "with" and the like, or beside a word for
 * films or a genre ("Tom Hanks comedies").
 */
export function readNames(message: string, { words, found, known }: Reading): Names {
  const startsTerm = new Map(found.map((term) => [term.from, term.is]))
  const endsTerm = new Map(found.map((term) => [term.to, term.is]))
  const isFilm = (is: string | undefined) => is === 'film' || is === 'genre'
  const result: Names = { names: [], role: null, implied: false, strangers: 0 }
  /** Where another name may follow: after "and". */
  let next = -1
  for (let from = 0; from < words.length; from++) {
    if (known[from]) continue
    const to = endOfName(from)
    const before = endsTerm.get(from)
    const role = before && roles[before as Cue]
    const isOfFilms = words[from - 1]?.text === 'of' && endsTerm.get(from - 1) === 'film'
    const isBeside = isFilm(before) || isFilm(startsTerm.get(to)) || isOfFilms
    const named = role !== undefined || isBeside || from === next
    const [first, last] = [words[from], words[to - 1]]
    if (named && first && last && to - from <= maxNameLength) {
      result.names.push(message.slice(first.start, last.end))
      if (role && result.role === null) {
        result.role = role
        result.implied = before === 'by' || before === 'with'
      }
      if (startsTerm.get(to) === 'and') next = to + 1
    } else result.strangers += to - from
    from = to
  }
  return result

  function endOfName(from: number): number {
    let to = from + 1
    for (let at = to; at < words.length; at++) {
      if (!known[at]) to = at + 1
      else if (!particles.has(words[at]?.text ?? '')) break
    }
    return to
  }
}

/** What the words before a name say of its bearer. */
const roles: Partial<Record<Cue, Names['role']>> = {
  of: null,
  by: 'director',
  with: 'actor',
  'directed-by': 'director',
  starring: 'actor',
}
