import type { Difference, FilmName, Filters } from '#built-in/language/question.ts'
import { isEmpty, readFilters } from '#built-in/language/understanding/filters.ts'
import { readTerms, type Lexicon, type Reading } from '#built-in/language/understanding/lexicon.ts'
import type { Cue } from '#built-in/language/understanding/terms.ts'
import type { Word } from '#built-in/language/understanding/words.ts'

/** What titles are read with. */
export interface ParseContext {
  message: string
  lexicon: Lexicon
  /** Ids of the films that the conversation named last. */
  films: readonly number[]
  now: Date
}

export const written = (message: string, words: readonly Word[]) =>
  message.slice(words[0]?.start, words.at(-1)?.end)

export interface TitleReading {
  /** Words that all say something else may be a title too. */
  loose?: boolean
}

/** The film that words stand for; null when they are none. */
export function readTitle(
  words: readonly Word[],
  spoken: ParseContext,
  how: TitleReading = {},
): FilmName | null {
  const named = withoutOpener(words, spoken.lexicon)
  return (
    namedBefore(words, spoken) ??
    namedBefore(named, spoken) ??
    (isTitle(named, spoken, how) ? withYear(withoutFilmWord(named, spoken), spoken) : null)
  )
}

/** Words that mean the first, the second or the last film of those that the conversation named. */
export function namedBefore(words: readonly Word[], { lexicon, films }: ParseContext): FilmName | null {
  for (const { meaning } of lexicon.pronouns.read(words)) {
    const id = { first: films[0], second: films[1], last: films.at(-1) }[meaning]
    if (id !== undefined) return { id }
  }
  return null
}

function withoutOpener(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const opener = lexicon.titleOpeners.at(words, 0)
  return opener && opener.length < words.length ? words.slice(opener.length) : words
}

/** "the Batman movie" is about Batman; "Scary Movie" and "date movie" are titles. */
function withoutFilmWord(words: readonly Word[], { lexicon }: ParseContext): readonly Word[] {
  const { found } = readTerms(words, lexicon)
  const last = found.at(-1)
  const isLoose = last?.is === 'film' && last.to === words.length && !words.at(-1)?.capital
  const isPlain = isLoose && last.from > 0 && !found.some((term) => term.to === last.from)
  return isPlain ? words.slice(0, last.from) : words
}

/** Whether words can be a title: something that is in quotes, is not understood, or is written as a name. */
function isTitle(
  words: readonly Word[],
  { message, lexicon }: ParseContext,
  { loose = false }: TitleReading,
): boolean {
  if (words.length === 0) return false
  const { found, known } = readTerms(words, lexicon)
  const says = words.map(() => false)
  for (const { is, from, to } of found)
    if (!loose || is === 'film' || is === 'self' || is === 'wish') says.fill(true, from, to)
  const nations = new Set<number>()
  for (const { is, from, to } of found)
    if (is === 'country' || is === 'language') for (let index = from; index < to; index++) nations.add(index)
  const begins = message.search(/\S/)
  return words.some((word, index) => {
    if (word.quoted || !known[index]) return true
    if (word.capital && word.start > begins && !nations.has(index)) return true
    // Of a title only: "Drive", "Drama", "1917".
    return loose && !says[index] && !lexicon.isFiller(word)
  })
}

/** "Dune (1984)", "Dune from 1984": the year is not the title's. "1917" and "Blade Runner 2049" are titles. */
function withYear(words: readonly Word[], { message, now }: ParseContext): FilmName {
  const last = words.at(-1)
  const year = last && /^\d{4}$/.test(last.text) ? Number(last.text) : 0
  if (words.length < 2 || year < 1880 || year > now.getUTCFullYear() + 5)
    return { title: written(message, words) }
  const rest = words.slice(0, -1)
  while (rest.length > 1 && yearWords.has(rest.at(-1)?.text ?? '')) rest.pop()
  return { title: written(message, rest), year }
}
const yearWords = new Set('from of in year the de en annee l عام سنه من'.split(' '))

/** Where what a similar film should be begins: "but newer", "from the 90s". */
const joints: readonly Cue[] = [
  'but',
  'of',
  'by',
  'with',
  'starring',
  'since',
  'after',
  'before',
  'between',
  'under',
  'over',
]
const jointWords = new Set(
  'but and from in that which with only mais en qui des du من لكن و ويكون'.split(' '),
)

/** How many of the words are a title, and what follows it about the films wanted. */
export function splitTail(
  words: readonly Word[],
  { lexicon, now }: ParseContext,
): { head: number; tail: Reading } {
  for (let head = 1; head < words.length; head++) {
    const tail = readTerms(words.slice(head), lexicon)
    const first = tail.found[0]
    const isJoint =
      jointWords.has(words[head]?.text ?? '') || (first?.from === 0 && joints.some((cue) => cue === first.is))
    if (!words[head - 1]?.quoted && !isJoint) continue
    if (
      tail.known.every(Boolean) &&
      (differenceIn(tail, { beside: true }) || !isEmpty(readFilters(tail, now)))
    )
      return { head, tail }
  }
  return { head: words.length, tail: readTerms([], lexicon) }
}

/** `beside`: a film is named to compare with; then "new" means newer than it, as Arabic has one word for both. */
export function differenceIn(
  { found }: Pick<Reading, 'found'>,
  { beside = false }: { beside?: boolean } = {},
): Difference | undefined {
  for (const { is } of found) {
    if (is === 'newer' || is === 'older' || is === 'shorter' || is === 'longer') return is
    if (beside && is === 'newest') return 'newer'
    if (beside && is === 'oldest') return 'older'
  }
  return undefined
}

export const mergeFilters = (first: Filters, second: Filters): Filters => ({
  ...first,
  ...second,
  ...(first.genres && second.genres && { genres: [...new Set([...first.genres, ...second.genres])] }),
})
