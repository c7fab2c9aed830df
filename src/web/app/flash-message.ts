import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { TextKey } from '#web/i18n/index.ts'
import { takeFlash, takeReturnPath, type Flash } from '#web/lib/page-load.ts'
import { toast } from '#web/ui/toast.tsx'

const texts = {
  'logged-in': 'auth.login.success',
  'logged-in-google': 'auth.google.success',
  'logged-out': 'auth.logout.success',
} as const satisfies Record<Flash, TextKey>

/** Shows the message that a full page load left behind; after a login also the way back to where it was asked for. */
export function useFlashMessage(): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const show = useEffectEvent(() => {
    const flash = takeFlash()
    if (flash === null) return
    toast.success(t(texts[flash]))
    const path = flash === 'logged-out' ? null : takeReturnPath()
    if (path === null) return
    toast.show({
      text: t('auth.return.text'),
      action: { label: t('auth.return.action'), onSelect: () => void navigate(path) },
    })
  })
  useEffect(() => show(), [])
}
