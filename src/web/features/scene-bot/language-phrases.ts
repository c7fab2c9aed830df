import { assistantLanguages, type AssistantLanguage } from '#shared/api/assistant.ts'
import { storeIfRoom } from '#web/lib/storage.ts'

/** What a typed phrase asks for: a language to reply in, or `reset`. */
type LanguageRequest = AssistantLanguage | 'reset'

/**
 * The English phrases and what one would say for them in Arabic and French, after
 * `plainPhrase`.
 */
const replyIn = [
  /^(?:please )?(?:reply|answer|respond|speak) in (english|arabic|french)(?: please)?$/,
  /^(?:اجب|اجيبي|رد|ردي|جاوب|تحدث|الرد|الاجابه)(?: علي)? (?:باللغه |ب)?(?:ال)?(انجليزيه|عربيه|فرنسيه)$/,
  /^(?:repond(?:s|ez|re)|parlez?) en (anglais|arabe|francais)$/,
]
const reset =
  /^(?:reset (?:the )?language|(?:اعاده (?:ضبط|تعيين)|اعد (?:ضبط|تعيين)) اللغه|reinitialis(?:er?|ez) la langue)$/

const languages: Record<string, AssistantLanguage> = {
  english: 'english',
  arabic: 'arabic',
  french: 'french',
  انجليزيه: 'english',
  عربيه: 'arabic',
  فرنسيه: 'french',
  anglais: 'english',
  arabe: 'arabic',
  francais: 'french',
}

/** Lower case without accents, harakat and final punctuation; letters that Arabic writers mix are one. */
export function plainPhrase(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\u0640/gu, '')
    .toLowerCase()
    .replaceAll('ٱ', 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!؟?،]+$/, '')
    .trim()
}

/** The wish that the text is, as a whole; null for a question. */
export function requestedLanguage(text: string): LanguageRequest | null {
  // No phrase is longer, and a question can be.
  if (text.length > 60) return null
  const phrase = plainPhrase(text)
  if (reset.test(phrase)) return 'reset'
  const named = replyIn.map((pattern) => pattern.exec(phrase)?.[1]).find((name) => name !== undefined)
  return named === undefined ? null : (languages[named] ?? null)
}

/** What SceneBot says then, in the language that was asked for, whatever the interface speaks. */
export const languageReplies: Record<AssistantLanguage, string> = {
  english: 'From now on I will reply in English.',
  arabic: 'من الآن فصاعدًا سأجيب بالعربية.',
  french: 'À partir de maintenant, je répondrai en français.',
}

const preferenceKey = (memberId: string) => `sceneBotLanguage:${memberId}`

/** Null without a preference: SceneBot then answers in the language of the question. */
export function readLanguage(storage: Storage, memberId: string): AssistantLanguage | null {
  const kept = storage.getItem(preferenceKey(memberId))
  return assistantLanguages.find((language) => language === kept) ?? null
}

export function writeLanguage(storage: Storage, memberId: string, wish: LanguageRequest): void {
  storeIfRoom(storage, preferenceKey(memberId), wish === 'reset' ? null : wish)
}
