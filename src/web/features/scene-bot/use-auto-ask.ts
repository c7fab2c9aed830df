import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { questionOf } from './question-state.ts'

/**
 * Asks the question that came with the navigation, once: the entry of the history forgets it, so that neither
 * Back nor a reload asks again. While an answer is on its way it waits.
 */
export function useAutoAsk(ask: (question: string) => boolean, busy: boolean): void {
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
