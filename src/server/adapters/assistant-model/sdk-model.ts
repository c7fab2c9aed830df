import { createConnections } from '../connections.ts'
import type { Upstream } from '../upstream.ts'
import { networkReason } from '../upstream-errors.ts'
import { ModelFault, type AssistantModel, type Conversation, type ModelPart } from './assistant-model.ts'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { AISDKError, APICallError, stepCountIs, streamText, tool, type ToolSet } from 'ai'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/core/logger.ts'

type Settings = NonNullable<Config['assistant']>
type Fetch = typeof globalThis.fetch

const maxAnswerBytes = 4 * 1024 * 1024
/** Conversations at once; each is one connection. */
const connections = 32
/** Rounds of one conversation: five with look-ups, then the reply. */
const maxRounds = 6
/** How many malformed calls of look-ups are reported back to the model, so that it can correct them. */
const maxSlips = 1

/** A model at any address with the chat-completions API, through the AI SDK. Nothing is retried. */
export function createSdkModel(settings: Settings, logger: Logger, upstream: Upstream): AssistantModel {
  // Otherwise the SDK prints warnings to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const connect = createConnections({ maxBytes: maxAnswerBytes, connections })
  const state = { refused: false }

  const ask = async (...[url, init]: Parameters<Fetch>) => {
    const { fetch, dispatcher } = await connect()
    // A redirect would carry questions to an address that the operator did not choose.
    const answer = await fetch(url as string, { ...(init as object), redirect: 'error', dispatcher })
    const refused = [401, 403, 404].includes(answer.status)
    if (refused && !state.refused)
      logger.error(
        { status: answer.status },
        'the language model refuses: check ASSISTANT_BASE_URL, ASSISTANT_MODEL and ASSISTANT_API_KEY',
      )
    state.refused = refused
    upstream.note(refused ? 'refused' : answer.ok ? 'answered' : 'failed')
    return answer as Response
  }

  function modelWith(fetch: Fetch) {
    const provider = createOpenAICompatible({
      name: 'assistant',
      baseURL: settings.baseUrl,
      ...(settings.apiKey !== null && { apiKey: settings.apiKey }),
      includeUsage: true,
      fetch,
    })
    return provider(settings.model)
  }

  return {
    async converse(conversation, hear) {
      const meter = createTokenCounter((tokens) => hear({ type: 'used', tokens }))
      const limits = timeLimits(settings.timeoutMs)
      const lookUps = toolSet(conversation.tools)
      try {
        const { fullStream } = streamText({
          model: modelWith(async (url, init) => {
            meter.begin(init?.body as string)
            const answer = await ask(url, init)
            if (!answer.ok) meter.refused()
            return answer
          }),
          system: conversation.instructions,
          messages: conversation.turns.map(({ sender, text }) => ({
            role: sender === 'user' ? 'user' : 'assistant',
            content: text,
          })),
          tools: lookUps.tools,
          stopWhen: stepCountIs(maxRounds),
          maxRetries: 0,
          abortSignal: AbortSignal.any([conversation.signal, limits.signal]),
          onError: () => {},
        })
        const reply = createReply(conversation.maxLength, hear)
        let slips = 0
        for await (const part of fullStream) {
          limits.heard()
          if (part.type === 'error') throw part.error
          if (part.type === 'abort') throw new ModelFault('no answer in time')
          if (part.type === 'tool-error' && lookUps.failure()) throw part.error
          if (part.type === 'tool-call') {
            meter.more(JSON.stringify(part.input))
            reply.again()
            if (part.invalid && ++slips > maxSlips) throw new ModelFault('its look-ups cannot be read')
          }
          if (part.type === 'reasoning-delta') meter.more(part.text)
          if (part.type === 'finish-step') meter.end(part.usage.totalTokens)
          if (part.type === 'text-delta') {
            meter.more(part.text)
            if (reply.isFull(part.text)) break
          }
        }
      } catch (error) {
        conversation.signal.throwIfAborted()
        throw lookUps.failure() ?? faultOf(error)
      } finally {
        limits.end()
        meter.cut()
      }
    },
  }
}

/** Passes the text on as it arrives, up to a length. */
function createReply(maxLength: number, hear: (part: ModelPart) => void) {
  let length = 0
  return {
    isFull(text: string): boolean {
      if (text !== '') hear({ type: 'text', text: text.slice(0, maxLength - length) })
      length += text.length
      return length >= maxLength
    },
    again() {
      if (length > 0) hear({ type: 'again' })
      length = 0
    },
  }
}

/** Remembers the error of a look-up, which the SDK would only report to the model. */
function toolSet(lookUps: Conversation['tools']) {
  let failure: unknown
  const made = Object.entries(lookUps).map(([name, lookUp]) => {
    const execute = (given: unknown) =>
      lookUp.run(given).catch((error: unknown) => {
        failure = error
        throw error
      })
    return [name, tool({ description: lookUp.description, inputSchema: lookUp.input, execute })]
  })
  // Without a prototype: the SDK would find a tool named constructor in it.
  const tools: ToolSet = Object.assign(Object.create(null), Object.fromEntries(made))
  return { tools, failure: () => failure }
}

/** Limits the whole conversation to `wholeMs`, and each silence in it to half of that. */
function timeLimits(wholeMs: number) {
  const over = new AbortController()
  const whole = setTimeout(() => over.abort(), wholeMs)
  const silence = setTimeout(() => over.abort(), wholeMs / 2)
  return {
    signal: over.signal,
    heard: () => void silence.refresh(),
    /** Also closes a connection on which the model still talks. */
    end() {
      clearTimeout(whole)
      clearTimeout(silence)
      over.abort()
    },
  }
}

function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error
  if (APICallError.isInstance(error)) {
    const { statusCode: status = 200, cause } = error
    return status === 200 ? faultOf(cause) : new ModelFault(`answered with status ${status}`)
  }
  if (AISDKError.isInstance(error)) return new ModelFault('the answer cannot be read')
  return new ModelFault(error instanceof Error ? networkReason(error) : 'it tells of an error')
}

const charactersOfToken = 3

/**
 * Counts the tokens of the rounds of a conversation, in order: a round begins before the end of the last one is
 * reported. An estimate is used when the provider gives no count, and for rounds that are cut off.
 */
function createTokenCounter(hear: (tokens: number) => void) {
  const rounds: number[] = []
  return {
    begin: (sent: string) => void rounds.push(sent.length / charactersOfToken),
    /** The request was refused and used no tokens. */
    refused: () => void rounds.pop(),
    more(text: string) {
      rounds[0] = (rounds[0] ?? 0) + text.length / charactersOfToken
    },
    end(tokens: number | undefined) {
      const estimate = rounds.shift() ?? 0
      hear(Math.ceil(tokens ?? estimate))
    },
    cut() {
      for (const estimate of rounds.splice(0)) hear(Math.ceil(estimate))
    },
  }
}
