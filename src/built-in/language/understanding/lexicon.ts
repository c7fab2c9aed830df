import arabic from '#built-in/language/vocabulary/arabic.json' with { type: 'json' }
import english from '#built-in/language/vocabulary/english.json' with { type: 'json' }
import french from '#built-in/language/vocabulary/french.json' with { type: 'json' }
import type { Mood } from '#built-in/language/question.ts'
import { Phrases, Questions } from '#built-in/language/understanding/patterns.ts'
import { createSpelling } from '#built-in/language/understanding/spelling.ts'
import type { Cue, QuestionPattern, Term, Vocabulary } from '#built-in/language/understanding/terms.ts'
import { phraseWords, type Word } from '#built-in/language/understanding/words.ts'
import type { AssistantLanguage } from '#shared/api/assistant.ts'
import { localeOfLanguage } from '#shared/assistant-language.ts'

/** A language's vocabulary, made ready to look things up in. */
export interface Lexicon {
  language: AssistantLanguage
  terms: Phrases<Term>
  questions: Questions<QuestionPattern>
  openers: Phrases<true>
  closers: Questions<true>
  titleOpeners: Phrases<true>
  pronouns: Questions<'first' | 'second' | 'last'>
  isFiller(word: Word): boolean
  /** A word of this language that a mistyped one was meant to be. */
  mend(word: string): string | null
  /** Whether a word is one of this language that questions are made of. */
  knows(word: string): boolean
}

/** Countries that films come from and people ask for by name, ISO 3166-1. */
const countries =
  `AE AF AR AT AU BA BD BE BG BR CA CH CL CN CO CU CZ DE DK DZ EC EE EG ES FI FR GB GR HK HR HU ID IE IL IN IQ IR
  IS IT JO JP KR KW KZ LB LT LU LV LY MA MN MX MY NG NL NO NP NZ OM PE PH PK PL PS PT QA RO RS RU SA SD SE SG SI SK SN SO
  SY TH TN TR TW UA US UY VE VN YE ZA`.split(/\s+/)

/** Languages that films are in, as the film database has them (Cantonese is `cn`, which Unicode's data does not know). */
const languages =
  `ar bg bn cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko ku lt lv ml mr ms nl no pl pt ro ru sr
  sv ta te th tl tr uk ur vi zh`.split(/\s+/)

const namesOf = (type: 'region' | 'language', codes: readonly string[], locale: string) => {
  const names = new Intl.DisplayNames(locale, { type })
  return codes.flatMap((code): [string, string][] => {
    const name = names.of(code)
    // "Türkiye", "Hong Kong SAR China": what stands in parentheses is not said.
    return name ? [[code, name.replace(/\s*\(.*\)/, '')]] : []
  })
}

const countryNames = (locale: string) => namesOf('region', countries, locale)
const languageNames = (locale: string) => namesOf('language', languages, locale)

type Entries<Meaning> = [Meaning, readonly string[]][]

const byNumber = (table: Record<number, readonly string[]>) =>
  Object.entries(table).map(([key, phrases]) => [Number(key), phrases] as const)
const byName = <Name extends string>(table: Record<Name, readonly string[]>) =>
  // The keys are those of the table's type: the tables are written out, key by key.
  Object.entries<readonly string[]>(table) as [Name, readonly string[]][]

function termsOf(vocabulary: Vocabulary, locale: string): Entries<Term> {
  const entries: Entries<Term> = []
  const add = (term: Term, phrases: readonly string[]) => entries.push([term, phrases])
  for (const [genre, phrases] of byNumber(vocabulary.genres)) add({ is: 'genre', genres: [genre] }, phrases)
  for (const [mood, phrases] of byName<Mood>(vocabulary.moods)) add({ is: 'mood', mood }, phrases)
  for (const [code, phrases] of byName(vocabulary.countries)) add({ is: 'country', code }, phrases)
  for (const [code, phrases] of byName(vocabulary.languages)) add({ is: 'language', code }, phrases)
  for (const [first, phrases] of byNumber(vocabulary.decades)) add({ is: 'decade', first }, phrases)
  for (const [value, phrases] of byNumber(vocabulary.numbers)) add({ is: 'number', value }, phrases)
  for (const [minutes, phrases] of byNumber(vocabulary.durations)) add({ is: 'duration', minutes }, phrases)
  for (const [cue, phrases] of byName<Cue>(vocabulary.cues)) add({ is: cue }, phrases)
  for (const [code, name] of languageNames(locale)) add({ is: 'language', code }, [name])
  for (const [code, name] of countryNames(locale)) add({ is: 'country', code }, [name])
  return entries
}

function createLexicon(language: AssistantLanguage, vocabulary: Vocabulary): Lexicon {
  const all = (phrases: readonly string[]): Entries<true> => [[true, phrases]]
  const terms = new Phrases(termsOf(vocabulary, localeOfLanguage[language]))
  const questions = new Questions(byName<QuestionPattern>(vocabulary.questions))
  const openers = new Phrases(all(vocabulary.openers))
  const fillers = new Set(phraseWords(vocabulary.fillers.join(' ')))
  const keyWords = new Set([...terms.words(), ...questions.words()])
  const spelling = createSpelling([...keyWords, ...fillers])
  return {
    language,
    terms,
    questions,
    openers,
    closers: new Questions(all(vocabulary.closers)),
    titleOpeners: new Phrases(all(vocabulary.titleOpeners)),
    pronouns: new Questions(byName(vocabulary.pronouns)),
    isFiller: (word) => word.forms.some((form) => fillers.has(form)),
    mend: spelling,
    knows: (word) => keyWords.has(word) || fillers.has(word),
  }
}

const vocabularies: Readonly<Record<AssistantLanguage, Vocabulary>> = { english, arabic, french }
const made = new Map<AssistantLanguage, Lexicon>()

/** The lexicon of a language, made when it is first asked for: a start of the server does not wait for it. */
export function lexiconOf(language: AssistantLanguage): Lexicon {
  const lexicon = made.get(language) ?? createLexicon(language, vocabularies[language])
  made.set(language, lexicon)
  return lexicon
}

/** A term and the words that tell it. */
export type FoundTerm = Term & { from: number; to: number }

/** What is known of a message's words, each by itself. */
export interface Reading {
  words: readonly Word[]
  /** In the order of the words; none overlaps another. */
  found: readonly FoundTerm[]
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
  const found: FoundTerm[] = []
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
