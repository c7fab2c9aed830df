import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { followLocale, useTranslation } from '#web/i18n/index.ts'
import { directionOf, followTheme } from '#web/lib/preferences.ts'
import { Labels } from '#web/ui/labels.ts'
import { AlertHost } from '#web/ui/overlays/alert.tsx'
import { ToastHost } from '#web/ui/overlays/toast.tsx'
import { RealtimeProvider } from './realtime.tsx'

/** What every screen may rely on. The direction comes from the same locale as the texts. */
export function AppProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const { t, locale } = useTranslation()
  useEffect(followTheme, [])
  useEffect(followLocale, [])
  const titlesIn = useRef(locale)
  useEffect(() => {
    if (titlesIn.current === locale) return
    titlesIn.current = locale
    // Titles of films depend on the language.
    void queryClient.invalidateQueries()
  }, [locale, queryClient])
  return (
    <BaseUiProviders direction={directionOf(locale)}>
      <Labels value={{ back: t('common.back'), close: t('common.close') }}>
        <QueryClientProvider client={queryClient}>
          <RealtimeProvider>{children}</RealtimeProvider>
          <AlertHost />
        </QueryClientProvider>
        <ToastHost />
      </Labels>
    </BaseUiProviders>
  )
}

interface BaseUiProvidersProps {
  direction: 'ltr' | 'rtl'
  children: ReactNode
}

/** What Base UI needs around it: no style elements (Content-Security-Policy), the direction. */
function BaseUiProviders({ direction, children }: BaseUiProvidersProps) {
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </CSPProvider>
  )
}
