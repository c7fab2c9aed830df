import type { AssistantAnswer } from '#shared/api/assistant.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Conversation } from '#server/adapters/assistant-model/assistant-model.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type { ChatRequest } from '../answers/answer.service.ts'
import { conversation } from './instructions.ts'
import { namedFilms } from './named-films.ts'
import { talk, type Listener } from './talk.service.ts'
import { createTools } from './tools.ts'

/** How much of the conversation is sent: messages, and characters in all. */
const remembered = { messages: 12, characters: 8000 }
/** A message of a history is not longer. */
const maxReplyLength = 6000

/** The model's answer to a question; null where there is none. @throws whatever stopped a look-up */
export async function answerByModel(
  ctx: Context,
  viewer: Viewer,
  { message, language: asked, history }: ChatRequest,
  listener: Listener,
): Promise<AssistantAnswer | null> {
  const { language } = ctx.language.understand(message, { language: asked, films: [], now: ctx.now() })
  const { tools, films, proposal } = createTools(ctx, viewer)
  const reply = await talk(
    ctx,
    viewer,
    {
      instructions: conversation(language, utcDay(ctx.now())),
      turns: turnsOf(history, message),
      tools,
      maxLength: maxReplyLength,
    },
    listener,
  )
  return reply === null
    ? null
    : { reply, language, films: namedFilms(reply, films), ...proposal(), by: 'model' }
}

/** Turns by turns, the member's first: models that are strict about it refuse anything else. */
function turnsOf(history: ChatRequest['history'], message: string): Conversation['turns'] {
  const turns: { sender: 'user' | 'bot'; text: string }[] = [{ sender: 'user', text: message }]
  let characters = 0
  for (const { sender, text } of history.slice(-remembered.messages).toReversed()) {
    characters += text.length
    if (characters > remembered.characters) break
    const next = turns[0]
    if (next?.sender === sender) next.text = `${text}\n${next.text}`
    else turns.unshift({ sender, text })
  }
  return turns[0]?.sender === 'bot' ? turns.slice(1) : turns
}
