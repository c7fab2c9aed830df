import { useMutation } from '@tanstack/react-query'
import { CloudOff, KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { askPasskey, fillsInPasskeys, hasPasskeys, stopAsking } from '#web/features/security/passkey.ts'
import { passkeyLoginMutation, passkeyLoginOptions } from '#web/features/security/proof.api.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { setFlash } from '#web/lib/page-load.ts'
import { setSession } from '#web/lib/session.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { leadOn } from './lead-on.ts'
import styles from './passkey-login.module.css'

/** The server's question is asked anew before it is over. */
const freshFor = 0.8

interface PasskeyLoginProps {
  /** Why the screen is shown again. */
  said: string | undefined
  /** Leaves the page. */
  onLoggedIn: () => void
}

/** Below the login form: passkeys, which the browser also offers in the form's first field, and why nothing goes without a network. */
export function PasskeyLogin({ said, onLoggedIn }: PasskeyLoginProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const login = useMutation(passkeyLoginMutation())
  const navigate = useNavigate()
  const [round, setRound] = useState({})

  const logIn = useEffectEvent((filledIn: Parameters<typeof login.mutate>[0]) => {
    login.mutate(filledIn, {
      onSuccess: (session) => {
        setSession(session)
        setFlash('logged-in')
        onLoggedIn()
      },
      onError: (error) => {
        if (!leadOn(navigate, error)) setRound({})
      },
    })
  })

  useEffect(() => {
    // Every round asks again.
    if (!online || !round) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const offer = async () => {
      if (!(await fillsInPasskeys()) || isOver) return
      const options = await passkeyLoginOptions()
      if (isOver) return
      timer = setTimeout(() => setRound({}), options.timeout * freshFor)
      const passkey = await askPasskey(options, { quietly: true })
      if (!isOver) logIn(passkey)
    }
    // Whoever wants to be told presses the button.
    offer().catch(() => undefined)
    return () => {
      isOver = true
      clearTimeout(timer)
      if (hasPasskeys()) void stopAsking()
    }
  }, [online, round])

  const press = () => {
    // One question at a time: the quiet one is over, and comes back where this one fails.
    void stopAsking().then(() => logIn(null))
  }
  if (!online) {
    return (
      <p className={styles.offline} role="status">
        <CloudOff aria-hidden="true" size={20} />
        {t('auth.passkey.offline')}
      </p>
    )
  }
  if (!hasPasskeys()) return said ? <InlineError text={said} /> : null
  return (
    <>
      {login.error ? (
        <InlineError text={errorText(login.error, 'errors.auth.passkey_failed')} />
      ) : said ? (
        <InlineError text={said} />
      ) : null}
      <Button
        className={styles.button}
        variant="ghost"
        icon={<KeyRound />}
        busy={login.isPending || login.isSuccess}
        onClick={press}
      >
        {t('auth.passkey.use')}
      </Button>
    </>
  )
}
