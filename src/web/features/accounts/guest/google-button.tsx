import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { whenIdle } from '#web/lib/page-load.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import type { GoogleWidgetProps } from './google-widget.tsx'
import { authSettingsQuery } from '../accounts.api.ts'
import styles from './account-form.module.css'

/**
 * Always there. Google's own button takes its place once the server named a client id and the script is
 * here; until then, and where either fails, pressing it tries again and says that it failed.
 */
export function GoogleButton() {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState<{ Widget: ComponentType<GoogleWidgetProps> } | null>(null)
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()

  const open = async () => {
    const { openGoogle } = await import('./google-widget.tsx')
    const Widget = await openGoogle(queryClient)
    setLoaded({ Widget })
  }
  // The form is there first; a failure is shown to whoever presses. Where Google is off its code stays away.
  const openSilently = useEffectEvent(() => {
    const openIfOn = async () => {
      const { googleClientId } = await queryClient.fetchQuery(authSettingsQuery())
      if (googleClientId !== null) await open()
    }
    openIfOn().catch(() => undefined)
  })
  useEffect(() => whenIdle(() => openSilently()), [])

  const fail = () => {
    setLoaded(null)
    toast.error(t('auth.google.widgetFailed'))
  }
  const press = async () => {
    setBusy(true)
    await open().catch(fail)
    setBusy(false)
  }
  if (loaded) return <loaded.Widget onFailed={fail} />
  return (
    <Button
      className={styles.google}
      variant="secondary"
      icon={<GoogleMark />}
      busy={busy}
      onClick={() => void press()}
    >
      {t('auth.google.button')}
    </Button>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.6 12.2c0-.8-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-2 3.3-4.8 3.3-8.2Z"
      />
      <path
        fill="#34a853"
        d="M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8a6.7 6.7 0 0 1-10-3.5H2V17a11 11 0 0 0 10 6Z"
      />
      <path fill="#fbbc05" d="M5.7 14.1a6.6 6.6 0 0 1 0-4.2V7H2a11 11 0 0 0 0 10l3.7-2.9Z" />
      <path
        fill="#ea4335"
        d="M12 5.4c1.6 0 3.1.6 4.2 1.6l3.2-3.1A11 11 0 0 0 2 7l3.7 2.9A6.6 6.6 0 0 1 12 5.4Z"
      />
    </svg>
  )
}
