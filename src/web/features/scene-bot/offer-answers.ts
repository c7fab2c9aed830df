import { assistantLanguages, type AssistantLanguage } from '#shared/api/assistant.ts'
import { isolated } from '#shared/isolated.ts'
import { plainPhrase } from './language-phrases.ts'
import type { Proposal } from './proposals.api.ts'

/** How one says yes or no to SceneBot's question, as `plainPhrase` spells it. */
const words: Readonly<Record<AssistantLanguage, { yes: RegExp; no: RegExp }>> = {
  english: {
    yes: /^(?:(?:yes|yeah|yep|yup|sure|ok|okay)(?:,? (?:please|do|do it|add it|go ahead|thanks))?|please(?: do)?|do it|add it|go ahead|of course)$/,
    no: /^(?:no|nope|nah)(?:,? (?:thanks|thank you|please|don['’]t|not now))?$|^(?:not now|don['’]t|leave it)$/,
  },
  arabic: {
    yes: /^(?:نعم|اجل|ايوه|ايوا|اي|اكيد|طبعا|تمام|موافق|حسنا|اوكي)(?:،? (?:من فضلك|لو سمحت|اضفه|اضفها|شكرا))?$|^(?:اضفه|اضفها)$/,
    no: /^(?:لا|كلا)(?:،? (?:شكرا|اريد|داعي|حاجه|تضفه|ليس الان))?$|^ليس الان$/,
  },
  french: {
    yes: /^(?:oui|ouais|ok|d['’]accord|volontiers|bien sur|vas-y|allez-y)(?:,? (?:merci|s['’]il (?:te|vous) plait|vas-y|allez-y|ajoute(?:z)?-le))?$|^ajoute(?:z)?-le$/,
    no: /^(?:non|nan)(?:,? (?:merci|pas maintenant|laisse|laissez))?$|^pas maintenant$/,
  },
}

export interface OfferAnswer {
  isYes: boolean
  /** What it was said in: of a word of several languages the one of the question. */
  language: AssistantLanguage
}

/** Whether a text, as a whole, says yes or no; null for anything else. @param asked the language of the question */
export function offerAnswer(text: string, asked: AssistantLanguage): OfferAnswer | null {
  if (text.length > 60) return null
  const phrase = plainPhrase(text)
  for (const language of [asked, ...assistantLanguages]) {
    if (words[language].yes.test(phrase)) return { isYes: true, language }
    if (words[language].no.test(phrase)) return { isYes: false, language }
  }
  return null
}

interface Replies {
  left: string
  failed: string
  onWatchlist: (film: string) => string
  onList: (film: string, list: string) => string
  refused: (film: string) => string
  again: (film: string) => string
  allAgain: string
}

/** What SceneBot says then, in that language, whatever the interface speaks. */
const replies: Readonly<Record<AssistantLanguage, Replies>> = {
  english: {
    left: 'All right, I leave it.',
    failed: 'That did not work. Say yes to try it again.',
    onWatchlist: (film) => `Done: ${film} is on your watchlist.`,
    onList: (film, list) => `Done: ${film} is on your list “${list}”.`,
    refused: (film) => `Done: I will not recommend ${film} again, until you log it.`,
    again: (film) => `Done: I may recommend ${film} again.`,
    allAgain: 'Done: I may recommend all of them again.',
  },
  arabic: {
    left: 'حسنًا، لن أغيّر شيئًا.',
    failed: 'لم ينجح ذلك. تكفي كلمة «نعم» للمحاولة مرة أخرى.',
    onWatchlist: (film) => `تم: ${film} في قائمة مشاهدتك.`,
    onList: (film, list) => `تم: ${film} في قائمتك «${list}».`,
    refused: (film) => `تم: لن أرشّح ${film} ما لم يدخل يومياتك.`,
    again: (film) => `تم: عاد ${film} إلى ترشيحاتي.`,
    allAgain: 'تم: عادت كلها إلى ترشيحاتي.',
  },
  french: {
    left: 'D’accord, je n’y touche pas.',
    failed: 'Cela n’a pas fonctionné. Dites oui pour réessayer.',
    onWatchlist: (film) => `C’est fait\u00a0: ${film} est dans votre liste À voir.`,
    onList: (film, list) => `C’est fait\u00a0: ${film} est dans votre liste «\u00a0${list}\u00a0».`,
    refused: (film) =>
      `C’est fait\u00a0: je ne recommanderai plus ${film}, tant qu’il n’est pas dans votre journal.`,
    again: (film) => `C’est fait\u00a0: ${film} revient parmi mes recommandations.`,
    allAgain: 'C’est fait\u00a0: tous reviennent parmi mes recommandations.',
  },
}

export const declinedReply = (language: AssistantLanguage) => replies[language].left
export const failedReply = (language: AssistantLanguage) => replies[language].failed

/** What was done. Names stand by themselves, whatever their direction. */
export function doneReply(language: AssistantLanguage, proposal: Proposal): string {
  const say = replies[language]
  if ('offer' in proposal) {
    const { film, list } = proposal.offer
    return list
      ? say.onList(isolated(film.title), isolated(list.title))
      : say.onWatchlist(isolated(film.title))
  }
  const { film, refused } = proposal.refusal
  if (!film) return say.allAgain
  return refused ? say.refused(isolated(film.title)) : say.again(isolated(film.title))
}
