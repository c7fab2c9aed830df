import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import {
  answerOffer,
  askQuestion,
  changeConversation,
  conversationMessages,
  conversationQuery,
  newMessage,
  pendingQuery,
  rereadConversation,
} from './conversation.api.ts'
import { isConversationKey, unansweredQuestion, type Message } from './conversation.ts'
import { languageReplies, requestedLanguage, writeLanguage } from './language-phrases.ts'

/** The conversation of a member, and what can be done with it; one question at a time. */
export function useConversation(memberId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: messages } = useQuery(conversationQuery(memberId))
  const { data: pending } = useQuery(pendingQuery(memberId))

  useEffect(() => {
    const reread = () => rereadConversation(queryClient, memberId)
    const follow = ({ key }: StorageEvent) => {
      if (isConversationKey(key, memberId)) reread()
    }
    reread()
    document.addEventListener('visibilitychange', reread)
    window.addEventListener('storage', follow)
    return () => {
      document.removeEventListener('visibilitychange', reread)
      window.removeEventListener('storage', follow)
    }
  }, [queryClient, memberId])

  // Asked of the cache: two presses may come before the next render.
  const isBusy = () => queryClient.getQueryData(pendingQuery(memberId).queryKey) !== null

  const put = (question: Message, before: Message[]) => {
    changeConversation(queryClient, memberId, () => [...before, question])
    void askQuestion(queryClient, memberId, question, before)
  }

  /** False, and nothing done, while an answer is on its way. A language phrase is answered here, and a yes or no to an offer. */
  const ask = (text: string): boolean => {
    if (isBusy()) return false
    if (answerOffer(queryClient, memberId, text)) return true
    const wish = requestedLanguage(text)
    if (wish === null) {
      put(newMessage('user', text), conversationMessages(queryClient, memberId))
      return true
    }
    writeLanguage(localStorage, memberId, wish)
    const reply =
      wish === 'reset'
        ? newMessage('bot', t('sceneBot.languageReset'), { aside: 'note' })
        : newMessage('bot', languageReplies[wish], { aside: 'note', language: wish })
    changeConversation(queryClient, memberId, (now) => [
      ...now,
      newMessage('user', text, { aside: 'note' }),
      reply,
    ])
    return true
  }

  const question = pending ? null : unansweredQuestion(messages)

  /** Asks again what has no answer. */
  const retry = () => {
    if (question && !isBusy()) put(question, messages.slice(0, messages.indexOf(question)))
  }

  /** Remembers that what a reply offered was done. */
  const accept = (id: string) =>
    changeConversation(queryClient, memberId, (now) =>
      now.map((message) => (message.id === id ? { ...message, settled: 'accepted' } : message)),
    )

  const stop = () => pending?.controller.abort()

  const clear = () => {
    changeConversation(queryClient, memberId, () => [])
    stop()
  }

  return {
    messages,
    /** The answer on its way, with what has come of it. */
    pending,
    /** Nothing answers the last question, and nothing says why: the page was left in between. */
    isForgotten: question !== null && messages.at(-1) === question,
    /** Whether the last message can be asked again. */
    canRetry: question !== null,
    ask,
    retry,
    stop,
    accept,
    clear,
  }
}
