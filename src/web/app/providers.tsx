import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, localeOf } from '#web/lib/preferences.ts'
import { AlertHost } from '#web/ui/alert.tsx'
import { Behaviour } from '#web/ui/behaviour.tsx'
import { RealtimeProvider } from './realtime.tsx'
import { Surroundings } from './surroundings.tsx'

/** What every screen of the app may rely on. The direction comes from the same locale as the texts. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <Behaviour direction={directionOf(localeOf(i18n.language))}>
      <Surroundings>
        <QueryClientProvider client={queryClient}>
          <RealtimeProvider>{children}</RealtimeProvider>
        </QueryClientProvider>
      </Surroundings>
      <AlertHost />
    </Behaviour>
  )
}
