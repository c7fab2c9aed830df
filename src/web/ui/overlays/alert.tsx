import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import type { OwnDialogProps, ShownQuestion } from './alert-panel.tsx'
import { onDemand } from './on-demand.tsx'

type Unasked<Kind extends ShownQuestion> = Kind extends ShownQuestion ? Omit<Kind, 'id' | 'answer'> : never

/**
 * The questions waiting for an answer. One per page and created once: a question can be asked from anywhere
 * and only the host shows it.
 */
function createQuestions() {
  let waiting: readonly ShownQuestion[] = []
  let nextId = 1
  const listeners = new Set<() => void>()

  function change(next: readonly ShownQuestion[]) {
    waiting = next
    for (const listener of listeners) listener()
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    first: () => waiting[0] ?? null,
    ask(question: Unasked<ShownQuestion>): Promise<boolean> {
      return new Promise((resolve) => {
        const id = nextId++
        const answer = (confirmed: boolean) => {
          change(waiting.filter((other) => other.id !== id))
          resolve(confirmed)
        }
        change([...waiting, { ...question, id, answer }])
      })
    },
    cancelAll() {
      for (const { answer } of waiting) answer(false)
    },
  }
}

const questions = createQuestions()

interface ConfirmOptions {
  title: string
  text?: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** For what cannot be undone. */
  danger?: boolean | undefined
}

/** Asks and resolves to the answer; Escape and the cancel button are false. Questions queue. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return questions.ask(options)
}

interface AlertOptions {
  title: string
  text?: string | undefined
  okLabel: string
  /** What has the focus afterwards, where what had it before may be gone by then. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** Tells and resolves once it was acknowledged. */
export async function alert({ okLabel, ...rest }: AlertOptions): Promise<void> {
  await questions.ask({ ...rest, confirmLabel: okLabel })
}

/** Asks by a dialog of its own, in its turn; it is given what `confirm` resolves to. */
export const askBy = (Dialog: ComponentType<OwnDialogProps>) => questions.ask({ Dialog })

/** Answers all that wait as Escape does. */
export const cancelQuestions = () => questions.cancelAll()

const AlertPanel = onDemand(async () => (await import('./alert-panel.tsx')).AlertPanel)

/** Shows the questions of confirm(), alert() and askBy(), one after the other. Render it once, at the root. */
export function AlertHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.first)
  return <AlertPanel question={question} open={question !== null} onClose={cancelQuestions} />
}
