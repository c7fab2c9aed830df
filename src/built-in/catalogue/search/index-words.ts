import { foldText } from '#shared/fold.ts'

/** Beginnings that people leave out when they look for a title. */
const articles = /^(?:the|an?|le|la|les|une?|el|los|las|il|lo|gli|der|die|das|een|het|os?) (?=.)/
const arabicArticle = /^ال(?=...)/
const elision = /(^|[^\p{L}])(?:l|d|qu)['’](?=\p{L})/giu
const joined = /[\p{L}\p{N}]+(?:[-·.][\p{L}\p{N}]+)+/gu
const roman: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
}

/** A folded text without spaces: "wall e" and "walle" are one, and so are "spider man" and "spiderman". */
export function squash(folded: string): string {
  return folded.replaceAll(' ', '')
}

/** The folded forms under which a text can be meant as a whole: as it is, and without its article. */
export function wholeForms(folded: string): string[] {
  const bare = folded.replace(articles, '').replace(arabicArticle, '')
  return bare === folded ? [folded] : [folded, bare]
}

/** For a folded text a bit for each place of its squashed form, up to the 32nd, where a word ends. */
export function wordEnds(folded: string): number {
  let bits = 0
  let letters = 0
  for (let index = 0; index < folded.length && letters < 32; index++) {
    if (folded[index] === ' ') bits |= 1 << (letters - 1)
    else letters++
  }
  return letters === 0 || letters === 32 ? bits : bits | (1 << (letters - 1))
}

/** A word without the Arabic article, when it has one. */
export function withoutArticle(word: string): string | null {
  return arabicArticle.test(word) ? word.slice(2) : null
}

/**
 * Adds the folded words that find a text: its own, plus the ways in which people write them otherwise: hyphenated words
 * in one, without elided or Arabic articles, Roman numbers as digits.
 */
export function addWords(words: Set<string>, text: string, folded: string): void {
  for (const word of folded.split(' ')) {
    if (word === '') continue
    words.add(word)
    const digits = roman[word]
    if (digits !== undefined) words.add(digits)
    const bare = withoutArticle(word)
    if (bare !== null) words.add(bare)
  }
  for (const match of text.match(joined) ?? []) words.add(squash(foldText(match)))
  if (text.search(elision) >= 0) {
    for (const word of foldText(text.replace(elision, '$1')).split(' ')) if (word) words.add(word)
  }
}
