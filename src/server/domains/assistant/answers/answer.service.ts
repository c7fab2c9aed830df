import type { AssistantAnswer, AssistantLanguage, askSceneBot } from '#shared/api/assistant.ts'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import { cardOf } from '../lookups/film-cards.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Question } from '#server/adapters/language/language.ts'
import * as actAnswers from './act-answers.ts'
import * as filmAnswers from './film-answers.ts'
import * as friendAnswers from './friend-answers.ts'
import * as listAnswers from './list-answers.ts'
import * as ownAnswers from './own-answers.ts'
import { countQuestion } from './questions.service.ts'
import { nothing, type AnswerContext, type BuiltInReply } from './reply-format.ts'

export interface ChatRequest {
  message: string
  /** The language to answer in; null for the one of the question. */
  language: AssistantLanguage | null
  /** What was said before, the oldest first. */
  history: NonNullable<ParsedBody<typeof askSceneBot>['history']>
}

const maxFilms = 12
const locales = { english: 'en', arabic: 'ar', french: 'fr' } as const
/** How many questions back the one is looked for to which a refused film was an answer. */
const lookedBack = 8

/** Answers from the catalogue and the viewer's diary, without a language model. */
export async function answerBuiltIn(
  ctx: Context,
  viewer: Viewer,
  { message, language, history }: ChatRequest,
): Promise<AssistantAnswer> {
  const understood = ctx.language.understand(message, {
    language,
    films: filmsNamedLast(history),
    now: ctx.now(),
  })
  const say = ctx.language.texts[understood.language]
  // Titles in the language of the answer, where the member wants them in one of their own.
  const titles = { ...viewer.titles, language: locales[understood.language] }
  const asking = { ctx, viewer: { ...viewer, titles }, say }
  const said = await answered(asking, understood.question, history)
  await countQuestion(ctx, understood.language, said.reply !== say.unknown)
  return {
    reply: said.reply,
    language: understood.language,
    films: said.films.slice(0, maxFilms).map(cardOf),
    ...(said.offer && { offer: said.offer }),
    by: 'built-in',
  }
}

type History = ChatRequest['history']

/** Whether a message asks SceneBot to do something, and not only for an answer. */
export const wantsAct = (ctx: Context, { message, language, history }: ChatRequest): boolean =>
  actAnswers.isAct(
    ctx.language.understand(message, { language, films: filmsNamedLast(history), now: ctx.now() }).question,
  )

const filmsNamedLast = (history: History): readonly number[] =>
  history.findLast((said) => said.sender === 'bot' && said.films?.length)?.films ?? []

/** The last question of a conversation that asked for films to watch. */
function lastWish({ ctx }: AnswerContext, history: History): Question | null {
  const places = [...history.keys()].filter((place) => history[place]?.sender === 'user')
  for (const place of places.slice(-lookedBack).toReversed()) {
    const { question } = ctx.language.understand(history[place]?.text ?? '', {
      language: null,
      films: filmsNamedLast(history.slice(0, place)),
      now: ctx.now(),
    })
    if (actAnswers.isRecommending(question)) return question
    if (question.kind !== 'refuse') return null
  }
  return null
}

/** When the film source is down the answer says so instead of failing: questions about the diary still work. */
async function answered(asking: AnswerContext, question: Question, history: History): Promise<BuiltInReply> {
  try {
    return await answerTo(asking, question, history)
  } catch (error) {
    if (isFailure(error, 'film.source_down')) return nothing(asking.say.sourceDown)
    if (isFailure(error, 'film.not_found')) return nothing(asking.say.filmGone)
    throw error
  }
}

async function answerTo(asking: AnswerContext, question: Question, history: History): Promise<BuiltInReply> {
  const { say, viewer } = asking
  switch (question.kind) {
    case 'greeting':
      return nothing(say.greeting(viewer.username))
    case 'thanks':
      return nothing(say.thanks)
    case 'help':
      return nothing(say.help)
    case 'unknown':
      return nothing(say.unknown)
    case 'fact':
      return filmAnswers.fact(asking, question)
    case 'age':
      return filmAnswers.age(asking, question)
    case 'film':
      return filmAnswers.film(asking, question)
    case 'similar':
      return filmAnswers.similar(asking, question)
    case 'compare':
      return filmAnswers.compare(asking, question)
    case 'person':
      return listAnswers.person(asking, question)
    case 'discover':
      return listAnswers.discover(asking, question)
    case 'taste':
      return listAnswers.taste(asking, question)
    case 'refuse': {
      const wish = lastWish(asking, history)
      return actAnswers.refuse(asking, question, wish && (() => answered(asking, wish, [])))
    }
    case 'recommend-again':
      return actAnswers.again(asking, question)
    case 'my-refused':
      return actAnswers.refused(asking)
    case 'forget-refused':
      return actAnswers.forget(asking)
    case 'add-to-watchlist':
      return actAnswers.addToWatchlist(asking, question)
    case 'add-to-list':
      return actAnswers.addToList(asking, question)
    case 'trending':
      return listAnswers.trending(asking)
    case 'watchlist':
      return ownAnswers.watchlist(asking, question)
    case 'my-best':
      return ownAnswers.best(asking, question)
    case 'my-last':
      return ownAnswers.last(asking, question)
    case 'my-stats':
      return ownAnswers.stats(asking, question)
    case 'my-log':
      return ownAnswers.log(asking, question)
    case 'friends-loved':
      return friendAnswers.loved(asking, question)
    case 'friends-of-film':
      return friendAnswers.ofFilm(asking, question)
    case 'member-of-film':
      return friendAnswers.ofMember(asking, question)
  }
}
