import { useRef, useState } from 'react'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/actions/button.tsx'
import popup from './popup.module.css'
import styles from './alert-panel.module.css'

export interface AlertQuestion {
  id: number
  title: string
  text?: string | undefined
  confirmLabel: string
  /** Not there for an alert, which can only be acknowledged. */
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  /** What has the focus afterwards; what had it before when not given. */
  finalFocus?: (() => HTMLElement | null) | undefined
  answer: (confirmed: boolean) => void
}

export function AlertPanel({ question }: { question: AlertQuestion | null }) {
  // What was asked last is still on screen while the dialog closes.
  const [last, setLast] = useState(question)
  if (question && question !== last) setLast(question)
  const safe = useRef<HTMLButtonElement>(null)
  const shown = question ?? last
  if (!shown) return null
  return (
    <AlertDialog.Root
      key={shown.id}
      open={question !== null}
      onOpenChange={(open) => {
        if (!open) question?.answer(false)
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup
            className={classNames(popup.surface, styles.popup)}
            initialFocus={safe}
            finalFocus={shown.finalFocus}
          >
            <AlertDialog.Title className={styles.title}>{shown.title}</AlertDialog.Title>
            {shown.text ? (
              <AlertDialog.Description className={styles.text}>{shown.text}</AlertDialog.Description>
            ) : null}
            <div className={styles.actions}>
              {shown.cancelLabel ? (
                <Button ref={safe} variant="secondary" onClick={() => question?.answer(false)}>
                  {shown.cancelLabel}
                </Button>
              ) : null}
              <Button
                ref={shown.cancelLabel ? undefined : safe}
                variant={shown.danger ? 'danger' : 'primary'}
                onClick={() => question?.answer(true)}
              >
                {shown.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
