import { phraseWords, type Word } from '#built-in/language/understanding/words.ts'

/**
 * Phrases are written as one says them: `who (is|was) the director [of] {film}`. `(a|b c)` is one of them, `[a]` may
 * be missing, `{film}` stands for any words. They are spelled as usual; case, accents and harakat do not matter.
 */
type Pattern = { word: string } | { slot: string } | { all: Pattern[] } | { any: Pattern[] }

/** Where the words of each slot begin and end. */
export type Slots = Record<string, { from: number; to: number }>

/** A slot holds at most so many words; it keeps the work linear in the length of the message. */
const maxSlotLength = 20

function parsePattern(phrase: string): Pattern {
  const pieces = phrase.match(/[()[\]|]|\{\w+\}|[^()[\]|{}]+/g) ?? []
  let place = 0

  function choice(): Pattern[] {
    const choices = [row()]
    while (pieces[place] === '|') {
      place++
      choices.push(row())
    }
    return choices
  }
  function row(): Pattern {
    const all: Pattern[] = []
    for (;;) {
      const piece = pieces[place]
      if (piece === undefined || piece === '|' || piece === ')' || piece === ']') return { all }
      place++
      all.push(...element(piece))
    }
  }
  function element(piece: string): Pattern[] {
    if (piece.startsWith('{')) return [{ slot: piece.slice(1, -1) }]
    if (piece !== '(' && piece !== '[') return phraseWords(piece).map((word) => ({ word }))
    const any = choice()
    place++
    return [{ any: piece === '[' ? [...any, { all: [] }] : any }]
  }
  return { any: choice() }
}

/** Tries every way to read `pattern` from `words[at]`; `next` hears where each ends, and ends the search by true. */
function match(
  pattern: Pattern,
  words: readonly Word[],
  at: number,
  slots: Slots,
  next: (at: number) => boolean,
): boolean {
  if ('word' in pattern) return Boolean(words[at]?.forms.includes(pattern.word)) && next(at + 1)
  if ('any' in pattern) return pattern.any.some((way) => match(way, words, at, slots, next))
  if ('all' in pattern) {
    const from = (place: number, start: number): boolean => {
      const part = pattern.all[place]
      return part ? match(part, words, start, slots, (end) => from(place + 1, end)) : next(start)
    }
    return from(0, at)
  }
  for (let to = at + 1; to <= Math.min(words.length, at + maxSlotLength); to++)
    if (next(to)) {
      slots[pattern.slot] = { from: at, to }
      return true
    }
  return false
}

function* wordsIn(pattern: Pattern): Generator<string> {
  if ('word' in pattern) yield pattern.word
  else if ('any' in pattern) for (const way of pattern.any) yield* wordsIn(way)
  else if ('all' in pattern) for (const part of pattern.all) yield* wordsIn(part)
}

/** The words that a pattern without slots may begin with. */
function firstWords(pattern: Pattern): { words: string[]; mayBeEmpty: boolean } {
  if ('word' in pattern) return { words: [pattern.word], mayBeEmpty: false }
  if ('slot' in pattern) throw new Error(`A phrase that is looked for anywhere has no slot: ${pattern.slot}`)
  const words: string[] = []
  if ('any' in pattern) {
    const ways = pattern.any.map(firstWords)
    return { words: ways.flatMap((way) => way.words), mayBeEmpty: ways.some((way) => way.mayBeEmpty) }
  }
  for (const part of pattern.all) {
    const first = firstWords(part)
    words.push(...first.words)
    if (!first.mayBeEmpty) return { words, mayBeEmpty: false }
  }
  return { words, mayBeEmpty: true }
}

type Meanings<Meaning> = Iterable<readonly [Meaning, readonly string[]]>

/** Phrases that a whole message is compared with. */
export class Questions<Meaning> {
  readonly #known: { meaning: Meaning; pattern: Pattern }[] = []

  constructor(phrases: Meanings<Meaning>) {
    for (const [meaning, list] of phrases)
      for (const phrase of list) this.#known.push({ meaning, pattern: parsePattern(phrase) })
  }

  /** What the words may mean, in the order of the phrases. */
  *read(words: readonly Word[]): Generator<{ meaning: Meaning; slots: Slots }> {
    for (const { meaning, pattern } of this.#known) {
      const slots: Slots = {}
      if (match(pattern, words, 0, slots, (end) => end === words.length)) yield { meaning, slots }
    }
  }

  *words(): Generator<string> {
    for (const { pattern } of this.#known) yield* wordsIn(pattern)
  }
}

/** Phrases without slots that are looked for anywhere in a message. */
export class Phrases<Meaning> {
  readonly #byFirst = new Map<string, { meaning: Meaning; pattern: Pattern }[]>()

  constructor(phrases: Meanings<Meaning>) {
    for (const [meaning, list] of phrases)
      for (const phrase of list) {
        const pattern = parsePattern(phrase)
        for (const first of new Set(firstWords(pattern).words)) {
          const known = this.#byFirst.get(first) ?? []
          known.push({ meaning, pattern })
          this.#byFirst.set(first, known)
        }
      }
  }

  /** The longest phrase that begins at a word; of equally long ones that which is nearest to what was written. */
  at(words: readonly Word[], index: number): { meaning: Meaning; length: number } | null {
    let best: { meaning: Meaning; length: number } | null = null
    for (const form of words[index]?.forms ?? [])
      for (const { meaning, pattern } of this.#byFirst.get(form) ?? []) {
        let longest = 0
        match(pattern, words, index, {}, (end) => {
          longest = Math.max(longest, end - index)
          return false
        })
        if (longest > (best?.length ?? 0)) best = { meaning, length: longest }
      }
    return best
  }

  *words(): Generator<string> {
    for (const known of this.#byFirst.values()) for (const { pattern } of known) yield* wordsIn(pattern)
  }
}
