/**
 * How words sound, roughly enough that a name is found by the way another script writes it: "نولان" and "Nolan",
 * "باب الحديد" and "bab el hadid". Sounds that scripts or languages write as one are one: b and p, f and v, t and d.
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

/** Groups of Latin letters that are one sound, in the order in which they are looked for. */
const groups: readonly (readonly [RegExp, string])[] = [
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^ps(?=y)/, 's'],
  [/^wh/, 'w'],
  [/ght/g, 't'],
  [/tion/g, 'Son'],
  [/sch|tch|tsh|sh|cz/g, 'S'],
  [/chr/g, 'kr'],
  [/cc(?=[eiy])/g, 'S'],
  [/ck|kh|qu?/g, 'k'],
  [/ph|v/g, 'f'],
  [/dj|dg|j|gh/g, 'g'],
  [/th|d/g, 't'],
  [/ng(?=[^aeiouy]|$)/g, 'n'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/p/g, 'b'],
]

/** A word with one letter a sound; vowels are `a`, `i` and `o`, capital `S` is "sh". */
function sounded(word: string): string {
  if (isArabic(word)) {
    const letters = word
      .replace(/^ال(?=...)/, '')
      .replace(/تش/g, 'ش')
      .replace(/ن[غج](?=[^اوي]|$)/g, 'ن')
    return Array.from(letters.replace(/ه$/, 'ا'), (letter) => arabicSounds[letter] ?? '').join('')
  }
  let rest = word
  for (const [letters, sound] of groups) rest = rest.replace(letters, sound)
  return rest.replace(/[eyi]/g, 'i').replace(/[ouw]/g, 'o')
}

const isArabic = (word: string) => /^\p{Script=Arabic}/u.test(word)

/** The consonants of a word's sound; an `h` counts at its beginning only, where it is heard in every language. */
function consonants(sound: string): string {
  const doubled = sound.replace(/(.)\1+/g, '$1')
  return doubled.replace(/^[aio]*/, '').replace(/(?!^)h|[aio]/g, '')
}

interface Sound {
  /** The consonants; words that have them in common may sound alike. */
  key: string
  /** With vowels, to tell which of them does so most. */
  full: string
}

/** The ways in which a folded word without figures may sound: `ch` is "sh" or "k", French endings are not heard, a `j` may be an h. */
export function soundsOf(word: string): Sound[] {
  if (/\d/.test(word)) return []
  const ways = isArabic(word)
    ? [word]
    : [
        word.replaceAll(/(?<!s)ch/g, 'sh'),
        word.replaceAll(/(?<!s)ch/g, 'k'),
        word.replace(/(?<=....)(?:[tdsxz]|er)$/, '').replaceAll(/(?<!s)ch/g, 'sh'),
        word.replace(/^j/, 'h').replaceAll(/(?<!s)ch/g, 'sh'),
      ]
  const found = new Map<string, Sound>()
  for (const way of ways) {
    const full = sounded(way)
    const key = consonants(full)
    if (key !== '' && !found.has(key)) found.set(key, { key, full })
  }
  return [...found.values()]
}

/** Whether a folded text is in letters whose sounds are known, and in which of the two scripts. */
export function scriptOf(folded: string): 'arabic' | 'latin' | null {
  if (/\p{Script=Arabic}/u.test(folded)) return 'arabic'
  return /^[a-z0-9 ]+$/.test(folded) ? 'latin' : null
}
