import type { AssistantAnswer, AssistantLanguage } from '#shared/api/assistant.ts'
import { foldText } from '#shared/matching/fold.ts'
import { loadStore, type Store } from '#built-in/catalogue/store/store.ts'
import { arabicTexts } from '#built-in/language/wording/texts.ar.ts'
import { englishTexts } from '#built-in/language/wording/texts.en.ts'
import { frenchTexts } from '#built-in/language/wording/texts.fr.ts'
import { arabicQuestions } from './arabic-questions.ts'
import { englishQuestions } from './english-questions.ts'
import { frenchQuestions } from './french-questions.ts'
import { call, settle } from './members.ts'
import score from '#built-in/language/score.json' with { type: 'json' }
import type { QuestionSet, ScoredQuestion, Traits } from './scored-question.ts'

const questions: QuestionSet = { english: englishQuestions, arabic: arabicQuestions, french: frenchQuestions }
const texts = { english: englishTexts, arabic: arabicTexts, french: frenchTexts }

export interface Result {
  question: ScoredQuestion
  language: AssistantLanguage
  answer: AssistantAnswer
  /** What is wrong with the answer; null when it is right. */
  fault: string | null
}

/** What is wrong with the answers, unless each language does as well as recorded (docs/assistant.md, and what operators see). */
export function worseThanRecorded(results: readonly Result[]): string[] {
  return Object.entries(score).flatMap(([language, { right, of }]) => {
    const asked = results.filter((result) => result.language === language)
    const faults = asked.filter(({ fault }) => fault !== null)
    return asked.length === of && asked.length - faults.length === right
      ? []
      : [
          `${language}: ${asked.length - faults.length} of ${asked.length}, recorded are ${right} of ${of}`,
          ...faults.map(({ question, fault }) => `${question.ask} ${fault}`),
        ]
  })
}

/** Asks all questions as a member of a settled community at `url`, whose server has the built-in catalogue. */
export async function scoreAssistant(url: string, now: Date): Promise<Result[]> {
  const [store, member] = [await loadStore(), await settle(url, now)]
  const results: Result[] = []
  for (const language of ['english', 'arabic', 'french'] as const)
    for (const question of questions[language]) {
      const answer = await converse(url, member, question)
      results.push({ question, language, answer, fault: faultOf(store, language, question, answer) })
    }
  return results
}

async function converse(url: string, as: { token: string }, { ask, after }: ScoredQuestion) {
  const say = (message: string, history: object[] = []) =>
    call<AssistantAnswer>(url, '/api/scenebot', { as, body: { message, history } })
  if (after === undefined) return say(ask)
  const first = await say(after)
  return say(ask, [
    { sender: 'user', text: after },
    { sender: 'bot', text: first.reply, films: first.films.map(({ id }) => id) },
  ])
}

function faultOf(
  store: Store,
  language: AssistantLanguage,
  { intent, films = [], first, oneOf, not = [], all, least = all ? 3 : 0, says = [], offers }: ScoredQuestion,
  answer: AssistantAnswer,
): string | null {
  const named = answer.films.map(({ id }) => id)
  const reply = foldText(answer.reply)
  const missing = films.find((id) => !named.includes(id))
  const unwanted = not.find((id) => named.includes(id))
  const unsaid = says.find((words) => !reply.includes(foldText(words)))
  const unlike = all && named.find((id) => !hasTraits(store, id, all))
  const isHonest = answer.reply === texts[language].unknown && named.length === 0
  if (answer.language !== language) return `answered in ${answer.language}`
  if (intent === 'unknown') return isHonest ? null : 'does not say that it did not understand'
  if (missing !== undefined) return `does not name film ${missing}`
  if (first !== undefined && named[0] !== first) return `does not name film ${first} first`
  if (oneOf && !oneOf.some((id) => named.includes(id))) return 'names none of the films expected'
  if (unwanted !== undefined) return `names film ${unwanted}`
  if (unlike !== undefined) return `names film ${unlike}, which is not what was asked for`
  if (named.length < least) return `names only ${named.length} films`
  const offered = answer.offer && { film: answer.offer.film.id, list: answer.offer.list?.title }
  if (offered?.film !== offers?.film || offered?.list !== offers?.list)
    return `offers ${JSON.stringify(offered)}`
  return unsaid === undefined ? null : `does not say “${unsaid}”`
}

function hasTraits({ films, people, genres }: Store, id: number, traits: Traits): boolean {
  const film = films.find(id)
  if (film === undefined) return false
  const has = new Set(films.genres(film).map((place) => genres[place]?.id ?? 0))
  const year = Math.floor((films.date[film] ?? 0) / 10_000)
  const minutes = films.runtime[film] ?? 0
  const isAmong = (list: Uint32Array, name: string | undefined) =>
    name === undefined || Array.from(list, (person) => people.name[person]).includes(name)
  return (
    (traits.genres ?? []).every((genre) => has.has(genre)) &&
    (!traits.anyGenre || traits.anyGenre.some((genre) => has.has(genre))) &&
    !(traits.without ?? []).some((genre) => has.has(genre)) &&
    year >= (traits.from ?? 0) &&
    year <= (traits.to ?? Infinity) &&
    (!traits.language || films.language(film) === traits.language) &&
    (!traits.country || films.countries(film).includes(traits.country)) &&
    minutes >= (traits.shortest ?? 0) &&
    minutes <= (traits.longest ?? Infinity) &&
    (traits.longest === undefined || minutes > 0) &&
    isAmong(films.directors.of(film), traits.director) &&
    isAmong(films.cast.of(film), traits.actor)
  )
}
