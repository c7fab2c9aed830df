import type { AssistantEvent } from '#shared/api/assistant.ts'
import { ModelFault, type Conversation } from '#server/adapters/assistant-model/assistant-model.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { openBudget } from './budget.service.ts'
import { createPlainText } from './plain-text.ts'

/** Who waits for a reply. */
export interface Listener {
  send(event: AssistantEvent): void
  signal: AbortSignal
}

/**
 * The reply of the operator's model as plain text; null when there is no model, when the member's tokens of the day
 * are used up, and when it fails: what was sent by then is withdrawn.
 */
export async function talk(
  ctx: Context,
  viewer: Viewer,
  conversation: Omit<Conversation, 'signal'>,
  listener: Listener,
): Promise<string | null> {
  const { assistantModel: model, config } = ctx
  if (!model || !config.assistant) return null
  const budget = await openBudget(ctx, viewer, config.assistant.dailyTokens)
  if (!budget) return null

  let used = 0
  let hasSent = false
  const begin = () =>
    createPlainText((text) => {
      hasSent = true
      listener.send({ type: 'text', text })
    })
  const restart = () => {
    if (hasSent) listener.send({ type: 'again' })
    hasSent = false
  }
  let reply = begin()
  try {
    await model.converse({ ...conversation, signal: listener.signal }, (part) => {
      if (part.type === 'used') used += part.tokens
      else if (part.type === 'text') reply.add(part.text)
      else {
        restart()
        reply = begin()
      }
    })
    const text = reply.end()
    if (text !== '') return text
    throw new ModelFault('it says nothing')
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    // While the model is left alone after several failures, it was logged already.
    const level = ctx.upstreams.model.state() === 'away' ? 'debug' : 'warn'
    ctx.logger[level]({ reason: error.message }, 'the language model gave no answer')
    restart()
    return null
  } finally {
    await budget.close(used)
  }
}
