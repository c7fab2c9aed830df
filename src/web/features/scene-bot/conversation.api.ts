import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { v4 as uuid } from 'uuid'
import { askSceneBot, type AssistantAnswer } from '#shared/api/assistant.ts'
import { errorText } from '#web/i18n/index.ts'
import { callEvents } from '#web/lib/api-events.ts'
import { ApiError } from '#web/lib/api.ts'
import { historyOf, readConversation, writeConversation, type Message } from './conversation.ts'
import { readLanguage } from './language-phrases.ts'

const botKey = (memberId: string) => ['scene-bot', memberId] as const

/** The conversation as this device keeps it. */
export const conversationQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...botKey(memberId), 'messages'],
    queryFn: () => readConversation(localStorage, memberId),
    initialData: () => readConversation(localStorage, memberId),
    // Reading it again in the background could undo what was said in the meantime.
    staleTime: Infinity,
  })

/** What has come of the answer that is on its way. */
export const partialQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...botKey(memberId), 'partial'],
    queryFn: () => '',
    initialData: '',
    staleTime: Infinity,
  })

/** Another tab may have said something, or all of it may be too old by now. */
export function rereadConversation(queryClient: QueryClient, memberId: string): void {
  queryClient.setQueryData(conversationQuery(memberId).queryKey, readConversation(localStorage, memberId))
}

export function changeConversation(
  queryClient: QueryClient,
  memberId: string,
  update: (messages: Message[]) => Message[],
): void {
  const { queryKey } = conversationQuery(memberId)
  const messages = queryClient.getQueryData(queryKey) ?? readConversation(localStorage, memberId)
  queryClient.setQueryData(queryKey, writeConversation(localStorage, memberId, update(messages)))
}

/** A question on its way. */
export interface Asking {
  question: Message
  /** What was said before it. */
  before: Message[]
  /** The answer has its id from the beginning, so that its bubble stays the same one. */
  answerId: string
  controller: AbortController
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

const answered = ({ reply, ...more }: AssistantAnswer, id: string) =>
  newMessage('bot', reply, { ...more, id })

/** Faults that say more than that there is no answer. */
const told = new Set<string>(['request.rate_limited', 'assistant.plain_text'])

function failed(error: Error, { answerId: id, controller }: Asking, partial: string): Message {
  const stopped = partial === '' ? errorText(null, 'sceneBot.stopped') : `${partial.trimEnd()}…`
  const fault = error instanceof ApiError && told.has(error.code) ? error : null
  const text = controller.signal.aborted ? stopped : errorText(fault, 'sceneBot.unavailable')
  return newMessage('bot', text, { id, aside: 'failed' })
}

/**
 * Asks, and writes the answer or the failure into the conversation, also when the screen was left meanwhile.
 * An answer to what was cleared comes too late.
 */
export function askMutation(queryClient: QueryClient, memberId: string) {
  const { queryKey: partialKey } = partialQuery(memberId)
  const conclude = ({ question }: Asking, message: Message) =>
    changeConversation(queryClient, memberId, (messages) =>
      messages.some(({ id }) => id === question.id) ? [...messages, message] : messages,
    )
  return mutationOptions({
    mutationKey: [...botKey(memberId), 'ask'],
    mutationFn: ({ question, before, controller }: Asking) => {
      const lang = readLanguage(localStorage, memberId)
      queryClient.setQueryData(partialKey, '')
      return callEvents(
        askSceneBot,
        {
          body: { message: question.text, history: historyOf(before), ...(lang && { lang }) },
          signal: controller.signal,
        },
        (event) =>
          queryClient.setQueryData(partialKey, (partial = '') =>
            event.type === 'again' ? '' : partial + event.text,
          ),
      )
    },
    onSuccess: (answer, asking) => conclude(asking, answered(answer, asking.answerId)),
    onError: (error, asking) =>
      conclude(asking, failed(error, asking, queryClient.getQueryData(partialKey) ?? '')),
  })
}
