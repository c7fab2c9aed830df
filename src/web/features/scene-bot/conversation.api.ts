import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { v4 as uuid } from 'uuid'
import { askSceneBot } from '#shared/api/assistant.ts'
import { errorText } from '#web/i18n/index.ts'
import { callEvents } from '#web/lib/api-events.ts'
import { ApiError } from '#web/lib/api.ts'
import {
  conversationLifetimeMs,
  historyOf,
  latestConversation,
  writeConversation,
  type Message,
} from './conversation.ts'
import { readLanguage } from './language-phrases.ts'
import { declinedReply, doneReply, failedReply, offerAnswer } from './offer-answers.ts'
import { carryOut, proposalOf } from './proposals.api.ts'

const botKey = (memberId: string) => ['scene-bot', memberId] as const

/** The conversation as this device keeps it. */
export const conversationQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...botKey(memberId), 'messages'],
    queryFn: () => latestConversation(localStorage, memberId),
    initialData: () => latestConversation(localStorage, memberId),
    select: ({ messages }) => messages,
    // Reading it again in the background could undo what was said in the meantime.
    staleTime: Infinity,
    gcTime: conversationLifetimeMs,
  })

/** An answer on its way. */
interface Pending {
  /** The answer has its id from the beginning, so that its bubble stays the same one. */
  id: string
  /** What has come of it. */
  text: string
  controller: AbortController
}

/** Null while none is on its way; it comes also when the screen was left meanwhile. */
export const pendingQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...botKey(memberId), 'pending'],
    queryFn: (): Pending | null => null,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Another tab may have said something, or all of it may be too old by now. */
export function rereadConversation(queryClient: QueryClient, memberId: string): void {
  queryClient.setQueryData(conversationQuery(memberId).queryKey, (known) =>
    latestConversation(localStorage, memberId, known),
  )
}

/** What was said so far. */
export function conversationMessages(queryClient: QueryClient, memberId: string): Message[] {
  const known = queryClient.getQueryData(conversationQuery(memberId).queryKey)
  return (known ?? latestConversation(localStorage, memberId)).messages
}

export function changeConversation(
  queryClient: QueryClient,
  memberId: string,
  update: (messages: Message[]) => Message[],
): void {
  const messages = update(conversationMessages(queryClient, memberId))
  queryClient.setQueryData(
    conversationQuery(memberId).queryKey,
    writeConversation(localStorage, memberId, messages),
  )
}

export const newMessage = (
  sender: Message['sender'],
  text: string,
  more: Partial<Message> = {},
): Message => ({
  id: uuid(),
  sender,
  text,
  at: Date.now(),
  ...more,
})

/** Faults that say more than that there is no answer. */
const told = new Set<string>(['request.rate_limited', 'assistant.plain_text'])

function failure(error: unknown, { id, text: partial, controller }: Pending): Message {
  const stopped = partial === '' ? errorText(null, 'sceneBot.stopped') : `${partial.trimEnd()}…`
  const fault = error instanceof ApiError && told.has(error.code) ? error : null
  const text = controller.signal.aborted ? stopped : errorText(fault, 'sceneBot.unavailable')
  return newMessage('bot', text, { id, aside: 'failed' })
}

/**
 * Asks the last question of the conversation, and writes the answer or the failure into it. `before` is what
 * was said earlier. An answer to what was cleared comes too late.
 */
export async function askQuestion(
  queryClient: QueryClient,
  memberId: string,
  question: Message,
  before: Message[],
): Promise<void> {
  const { queryKey } = pendingQuery(memberId)
  let pending: Pending = { id: uuid(), text: '', controller: new AbortController() }
  const showAnswer = (text: string) => {
    pending = { ...pending, text }
    queryClient.setQueryData(queryKey, pending)
  }
  const conclude = (reply: Message) => {
    changeConversation(queryClient, memberId, (messages) =>
      messages.some(({ id }) => id === question.id) ? [...messages, reply] : messages,
    )
    queryClient.setQueryData(queryKey, null)
  }
  const lang = readLanguage(localStorage, memberId)
  showAnswer('')
  try {
    const { reply, ...more } = await callEvents(
      askSceneBot,
      {
        body: { message: question.text, history: historyOf(before), ...(lang && { lang }) },
        signal: pending.controller.signal,
      },
      (event) => showAnswer(event.type === 'again' ? '' : pending.text + event.text),
    )
    conclude(newMessage('bot', reply, { ...more, id: pending.id }))
  } catch (error) {
    conclude(failure(error, pending))
  }
}

/**
 * Takes a yes or no right after an offer: only the last reply is answered so, and only once. The call is the one that its
 * button makes; where it fails the offer stands again below what says so. False for any other text.
 */
export function answerOffer(queryClient: QueryClient, memberId: string, text: string): boolean {
  const last = conversationMessages(queryClient, memberId).at(-1)
  const proposal = last?.sender === 'bot' && last.settled === undefined ? proposalOf(last) : null
  const said = proposal && offerAnswer(text, last?.language ?? 'english')
  if (!last || !proposal || !said) return false
  const language = readLanguage(localStorage, memberId) ?? said.language
  const answer = newMessage('user', text, { aside: 'note' })
  changeConversation(queryClient, memberId, (now) => [...now, answer])
  const settle = (settled: 'accepted' | 'declined', reply: Message) =>
    changeConversation(queryClient, memberId, (now) =>
      // What was cleared meanwhile stays so.
      now.some(({ id }) => id === answer.id)
        ? [...now.map((message) => (message.id === last.id ? { ...message, settled } : message)), reply]
        : now,
    )
  const note = (reply: string, more: Partial<Message> = {}) =>
    newMessage('bot', reply, { aside: 'note', language, ...more })
  if (!said.isYes) {
    settle('declined', note(declinedReply(language)))
    return true
  }
  const { queryKey } = pendingQuery(memberId)
  const pending: Pending = { id: uuid(), text: '', controller: new AbortController() }
  const { id } = pending
  queryClient.setQueryData(queryKey, pending)
  void carryOut(queryClient, memberId, proposal)
    .then(
      () => settle('accepted', note(doneReply(language, proposal), { id })),
      // What is offered anew is the failure's; the first offer is not pressed as well.
      () => settle('declined', note(failedReply(language), { ...proposal, id, aside: 'failed' })),
    )
    .finally(() => queryClient.setQueryData(queryKey, null))
  return true
}
