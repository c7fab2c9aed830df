import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isEmail, usernamePattern } from '#shared/username.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { emailAvailabilityQuery, usernameAvailabilityQuery } from './accounts.api.ts'

/** Typing pauses for this long before the server is asked. */
const pause = 400

export type Hint = { tone: 'success' | 'danger'; text: string } | undefined

/** What to say below the username while it is typed. */
export function useUsernameHint(username: string): Hint {
  const { t } = useTranslation()
  const settled = useDebounced(username, pause)
  const isValid = usernamePattern.test(settled)
  const { data } = useQuery({ ...usernameAvailabilityQuery(settled), enabled: isValid })
  if (settled === '' || settled !== username) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.usernameHint') }
  if (!data) return undefined
  return data.available
    ? { tone: 'success', text: t('auth.signup.usernameFree') }
    : { tone: 'danger', text: t('auth.signup.usernameTakenHint') }
}

/** What to say below the e-mail address while it is typed. */
export function useEmailHint(email: string): Hint {
  const { t } = useTranslation()
  const settled = useDebounced(email, pause)
  const isValid = isEmail(settled)
  const { data } = useQuery({ ...emailAvailabilityQuery(settled), enabled: isValid })
  if (settled === '' || settled !== email) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.emailFormat') }
  if (!data) return undefined
  return data.available
    ? { tone: 'success', text: t('auth.signup.emailFree') }
    : { tone: 'danger', text: t('auth.signup.emailTakenHint') }
}
