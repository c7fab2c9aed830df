import type { Filters, ParsedQuestion, Question } from '#built-in/language/question.ts'
import { questionIn } from '#built-in/language/understanding/keyword-questions.ts'
import { lexiconOf, readTerms, type Lexicon } from '#built-in/language/understanding/lexicon.ts'
import { maxGuessLength, questionOf } from '#built-in/language/understanding/phrase-questions.ts'
import { isEmpty, readFilters } from '#built-in/language/understanding/filters.ts'
import { written, type ParseContext } from '#built-in/language/understanding/titles.ts'
import { formsOf, wordsOf, type Word } from '#built-in/language/understanding/words.ts'
import { maxQuestionLength, type AssistantLanguage } from '#shared/api/assistant.ts'

export interface MessageContext {
  /** What to answer in; null for the message's own language. */
  language: AssistantLanguage | null
  /** Ids of the films that the last reply named: "it" is the first of them. */
  films: readonly number[]
  now: Date
}

/** A phrase with what it speaks of is not longer either. */
const maxPhraseLength = 60
/** Of a message of several sentences the last ones are looked at. */
const maxSentences = 3

/**
 * What a message asks, without a model: phrases that ask for one thing first, then what its words tell together, then
 * a title. Only the first 1,000 characters count, as in the contract, which bounds the work.
 */
export function understand(message: string, { language, films, now }: MessageContext): ParsedQuestion {
  const text = message.slice(0, maxQuestionLength)
  const languages = detectLanguages(text)
  for (const spoken of languages) {
    const question = questionAnywhere(text, { lexicon: lexiconOf(spoken), films, now })
    if (question) return { language: language ?? spoken, question }
  }
  return { language: language ?? languages[0], question: mereTitle(text, languages[0]) }
}

type Listener = Omit<ParseContext, 'message'>

/** A message or a sentence of it, taken apart. */
interface ParsedMessage {
  spoken: ParseContext
  words: readonly Word[]
  /** Without what is only polite. */
  bare: readonly Word[]
}

/** Of a message of several sentences, what one of them asks as a whole goes first; then what words tell together. */
function questionAnywhere(text: string, listener: Listener): Question | null {
  const sentences = text.split(/[.!?؟\n]/).filter((sentence) => sentence.trim())
  const last = sentences.length > 1 ? sentences.slice(-maxSentences).toReversed() : []
  const parts = [text, ...last].map((part) => hear(part, listener))
  for (const read of [asked, told, guessed])
    for (const part of parts) {
      const question = read(part)
      if (question) return question
    }
  return null
}

function hear(message: string, listener: Listener): ParsedMessage {
  const { lexicon } = listener
  const words = mended(wordsOf(message, lexicon.language), lexicon)
  return { spoken: { ...listener, message }, words, bare: withoutPoliteness(words, lexicon) }
}

function* phrasesIn({ spoken, words, bare }: ParsedMessage): Generator<Question> {
  if (words.length > maxPhraseLength) return
  for (const tried of bare.length < words.length ? [bare, words] : [words])
    for (const { meaning, slots } of spoken.lexicon.questions.read(tried)) {
      const question = questionOf(meaning, slots, tried, spoken)
      if (question) yield question
    }
}

const isGuess = (question: Question) => question.kind === 'film' && question.guess === true

function asked(heard: ParsedMessage): Question | null {
  for (const question of phrasesIn(heard)) if (!isGuess(question)) return question
  return null
}

const told = ({ spoken, bare }: ParsedMessage) =>
  bare.length > 0 ? questionIn(readTerms(bare, spoken.lexicon), spoken) : null

/** "What is Heat": a title, unless the words tell something else. */
function guessed(heard: ParsedMessage): Question | null {
  for (const question of phrasesIn(heard)) if (isGuess(question)) return question
  return null
}

/**
 * Words that are one slip away from one that is known, as if they had been written well. Names keep their capitals,
 * and where nothing is known all is a name.
 */
function mended(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  // One letter makes another word there too often, and folding mends what is most often mistyped.
  if (lexicon.language === 'arabic') return words
  const isKnown = (word: Word) => word.forms.some((form) => lexicon.knows(form))
  if (!words.some(isKnown)) return words
  return words.map((word, index) => {
    if (word.quoted || (word.capital && index > 0) || isKnown(word)) return word
    const text = lexicon.mend(word.text)
    return text === null ? word : { ...word, text, forms: formsOf(text, lexicon.language) }
  })
}

/**
 * What films a few words tell that say nothing else: "french films 90s", "films d’horreur des années 80", "رعب"; null
 * where they say anything else.
 */
export function filtersOf(words: string, now: Date): Filters | null {
  for (const language of detectLanguages(words)) {
    const lexicon = lexiconOf(language)
    const reading = readTerms(mended(wordsOf(words, language), lexicon), lexicon)
    const filters = readFilters(reading, now)
    if (reading.known.every(Boolean) && !isEmpty(filters)) return filters
  }
  return null
}

/** "Hi, can you tell me … please" says nothing. What is only that is kept. */
function withoutPoliteness(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  let rest = words
  for (;;) {
    const opener = lexicon.openers.at(rest, 0)
    if (!opener || opener.length >= rest.length) break
    rest = rest.slice(opener.length)
  }
  for (let from = Math.max(1, rest.length - 4); from < rest.length; from++)
    for (const _ of lexicon.closers.read(rest.slice(from))) return rest.slice(0, from)
  return rest
}

/** A few words that ask nothing may be a title. */
function mereTitle(text: string, language: AssistantLanguage): Question {
  const words = wordsOf(text, language)
  return words.length > 0 && words.length <= maxGuessLength
    ? { kind: 'film', film: { title: written(text, words) }, guess: true }
    : { kind: 'unknown' }
}

const arabicLetter = /\p{Script=Arabic}/u
/** Words that a question in the language hardly does without; titles and names are full of the others. */
const french =
  /\b(?:le|la|les|des|du|un|une|est|que|qui|quel|quels|quelle|quelles|dans|avec|pour|moi|je|mes|ai|et|ou|sur|film|films)\b/i

/**
 * The language a message is in: the one whose words it is made of. A question in one language may name a film in
 * another; a mere name is in Arabic when it is written so, else in English. Where the words tell no difference the
 * other language follows.
 */
function detectLanguages(message: string): [AssistantLanguage, ...AssistantLanguage[]] {
  // Names are written with capitals, and made of words of any language.
  const score = (language: AssistantLanguage) =>
    wordsOf(message, language).filter(
      ({ forms, capital }, index) =>
        (!capital || index === 0) && forms.some((form) => lexiconOf(language).knows(form)),
    ).length
  const [inEnglish, inFrench] = [score('english'), score('french')]
  if (arabicLetter.test(message)) {
    // Names stand in the middle or at the end: what a message begins with weighs more.
    const first = wordsOf(message, 'arabic')[0]
    const begins = first && !first.quoted && arabicLetter.test(first.text) ? 2 : 0
    if (score('arabic') + begins >= Math.max(inEnglish, inFrench)) return ['arabic']
  }
  if (inFrench !== inEnglish) return [inFrench > inEnglish ? 'french' : 'english']
  const looksFrench = french.test(message) && /[éèêàçùœ]/i.test(message)
  return looksFrench ? ['french', 'english'] : ['english', 'french']
}
