import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/actions/button.tsx'
import popup from './popup.module.css'
import styles from './alert-panel.module.css'

interface Asked {
  id: number
  answer: (confirmed: boolean) => void
}

interface AlertQuestion extends Asked {
  title: string
  text?: ReactNode
  confirmLabel: string
  /** Not there for an alert, which can only be acknowledged. */
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  /** What has the focus afterwards; what had it before when not given. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

export interface OwnDialogProps {
  open: boolean
  answer: (confirmed: boolean) => void
}

/** Asked by a dialog of its own. */
interface OwnQuestion extends Asked {
  Dialog: ComponentType<OwnDialogProps>
}

export type ShownQuestion = AlertQuestion | OwnQuestion

export function AlertPanel({ question }: { question: ShownQuestion | null }) {
  // What was asked last is still on screen while the dialog closes.
  const [last, setLast] = useState(question)
  if (question && question !== last) setLast(question)
  const shown = question ?? last
  if (!shown) return null
  const answer = (confirmed: boolean) => question?.answer(confirmed)
  const open = question !== null
  if ('Dialog' in shown) return <shown.Dialog key={shown.id} open={open} answer={answer} />
  return <Alert key={shown.id} shown={shown} open={open} answer={answer} />
}

function Alert({ shown, open, answer }: OwnDialogProps & { shown: AlertQuestion }) {
  const safe = useRef<HTMLButtonElement>(null)
  const [confirmed, setConfirmed] = useState(false)
  return (
    <AlertDialog.Root
      open={open && !confirmed}
      onOpenChange={(next) => {
        if (!next) answer(false)
      }}
      // What is done then may take away what had the focus before: it has it back first, and can give it on.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && confirmed) answer(true)
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
                <Button ref={safe} variant="secondary" onClick={() => answer(false)}>
                  {shown.cancelLabel}
                </Button>
              ) : null}
              <Button
                ref={shown.cancelLabel ? undefined : safe}
                variant={shown.danger ? 'danger' : 'primary'}
                onClick={() => setConfirmed(true)}
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
