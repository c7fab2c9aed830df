import { createMatcher } from '#shared/edit-distance.ts'
import { foldText } from '#shared/fold.ts'

const moved = /^(.+), (the|an?|le|la|les|l['’]|une?|el|los|las|il|lo|gli|der|die|das|een|het|os?)$/i
const yearAtEnd = /^(.+\S)\s*[([]((?:18|19|20)\d\d)[)\]]$/
const roman: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
  xi: '11',
  xii: '12',
  xiii: '13',
}
const arabic = new Map(Object.entries(roman).map(([numeral, digits]) => [digits, numeral]))

/** Longer than any title; a text beyond it is none. */
const maxTitleLength = 300

/** "Matrix, The" as "The Matrix", with plain spaces. */
export function inOrder(title: string): string {
  const text = title.slice(0, maxTitleLength).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const [, rest, article] = moved.exec(text) ?? []
  if (rest === undefined || article === undefined) return text
  return /['’]$/.test(article) ? article + rest : `${article} ${rest}`
}

/** What an entry calls its film. A year in brackets after the title is one when no other is given. */
export function nameOf(entry: { title: string; year: number | null }): {
  title: string
  year: number | null
} {
  const [, title, year] = yearAtEnd.exec(entry.title.trim()) ?? []
  const bracketed = year === undefined ? null : Number(year)
  return title !== undefined && (entry.year === null || entry.year === bracketed)
    ? { title: inOrder(title), year: bracketed }
    : { title: inOrder(entry.title), year: entry.year }
}

/** Folded, with numbers after the first word in digits. */
function words(title: string): string[] {
  const folded = foldText(inOrder(title))
  return folded.split(' ').map((word, place) => (place > 0 ? (roman[word] ?? word) : word))
}

/**
 * Equal for titles that are the same but for case, accents, punctuation, spaces, "&", a moved article, and Roman
 * numbers. Of a title without letters and digits its signs count.
 */
export function titleKey(title: string): string {
  return words(title).join('') || inOrder(title).toLowerCase()
}

/** The title with its numbers written the other way, null when it has none. */
export function otherNumbers(title: string): string | null {
  let changed = false
  const turned = title.split(' ').map((word, place) => {
    const other = place > 0 ? (roman[word.toLowerCase()] ?? arabic.get(word)?.toUpperCase()) : undefined
    if (other === undefined) return word
    changed = true
    return other
  })
  return changed ? turned.join(' ') : null
}

const minContainedLength = 4

/** Whether two different titles may be meant for one: a few slips apart, or one has the other in it. */
export function isSimilar(title: string, other: string): boolean {
  const [one, two] = [words(title), words(other)]
  if (contains(one, two) || contains(two, one)) return true
  const [a, b] = [one.join(''), two.join('')]
  const limit = a.length < 4 ? 0 : a.length < 8 ? 1 : a.length < 16 ? 2 : 3
  return limit > 0 && createMatcher(a, limit).word(b) <= limit
}

const contains = (whole: readonly string[], part: readonly string[]) =>
  part.join('').length >= minContainedLength && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `)
