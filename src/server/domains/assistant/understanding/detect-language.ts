import type { AssistantLanguage } from '#shared/api/assistant.ts'
import { lexiconOf } from './lexicon.ts'
import { wordsOf } from './words.ts'

const arabicLetter = /\p{Script=Arabic}/u
/** Words that a question in the language hardly does without; titles and names are full of the others. */
const french =
  /\b(?:le|la|les|des|du|un|une|est|que|qui|quel|quels|quelle|quelles|dans|avec|pour|moi|je|mes|ai|et|ou|sur|film|films)\b/i

/**
 * The language a message is in: the one whose words it is made of. A question in one language may name a film in
 * another; a mere name is in Arabic when it is written so, else in English. Where the words tell no difference the
 * other language follows.
 */
export function detectLanguages(message: string): [AssistantLanguage, ...AssistantLanguage[]] {
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
