import { ArrowDown, CircleSlash, Dices, Languages, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { assistantLanguages } from '#shared/api/assistant.ts'
import { localeOfLanguage } from '#shared/assistant-language.ts'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { storeIfRoom } from '#web/lib/storage.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { BotLine, BotMessage, UserMessage } from './chat-message.tsx'
import { questionOf } from './question-state.ts'
import { RefusedFilms } from './refused-films.tsx'
import styles from './scene-bot.module.css'
import { useConversation } from './use-conversation.ts'
import { offeredPrompts, usePrompts } from './use-prompts.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

const wishes = [...assistantLanguages, 'reset'] as const

/** The chat with SceneBot. */
export function SceneBot({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const conversation = useConversation(memberId)
  const { messages, pending, ask, stop, clear } = conversation
  const [text, setText] = useDraftText(memberId)
  const [inserted, setInserted] = useState('')
  const [refused, setRefused] = useState(false)
  const [listing, setListing] = useState(false)
  const { roll, choices } = usePrompts()
  const hasRail = useMediaQuery('(min-width: 1280px)')
  const field = useRef<HTMLTextAreaElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const { isBehind, toEnd } = useStickToEnd(log)
  useAutoAsk(ask, pending !== null)

  const change = (next: string) => {
    setText(next)
    setRefused(false)
  }

  const send = () => {
    if (text.trim() === '' || !ask(text.trim())) return
    change('')
    toEnd()
    field.current?.focus()
  }

  const insert = (prompt: string) => {
    const typed = text.trim() === '' || text === inserted ? null : text
    change(prompt)
    setInserted(prompt)
    field.current?.focus()
    if (typed === null) return
    toast.show({
      text: t('sceneBot.replaced'),
      action: { label: t('common.undo'), onSelect: () => change(typed) },
    })
  }

  const rollDice = async () => {
    try {
      insert(await roll())
    } catch {
      toast.error(t('sceneBot.noPrompts'))
    }
  }

  const askToClear = async () => {
    const sure = await confirmDanger({
      title: t('sceneBot.clearQuestion'),
      text: t('sceneBot.clearText'),
      confirmLabel: t('sceneBot.clear'),
    })
    if (sure) clear()
  }

  /** A file that is dropped anywhere else would take the place of the page. */
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop') setRefused(true)
  }

  const examples = <PromptChoices prompts={choices} onChoose={insert} />

  return (
    <div className={styles.screen} onDragOver={onDrag} onDrop={onDrag}>
      <TopBar
        title={t('sceneBot.title')}
        action={
          <>
            {hasRail ? null : (
              <IconButton label={t('sceneBot.random')} icon={<Dices />} onClick={() => void rollDice()} />
            )}
            <Menu
              label={t('common.moreOptions')}
              items={[
                ...(hasRail
                  ? []
                  : wishes.map((wish) => ({
                      label: t(`sceneBot.languages.${wish}`),
                      icon: wish === 'reset' ? <RotateCcw size={20} /> : <Languages size={20} />,
                      onSelect: () => insert(t(`sceneBot.phrases.${wish}`)),
                    }))),
                {
                  label: t('sceneBot.refused.title'),
                  icon: <CircleSlash size={20} />,
                  onSelect: () => setListing(true),
                },
                {
                  label: t('sceneBot.clear'),
                  icon: <Trash2 size={20} />,
                  danger: true,
                  disabled: messages.length === 0,
                  onSelect: () => void askToClear(),
                },
              ]}
            />
          </>
        }
      />
      <RefusedFilms memberId={memberId} open={listing} onClose={() => setListing(false)} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <div ref={log} className={styles.log}>
            <ChatLog memberId={memberId} conversation={conversation}>
              {hasRail ? null : <div className={styles.examples}>{examples}</div>}
            </ChatLog>
          </div>
          <ChatComposer
            fieldRef={field}
            text={text}
            onText={change}
            onSend={send}
            busy={pending !== null}
            onStop={stop}
            refused={refused}
            onRefuse={() => setRefused(true)}
          >
            {isBehind ? (
              <Button
                className={styles.pill}
                variant="secondary"
                size="sm"
                icon={<ArrowDown size={18} />}
                onClick={toEnd}
              >
                {t('sceneBot.newBelow')}
              </Button>
            ) : null}
          </ChatComposer>
        </div>
        {hasRail ? (
          <aside className={styles.rail} aria-label={t('sceneBot.suggestions')}>
            <Button variant="secondary" icon={<Dices />} onClick={() => void rollDice()}>
              {t('sceneBot.random')}
            </Button>
            {examples}
            <h2 className={styles.subject}>{t('sceneBot.languageTitle')}</h2>
            <ul className={styles.phrases}>
              {wishes.map((wish) => (
                <li key={wish}>
                  <button
                    type="button"
                    className={styles.phrase}
                    onClick={() => insert(t(`sceneBot.phrases.${wish}`))}
                  >
                    {t(`sceneBot.languages.${wish}`)}
                  </button>
                </li>
              ))}
            </ul>
          </aside>
        ) : null}
      </div>
    </div>
  )
}

/**
 * Asks the question that came with the navigation, once: the entry of the history forgets it, so that neither
 * Back nor a reload asks again. While an answer is on its way it waits.
 */
function useAutoAsk(ask: (question: string) => boolean, busy: boolean): void {
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const question = questionOf(state)
  const asked = useRef('')
  useEffect(() => {
    // The answer may be there before the entry has forgotten the question.
    if (question === null || busy || asked.current === key || !ask(question)) return
    asked.current = key
    void navigate('.', { replace: true, state: null, preventScrollReset: true })
  })
}

const save = (key: string, held: { text: string } | null) =>
  storeIfRoom(localStorage, key, held?.text || null)

/** What is in the field, found again after a reload. */
function useDraftText(memberId: string): [string, (text: string) => void] {
  const key = `draft:${memberId}:sceneBot`
  const { held, change } = useDraft<{ text: string }>({
    key,
    begin: () => ({ held: { text: localStorage.getItem(key) ?? '' }, restored: false }),
    save,
    atOnce: true,
  })
  return [held.text, (text) => change({ text })]
}

interface ChatLogProps {
  memberId: string
  conversation: ReturnType<typeof useConversation>
  /** Below the greeting while nothing was said. */
  children?: ReactNode
}

/** What was said, with the answer that is on its way. */
function ChatLog({ memberId, conversation, children }: ChatLogProps) {
  const { t } = useTranslation()
  const { messages, pending, isForgotten, canRetry, retry, accept } = conversation
  const last = messages.at(-1)
  const onRetry = canRetry ? retry : undefined
  // It is said a moment before nothing is on its way any more.
  const coming = pending && pending.id !== last?.id ? pending : null
  const shown = coming ? [...messages, { ...coming, sender: 'bot' as const }] : messages

  return (
    <>
      {/* The status below announces what is new, once and whole. */}
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
                memberId={memberId}
                message={message}
                isPending={message.id === coming?.id}
                onRetry={message === last ? onRetry : undefined}
                onAccepted={() => accept(message.id)}
              />
            ),
          )}
          {isForgotten ? (
            <BotMessage
              memberId={memberId}
              message={{ text: t('sceneBot.unanswered'), aside: 'failed' }}
              isPending={false}
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

/** Announces to screen readers that SceneBot is typing, then the whole reply; never an earlier one. */
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

interface PromptChoicesProps {
  /** Undefined while they load. */
  prompts: readonly string[] | undefined
  onChoose: (prompt: string) => void
}

/** Examples of what can be asked; a press inserts one. */
function PromptChoices({ prompts, onChoose }: PromptChoicesProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.choices} aria-label={t('sceneBot.examples')}>
      {prompts
        ? prompts.map((prompt) => (
            <li key={prompt}>
              <button type="button" className={styles.choice} dir="auto" onClick={() => onChoose(prompt)}>
                {prompt}
              </button>
            </li>
          ))
        : Array.from({ length: offeredPrompts }, (_, index) => (
            <li key={index}>
              <Skeleton height="var(--target)" radius="var(--radius-card)" />
            </li>
          ))}
    </ul>
  )
}
