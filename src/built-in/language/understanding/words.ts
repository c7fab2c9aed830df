import type { AssistantLanguage } from '#shared/api/assistant.ts'
import { foldText } from '#shared/matching/fold.ts'

/** A word of a message, or a title in quotes, which counts as one. */
export interface Word {
  /** Folded; empty for a title in quotes. */
  text: string
  /** `text`, then what it may be without prefixes and endings. */
  forms: readonly string[]
  /** Where it stands in the message, UTF-16 code units; of a title in quotes what is between them. */
  start: number
  end: number
  /** Whether it is written with a capital. */
  capital: boolean
  quoted: boolean
}

/** Opening and closing quotes. Apostrophes are none: they stand in too many names. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”',
  '«': '»',
  '‹': '›',
}
const apostrophes = `'’‘ʼ\``
const anyApostrophe = new RegExp(`[${apostrophes}]`)
const token = new RegExp(`[${Object.keys(quotes).join('')}]|[\\p{L}\\p{N}\\p{M}\\u0640${apostrophes}]+`, 'gu')
/** French words that lose their vowel before another: "d’horreur" is two words. */
const elided = new Set('c d j l m n s t qu jusqu lorsqu puisqu quelqu'.split(' '))
/** French words of one letter: "qu’a réalisé", "j’y". */
const wholeWord = /^[ay]$/i
/** A title in quotes is not longer than this. */
const maxQuotedLength = 150

const endings: Readonly<Record<AssistantLanguage, readonly string[]>> = {
  english: ['s', 'es'],
  french: ['s', 'e', 'es', 'ne', 'nes'],
  arabic: ['ه', 'ات', 'ا'],
}
/** "and", "with", "to" before a name in other letters or before figures. */
const joined = /^[وفبلك](?=[a-z\d])/i
const arabicPrefixes = ['وال', 'بال', 'فال', 'كال', 'لل', 'ال', 'و', 'ف', 'ب', 'ل', 'ك']
/** The short words that questions begin with, and that take "and" before them. */
const short = new Set(['من', 'كم', 'ما', 'هل', 'لا', 'عن', 'حب'])
/** What is left when a prefix or an ending is taken off has at least so many letters. */
const minStemLength = 3

export function formsOf(text: string, language: AssistantLanguage): string[] {
  const starts = [text]
  if (language === 'arabic')
    for (const prefix of arabicPrefixes) {
      if (!text.startsWith(prefix)) continue
      const rest = text.slice(prefix.length)
      if (rest.length >= minStemLength || short.has(rest)) starts.push(rest)
    }
  const forms = new Set(starts)
  for (const start of starts)
    for (const ending of endings[language])
      if (start.length - ending.length >= minStemLength && start.endsWith(ending))
        forms.add(start.slice(0, -ending.length))
  return [...forms]
}

/** Splits in one pass over the message. */
export function wordsOf(message: string, language: AssistantLanguage): Word[] {
  const words: Word[] = []
  let from = 0
  for (;;) {
    token.lastIndex = from
    const match = token.exec(message)
    if (!match) return words
    const closing = quotes[match[0]]
    from = match.index + match[0].length
    if (closing === undefined) words.push(...parts(match[0], match.index, language))
    else {
      const title = quotedAt(message, from, closing)
      if (title) words.push(title.word)
      from = title?.next ?? from
    }
  }
}

/** The words of a phrase of ours, folded. */
export function phraseWords(phrase: string): string[] {
  return phrase
    .split(/[\s-]+/)
    .flatMap((raw) => (anyApostrophe.test(raw) ? separated(raw) : [raw]))
    .map((raw) => foldText(raw))
    .filter(Boolean)
}

/** A word without what is elided before it, and that. */
function separated(raw: string): string[] {
  const at = raw.search(anyApostrophe)
  const head = raw.slice(0, Math.max(at, 0))
  const rest = raw.slice(at + 1)
  return elided.has(foldText(head)) && (rest.length > 1 || wholeWord.test(rest)) ? [head, rest] : [raw]
}

/** The title between a quote and its closing one, and where the text after it begins. */
function quotedAt(message: string, from: number, closing: string): { word: Word; next: number } | null {
  const near = message.slice(from, from + maxQuotedLength)
  const length = Math.min(
    ...Array.from(closing, (quote) => near.indexOf(quote)).filter((index) => index >= 0),
    near.length,
  )
  const inside = near.slice(0, length)
  if (length === near.length || !inside.trim()) return null
  const start = from + inside.length - inside.trimStart().length
  const end = start + inside.trim().length
  return { word: { text: '', forms: [], start, end, capital: true, quoted: true }, next: from + length + 1 }
}

function parts(raw: string, start: number, language: AssistantLanguage): Word[] {
  if (joined.test(raw))
    return [...one(raw.slice(0, 1), start, language), ...one(raw.slice(1), start + 1, language)]
  const [head = raw, rest] = separated(raw)
  if (rest === undefined) return one(raw, start, language)
  return [...one(head, start, language), ...one(rest, start + raw.length - rest.length, language)]
}

function one(raw: string, start: number, language: AssistantLanguage): Word[] {
  const text = foldText(raw).replaceAll(' ', '')
  if (!text) return []
  const capital = raw.toLowerCase() !== raw && raw[0]?.toLowerCase() !== raw[0]
  return [{ text, forms: formsOf(text, language), start, end: start + raw.length, capital, quoted: false }]
}
