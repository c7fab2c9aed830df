import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { localeOf } from '#web/lib/preferences.ts'
import type { SessionAnswer } from '#web/lib/session.ts'
import { sendRegistration, uploadAvatar } from './accounts.api.ts'
import { signUpFault, type SignUpFault } from './sign-up-rules.ts'
import type { Ask } from './use-availability.ts'

export interface SignUpFields {
  avatar: Blob | null
  username: string
  email: string
  password: string
}

export type SignUpResult =
  | { kind: 'done'; session: SessionAnswer }
  | { kind: 'fault'; fault: SignUpFault }
  | { kind: 'failed'; text: string }

/** Checks, uploads the picture once and registers. A second try does not upload the same picture again. */
export function useSignUp(asks: { username: Ask; email: Ask }) {
  const { i18n } = useTranslation()
  const uploaded = useRef<{ avatar: Blob; url: string } | null>(null)

  const available = {
    username: (username: string) => asks.username(username).catch(() => null),
    email: (email: string) => asks.email(email).catch(() => null),
  }

  const submit = async (fields: SignUpFields): Promise<SignUpResult> => {
    const { avatar, username, password } = fields
    const email = fields.email.trim()
    const fault = await signUpFault({ hasAvatar: avatar !== null, username, email, password }, available)
    if (fault || !avatar)
      return { kind: 'fault', fault: fault ?? { field: 'avatar', text: 'auth.signup.avatarRequired' } }

    if (uploaded.current?.avatar !== avatar) {
      try {
        uploaded.current = { avatar, url: await uploadAvatar(avatar) }
      } catch (error) {
        return { kind: 'failed', text: errorText(error, 'auth.signup.uploadFailed') }
      }
    }
    try {
      const locale = localeOf(i18n.language)
      const session = await sendRegistration({
        username,
        email,
        password,
        avatar: uploaded.current.url,
        locale,
      })
      return { kind: 'done', session }
    } catch (error) {
      return { kind: 'failed', text: errorText(error, 'auth.signup.failed') }
    }
  }
  return submit
}
