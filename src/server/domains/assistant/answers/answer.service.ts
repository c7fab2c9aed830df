import type { AssistantAnswer, AssistantLanguage, askSceneBot } from '#shared/api/assistant.ts'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import { cardOf } from '../lookups/film-cards.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Question } from '#server/adapters/language/language.ts'
import * as filmAnswers from './film-answers.ts'
import * as friendAnswers from './friend-answers.ts'
import * as listAnswers from './list-answers.ts'
import * as ownAnswers from './own-answers.ts'
import { nothing, type AnswerContext, type BuiltInReply } from './reply-format.ts'

export interface ChatRequest {
  message: string
  /** What to answer in; null for the question’s own. */
  language: AssistantLanguage | null
  /** What was said before, the oldest first. */
  history: NonNullable<ParsedBody<typeof askSceneBot>['history']>
}

const maxFilms = 12

/** Answers from the catalogue and the viewer’s diary, without a language model. */
export async function answerBuiltIn(
  ctx: Context,
  viewer: Viewer,
  { message, language, history }: ChatRequest,
): Promise<AssistantAnswer> {
  const spokenOf = history.findLast((said) => said.sender === 'bot' && said.films?.length)
  const films = spokenOf?.films ?? []
  const understood = ctx.language.understand(message, { language, films, now: ctx.now() })
  const say = ctx.language.texts[understood.language]
  const said = await answered({ ctx, viewer, say }, understood.question)
  const outcome = said.reply === say.unknown ? 'not_understood' : 'understood'
  ctx.metrics.questions.inc({ language: understood.language, outcome })
  return {
    reply: said.reply,
    language: understood.language,
    films: said.films.slice(0, maxFilms).map(cardOf),
    by: 'built-in',
  }
}

/** Without the film source, an answer says so instead of failing: the diary can still be asked. */
async function answered(asking: AnswerContext, question: Question): Promise<BuiltInReply> {
  try {
    return await answerTo(asking, question)
  } catch (error) {
    if (error instanceof Failure && error.code === 'film.source_down') return nothing(asking.say.sourceDown)
    if (error instanceof Failure && error.code === 'film.not_found') return nothing(asking.say.filmGone)
    throw error
  }
}

async function answerTo(asking: AnswerContext, question: Question): Promise<BuiltInReply> {
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
  }
}
