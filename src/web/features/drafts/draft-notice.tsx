import { useRef } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { useRowFocus } from '#web/ui/focus.ts'
import styles from './draft-notice.module.css'

/** Says that what was typed earlier is back, and offers to drop it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation()
  const notice = useRef<HTMLParagraphElement>(null)
  useRowFocus(notice, nextControl)
  return (
    <p ref={notice} className={styles.notice} role="status">
      <span>{t('log.draftRestored')}</span>
      <span aria-hidden="true">·</span>
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {t('log.discard')}
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
