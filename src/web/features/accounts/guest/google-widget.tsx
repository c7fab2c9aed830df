import { useMutation, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type ComponentType } from 'react'
import { useNavigate } from 'react-router'
import { errorText, needTexts, useTranslation } from '#web/i18n/index.ts'
import { isRefusal } from '#web/lib/api.ts'
import { finishLogin } from '#web/lib/page-load.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { authSettingsQuery } from '../accounts.api.ts'
import { googleLoginMutation } from '../google.api.ts'
import { forgetInvite, getInvite } from './invite-flow.ts'
import { leadOn } from './lead-on.ts'
import styles from './google-widget.module.css'

/** What is used of Google's sign-in script, as `google.accounts.id`. */
export interface GoogleIdentity {
  initialize: (options: {
    client_id: string
    callback: (answer: { credential?: string }) => void
    ux_mode: 'popup'
  }) => void
  renderButton: (parent: HTMLElement, options: GoogleButtonOptions) => void
}

export interface GoogleButtonOptions {
  type: 'standard'
  theme: 'outline' | 'filled_black'
  size: 'large'
  text: 'continue_with'
  shape: 'pill'
  logo_alignment: 'center'
  locale: string
  /** CSS pixels, 400 at most. */
  width: number
}

export interface GoogleWidgetProps {
  /** Google's button cannot be shown or answered without a credential. */
  onFailed: () => void
}

const scriptUrl = 'https://accounts.google.com/gsi/client'

function loadedIdentity(): GoogleIdentity | null {
  const { google } = window as { google?: { accounts?: { id?: GoogleIdentity } } }
  return google?.accounts?.id ?? null
}

const addScript = () =>
  new Promise<Event>((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the sign-in script did not load'))
    })
    script.src = scriptUrl
    document.head.append(script)
  })

let adding: Promise<Event> | null = null

/** Loads the script unless it is there or under way; a failed load can be tried again. */
async function loadGoogleIdentity(): Promise<GoogleIdentity> {
  const present = loadedIdentity()
  if (present) return present
  adding ??= addScript().finally(() => (adding = null))
  await adding
  const loaded = loadedIdentity()
  if (!loaded) throw new Error('the sign-in script defined nothing')
  return loaded
}

/** The most that Google's button takes, in CSS pixels. */
const maxWidth = 400

const root = document.documentElement

function watchTheme(callback: () => void): () => void {
  const observer = new MutationObserver(callback)
  observer.observe(root, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const isDark = () => root.dataset['theme'] !== 'light'

export interface GoogleCredentialProps {
  onFailed: () => void
  /** An ID token of whoever pressed. */
  onCredential: (credential: string) => void
  busy: boolean
}

interface ConfiguredProps extends GoogleCredentialProps {
  identity: GoogleIdentity
  clientId: string
}

function ConfiguredButton({ identity, clientId, onFailed, onCredential, busy }: ConfiguredProps) {
  const { t, locale } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const dark = useSyncExternalStore(watchTheme, isDark)

  const answered = useEffectEvent(({ credential }: { credential?: string }) => {
    if (credential) onCredential(credential)
    else onFailed()
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
        width: Math.min(maxWidth, target.clientWidth),
      })
    } catch {
      broke()
    }
  }, [identity, dark, locale])

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

interface LoginWidgetProps extends GoogleWidgetProps {
  CredentialButton: ComponentType<GoogleCredentialProps>
}

function LoginWidget({ CredentialButton, onFailed }: LoginWidgetProps) {
  const { t } = useTranslation()
  const login = useMutation({
    ...googleLoginMutation(),
    onSuccess: (session) => {
      forgetInvite()
      finishLogin(session, 'logged-in-google')
    },
  })
  const navigate = useNavigate()

  const logIn = (credential: string) => {
    const invite = getInvite()
    login.mutate(
      { credential, ...(invite !== null && { invite }) },
      {
        onError: (error) => {
          if (leadOn(navigate, error)) return
          toast.error(
            isRefusal(error) ? errorText(error, 'auth.google.exception') : t('auth.google.exception'),
          )
        },
      },
    )
  }
  return (
    <CredentialButton onFailed={onFailed} onCredential={logIn} busy={login.isPending || login.isSuccess} />
  )
}

/** Google's button, ready to be shown. Throws where sign-in by Google is off or the script does not load. */
export async function openGoogleButton(
  queryClient: QueryClient,
): Promise<ComponentType<GoogleCredentialProps>> {
  const { googleClientId: clientId } = await queryClient.fetchQuery(authSettingsQuery())
  if (clientId === null) throw new Error('sign-in by Google is off')
  const [identity] = await Promise.all([loadGoogleIdentity(), needTexts('steps')])
  return function GoogleButton(props: GoogleCredentialProps) {
    return <ConfiguredButton {...props} identity={identity} clientId={clientId} />
  }
}

/** `openGoogleButton` with a button that logs in. */
export async function openGoogle(queryClient: QueryClient): Promise<ComponentType<GoogleWidgetProps>> {
  const CredentialButton = await openGoogleButton(queryClient)
  return function GoogleWidget(props: GoogleWidgetProps) {
    return <LoginWidget {...props} CredentialButton={CredentialButton} />
  }
}
