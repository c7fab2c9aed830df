import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { ReactNode } from 'react'

interface BehaviourProps {
  direction: 'ltr' | 'rtl'
  children: ReactNode
}

/** What the behaviour layer needs around it: no style elements (content security policy), the direction. */
export function Behaviour({ direction, children }: BehaviourProps) {
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </CSPProvider>
  )
}
