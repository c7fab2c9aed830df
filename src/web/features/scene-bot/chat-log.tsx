import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BotLine, BotMessage, UserMessage } from './chat-message.tsx'
import type { useConversation } from './use-conversation.ts'
import { localeOfLanguage } from './language-phrases.ts'
import styles from './chat-log.module.css'

interface ChatLogProps {
  conversation: ReturnType<typeof useConversation>
  /** Below the greeting while nothing was said. */
  children?: ReactNode
}

/** What was said, with the answer that is on its way. */
export function ChatLog({ conversation, children }: ChatLogProps) {
  const { t } = useTranslation()
  const { messages, pending, isForgotten, canRetry, retry } = conversation
  const last = messages.at(-1)
  const onRetry = canRetry ? retry : undefined
  // It is said a moment before nothing is on its way any more.
  const coming = pending && pending.id !== last?.id ? pending : null
  const shown = coming ? [...messages, { ...coming, sender: 'bot' as const }] : messages

  return (
    <>
      {/* The status below tells what is new, once and whole. */}
      <div role="log" aria-live="off" aria-label={t('sceneBot.conversation')}>
        <ol className={styles.messages}>
          {messages.length === 0 ? (
            <BotLine>
              <p className={styles.hello}>{t('sceneBot.hello')}</p>
              <p>{t('sceneBot.greeting')}</p>
            </BotLine>
          ) : null}
          {shown.map((message) =>
            message.sender === 'user' ? (
              <UserMessage key={message.id} text={message.text} />
            ) : (
              <BotMessage
                key={message.id}
                message={message}
                pending={message.id === coming?.id}
                onRetry={message === last ? onRetry : undefined}
              />
            ),
          )}
          {isForgotten ? (
            <BotMessage
              message={{ text: t('sceneBot.unanswered'), aside: 'failed' }}
              pending={false}
              onRetry={retry}
            />
          ) : null}
        </ol>
      </div>
      {messages.length === 0 ? children : null}
      <NewReply conversation={conversation} />
    </>
  )
}

/** Tells a screen reader that SceneBot is typing, then the whole reply; nothing of before. */
function NewReply({ conversation: { messages, pending } }: Pick<ChatLogProps, 'conversation'>) {
  const { t } = useTranslation()
  const last = messages.at(-1)
  const [lastOfBefore] = useState(last?.id)
  const reply = last?.sender === 'bot' && last.id !== lastOfBefore ? last : null
  return (
    <VisuallyHidden>
      <span role="status" lang={pending ? undefined : reply?.language && localeOfLanguage[reply.language]}>
        {pending ? t('sceneBot.typing') : reply?.text}
      </span>
    </VisuallyHidden>
  )
}
