import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { ReactNode } from 'react'

interface BaseUiProvidersProps {
  direction: 'ltr' | 'rtl'
  children: ReactNode
}

/** What Base UI needs around it: no style elements (Content-Security-Policy), the direction. */
export function BaseUiProviders({ direction, children }: BaseUiProvidersProps) {
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </CSPProvider>
  )
}
