import { SendHorizontal, Square } from 'lucide-react'
import { useRef, type ClipboardEvent, type ReactNode, type Ref } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { ComposerBar, sendButtonClass } from '#web/ui/fields/composer-bar.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { useKeyboardInset } from '#web/ui/keyboard-inset.ts'

/** Characters of a question; the server checks again. */
const maxQuestionLength = 1000
/** From here on the count shows. */
const countFrom = 900

interface ChatComposerProps {
  fieldRef: Ref<HTMLTextAreaElement>
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** An answer is on its way. */
  busy: boolean
  onStop: () => void
  /** A file was brought where only text can go. */
  refused: boolean
  onRefuse: () => void
  /** What floats above. */
  children?: ReactNode
}

/** Writes a question. */
export function ChatComposer({
  fieldRef,
  text,
  onText,
  onSend,
  busy,
  onStop,
  refused,
  onRefuse,
  children,
}: ChatComposerProps) {
  const { t } = useTranslation()
  const dock = useRef<HTMLFormElement>(null)
  useKeyboardInset(dock)

  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event
    // Copied from a document, text comes with a picture of itself.
    if (clipboardData.files.length === 0 || clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    onRefuse()
  }

  return (
    <ComposerBar
      ref={dock}
      fieldRef={fieldRef}
      label={t('sceneBot.ask')}
      text={text}
      onText={onText}
      onSend={onSend}
      onPaste={onPaste}
      maxLength={maxQuestionLength}
      counterText={text.length >= countFrom ? (n) => t('editProfile.bioLeft', { count: n }) : undefined}
      send={
        busy ? (
          <IconButton
            variant="filled"
            label={t('sceneBot.stop')}
            icon={<Square fill="currentColor" size={20} />}
            onClick={onStop}
          />
        ) : (
          <IconButton
            type="submit"
            className={sendButtonClass}
            variant="filled"
            label={t('sceneBot.send')}
            icon={<SendHorizontal data-mirror="" />}
            aria-disabled={text.trim() === '' || undefined}
          />
        )
      }
    >
      {children}
      {refused ? <InlineError text={t('errors.assistant.plain_text')} /> : null}
    </ComposerBar>
  )
}
