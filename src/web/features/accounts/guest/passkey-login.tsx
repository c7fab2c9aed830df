import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { askPasskey, fillsInPasskeys, hasPasskeys, stopAsking } from '#web/features/security/passkey.ts'
import { passkeyLoginMutation, passkeyLoginOptions } from '#web/features/security/proof.api.ts'
import { errorText } from '#web/i18n/index.ts'
import { finishLogin } from '#web/lib/page-load.ts'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { leadOn } from './lead-on.ts'

/** The server's question is asked anew before it is over. */
const freshFor = 0.8

export interface BelowProps {
  /** The button for passkeys was pressed, until that is heard. */
  pressed: boolean
  onHeard: () => void
  onBusy: (busy: boolean) => void
}

interface PasskeyLoginProps extends BelowProps {
  /** Why the screen is shown again. */
  said: string | undefined
}

/** Logs in by a passkey when the button for it is pressed; the browser also offers them in the form's first field. */
export function PasskeyLogin({ said, pressed, onHeard, onBusy }: PasskeyLoginProps) {
  const navigate = useNavigate()
  const [round, setRound] = useState(0)
  const askAnew = () => setRound((now) => now + 1)

  const login = useMutation({
    ...passkeyLoginMutation(),
    onSuccess: (session) => finishLogin(session),
  })
  const logIn = (filledIn: FilledIn | null) =>
    login.mutate(filledIn, {
      onError: (error) => {
        if (!leadOn(navigate, error)) askAnew()
      },
    })
  const askAloud = useEffectEvent(() => {
    onHeard()
    logIn(null)
  })
  useEffect(() => {
    if (pressed) askAloud()
  }, [pressed])
  const tellBusy = useEffectEvent(onBusy)
  const isBusy = login.isPending || login.isSuccess
  useEffect(() => tellBusy(isBusy), [isBusy])
  if (!hasPasskeys()) return said ? <InlineError text={said} /> : null
  return (
    <>
      <QuietQuestion
        key={round}
        onFilledIn={logIn}
        // While the browser asks aloud nothing else may be asked.
        onOver={() => !login.isPending && askAnew()}
      />
      {login.error ? (
        <InlineError text={errorText(login.error, 'errors.auth.passkey_failed')} />
      ) : said ? (
        <InlineError text={said} />
      ) : null}
    </>
  )
}

type FilledIn = Awaited<ReturnType<typeof askPasskey>>

interface QuietQuestionProps {
  onFilledIn: (passkey: FilledIn) => void
  /** The server no longer takes an answer. */
  onOver: () => void
}

/** Lets the browser offer passkeys where it fills the form in; a question aloud ends this one. */
function QuietQuestion({ onFilledIn, onOver }: QuietQuestionProps) {
  const fillIn = useEffectEvent(onFilledIn)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      if (!(await fillsInPasskeys()) || isOver) return
      const options = await passkeyLoginOptions()
      if (isOver) return
      timer = setTimeout(() => end(), options.timeout * freshFor)
      const passkey = await askPasskey(options, { quietly: true })
      if (!isOver) fillIn(passkey)
    }
    // Whoever wants to be told presses the button.
    ask().catch(() => undefined)
    return () => {
      isOver = true
      clearTimeout(timer)
      if (hasPasskeys()) void stopAsking()
    }
  }, [])
  return null
}
