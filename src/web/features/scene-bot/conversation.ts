import * as z from 'zod/mini'
import {
  assistantLanguages,
  type AssistantFilm,
  type AssistantOffer,
  type AssistantRefusal,
} from '#shared/api/assistant.ts'

/** Milliseconds after the last message for which a conversation is kept. */
export const conversationLifetimeMs = 24 * 60 * 60_000
/** Messages; the oldest go first. */
const maxConversationLength = 100

const film = z.object({
  id: z.number(),
  title: z.string(),
  titleLang: z.optional(z.string()),
  year: z.nullable(z.number()),
  poster: z.nullable(z.string()),
}) satisfies z.ZodMiniType<AssistantFilm>

const offer = z.object({
  film,
  list: z.nullable(z.object({ _id: z.string(), title: z.string() })),
}) satisfies z.ZodMiniType<AssistantOffer>

const refusal = z.object({
  film: z.nullable(film),
  refused: z.boolean(),
}) satisfies z.ZodMiniType<AssistantRefusal>

const language = z.enum(assistantLanguages)

const message = z.object({
  id: z.string(),
  sender: z.enum(['user', 'bot']),
  /** Plain text. */
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /**
   * What is not sent to the server: `note` is between the member and this screen (the language phrases),
   * `failed` stands where an answer should be.
   */
  aside: z.optional(z.enum(['note', 'failed'])),
  language: z.optional(language),
  films: z.optional(z.array(film)),
  offer: z.optional(offer),
  refusal: z.optional(refusal),
  /** What the member said to what the reply proposes; `accepted` when it was done. */
  settled: z.optional(z.enum(['accepted', 'declined'])),
  by: z.optional(z.enum(['model', 'built-in'])),
})
export type Message = z.output<typeof message>

const stored = z.object({ messages: z.array(message), timestamp: z.number() })

const conversationKey = (memberId: string) => `sceneBot:${memberId}`

/** Empty when there is none, when it is damaged, and once its last message is 24 hours old: then it is cleared. */
export function readConversation(storage: Storage, memberId: string, now = Date.now()): Message[] {
  const key = conversationKey(memberId)
  try {
    const { messages, timestamp } = stored.parse(JSON.parse(storage.getItem(key) ?? ''))
    if (now - timestamp < conversationLifetimeMs) return messages
  } catch {
    // The stored conversation is damaged.
  }
  storage.removeItem(key)
  return []
}

export interface KeptConversation {
  messages: Message[]
  /** False where the storage had no room for the last of it: then it lives in this tab alone. */
  isStored: boolean
}

/** With the time of the last message; none at all forgets the conversation. Gives what was kept. */
export function writeConversation(storage: Storage, memberId: string, messages: Message[]): KeptConversation {
  const key = conversationKey(memberId)
  const kept = messages.slice(-maxConversationLength)
  const last = kept.at(-1)
  try {
    if (last) storage.setItem(key, JSON.stringify({ messages: kept, timestamp: last.at }))
    else storage.removeItem(key)
  } catch {
    return { messages: kept, isStored: false }
  }
  return { messages: kept, isStored: true }
}

/** The stored conversation, or this tab's own one if that could not be stored and is not older than 24 hours. */
export function latestConversation(
  storage: Storage,
  memberId: string,
  known?: KeptConversation,
): KeptConversation {
  const now = Date.now()
  const at = known?.messages.at(-1)?.at ?? 0
  if (known && !known.isStored && now - at < conversationLifetimeMs) return known
  return { messages: readConversation(storage, memberId, now), isStored: true }
}

/** Whether the stored key holds this member's conversation. */
export function isConversationKey(key: string | null, memberId: string): boolean {
  return key === null || key === conversationKey(memberId)
}

/** What is sent to SceneBot of it, within the bounds of the contract. */
export function historyOf(messages: Message[]) {
  return messages
    .filter(({ aside }) => aside === undefined)
    .slice(-12)
    .map(({ sender, text, films }) => ({
      sender,
      text: text.slice(0, 6000),
      ...(films && films.length > 0 && { films: films.map(({ id }) => id) }),
    }))
}

/** The question that still has no answer: the last one, when nothing but a failure follows it. */
export function unansweredQuestion(messages: Message[]): Message | null {
  const last = messages.at(-1)?.aside === 'failed' ? messages.at(-2) : messages.at(-1)
  return last?.sender === 'user' && last.aside === undefined ? last : null
}
