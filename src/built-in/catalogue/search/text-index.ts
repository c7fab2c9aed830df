import { at, groupedLists } from '#built-in/catalogue/store/columns.ts'
import { createMatcher } from '#shared/edit-distance.ts'
import {
  addWords,
  squash,
  wholeForms,
  withoutArticle,
  wordEnds,
} from '#built-in/catalogue/search/index-words.ts'
import { foldText } from '#shared/fold.ts'

export type TextIndex = {
  /**
   * The entries that the text may mean, best first: the whole text, then those that begin with it (where a word
   * ends there first), then those that have its words or words that begin with them, then (when few were found)
   * those with misspelt words. Within each the given order of entries decides. With `among` only entries that it
   * accepts are found, words only when no text begins so, and no misspelt ones.
   */
  search(text: string, among?: (entry: number) => boolean): number[]
  /** The entries that have exactly this folded word. */
  having(word: string): Uint32Array
}

/** Fewer good finds than this, and misspelt words are looked for too. */
const enough = 8
const maxQueryLength = 12

const whole = 0
const beginning = 1
const words = 2
const misspelt = 3

const hasLetter = /\p{L}/u
/** How many slips a word of this length may have. Numbers may have none: 2001 is not 2010. A short word may not when it stands alone. */
function slips(word: string, alone: boolean): number {
  if (word.length < (alone ? 4 : 3) || !hasLetter.test(word) || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

/** One bit for each letter that occurs, letters sharing bits: a cheap first test before words are compared. */
function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) % 32)
  return bits
}
function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The first place in the sorted texts that is not before `text`. */
function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
function* withPrefix(sorted: readonly string[], prefix: string): Generator<number> {
  for (let index = lowerBound(sorted, prefix); index < sorted.length; index++) {
    if (!sorted[index]?.startsWith(prefix)) return
    yield index
  }
}
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Indexes the texts of `size` entries in memory. Entries come in the order in which equally good finds shall be
 * listed (most popular first); each may have several texts. With `anyWordLeads` a text begins as much with its last
 * word as with its first, as the names of people do.
 */
export function createTextIndex(
  size: number,
  textsOf: (entry: number) => readonly string[],
  { anyWordLeads = false }: { anyWordLeads?: boolean } = {},
): TextIndex {
  const vocabulary = new Map<string, number>()
  const pairWords: number[] = []
  const pairEntries: number[] = []
  const forms: string[] = []
  const owners: number[] = []
  const ends: number[] = []
  const seen = new Set<string>()
  for (let entry = 0; entry < size; entry++) {
    seen.clear()
    for (const text of textsOf(entry)) {
      const folded = foldText(text)
      for (const form of wholeForms(folded)) {
        forms.push(squash(form))
        owners.push(entry)
        ends.push(wordEnds(form))
      }
      addWords(seen, text, folded)
    }
    for (const word of seen) {
      let number = vocabulary.get(word)
      if (number === undefined) vocabulary.set(word, (number = vocabulary.size))
      pairWords.push(number)
      pairEntries.push(entry)
    }
  }
  const order = Uint32Array.from(forms, (_, form) => form).sort((a, b) =>
    byText(forms[a] ?? '', forms[b] ?? ''),
  )
  const formTexts = Array.from(order, (form) => forms[form] ?? '')
  const formEntries = order.map((form) => at(owners, form))
  const formEnds = Int32Array.from(order, (form) => at(ends, form))

  const sortedWords = [...vocabulary.keys()].sort(byText)
  const numbers = Uint32Array.from(sortedWords, (word) => vocabulary.get(word) ?? 0)
  const bits = Int32Array.from(sortedWords, letterBits)
  const entriesOf = groupedLists(pairEntries, pairWords, vocabulary.size)

  const exactWord = (word: string): number => {
    const place = lowerBound(sortedWords, word)
    return sortedWords[place] === word ? place : -1
  }

  /** The words of the index that a word of the query may stand for, with how far off they are. */
  function readings(word: string, limit: number, unfinished: boolean): Map<number, number> {
    const found = new Map<number, number>()
    for (const place of withPrefix(sortedWords, word)) found.set(place, 0)
    const bare = withoutArticle(word)
    if (bare !== null) for (const place of withPrefix(sortedWords, bare)) found.set(place, 0)
    if (limit === 0) return found
    const matcher = createMatcher(word, limit)
    const own = letterBits(word)
    sortedWords.forEach((other, place) => {
      const missing = countBits(own & ~at(bits, place))
      if (missing > limit || found.has(place)) return
      if (countBits(own ^ at(bits, place)) <= 2 * limit) {
        const distance = matcher.word(other)
        if (distance <= limit) {
          found.set(place, 2 * distance)
          return
        }
      }
      if (unfinished && word.length > 4) {
        const distance = matcher.beginning(other)
        if (distance <= limit) found.set(place, 2 * distance + 1)
      }
    })
    return found
  }

  /**
   * The entries that have a reading of every word (or of all but `spare`), with the sum of their distances.
   * `looks`: words as they stand or begin; also misspelt ones; or also a misspelt beginning of the last word.
   */
  function matching(
    query: readonly string[],
    looks: 'literal' | 'tolerant' | 'unfinished',
    spare = 0,
  ): Map<number, number> {
    const hits = new Uint8Array(size)
    const costs = new Uint8Array(size)
    const turn = new Uint8Array(size)
    const needed = query.length - spare
    const matched: number[] = []
    query.forEach((word, position) => {
      const limit = looks === 'literal' ? 0 : slips(word, query.length === 1)
      const found = readings(word, limit, looks === 'unfinished' && position === query.length - 1)
      const nearestFirst = [...found].sort((a, b) => a[1] - b[1])
      for (const [place, cost] of nearestFirst) {
        for (const entry of entriesOf.of(at(numbers, place))) {
          if (turn[entry] === position + 1) continue
          turn[entry] = position + 1
          const count = at(hits, entry) + 1
          hits[entry] = count
          if (count === needed) matched.push(entry)
          costs[entry] = at(costs, entry) + cost
        }
      }
    })
    return new Map(matched.map((entry) => [entry, at(costs, entry) + 8 * (query.length - at(hits, entry))]))
  }

  function search(text: string, among?: (entry: number) => boolean): number[] {
    const folded = foldText(text)
    if (folded === '') return []
    const query = folded.split(' ').slice(0, maxQueryLength)
    /** Entry -> how well it fits; the lower the better. */
    const fits = new Map<number, number>()
    const add = (entry: number, kind: number, cost: number) => {
      if (among?.(entry) === false) return
      const fit = kind * 1000 + cost
      const known = fits.get(entry)
      if (known === undefined || fit < known) fits.set(entry, fit)
    }
    for (const form of wholeForms(folded)) {
      const text = squash(form)
      const last = text.length > 32 ? 0 : 1 << (text.length - 1)
      for (const place of withPrefix(formTexts, text)) {
        const entry = at(formEntries, place)
        if (formTexts[place] === text) add(entry, whole, 0)
        else if (anyWordLeads) add(entry, words, 0)
        else add(entry, beginning, (at(formEnds, place) & last) === 0 ? 1 : 0)
      }
    }
    if (!among || fits.size === 0) for (const entry of matching(query, 'literal').keys()) add(entry, words, 0)
    if (!among) lookForSlips()
    return [...fits].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([entry]) => entry)

    function lookForSlips() {
      const misspelling = (found: Map<number, number>) => {
        for (const [entry, cost] of found) add(entry, misspelt, cost)
      }
      if (fits.size < enough) misspelling(matching(query, fits.size === 0 ? 'unfinished' : 'tolerant'))
      if (fits.size === 0 && query.length > 1) misspelling(matching([squash(folded)], 'unfinished'))
      if (fits.size === 0 && query.length > 2) misspelling(matching(query, 'unfinished', 1))
    }
  }

  return {
    search,
    having: (word) => {
      const place = exactWord(word)
      return place < 0 ? new Uint32Array() : entriesOf.of(at(numbers, place))
    },
  }
}
