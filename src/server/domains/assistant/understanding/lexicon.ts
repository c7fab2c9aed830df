import type { AssistantLanguage } from '#shared/api/assistant.ts'
import type { Mood } from '../question.ts'
import { Phrases, Questions } from './patterns.ts'
import { createSpelling } from './spelling.ts'
import type { QuestionPattern, Cue, Term, Vocabulary } from './terms.ts'
import { arabic } from './vocabulary/arabic.ts'
import { english } from './vocabulary/english.ts'
import { french } from './vocabulary/french.ts'
import { countryNames, languageNames } from './vocabulary/nations.ts'
import { phraseWords, type Word } from './words.ts'

/** A language’s vocabulary, made ready to look things up in. */
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

const locales: Readonly<Record<AssistantLanguage, string>> = { english: 'en', arabic: 'ar', french: 'fr' }

type Entries<Meaning> = [Meaning, readonly string[]][]

const byNumber = (table: Record<number, readonly string[]>) =>
  Object.entries(table).map(([key, phrases]) => [Number(key), phrases] as const)
const byName = <Name extends string>(table: Record<Name, readonly string[]>) =>
  // The keys are those of the table’s type: the tables are written out, key by key.
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
  const all = <Meaning>(meaning: Meaning, phrases: readonly string[]): Entries<Meaning> => [
    [meaning, phrases],
  ]
  const terms = new Phrases(termsOf(vocabulary, locales[language]))
  const questions = new Questions(byName<QuestionPattern>(vocabulary.questions))
  const openers = new Phrases(all(true as const, vocabulary.openers))
  const fillers = new Set(phraseWords(vocabulary.fillers))
  const keyWords = new Set([...terms.words(), ...questions.words()])
  const spelling = createSpelling([...keyWords, ...fillers])
  return {
    language,
    terms,
    questions,
    openers,
    closers: new Questions(all(true as const, vocabulary.closers)),
    titleOpeners: new Phrases(all(true as const, vocabulary.titleOpeners)),
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
