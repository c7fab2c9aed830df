import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { filmId, filmTitle, text } from './fields.ts'

/** SceneBot's languages as callers name them. */
export const assistantLanguages = ['english', 'arabic', 'french'] as const
export type AssistantLanguage = (typeof assistantLanguages)[number]

const language = z.union([z.enum(assistantLanguages), z.enum(['en', 'ar', 'fr'])])

/** Characters of one question, UTF-16 code units. */
export const maxQuestionLength = 1000

/** A film that an answer names, as a card that opens its page. */
const assistantFilm = z.object({
  id: z.number(),
  ...filmTitle,
  year: z.nullable(z.number()),
  poster: z.nullable(z.string()),
})
export type AssistantFilm = z.output<typeof assistantFilm>

/** What SceneBot may not do by itself: the member confirms it, and the call is made that does it. */
const assistantOffer = z.object({
  film: assistantFilm,
  /** A list of the member's own; null is the watchlist. */
  list: z.nullable(z.object({ _id: z.string(), title: z.string() })),
})
export type AssistantOffer = z.output<typeof assistantOffer>

/** What a language model proposes of what is recommended: likewise the member's to confirm. */
const assistantRefusal = z.object({
  /** Null stands for all films that are refused. */
  film: z.nullable(assistantFilm),
  /** Whether it is to be recommended no more, or again. */
  refused: z.boolean(),
})
export type AssistantRefusal = z.output<typeof assistantRefusal>

const assistantAnswer = z.object({
  /** Plain text; a line break is a line break. */
  reply: z.string(),
  language: z.enum(assistantLanguages),
  /** In the order of the text; 12 at most. */
  films: z.array(assistantFilm),
  /** A question that is answered by `POST /api/watchlist/toggle` or `POST /api/lists/:listId/add`. */
  offer: z.optional(assistantOffer),
  /** A question that is answered by `POST` or `DELETE /api/scenebot/refused/:movieId`, or `DELETE /api/scenebot/refused` for all. */
  refusal: z.optional(assistantRefusal),
  /** Who answered: a language model, or what is built in. */
  by: z.enum(['model', 'built-in']),
})
export type AssistantAnswer = z.output<typeof assistantAnswer>

/** What a caller that accepts `text/event-stream` hears before the answer. */
const assistantEvent = z.union([
  /** More of the reply's text. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** What was sent so far does not count: the reply begins anew. */
  z.object({ type: z.literal('again') }),
])
export type AssistantEvent = z.output<typeof assistantEvent>

export const askSceneBot = endpoint({
  method: 'POST',
  path: '/api/scenebot',
  access: 'member',
  limit: 'assistant',
  own: 'none',
  scope: 'assistant:write',
  errors: ['assistant.plain_text'],
  summary:
    'Ask SceneBot. Without `lang` it answers in the question’s language. With `Accept: text/event-stream` the reply comes as it is made: `progress` events, then `answer` (or `error`)',
  body: z.object({
    message: text(10_000, 'assistant.plain_text'),
    lang: z.optional(language),
    /** What was said before, the oldest first; the last 12 count. */
    history: z.optional(
      z
        .array(
          z.object({
            sender: z.enum(['user', 'bot']),
            text: text(6000),
            /** Ids of the films that a reply named. */
            films: z.optional(z.array(filmId).check(z.maxLength(12))),
          }),
        )
        .check(z.maxLength(40)),
    ),
  }),
  events: assistantEvent,
  answer: assistantAnswer,
})

export const translateReply = endpoint({
  method: 'POST',
  path: '/api/scenebot/translate',
  access: 'member',
  limit: 'assistant',
  own: 'none',
  scope: 'assistant:write',
  errors: ['assistant.plain_text', 'assistant.unavailable'],
  summary: 'Translate a text by the language model; without one this is unavailable',
  body: z.object({ text: text(6000, 'assistant.plain_text').check(z.minLength(1)), target: language }),
  answer: z.object({ translated: z.string() }),
})

const refused = { access: 'member', own: 'none' } as const
const ofFilm = z.object({ movieId: filmId })

export const listRefused = endpoint({
  ...refused,
  method: 'GET',
  path: '/api/scenebot/refused',
  limit: 'member.read',
  scope: 'profile:read',
  errors: [],
  summary: 'Films that one wants SceneBot to recommend no more and has not logged, the newest first',
  answer: z.object({ films: z.array(assistantFilm) }),
})
export type Refused = AnswerOf<typeof listRefused>

export const refuseFilm = endpoint({
  ...refused,
  method: 'POST',
  path: '/api/scenebot/refused/:movieId',
  limit: 'member.write',
  scope: 'assistant:write',
  errors: ['film.not_found', 'film.source_down'],
  summary: 'Let SceneBot recommend a film no more, until it is logged. Done twice it is done once',
  params: ofFilm,
  answer: z.object({ refused: z.boolean() }),
})

export const recommendAgain = endpoint({
  ...refused,
  method: 'DELETE',
  path: '/api/scenebot/refused/:movieId',
  limit: 'member.write',
  scope: 'assistant:write',
  errors: [],
  summary: 'Let SceneBot recommend a film again; nothing happens where it was not refused',
  params: ofFilm,
  answer: z.object({ refused: z.boolean() }),
})

export const forgetRefused = endpoint({
  ...refused,
  method: 'DELETE',
  path: '/api/scenebot/refused',
  limit: 'member.write',
  scope: 'assistant:write',
  errors: [],
  summary: 'Let SceneBot recommend all films again that one refused; answers how many there were',
  answer: z.object({ forgotten: z.number() }),
})
