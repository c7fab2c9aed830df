import type { ComponentType, ReactNode } from 'react'
import { createStore, useStore } from '#web/ui/store.ts'
import type { OwnDialogProps, ShownQuestion } from './alert-panel.tsx'
import { onDemand } from './on-demand.tsx'

type Unasked<Kind extends ShownQuestion> = Kind extends ShownQuestion ? Omit<Kind, 'id' | 'answer'> : never

/** What waits for an answer: a question can be asked from anywhere and only the host shows it. */
const questions = createStore<readonly ShownQuestion[]>([])
let nextId = 1

function ask(question: Unasked<ShownQuestion>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++
    const answer = (confirmed: boolean) => {
      questions.change(questions.current().filter((other) => other.id !== id))
      resolve(confirmed)
    }
    questions.change([...questions.current(), { ...question, id, answer }])
  })
}

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
  return ask(options)
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
  await ask({ ...rest, confirmLabel: okLabel })
}

/** Asks by a dialog of its own, in its turn; it is given what `confirm` resolves to. */
export const askBy = (Dialog: ComponentType<OwnDialogProps>) => ask({ Dialog })

/** Answers all that wait as Escape does. */
export function cancelQuestions(): void {
  for (const { answer } of questions.current()) answer(false)
}

const AlertPanel = onDemand(async () => (await import('./alert-panel.tsx')).AlertPanel)

/** Shows the questions of confirm(), alert() and askBy(), one after the other. Render it once, at the root. */
export function AlertHost() {
  const [question = null] = useStore(questions)
  return <AlertPanel question={question} open={question !== null} onClose={cancelQuestions} />
}
