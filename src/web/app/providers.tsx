import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, followSystemTheme, localeOf } from '#web/lib/preferences.ts'
import { AlertHost } from '#web/ui/alert.tsx'
import { BaseUiProviders } from '#web/ui/base-ui-providers.tsx'
import { ToastHost } from '#web/ui/toast.tsx'
import { RealtimeProvider } from './realtime.tsx'

/** What every screen may rely on. The direction comes from the same locale as the texts. */
export function AppProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  useEffect(followSystemTheme, [])
  return (
    <BaseUiProviders direction={directionOf(localeOf(i18n.language))}>
      <QueryClientProvider client={queryClient}>
        <RealtimeProvider>{children}</RealtimeProvider>
      </QueryClientProvider>
      <ToastHost closeLabel={t('common.close')} />
      <AlertHost />
    </BaseUiProviders>
  )
}
