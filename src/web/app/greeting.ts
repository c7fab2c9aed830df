import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { flashTexts } from '#web/features/accounts/flash-texts.ts'
import { takeFlash } from '#web/lib/flash.ts'
import { takeReturnPath } from '#web/lib/return-path.ts'
import { toast } from '#web/ui/toast.tsx'

/** The message a full page load left behind, and the way back to where the login was asked for. */
export function useGreeting(goTo: (path: string) => void): void {
  const { t } = useTranslation()
  const greet = useEffectEvent(() => {
    const flash = takeFlash()
    if (flash === null) return
    toast.success(t(flashTexts[flash]))
    const path = flash.startsWith('logged-in') ? takeReturnPath() : null
    if (path === null) return
    toast.show({
      text: t('auth.return.text'),
      action: { label: t('auth.return.action'), onSelect: () => goTo(path) },
    })
  })
  useEffect(() => greet(), [])
}
