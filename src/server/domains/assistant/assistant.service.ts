import {
  maxQuestionLength,
  type AssistantAnswer,
  type AssistantLanguage,
  type askSceneBot,
  type translateReply,
} from '#shared/api/assistant.ts'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { answerBuiltIn, wantsAct } from './answers/answer.service.ts'
import { answerByModel } from './model/model-answer.service.ts'
import { talk, type Listener } from './model/talk.service.ts'
import { translation } from './model/instructions.ts'

const languages = { en: 'english', ar: 'arabic', fr: 'french' } as const

type Language = ParsedBody<typeof translateReply>['target']

const languageOf = (given: Language): AssistantLanguage =>
  given === 'en' || given === 'ar' || given === 'fr' ? languages[given] : given

/** Characters of a translation. */
const maxTranslationLength = 12_000

/** Answers by the operator's language model; without one, or where it fails, by what is built in. */
export async function ask(
  ctx: Context,
  viewer: Viewer,
  body: ParsedBody<typeof askSceneBot>,
  listener: Listener,
): Promise<AssistantAnswer> {
  const message = body.message.trim()
  if (message === '' || message.length > maxQuestionLength)
    throw fail('request.invalid', {
      issues: [
        {
          path: 'message',
          message: `1 to ${maxQuestionLength} characters`,
          params: { min: 1, max: maxQuestionLength },
        },
      ],
    })
  const asked = {
    message,
    language: body.lang ? languageOf(body.lang) : null,
    history: body.history ?? [],
  }
  // A model may look things up, and change nothing.
  if (wantsAct(ctx, asked)) return answerBuiltIn(ctx, viewer, asked)
  return (await answerByModel(ctx, viewer, asked, listener)) ?? answerBuiltIn(ctx, viewer, asked)
}

/** @throws assistant.unavailable without a model, or where it fails */
export async function translate(
  ctx: Context,
  viewer: Viewer,
  { text, target }: ParsedBody<typeof translateReply>,
  signal: AbortSignal,
): Promise<{ translated: string }> {
  const translated = await talk(
    ctx,
    viewer,
    {
      instructions: translation(languageOf(target)),
      turns: [{ sender: 'user', text }],
      tools: {},
      maxLength: maxTranslationLength,
    },
    { send: () => {}, signal },
  )
  if (translated === null) throw fail('assistant.unavailable')
  return { translated }
}
