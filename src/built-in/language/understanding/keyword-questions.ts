import type { PersonRole } from '#shared/api/people.ts'
import type { Period, Question } from '#built-in/language/question.ts'
import { isEmpty, readFilters, readPeriod } from '#built-in/language/understanding/filters.ts'
import type { Reading } from '#built-in/language/understanding/lexicon.ts'
import type { Cue } from '#built-in/language/understanding/terms.ts'
import { differenceIn, type ParseContext } from '#built-in/language/understanding/titles.ts'

/**
 * Questions that no phrase tells as a whole but the words in it: about one's own shelves, about friends, and for films
 * of some kind. Null when the words are about something else.
 */
export function questionIn(reading: Reading, spoken: ParseContext): Question | null {
  const { found } = reading
  const tells = (...cues: Cue[]) => found.some((term) => cues.some((cue) => cue === term.is))
  const { names, role, implied, strangers } = readNames(spoken.message, reading)
  const filters = readFilters(reading, spoken.now)

  // More that is not understood than is: about something else, whatever single words say.
  if (strangers > 2 && strangers >= found.length) return null
  return ownQuestion() ?? followUp() ?? wish()

  function ownQuestion(): Question | null {
    const period = readPeriod(found, spoken.now)
    const inDiary = readFilters(reading, spoken.now, 'diary')
    if (tells('watchlist')) {
      // The list of somebody else is not ours to show.
      return tells('self') || strangers + names.length === 0 ? watchlist() : null
    }
    // Of a film that is not understood they may have thought anything.
    if (tells('friends')) return strangers > 0 ? null : { kind: 'friends-loved', period, filters: inDiary }
    const mine = tells('mine')
    if ((mine && tells('count') && isEmpty(inDiary)) || tells('mine-count'))
      return { kind: 'my-stats', period }
    if ((mine && tells('worst')) || tells('mine-worst'))
      return { kind: 'my-best', order: 'worst', period, filters: inDiary }
    if ((mine && tells('best')) || tells('mine-best'))
      return { kind: 'my-best', order: 'best', period, filters: inDiary }
    if (mine) return last(period)
    if (tells('trending')) return { kind: 'trending' }
    return null
  }

  /** Of films that are there "the shortest" is the first of them, not a short one. */
  function byLength(): 'shortest' | 'longest' | null {
    return tells('shortest', 'shorter') ? 'shortest' : tells('longest', 'longer') ? 'longest' : null
  }

  /** What else they are to be. */
  function others() {
    return { found: found.filter(({ is }) => is !== 'shortest' && is !== 'longest') }
  }

  function watchlist(): Question {
    const order = byLength()
    if (!order) return { kind: 'watchlist', filters }
    return { kind: 'watchlist', filters: readFilters(others(), spoken.now), order }
  }

  function last(period: Period): Question {
    const order = byLength() ?? (tells('oldest', 'older') ? 'oldest' : null)
    if (!order) return { kind: 'my-last', period, filters: readFilters(reading, spoken.now, 'diary') }
    return { kind: 'my-last', period, filters: readFilters(others(), spoken.now, 'diary'), order }
  }

  /** "Something shorter", "a funnier one": than the film that was spoken of. */
  function followUp(): Question | null {
    const [id] = spoken.films
    const than = differenceIn(reading)
    return id !== undefined && than && strangers + names.length === 0
      ? { kind: 'similar', film: { id }, filters: {}, than }
      : null
  }

  function wish(): Question | null {
    const order = tells('newest', 'newer')
      ? 'newest'
      : tells('oldest', 'older')
        ? 'oldest'
        : tells('best')
          ? 'best'
          : 'popular'
    const [name, ...others] = names
    if (name !== undefined) {
      if (others.length === 0 && order !== 'newest' && order !== 'oldest')
        return { kind: 'person', name, role, ...(implied && { implied }), filters }
      return { kind: 'discover', filters: { ...filters, people: names }, order }
    }
    if (strangers > 0 && (isEmpty(filters) || isAboutStranger())) return null
    const isAsked = tells('film', 'wish') || (!isEmpty(filters) && strangers === 0)
    return isAsked ? { kind: 'discover', filters, order } : null
  }

  /** "A comedy about cooking": nothing known is about that, and leaving it out would answer another question. */
  function isAboutStranger(): boolean {
    return found.some(({ is, to }) => is === 'about' && reading.known[to] === false)
  }
}

export interface Names {
  /** As they were written. */
  names: string[]
  role: PersonRole | null
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
function readNames(message: string, { words, found, known }: Reading): Names {
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
