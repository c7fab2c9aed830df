import type { ClipboardEvent, FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { TextArea } from './text-area.tsx'
import styles from './composer-bar.module.css'

interface ComposerBarProps {
  ref?: Ref<HTMLFormElement>
  fieldRef?: Ref<HTMLTextAreaElement>
  /** The name of the form and of its field, and what the empty field shows. */
  label: string
  text: string
  onText: (text: string) => void
  /** Enter (not while a word is composed, not with Shift) and the send button. */
  onSend: () => void
  onPaste?: ((event: ClipboardEvent) => void) | undefined
  /** UTF-16 code units. */
  maxLength: number
  /** Shows how much of the maximum is used; what is announced near its end. */
  counterText?: ((left: number) => string) | undefined
  /** Lines above the field, such as a failure. */
  children?: ReactNode
  /** Buttons before the field. */
  before?: ReactNode
  /** The send button, or what stands in its place for a while. */
  send: ReactNode
}

/** Inside `send`: what a send button that can be pressed looks like. */
export const sendButtonClass = styles.send

/**
 * Writes a message: a field that grows from one line to six, always in sight at the bottom of the page, above
 * the navigation and above an on-screen keyboard of the height `--keyboard`.
 */
export function ComposerBar({
  ref,
  fieldRef,
  label,
  text,
  onText,
  onSend,
  onPaste,
  maxLength,
  counterText,
  children,
  before,
  send,
}: ComposerBarProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSend()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is composed (Arabic, Japanese, dictation) Enter belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }

  return (
    <form ref={ref} className={styles.dock} aria-label={label} onSubmit={onSubmit}>
      {children}
      <div className={styles.row}>
        {before}
        <div className={styles.field}>
          <TextArea
            ref={fieldRef}
            className={styles.text}
            label={label}
            hideLabel
            placeholder={label}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            maxLength={maxLength}
            counter={counterText !== undefined}
            counterText={counterText}
            rows={1}
            enterKeyHint="send"
            autoGrow
          />
        </div>
        {send}
      </div>
    </form>
  )
}
