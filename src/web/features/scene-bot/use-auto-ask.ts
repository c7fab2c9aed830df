import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { questionOf } from './question-state.ts'

/**
 * Asks the question that came with the navigation, once: the entry of the history forgets it, so that neither
 * Back nor a reload asks again. While an answer is on its way it waits.
 */
export function useAutoAsk(ask: (question: string) => boolean, busy: boolean): void {
  const { state } = useLocation()
  const navigate = useNavigate()
  const question = questionOf(state)
  useEffect(() => {
    if (question === null || busy || !ask(question)) return
    void navigate('.', { replace: true, state: null, preventScrollReset: true })
  })
}
