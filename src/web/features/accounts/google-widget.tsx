import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, needTexts } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { setFlash } from '#web/lib/flash.ts'
import { setSession } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { askGoogleClientId, sendCredential } from './google.api.ts'
import { loadGoogleIdentity, type GoogleIdentity, type GoogleWidgetProps } from './google-identity.ts'
import styles from './google-widget.module.css'

/** The most that Google's button takes, in CSS pixels. */
const widest = 400

const root = document.documentElement

function watchTheme(callback: () => void): () => void {
  const observer = new MutationObserver(callback)
  observer.observe(root, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const isDark = () => root.dataset['theme'] !== 'light'

/** A refusal says why; whatever else happened is an exception (specification 1, section 8). */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500

interface ConfiguredProps extends GoogleWidgetProps {
  identity: GoogleIdentity
  clientId: string
}

function ConfiguredWidget({ identity, clientId, onFailed, onLoggedIn }: ConfiguredProps) {
  const { t, i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const login = useSubmit(sendCredential)
  const dark = useSyncExternalStore(watchTheme, isDark)
  const locale = i18n.language

  const answered = useEffectEvent(({ credential }: { credential?: string }) => {
    if (!credential) {
      onFailed()
      return
    }
    login.submit(credential, {
      onSuccess: (session) => {
        setSession(session)
        setFlash('logged-in-google')
        onLoggedIn()
      },
      onError: (error) =>
        toast.error(
          isRefusal(error) ? errorText(error, 'auth.google.exception') : t('auth.google.exception'),
        ),
    })
  })
  const begin = useEffectEvent(() => {
    try {
      identity.initialize({
        client_id: clientId,
        callback: (answer) => answered(answer),
        ux_mode: 'popup',
      })
    } catch {
      onFailed()
    }
  })
  useEffect(() => begin(), [])

  const broke = useEffectEvent(onFailed)
  useEffect(() => {
    const target = place.current
    if (!target) return
    target.replaceChildren()
    try {
      identity.renderButton(target, {
        type: 'standard',
        theme: dark ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        shape: 'pill',
        logo_alignment: 'center',
        locale,
        width: Math.min(widest, target.clientWidth),
      })
    } catch {
      broke()
    }
  }, [identity, dark, locale])

  const busy = login.busy || login.done
  return (
    <>
      <div ref={place} className={styles.place} hidden={busy} />
      {busy ? (
        <Button className={styles.busy} variant="secondary" busy>
          {t('auth.google.button')}
        </Button>
      ) : null}
    </>
  )
}

/** Google's button, ready to be shown. Throws where sign-in by Google is off or the script does not load. */
export async function openGoogle(): Promise<ComponentType<GoogleWidgetProps>> {
  const clientId = await askGoogleClientId()
  if (clientId === null) throw new Error('sign-in by Google is off')
  const [identity] = await Promise.all([loadGoogleIdentity(), needTexts('steps')])
  return function GoogleWidget(props: GoogleWidgetProps) {
    return <ConfiguredWidget {...props} identity={identity} clientId={clientId} />
  }
}
