import { ArrowDown, Dices, Languages, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useDraft } from '#web/lib/use-draft.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatLog } from './chat-log.tsx'
import { assistantLanguages } from './language-phrases.ts'
import { PromptChoices } from './prompt-choices.tsx'
import { questionOf } from './question-state.ts'
import { useConversation } from './use-conversation.ts'
import { usePrompts } from './use-prompts.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import styles from './scene-bot.module.css'

const wishes = [...assistantLanguages, 'reset'] as const

/** The chat with SceneBot. */
export function SceneBot({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const conversation = useConversation(memberId)
  const { messages, pending, ask, stop, clear } = conversation
  const [text, setText] = useDraftText(memberId)
  const [inserted, setInserted] = useState('')
  const [refused, setRefused] = useState(false)
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
    const sure = await confirm({
      title: t('sceneBot.clearQuestion'),
      text: t('sceneBot.clearText'),
      confirmLabel: t('sceneBot.clear'),
      cancelLabel: t('common.cancel'),
      danger: true,
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
                      label: t(`sceneBot.phrases.${wish}`),
                      icon: wish === 'reset' ? <RotateCcw size={20} /> : <Languages size={20} />,
                      onSelect: () => insert(t(`sceneBot.phrases.${wish}`)),
                    }))),
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
      <div className={styles.columns}>
        <div className={styles.column}>
          <div ref={log} className={styles.log}>
            <ChatLog conversation={conversation}>
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
                    {t(`sceneBot.phrases.${wish}`)}
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

function save(key: string, held: { text: string } | null): void {
  try {
    if (held === null || held.text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, held.text)
  } catch {
    // It still lives in the open field.
  }
}

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
