import { longestQuestion, type AssistantLanguage } from '#shared/api/assistant.ts'
import type { Question, Understood } from '../question.ts'
import { questionOf } from './asked.ts'
import { detectLanguage } from './detect-language.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import { readTerms } from './reading.ts'
import { written, type Spoken } from './titles.ts'
import { questionIn } from './told.ts'
import { formsOf, wordsOf, type Word } from './words.ts'

export interface Conversation {
  /** What to answer in; null for the message’s own language. */
  language: AssistantLanguage | null
  /** Ids of the films that the last reply named: "it" is the first of them. */
  films: readonly number[]
  now: Date
}

/** A message of more words than this is not a mere title. */
const longestGuess = 10
/** A phrase with what it speaks of is not longer either. */
const longestPhrase = 60
/** Of a message of several sentences the last ones are looked at. */
const mostSentences = 3

/**
 * What a message asks, without a model: phrases that ask for one thing first, then what its words tell together, then
 * a title. Only the first 1,000 characters count, as in the contract, which bounds the work.
 */
export function understand(message: string, { language, films, now }: Conversation): Understood {
  const text = message.slice(0, longestQuestion)
  const spoken = detectLanguage(text)
  // In Arabic letters it is Arabic; else a word or two can be of either language.
  const others = (['english', 'french'] as const).filter((other) => other !== spoken)
  for (const tried of spoken === 'arabic' ? [spoken] : [spoken, ...others]) {
    const question = questionAnywhere(text, { lexicon: lexiconOf(tried), films, now })
    if (question) return { language: language ?? tried, question }
  }
  return { language: language ?? spoken, question: mereTitle(text, spoken) }
}

type Listener = Omit<Spoken, 'message'>

/** The question of a whole message, else of its last sentence that asks something. */
function questionAnywhere(text: string, listener: Listener): Question | null {
  const whole = questionOfText(text, listener)
  if (whole) return whole
  const sentences = text.split(/[.!?؟\n]/).filter((sentence) => sentence.trim())
  if (sentences.length < 2) return null
  for (const sentence of sentences.slice(-mostSentences).toReversed()) {
    const question = questionOfText(sentence, listener)
    if (question) return question
  }
  return null
}

function questionOfText(message: string, listener: Listener): Question | null {
  const { lexicon } = listener
  const spoken = { ...listener, message }
  const words = mended(wordsOf(message, lexicon.language), lexicon)
  const bare = withoutPoliteness(words, lexicon)
  let guess: Question | null = null
  const phrases = bare.length < words.length ? [bare, words] : [words]
  for (const tried of words.length <= longestPhrase ? phrases : [])
    for (const { meaning, slots } of lexicon.questions.read(tried)) {
      const question = questionOf(meaning, slots, tried, spoken)
      if (question?.kind === 'film' && question.guess) guess ??= question
      else if (question) return question
    }
  return (bare.length > 0 && questionIn(readTerms(bare, lexicon), spoken)) || guess
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
  return words.length > 0 && words.length <= longestGuess
    ? { kind: 'film', film: { title: written(text, words) }, guess: true }
    : { kind: 'unknown' }
}
