import type { Lexicon } from './lexicon.ts'
import type { Term } from './terms.ts'
import type { Word } from './words.ts'

/** A term and the words that tell it. */
export type Found = Term & { from: number; to: number }

/** What is known of a message’s words, each by itself. */
export interface Reading {
  words: readonly Word[]
  /** In the order of the words; none overlaps another. */
  found: readonly Found[]
  /** For each word whether it is understood: part of a term, or a filler. */
  known: readonly boolean[]
}

const digits = /^\d{1,4}$/
const decade = /^(?:\d{2})?\d0s$/
/** "90min", "2h", "1h30". */
const duration = /^(?:(\d{1,3})(?:m|mn|min|mins)|(\d)(?:h|hr|hrs)(\d{2})?)$/

/** What figures tell. */
function termOfFigures(text: string): Term | null {
  if (digits.test(text)) return { is: 'number', value: Number(text) }
  if (decade.test(text)) return { is: 'decade', first: decadeOf(Number(text.slice(0, -1))) }
  const match = duration.exec(text)
  if (!match) return null
  const [, minutes, hours, rest] = match
  return { is: 'duration', minutes: minutes ? Number(minutes) : Number(hours) * 60 + Number(rest ?? 0) }
}

/** The first year of a decade that may be written with two figures. */
export function decadeOf(figures: number): number {
  if (figures >= 100) return figures
  return figures <= 20 ? 2000 + figures : 1900 + figures
}

export function readTerms(words: readonly Word[], lexicon: Lexicon): Reading {
  const found: Found[] = []
  const known = words.map((word) => lexicon.isFiller(word))
  for (let index = 0; index < words.length;) {
    const word = words[index]
    const figures = word?.forms.map(termOfFigures).find((term) => term !== null)
    const phrase = lexicon.terms.at(words, index)
    // "60 minutes" begins with a figure, "5 stars" is a phrase.
    const use =
      phrase && (!figures || phrase.length > 1) ? phrase : figures && { meaning: figures, length: 1 }
    if (use) {
      found.push({ ...use.meaning, from: index, to: index + use.length })
      known.fill(true, index, index + use.length)
    }
    index += use?.length ?? 1
  }
  return { words, found, known }
}
