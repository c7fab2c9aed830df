import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { followSystemTheme } from '#web/lib/preferences.ts'
import { ToastHost } from '#web/ui/toast.tsx'

/** What the screens of members and of guests may rely on. */
export function Surroundings({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  useEffect(followSystemTheme, [])
  return (
    <>
      {children}
      <ToastHost closeLabel={t('common.close')} />
    </>
  )
}
