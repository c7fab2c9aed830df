import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail, usernamePattern } from '#shared/username.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { isEmailFree, isUsernameFree } from './accounts.api.ts'

/** Typing pauses for this long before the server is asked. */
const pause = 400

/** A hint that is a minute old may be wrong; the server decides at sign-up anyway. */
const hintAge = 30_000

/** Asks whether a value is free, and remembers for a while what the server said. Throws as `call` does. */
export type Ask = (value: string, options?: { signal?: AbortSignal }) => Promise<boolean>

function remembering(ask: Ask): Ask {
  const answers = new Map<string, { free: boolean; at: number }>()
  return async (value, options) => {
    const known = answers.get(value)
    if (known && Date.now() - known.at < hintAge) return known.free
    const free = await ask(value, options)
    answers.set(value, { free, at: Date.now() })
    return free
  }
}

/** The two questions of one form; its hints and its submit share the answers. */
export function useAvailability() {
  const [asks] = useState(() => ({
    username: remembering(isUsernameFree),
    email: remembering(isEmailFree),
  }))
  return asks
}

/** The answer for exactly this value; undefined while it is not known. A newer value drops the question. */
function useAnswer(ask: Ask, value: string, isValid: boolean): boolean | undefined {
  const [answer, setAnswer] = useState<{ value: string; free: boolean } | null>(null)
  useEffect(() => {
    if (!isValid) return
    const dropped = new AbortController()
    const find = async () => {
      const free = await ask(value, { signal: dropped.signal })
      if (!dropped.signal.aborted) setAnswer({ value, free })
    }
    // Without an answer there is no hint; the submit asks again.
    find().catch(() => undefined)
    return () => dropped.abort()
  }, [ask, value, isValid])
  return answer?.value === value ? answer.free : undefined
}

export type Hint = { tone: 'success' | 'danger'; text: string } | undefined

/** What to say below the username while it is typed. */
export function useUsernameHint(username: string, ask: Ask): Hint {
  const { t } = useTranslation()
  const settled = useDebounced(username, pause)
  const isValid = usernamePattern.test(settled)
  const isFree = useAnswer(ask, settled, isValid)
  if (settled === '' || settled !== username) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.usernameHint') }
  if (isFree === undefined) return undefined
  return isFree
    ? { tone: 'success', text: t('auth.signup.usernameFree') }
    : { tone: 'danger', text: t('auth.signup.usernameTakenHint') }
}

/** What to say below the e-mail address while it is typed. */
export function useEmailHint(email: string, ask: Ask): Hint {
  const { t } = useTranslation()
  const settled = useDebounced(email, pause)
  const isValid = isEmail(settled)
  const isFree = useAnswer(ask, settled, isValid)
  if (settled === '' || settled !== email) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.emailFormat') }
  if (isFree === undefined) return undefined
  return isFree
    ? { tone: 'success', text: t('auth.signup.emailFree') }
    : { tone: 'danger', text: t('auth.signup.emailTakenHint') }
}
