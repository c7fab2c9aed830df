import { useRef, useState } from 'react'

interface Then<Answer> {
  onSuccess: (answer: Answer) => void
  onError?: (error: unknown) => void
}

export interface Submit<Input, Answer> {
  /** Sends, unless an earlier one is still under way; then calls one of the two. */
  submit: (input: Input, then: Then<Answer>) => void
  busy: boolean
  /** The last one succeeded. */
  done: boolean
  /** Why the last one failed; null while another one is under way. */
  error: unknown
}

type State = { status: 'idle' | 'busy' | 'done'; error: null } | { status: 'failed'; error: unknown }

/** The submit of a form that needs no query cache: one call at a time, and how it went. */
export function useSubmit<Input, Answer>(send: (input: Input) => Promise<Answer>): Submit<Input, Answer> {
  const [state, setState] = useState<State>({ status: 'idle', error: null })
  // Two presses can come before the next render.
  const underWay = useRef(false)
  const run = async (input: Input, { onSuccess, onError }: Then<Answer>) => {
    if (underWay.current) return
    underWay.current = true
    setState({ status: 'busy', error: null })
    const outcome = await send(input).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    underWay.current = false
    if ('answer' in outcome) {
      setState({ status: 'done', error: null })
      onSuccess(outcome.answer)
    } else {
      setState({ status: 'failed', error: outcome.error })
      onError?.(outcome.error)
    }
  }
  return {
    submit: (input, then) => void run(input, then),
    busy: state.status === 'busy',
    done: state.status === 'done',
    error: state.error,
  }
}
