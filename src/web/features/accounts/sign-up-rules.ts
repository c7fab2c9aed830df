import { isEmail, usernamePattern } from '#shared/username.ts'
import type { TextKey } from '#web/i18n/index.ts'

/** Specification 1, section 9: the least length at sign-up. */
const leastPassword = 4

export type SignUpField = 'avatar' | 'username' | 'email' | 'password'

export interface SignUpFault {
  field: SignUpField
  text: TextKey
}

export interface SignUpDraft {
  hasAvatar: boolean
  username: string
  email: string
  password: string
}

/** Asks the server; null when it could not say, which never blocks the form. */
export interface Availability {
  username: (username: string) => Promise<boolean | null>
  email: (email: string) => Promise<boolean | null>
}

/** The first fault in the specification's order (section 5), or null. */
export async function signUpFault(draft: SignUpDraft, available: Availability): Promise<SignUpFault | null> {
  const { hasAvatar, username, email, password } = draft
  if (!hasAvatar) return { field: 'avatar', text: 'auth.signup.avatarRequired' }
  if (!usernamePattern.test(username)) return { field: 'username', text: 'auth.signup.usernameInvalid' }
  if ((await available.username(username)) === false) {
    return { field: 'username', text: 'auth.signup.usernameTaken' }
  }
  if (!isEmail(email)) return { field: 'email', text: 'auth.signup.emailInvalid' }
  if ((await available.email(email)) === false) return { field: 'email', text: 'auth.signup.emailTaken' }
  if (password.length < leastPassword) return { field: 'password', text: 'auth.signup.passwordShort' }
  return null
}
