import { foldText } from './fold.ts'

/** Beginnings that people leave out when they look for a title. */
const articles = /^(?:the|an?|le|la|les|une?|el|los|las|il|lo|gli|der|die|das|een|het|os?|l) (?=.)/
const arabicArticle = /^ال(?=...)/

const numerals: ReadonlyMap<string, string> = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    '_ deux trois quatre cinq six sept huit neuf dix onze douze',
    '_ ii iii iv v vi vii viii ix x xi xii',
    'واحد اثنان ثلاثه اربعه خمسه سته سبعه ثمانيه تسعه عشره',
    '_ اثنين ثلاث اربع خمس ست سبع ثماني تسع عشر',
  ].flatMap((line) => line.split(' ').map((word, place) => [word, String(place + 1)] as const)),
)

/** Only beside a word such as "part". */
const ordinals: ReadonlyMap<string, string> = new Map(
  [
    'first second third fourth fifth sixth seventh eighth ninth',
    'premiere deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme',
    'premier second',
    'i',
    'الاول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع',
  ].flatMap((line) => line.split(' ').map((word, place) => [word, String(place + 1)] as const)),
)

const parts = new Set('part pt chapter volume vol episode partie chapitre tome الجزء جزء الفصل'.split(' '))
const conjunctions = new Set('and et und و'.split(' '))

/** The number that a folded word writes: "ii", "two", "deux", "السبعه"; null when it writes none. */
export const numberOf = (word: string): string | null =>
  numerals.get(word.startsWith('ال') ? word.slice(2) : word) ??
  /^(\d{1,2})(?:st|nd|rd|th|e|eme|er|ere|re)$/.exec(word)?.[1] ??
  null

/** A folded word without the "and" that Arabic joins to its article. */
const withoutAnd = (word: string) => (word.startsWith('وال') && word.length > 5 ? word.slice(1) : word)

/** A folded word without the Arabic article and the "and" that is joined to it, when it has one of them. */
export function withoutArticle(word: string): string | null {
  if (!word.startsWith('ا') && !word.startsWith('و')) return null
  const rest = withoutAnd(word).replace(arabicArticle, '')
  if (rest !== word) return rest
  return /^و\p{Script=Arabic}{3}/u.test(word) ? word.slice(1) : null
}

/**
 * A folded title as its words are compared: numbers as figures, without "and", and without "part" before a number, so
 * that "Dune: Part Two" and "dune 2" are one, and so are "Fast & Furious" and "fast and furious".
 */
function comparedWords(folded: string): string[] {
  const words = folded.split(' ')
  const isPart = (place: number) => parts.has(words[place] ?? '')
  const figures = words.map((word, place) => {
    const beside = isPart(place - 1) || isPart(place + 1)
    const ordinal = beside ? ordinals.get(word) : undefined
    if (ordinal !== undefined) return ordinal
    return place > 0 || word.length > 2 ? (numberOf(word) ?? word) : word
  })
  const isNumber = (place: number) => /^\d+$/.test(figures[place] ?? '')
  const kept = figures.filter(
    (word, place) =>
      !conjunctions.has(word) && !(isPart(place) && (isNumber(place + 1) || isNumber(place - 1))),
  )
  return kept.length > 0 ? kept.map(withoutAnd) : words
}

/** A folded text without spaces: "wall e" and "walle" are one, and so are "spider man" and "spiderman". */
export const squash = (folded: string): string => folded.replaceAll(' ', '')

/** The forms in which a folded text can be meant as a whole: as it is compared, and without its article. */
export function wholeForms(folded: string): string[] {
  const words = comparedWords(folded).join(' ')
  const bare = words.replace(articles, '').replace(arabicArticle, '')
  const forms = bare === words ? [words] : [words, bare]
  // "Godfather, The"
  const turned = /^(.+) (?:the|le|la|les)$/.exec(words)?.[1]
  return turned === undefined ? forms : [...forms, turned]
}

/** Whether two texts write the same title: case, accents, articles, punctuation, "and" and ways of writing numbers aside. */
export function isSameTitle(a: string, b: string): boolean {
  const forms = new Set(wholeForms(foldText(a)).map(squash))
  return wholeForms(foldText(b)).some((form) => form !== '' && forms.has(squash(form)))
}
