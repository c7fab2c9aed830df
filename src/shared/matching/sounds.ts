import { createMatcher } from './edit-distance.ts'

/**
 * Rough sounds of words, so that a name is found by its spelling in another script: "نولان" and "Nolan", "باب الحديد"
 * and "bab el hadid". Sounds that scripts or languages do not distinguish are the same: b and p, f and v, t and d.
 */

const arabicSounds: Readonly<Record<string, string>> = {
  ب: 'b',
  پ: 'b',
  ت: 't',
  ث: 't',
  ج: 'g',
  چ: 'S',
  ح: 'h',
  خ: 'k',
  د: 't',
  ذ: 't',
  ر: 'r',
  ز: 's',
  ژ: 'g',
  س: 's',
  ش: 'S',
  ص: 's',
  ض: 't',
  ط: 't',
  ظ: 's',
  غ: 'g',
  ف: 'f',
  ڤ: 'f',
  ق: 'k',
  ك: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'o',
  ي: 'i',
  ا: 'a',
}

/** Latin letters and groups of them by their sound; what is in no group is its own. */
const latinSounds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    n: 'kn ng ngh nj ndg',
    r: 'wr',
    s: 'ps z',
    o: 'wh o u w',
    t: 'ghth ght th d',
    Son: 'tion',
    S: 'sch tch tsh sh cz cc',
    kr: 'chr',
    k: 'ck kh qu q c',
    f: 'ph v',
    g: 'dj dg j gh',
    ks: 'x',
    b: 'p',
    i: 'e y i',
  }).flatMap(([sound, letters]) => letters.split(' ').map((group) => [group, sound])),
)
/** A group of letters is one sound only in this position. */
const latinGroups =
  /^(?:kn|wr|wh|ps(?=y))|ghth?|tion|sch|tch|tsh|sh|cz|chr|cc(?=[eiy])|ck|kh|qu?|ph|v|dj|dg|j|gh|th|d|n(?:gh?|j|dg)(?=[^aeiouyh]|$)|x|z|c|p|[eyiouw]/g

/** A word with one letter a sound; vowels are `a`, `i` and `o`, capital `S` is "sh". */
function sounded(word: string): string {
  if (isArabic(word)) {
    const letters = word
      .replace(/^ال(?=...)/, '')
      .replace(/تش/g, 'ش')
      .replace(/ن[غج](?=[^اوي]|$)/g, 'ن')
    return Array.from(letters.replace(/ه$/, 'ا'), (letter) => arabicSounds[letter] ?? '').join('')
  }
  return word.replace(latinGroups, (group, place: number) =>
    group === 'c' && /[eiy]/.test(word[place + 1] ?? '') ? 's' : (latinSounds[group] ?? group),
  )
}

const isArabic = (word: string) => /^\p{Script=Arabic}/u.test(word)

/** The consonants of a word's sound; an `h` counts at its beginning only, where it is heard in every language. */
function consonants(sound: string): string {
  let heard = ''
  let before = ''
  for (const letter of sound) {
    const isHeard = letter !== before && !vowels.has(letter) && (letter !== 'h' || heard === '')
    if (isHeard) heard += letter
    before = letter
  }
  return heard
}
const vowels = new Set('aio')

interface Sound {
  /** The consonants; words that have them in common may sound alike. */
  key: string
  /** With vowels, to tell which of them does so most. */
  full: string
}

/** How a word may be written by its sound: `ch` as "sh" or "k", without an ending that is not heard in French, a `j` as h. */
function waysOf(word: string): string[] {
  if (isArabic(word)) return [word]
  const hasCh = word.includes('ch')
  const soft = hasCh ? word.replaceAll(ch, 'sh') : word
  const ways = hasCh ? [soft, word.replaceAll(ch, 'k')] : [soft]
  const unheard = word.endsWith('er') ? 2 : 'tdsxz'.includes(word.slice(-1)) ? 1 : 0
  if (unheard > 0 && word.length >= 4 + unheard) ways.push(soft.slice(0, -unheard))
  if (word.startsWith('j')) ways.push(`h${soft.slice(1)}`)
  return ways
}
const ch = /(?<!s)ch/g

/** The ways in which a folded word without figures may sound. */
export function soundsOf(word: string): Sound[] {
  if (/\d/.test(word)) return []
  const found: Sound[] = []
  for (const way of waysOf(word)) {
    const full = sounded(way)
    const key = consonants(full)
    if (key !== '' && found.every((sound) => sound.key !== key)) found.push({ key, full })
  }
  return found
}

/** Whether a folded text is in letters whose sounds are known, and in which of the two scripts. */
export function scriptOf(folded: string): 'arabic' | 'latin' | null {
  if (/\p{Script=Arabic}/u.test(folded)) return 'arabic'
  return /^[a-z0-9 ]+$/.test(folded) ? 'latin' : null
}

export interface Hearing {
  /** Whether the words are of two scripts, one of which leaves out vowels. */
  across: boolean
}

/** How much the sounds of two words with the same consonants differ; null when too much. */
export function soundDistance(a: string, b: string, { across }: Hearing): number | null {
  const least = Math.min(a.length, b.length)
  const limit = least < 4 || !across ? 1 : least < 6 ? 2 : 4
  const distance = createMatcher(a, limit).word(b)
  return distance <= limit ? distance : null
}

/**
 * The words of a folded text that are long enough to be found by sound; digits at the end of a word have no sound.
 */
export const heardWords = (folded: string): string[] => folded.match(/[^\d ]{3,}/g) ?? []

/** The sounds of a word of a name. Their keys tell also whether it begins and ends with a vowel. */
function nameSounds(word: string): Sound[] {
  // An Arabic word that begins with ain begins with some vowel.
  const isOpen = word.startsWith('ع')
  return soundsOf(word).map(({ key, full }) => ({
    key: `${isOpen || vowels.has(full.charAt(0)) ? 'a' : ''}${key}${/[aio]h?$/.test(full) ? 'a' : ''}`,
    full,
  }))
}

/** The keys by which the words of a folded name are found; words that are one name have one in common. */
export const nameKeys = (folded: string): string[] => [
  ...new Set(heardWords(folded).flatMap((word) => nameSounds(word).map(({ key }) => key))),
]

const outerVowels = /^[aio]+|[aio]+h?$/g

/** Whether the letters of a text stand in another in this order; `loosely` where one vowel may stand for another. */
function standsIn(text: string, other: string, { loosely }: { loosely: boolean }): boolean {
  let place = 0
  for (const letter of other) {
    const wanted = text[place]
    if (wanted === letter || (loosely && wanted && vowels.has(wanted) && vowels.has(letter))) place++
  }
  return place === text.length
}

/** With this many consonants in common, vowels hardly matter. */
const tellingKey = 2
/** Shorter words of the same script are different words and not different spellings. */
const minRespeltLength = 4

/**
 * How surely two folded words are one name: `surely` as two scripts write it ("محمد", "mohammed"), of which the Arabic
 * one leaves out short vowels; `perhaps` as one script spells it otherwise ("mohamed", "muhammad").
 */
export function isOneName(a: string, b: string): 'surely' | 'perhaps' | null {
  if (isArabic(a) && isArabic(b)) return null
  const across = isArabic(a) || isArabic(b)
  if (!across && Math.min(a.length, b.length) < minRespeltLength) return null
  const [written, other] = isArabic(b) ? [b, a] : [a, b]
  let found: 'perhaps' | null = null
  for (const one of nameSounds(written))
    for (const two of nameSounds(other)) {
      if (one.key !== two.key) continue
      const [inner, outer] = [one.full.replace(outerVowels, ''), two.full.replace(outerVowels, '')]
      // "علي" and "ola": so little is heard that also the last vowel tells.
      if (inner.length === 1 && one.full.at(-1) !== two.full.at(-1)) continue
      if (across && standsIn(inner, outer, { loosely: false })) return 'surely'
      const isAlike = across
        ? standsIn(inner, outer, { loosely: true })
        : one.key.length >= tellingKey || soundDistance(one.full, two.full, { across }) !== null
      if (isAlike) found = 'perhaps'
    }
  return found
}
