import { createMatcher } from '#shared/matching/edit-distance.ts'
import { foldText } from '#shared/matching/fold.ts'

const moved = /^(.+), (the|an?|le|la|les|l['’]|une?|el|los|las|il|lo|gli|der|die|das|een|het|os?)$/i
const yearAtEnd = /^(.+\S)\s*[([]((?:18|19|20)\d\d)[)\]]$/
const numerals = 'i ii iii iv v vi vii viii ix x xi xii xiii'.split(' ')
const roman = new Map(numerals.map((numeral, index) => [numeral, String(index + 1)]))

const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const units = new Map(smallNumbers.split(' ').map((word, value) => [word, value]))
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index]),
)

/** Abbreviations with their long forms; words before the number of a part are often left out. */
const inFull = new Map([
  ['vol', 'volume'],
  ['pt', 'part'],
  ['ch', 'chapter'],
  ['vs', 'versus'],
  ['dr', 'doctor'],
])
const parts = new Set(['part', 'volume', 'chapter', 'episode'])

/** No title is longer; a longer text is not looked for. */
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

/**
 * The folded words of a title, with numbers as digits and abbreviations in full. A title of one word stays as it is.
 */
function words(title: string): string[] {
  const folded = foldText(inOrder(title)).split(' ')
  if (folded.length === 1) return folded
  const numbered = inDigits(folded).map((word, place) => {
    const [numeral, long] = [roman.get(word), inFull.get(word)]
    return long ?? (place > 0 && numeral !== undefined ? numeral : word)
  })
  // "Part 2" becomes "2".
  return numbered.filter(
    (word, place) => !(place > 0 && parts.has(word) && /^\d/.test(numbered[place + 1] ?? '')),
  )
}

/** Replaces numbers in English words, such as "one hundred and one", by digits. */
function inDigits(folded: readonly string[]): string[] {
  const said: string[] = []
  for (let at = 0; at < folded.length;) {
    const { value, end } = readNumber(folded, at)
    said.push(value === null ? (folded[at] ?? '') : String(value))
    at = value === null ? at + 1 : end
  }
  return said
}

/** A number that was read; `end` is the position after it, `value` is null when there is none. */
interface ReadNumber {
  value: number | null
  end: number
}

/** The number below a million that begins at a word. */
function readNumber(all: readonly string[], at: number): ReadNumber {
  const thousands = readHundreds(all, at)
  if (thousands.value === null || all[thousands.end] !== 'thousand') return thousands
  return withRest(all, thousands.value * 1000, thousands.end + 1, readHundreds)
}

function readHundreds(all: readonly string[], at: number): ReadNumber {
  const first = readTens(all, at)
  if (first.value === null || first.value > 9 || all[first.end] !== 'hundred') return first
  return withRest(all, first.value * 100, first.end + 1, readTens)
}

function readTens(all: readonly string[], at: number): ReadNumber {
  const word = all[at] ?? ''
  const unit = units.get(word) ?? (/^[1-9]\d?$/.test(word) ? Number(word) : undefined)
  if (unit !== undefined) return { value: unit, end: at + 1 }
  const ten = tens.get(word)
  if (ten === undefined) return { value: null, end: at }
  const digit = units.get(all[at + 1] ?? '') ?? 0
  return digit > 0 && digit < 10 ? { value: ten + digit, end: at + 2 } : { value: ten, end: at + 1 }
}

function withRest(all: readonly string[], value: number, end: number, read: typeof readTens): ReadNumber {
  const rest = read(all, all[end] === 'and' ? end + 1 : end)
  return rest.value === null ? { value, end } : { value: value + rest.value, end: rest.end }
}

/**
 * A key that is equal for titles which differ only in case, accents, punctuation, spaces, "&", a moved article,
 * numbers as digits, Roman numerals or words, "Vol." and the like, and the word "part". For a title without letters
 * and digits its other characters count.
 */
export function titleKey(title: string): string {
  return words(title).join('') || inOrder(title).toLowerCase()
}

const secondTitle = /^(.*[^\s,;])(?:[,;]?\s+or[:,]\s|;\s*or\s|\s+or\s*\().+$/i
const inBrackets = /^(.*\S)\s*[([]([^()[\]]+)[)\]]$/
const plainYear = /^(.*[^\s:,–-])[\s:,–-]+((?:18|19|20)\d\d)$/

/**
 * A title without parts that are often left out or added: what follows "or:", a remark in brackets at the end, and
 * the film's year. Brackets with the number of a part stay. Null when there is nothing of that kind.
 */
export function mainTitle(title: string, year: number | null): string | null {
  const text = inOrder(title)
  const [, dated, own] = plainYear.exec(text) ?? []
  if (dated !== undefined && Number(own) === year) return dated
  const [, first] = secondTitle.exec(text) ?? []
  if (first !== undefined) return first
  const [, plain, remark = ''] = inBrackets.exec(text) ?? []
  const isPart = words(`- ${remark}`).some((word) => /^\d{1,2}$/.test(word))
  return plain === undefined || isPart ? null : plain
}

/** Other spellings of a title, for sources that match literally; more likely ones first. */
export function otherSpellings({ title, year }: { title: string; year: number | null }): string[] {
  const main = mainTitle(title, year)
  const plain = foldText(title).split(' ')
  const digits = words(title)
  const romans = digits.map((word, place) => (place > 0 && numerals[Number(word) - 1]) || word)
  const spelt = digits.map((word) => (/^\d\d?$/.test(word) ? inWords(Number(word)) : word))
  const others = new Set([digits, romans, spelt].map((one) => one.join(' ')))
  others.delete(plain.join(' '))
  return [...(main === null ? [] : [main]), ...others]
}

/** A number below a hundred. */
function inWords(value: number): string {
  const wordOf = (wanted: number) =>
    [...units, ...tens].find(([, one]) => one === wanted)?.[0] ?? String(wanted)
  if (value <= 20 || value % 10 === 0) return wordOf(value)
  return `${wordOf(value - (value % 10))} ${wordOf(value % 10)}`
}

const minContainedLength = 4

/** Whether two different titles may mean the same film: they differ by a few typos, or one contains the other. */
export function isSimilar(title: string, other: string): boolean {
  const [one, two] = [words(title), words(other)]
  if (contains(one, two) || contains(two, one) || isNearly(one.join(''), two.join(''))) return true
  // Compared without numbers in digits, as a typo in the word of a number makes it no number.
  return isNearly(plainKey(title), plainKey(other))
}

const plainKey = (title: string) => foldText(inOrder(title)).replaceAll(' ', '')

function isNearly(a: string, b: string): boolean {
  const limit = a.length < 4 ? 0 : a.length < 8 ? 1 : a.length < 16 ? 2 : 3
  return limit > 0 && createMatcher(a, limit).word(b) <= limit
}

const contains = (whole: readonly string[], part: readonly string[]) =>
  part.join('').length >= minContainedLength && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `)
