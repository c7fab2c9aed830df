import type { QueryClient } from '@tanstack/react-query'
import { isEmail, usernamePattern } from '#shared/username.ts'
import type { TextKey } from '#web/i18n/index.ts'
import { emailAvailabilityQuery, usernameAvailabilityQuery } from '../accounts.api.ts'

const minPasswordLength = 4

export interface SignUpDraft {
  avatar: Blob | null
  username: string
  email: string
  password: string
}

/** What is wrong with one field of the form. */
export class SignUpError extends Error {
  readonly field: keyof SignUpDraft
  readonly text: TextKey

  constructor(field: keyof SignUpDraft, text: TextKey) {
    super(text)
    this.field = field
    this.text = text
  }
}

/** A draft that may be sent. Throws the first fault, field by field; a server that cannot say blocks nothing. */
export async function checkSignUp(
  queryClient: QueryClient,
  draft: SignUpDraft,
): Promise<SignUpDraft & { avatar: Blob }> {
  const { avatar, username, email, password } = draft
  if (!avatar) throw new SignUpError('avatar', 'auth.signup.avatarRequired')
  if (!usernamePattern.test(username)) throw new SignUpError('username', 'auth.signup.usernameInvalid')
  const isNameFree = queryClient.fetchQuery(usernameAvailabilityQuery(username))
  if (!(await isNameFree.catch(() => true))) throw new SignUpError('username', 'auth.signup.usernameTaken')
  if (!isEmail(email)) throw new SignUpError('email', 'auth.signup.emailInvalid')
  const isEmailFree = queryClient.fetchQuery(emailAvailabilityQuery(email))
  if (!(await isEmailFree.catch(() => true))) throw new SignUpError('email', 'auth.signup.emailTaken')
  if (password.length < minPasswordLength) throw new SignUpError('password', 'auth.signup.passwordShort')
  return { ...draft, avatar }
}
