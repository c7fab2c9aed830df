/** Letters that Unicode does not decompose into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  // Alef wasla, alef maqsura, teh marbuta; then the Persian forms of kaf and yeh.
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/**
 * Marks of the Latin, Greek, Cyrillic, Hebrew and Arabic scripts (accents, points, harakat), the tatweel, and
 * invisible joiners. Vowel signs of the scripts of India and voicing marks of kana are letters to their readers:
 * they stay.
 */
const marks = new RegExp(
  [
    '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
    '\\u0483-\\u0489',
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
    '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u08d3-\\u08ff',
    '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff',
  ]
    .map((part) => `[${part}]`)
    .join('|'),
  'g',
)

const fractions = /[\u00bc-\u00be\u2150-\u215e]/g
const apostrophes = /['’‘ʼ`´′]/g
/** What is left of ŉ, which decomposes into it and an n. */
const modifierApostrophe = /ʼ/g
const separators = /[^\p{L}\p{N}\p{M}]+/gu
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g
const asciiOnly = /^[\u0020-\u007e]*$/
const asciiApostrophes = /['`]/g
const asciiSeparators = /[^a-z0-9]+/g

/**
 * The form in which texts are compared by every search: no case, no accents, no
 * harakat or tatweel, أإآٱ as ا, ى as ي, ة as ه, Latin digits, `&` as "and", apostrophes dropped, all other
 * punctuation one space, trimmed. Folding a folded text changes nothing.
 */
export function foldText(text: string): string {
  if (asciiOnly.test(text)) {
    return text
      .toLowerCase()
      .replaceAll('&', ' and ')
      .replace(asciiApostrophes, '')
      .replace(asciiSeparators, ' ')
      .trim()
  }
  return text
    .replace(apostrophes, '')
    .replace(fractions, ' $&')
    .toLowerCase()
    .normalize('NFKD')
    .replace(modifierApostrophe, '')
    .toLowerCase()
    .replace(marks, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('&', ' and ')
    .replace(separators, ' ')
    .trim()
}
