import { foldText } from '#shared/matching/fold.ts'
import { numberOf, squash, withoutArticle } from '#shared/matching/title-forms.ts'

const elision = /(^|[^\p{L}])(?:l|d|qu|n|j|s)['’](?=\p{L})/giu
const joined = /[\p{L}\p{N}]+(?:[-·.][\p{L}\p{N}]+)+/gu

/** Words that may be missing from a text that is meant, because they say so little. */
const small = new Set(
  [
    'the a an of and in on to at for from by with or vs',
    'le la les l un une de du des d et a au aux en dans sur par pour',
    'el los las y o der die das und il lo e di da del',
    'في من الى على عن و ذا ذي او',
    'film movie films movies فيلم افلام',
  ].flatMap((line) => line.split(' ')),
)
export const isSmall = (word: string): boolean => small.has(word)

/** A bit mask of the places in the squashed form of a folded text where a word ends, up to the 32nd. */
export function wordEnds(folded: string): number {
  let bits = 0
  let letters = 0
  for (let index = 0; index < folded.length && letters < 32; index++) {
    if (folded[index] === ' ') bits |= 1 << (letters - 1)
    else letters++
  }
  return letters === 0 || letters === 32 ? bits : bits | (1 << (letters - 1))
}

/**
 * Adds the folded words by which a text is found: its own, and variants that people write: hyphenated words as one,
 * without elided or Arabic articles, numbers as digits.
 */
export function addWords(words: Set<string>, text: string, folded: string): void {
  for (const word of folded.split(' ')) {
    if (word === '') continue
    words.add(word)
    const digits = numberOf(word)
    if (digits !== null) words.add(digits)
    const bare = withoutArticle(word)
    if (bare !== null) words.add(bare)
  }
  for (const match of text.match(joined) ?? []) words.add(squash(foldText(match)))
  if (text.search(elision) >= 0) {
    for (const word of foldText(text.replace(elision, '$1')).split(' ')) if (word) words.add(word)
  }
}
