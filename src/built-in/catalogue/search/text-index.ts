import { at } from '#built-in/catalogue/store/columns.ts'
import { createMatcher } from '#shared/matching/edit-distance.ts'
import { isSmall, wordEnds } from '#built-in/catalogue/search/index-words.ts'
import { cost, letterBits, tabulate, tellingWords } from '#built-in/catalogue/search/text-tables.ts'
import { scriptOf, soundDistance, soundsOf, type Hearing } from '#shared/matching/sounds.ts'
import { foldText } from '#shared/matching/fold.ts'
import { numberOf, squash, wholeForms, withoutArticle } from '#shared/matching/title-forms.ts'

export interface TextIndex {
  /**
   * The entries that the text may mean, best first: those called exactly that, then those whose text begins with it
   * or has its words (better known ones first), then those that sound like it in another script, then, when few were
   * found, those with misspelled words. With `among` only entries that it accepts are found; words count only when no
   * text begins so, and misspellings not at all.
   */
  search(text: string, among?: (entry: number) => boolean): number[]
  /** The entries called just so, the best known first. */
  called(text: string): number[]
  /** The entries that have exactly this folded word. */
  having(word: string): Uint32Array
}

export interface IndexOptions {
  /** Other names of an entry, which do not count as its own text. */
  otherTextsOf?: (entry: number) => readonly string[]
  /** How well known an entry is: decimal logarithm of those who know it. Else those that come first are better known. */
  fame?: (entry: number) => number
  /** Whether each later word counts as a beginning as much as the first, as in the names of people. */
  anyWordLeads?: boolean
}

/** With fewer good finds than this, misspelled words are looked for too. */
const enough = 8
const maxQueryLength = 12

/** The ways in which an entry is found, best first. A step counts more than any cost and any fame. */
const step = 1000
const called = 0
const literal = 1
const sounding = 2
const misspelt = 3
/** Up to how many letters beyond the typed ones still distinguish beginnings. */
const maxRest = 20
/** Up to how many words beyond the query still distinguish texts. */
const maxUnasked = 5
/** With fewer consonants too many texts sound alike. */
const minSoundLength = 3
/** How much being ten times as well known counts. */
const fameWeight = 40

/** The word of a squashed text within which its letter stands that has this bit. */
function begunWord(text: string, ends: number, letter: number): string {
  const before = ends & (letter - 1)
  const after = ends & ~(letter - 1)
  return text.slice(32 - Math.clz32(before), after === 0 ? undefined : 32 - Math.clz32(after & -after))
}

/** Ends with a number, as later parts of a series do. */
const numbered = /\d$/

const hasLetter = /\p{L}/u
/**
 * How many typos a word of this length may have. Numbers may have none (2001 is not 2010), nor may a short word that
 * stands alone.
 */
function slips(word: string, { isAlone }: { isAlone: boolean }): number {
  if (word.length < (isAlone ? 4 : 3) || !hasLetter.test(word) || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
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

/** Whether two words are in different scripts whose sounds are known. */
const isAcross = (a: string, b: string) => scriptOf(a) !== scriptOf(b)

/**
 * Indexes the texts of `size` entries in memory, in many short steps. Of equally good finds the better known come
 * first, then those that come first.
 */
export async function createTextIndex(
  size: number,
  textsOf: (entry: number) => readonly string[],
  { otherTextsOf = () => [], fame = () => 0, anyWordLeads = false }: IndexOptions = {},
): Promise<TextIndex> {
  const {
    lengths,
    formTexts,
    formEntries,
    formEnds,
    formPrices,
    isTail,
    formBits,
    sortedWords,
    numbers,
    bits,
    entriesOf,
    wordSounds,
    formSounds,
  } = await tabulate(size, textsOf, { otherTextsOf, anyWordLeads })

  const exactWord = (word: string): number => {
    const place = lowerBound(sortedWords, word)
    return sortedWords[place] === word ? place : -1
  }

  /** The words of the index that a word of the query may be, with what each costs. */
  function literalReadings(word: string): Map<number, number> {
    const found = new Map<number, number>()
    for (const written of [word, withoutArticle(word), numberOf(word)]) {
      if (written === null) continue
      for (const place of withPrefix(sortedWords, written)) {
        const price = sortedWords[place] === written ? 0 : cost.openWords - cost.laterWord
        found.set(place, Math.min(price, found.get(place) ?? price))
      }
    }
    return found
  }

  /** Also those that a word is misspelt for, up to so many slips; `isUnfinished`: or the beginning of one is. */
  function misspeltReadings(
    word: string,
    limit: number,
    { isUnfinished }: { isUnfinished: boolean },
  ): Map<number, number> {
    const found = literalReadings(word)
    if (limit === 0) return found
    const matcher = createMatcher(word, limit)
    const own = letterBits(word)
    sortedWords.forEach((other, place) => {
      const missing = countBits(own & ~at(bits, place))
      if (missing > limit || found.has(place)) return
      if (countBits(own ^ at(bits, place)) <= 2 * limit) {
        const distance = matcher.word(other)
        if (distance <= limit) {
          found.set(place, cost.slip * distance)
          return
        }
      }
      if (isUnfinished && word.length > 4) {
        const distance = matcher.beginning(other)
        if (distance <= limit) found.set(place, cost.slip * distance + cost.words)
      }
    })
    return found
  }

  /** The words that sound like a word: in another script only, where `across`. */
  function soundReadings(word: string, { across }: Hearing): Map<number, number> {
    const found = literalReadings(word)
    for (const { key, full } of soundsOf(word))
      for (const place of wordSounds.having(key)) {
        const other = sortedWords[place] ?? ''
        if (found.has(place) || isAcross(word, other) !== across) continue
        const sounds = soundsOf(other)
        if (!sounds.some((sound) => sound.key === key)) continue
        const distances = sounds.flatMap((sound) => soundDistance(full, sound.full, { across }) ?? [])
        if (distances.length > 0) found.set(place, 10 * Math.min(...distances))
      }
    return found
  }

  /** The entries that have a reading of every word (or of all but `spare`), with the sum of what they cost. */
  function matching(
    query: readonly string[],
    readingsOf: (word: string, position: number) => Map<number, number>,
    spare = 0,
  ): Map<number, number> {
    const hits = new Uint8Array(size)
    const costs = new Uint16Array(size)
    const turn = new Uint8Array(size)
    const needed = query.length - spare
    const matched: number[] = []
    query.forEach((word, position) => {
      const nearestFirst = [...readingsOf(word, position)].sort((a, b) => a[1] - b[1])
      for (const [place, price] of nearestFirst) {
        for (const entry of entriesOf.of(at(numbers, place))) {
          if (turn[entry] === position + 1) continue
          turn[entry] = position + 1
          const count = at(hits, entry) + 1
          hits[entry] = count
          if (count === needed) matched.push(entry)
          costs[entry] = at(costs, entry) + price
        }
      }
    })
    return new Map(
      matched.map((entry) => {
        const leftOut = query.length - at(hits, entry)
        const unasked = Math.max(0, Math.min(at(lengths, entry) - query.length, maxUnasked))
        return [entry, at(costs, entry) + cost.leftOut * leftOut + cost.unasked * unasked]
      }),
    )
  }

  /** Keeps of everything that finds an entry what fits best; the lower the better. */
  function createFinds(among?: (entry: number) => boolean) {
    const fits = new Map<number, number>()
    const add = (entry: number, kind: number, price: number) => {
      if (among?.(entry) === false) return
      const fit = kind * step + Math.min(300 + price - fameWeight * fame(entry), step - 1)
      const before = fits.get(entry)
      if (before === undefined || fit < before) fits.set(entry, fit)
    }
    return {
      fits,
      add,
      addAll(kind: number, found: ReadonlyMap<number, number>, price = 0) {
        for (const [entry, own] of found) add(entry, kind, own + price)
      },
      sorted: () => [...fits].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([entry]) => entry),
    }
  }
  type Finds = ReturnType<typeof createFinds>

  /** With `wholeOnly` those alone that have no more letters. */
  function findBeginnings(folded: string, finds: Finds, { wholeOnly = false } = {}) {
    for (const [turn, form] of wholeForms(folded).entries()) {
      const text = squash(form)
      if (text === '') continue
      const article = turn > 0 ? cost.withoutArticle : 0
      const last = text.length > 32 ? 0 : 1 << (text.length - 1)
      const ends = wordEnds(form)
      for (const place of withPrefix(formTexts, text)) {
        const price = at(formPrices, place) + article
        const isWhole = formTexts[place] === text
        // The whole ones come first.
        if (wholeOnly && !isWhole) break
        const isOpen = !isWhole && (at(formEnds, place) & last) === 0
        const rest = Math.min((formTexts[place] ?? '').length - text.length, maxRest)
        const part = numbered.test(formTexts[place] ?? '') && !numbered.test(text) ? cost.numbered : 0
        // "momento" is no beginning of "A Moment of Romance", but "spiderm" is one of "Spider-Man".
        const begun = isOpen && last !== 0 ? begunWord(formTexts[place] ?? '', at(formEnds, place), last) : ''
        const isOther = isSmall(begun) && (at(formEnds, place) & ~ends & (last - 1)) !== 0
        finds.add(
          at(formEntries, place),
          isWhole && isTail[place] === 0 ? called : isOther ? misspelt : literal,
          price + rest + part + (isOther ? cost.slip : isOpen ? cost.openBeginning : 0),
        )
      }
    }
  }

  /** What sounds like the text: written in another script, or (`across` is false) misspelt in its own. */
  function findSounds(folded: string, query: readonly string[], finds: Finds, { across }: Hearing) {
    if (scriptOf(folded) === null) return
    const kind = across ? sounding : misspelt
    const text = squash(wholeForms(folded).at(-1) ?? '')
    for (const { key, full } of soundsOf(text))
      for (const place of formSounds.having(key)) {
        const other = formTexts[place] ?? ''
        if (key.length < minSoundLength || isAcross(text, other) !== across) continue
        const sounds = soundsOf(other)
        if (!sounds.some((sound) => sound.key === key)) continue
        const distances = sounds.flatMap((sound) => soundDistance(full, sound.full, { across }) ?? [])
        const price = at(formPrices, place) + (across ? 0 : cost.slip)
        if (distances.length > 0) finds.add(at(formEntries, place), kind, 10 * Math.min(...distances) + price)
      }
    const price = cost.words + (across ? 0 : cost.slip)
    finds.addAll(
      kind,
      matching(query, (word) => soundReadings(word, { across })),
      price,
    )
  }

  function findSlips(folded: string, query: readonly string[], finds: Finds) {
    const isAlone = query.length === 1
    const tolerant = (word: string) =>
      misspeltReadings(word, slips(word, { isAlone }), { isUnfinished: false })
    const unfinished = (word: string, position: number) =>
      misspeltReadings(word, slips(word, { isAlone }), { isUnfinished: position === query.length - 1 })
    const isLost = finds.fits.size === 0
    findMisspeltForms(folded, finds)
    findSounds(folded, query, finds, { across: false })
    finds.addAll(misspelt, matching(query, isLost ? unfinished : tolerant), cost.words)
    if (finds.fits.size === 0 && query.length > 1)
      finds.addAll(
        misspelt,
        matching([squash(folded)], (word) =>
          misspeltReadings(word, slips(word, { isAlone: true }), { isUnfinished: true }),
        ),
      )
    if (finds.fits.size === 0 && query.length > 2) finds.addAll(misspelt, matching(query, unfinished, 1))
  }

  /** Entries whose whole text is the misspelt one. */
  function findMisspeltForms(folded: string, finds: Finds) {
    const text = squash(wholeForms(folded).at(-1) ?? '')
    const limit = slips(text, { isAlone: true })
    if (limit === 0) return
    const matcher = createMatcher(text, limit)
    const own = letterBits(text)
    for (let place = 0; place < formTexts.length; place++) {
      // Without a look at the text, which is somewhere else in the memory, for most.
      if (countBits(own ^ at(formBits, place)) > 2 * limit) continue
      const other = formTexts[place] ?? ''
      if (Math.abs(other.length - text.length) > limit) continue
      const distance = matcher.word(other)
      if (distance > 0 && distance <= limit)
        finds.add(at(formEntries, place), misspelt, cost.slip * distance + at(formPrices, place))
    }
  }

  function search(text: string, among?: (entry: number) => boolean): number[] {
    const folded = foldText(text)
    if (folded === '') return []
    const query = folded.split(' ').slice(0, maxQueryLength)
    const telling = tellingWords(query)
    const finds = createFinds(among)
    findBeginnings(folded, finds)
    if (!among || finds.fits.size === 0) {
      finds.addAll(literal, matching(query, literalReadings), cost.laterWord)
      if (telling.length > 0 && telling.length < query.length)
        finds.addAll(literal, matching(telling, literalReadings), cost.laterWord + cost.withoutSmall)
    }
    if (!among && finds.fits.size < enough) {
      const words = telling.length > 0 ? telling : query
      findSounds(folded, words, finds, { across: true })
      if (finds.fits.size < enough) findSlips(folded, words, finds)
    }
    return finds.sorted()
  }

  return {
    search,
    called: (text) => {
      const finds = createFinds()
      findBeginnings(foldText(text), finds, { wholeOnly: true })
      return finds.sorted().filter((entry) => (finds.fits.get(entry) ?? step) < literal * step)
    },
    having: (word) => {
      const place = exactWord(word)
      return place < 0 ? new Uint32Array() : entriesOf.of(at(numbers, place))
    },
  }
}
