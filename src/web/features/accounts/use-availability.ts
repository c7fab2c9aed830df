import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isEmail, usernamePattern } from '#shared/username.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { emailAvailabilityQuery, usernameAvailabilityQuery } from './accounts.api.ts'

/** The server is asked once typing has paused for this long. */
const debounceMs = 400

export type Hint = { tone: 'success' | 'danger'; text: string } | undefined

/** What to say below the username while it is typed. */
export function useUsernameHint(username: string): Hint {
  const { t } = useTranslation()
  const settled = useDebounced(username, debounceMs)
  const isValid = usernamePattern.test(settled)
  const { data: isFree } = useQuery({ ...usernameAvailabilityQuery(settled), enabled: isValid })
  if (settled === '' || settled !== username) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.usernameHint') }
  if (isFree === undefined) return undefined
  return isFree
    ? { tone: 'success', text: t('auth.signup.usernameFree') }
    : { tone: 'danger', text: t('auth.signup.usernameTakenHint') }
}

/** What to say below the e-mail address while it is typed. */
export function useEmailHint(email: string): Hint {
  const { t } = useTranslation()
  const settled = useDebounced(email, debounceMs)
  const isValid = isEmail(settled)
  const { data: isFree } = useQuery({ ...emailAvailabilityQuery(settled), enabled: isValid })
  if (settled === '' || settled !== email) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.emailFormat') }
  if (isFree === undefined) return undefined
  return isFree
    ? { tone: 'success', text: t('auth.signup.emailFree') }
    : { tone: 'danger', text: t('auth.signup.emailTakenHint') }
}
