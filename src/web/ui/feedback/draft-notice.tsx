import { useRef } from 'react'
import { useRowFocus } from '#web/ui/focus.ts'
import styles from './draft-notice.module.css'

interface DraftNoticeProps {
  text: string
  discardLabel: string
  onDiscard: () => void
}

/** Says that what was typed earlier is back, and offers to drop it. */
export function DraftNotice({ text, discardLabel, onDiscard }: DraftNoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null)
  useRowFocus(notice, nextControl)
  return (
    <p ref={notice} className={styles.notice} role="status">
      <span>{text}</span>
      <span aria-hidden="true">·</span>
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {discardLabel}
      </button>
    </p>
  )
}

/** What stands after it in its form: the focus goes on there when the notice is gone. */
function nextControl(notice: HTMLElement): HTMLElement | null {
  const controls = notice
    .closest('form')
    ?.querySelectorAll<HTMLElement>('button, input, textarea, [tabindex="0"]')
  const isAfter = (control: HTMLElement) =>
    (notice.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    !notice.contains(control)
  return [...(controls ?? [])].find(isAfter) ?? null
}
