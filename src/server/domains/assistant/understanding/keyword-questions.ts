import type { Question } from '../question.ts'
import { isEmpty, readFilters } from './filters.ts'
import { readNames } from './names.ts'
import { readPeriod } from './periods.ts'
import type { Reading } from './reading.ts'
import type { Cue } from './terms.ts'
import { differenceIn, type ParseContext } from './titles.ts'

/**
 * Questions that no phrase tells as a whole but the words in it: about one’s own shelves, about friends, and for films
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
    if (mine) return { kind: 'my-last', period, filters: inDiary }
    if (tells('trending')) return { kind: 'trending' }
    return null
  }

  /** Of a list "the shortest" is the first of its films, not a short one. */
  function watchlist(): Question {
    const order = tells('shortest', 'shorter') ? 'shortest' : tells('longest', 'longer') ? 'longest' : null
    if (!order) return { kind: 'watchlist', filters }
    const others = found.filter(({ is }) => is !== 'shortest' && is !== 'longest')
    return { kind: 'watchlist', filters: readFilters({ found: others }, spoken.now), order }
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
