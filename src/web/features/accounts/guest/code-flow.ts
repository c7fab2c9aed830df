/** Keys of the local storage. */
const keys = { resetEmail: 'resetEmail', resetCode: 'resetCode' } as const

/** The password reset in progress; `code` only once it was verified. */
interface ResetFlow {
  email: string
  code: string | null
}

export function getResetFlow(): ResetFlow | null {
  const email = localStorage.getItem(keys.resetEmail)
  return email ? { email, code: localStorage.getItem(keys.resetCode) } : null
}

export function setResetFlow({ email, code }: ResetFlow): void {
  localStorage.setItem(keys.resetEmail, email)
  if (code === null) localStorage.removeItem(keys.resetCode)
  else localStorage.setItem(keys.resetCode, code)
}

export function clearResetFlow(): void {
  localStorage.removeItem(keys.resetEmail)
  localStorage.removeItem(keys.resetCode)
}

const resetUsernameKey = 'resetUsername'

/** Keeps, for this tab, who asked for a reset code: asking for another one takes the name again. */
export function rememberResetUsername(username: string): void {
  sessionStorage.setItem(resetUsernameKey, username)
}

export function getResetUsername(): string | null {
  return sessionStorage.getItem(resetUsernameKey)
}

const codeSentKey = 'codeSentAt'

/** One new code a minute. */
export const resendDelayMs = 60_000

/** Keeps for the next screen, and over a reload of it, that a code has just gone out. */
export function rememberCodeSent(): void {
  sessionStorage.setItem(codeSentKey, String(Date.now()))
}

/** Whether a code went out within the last minute, so that another one has to wait. */
export function wasCodeJustSent(): boolean {
  const ago = Date.now() - Number(sessionStorage.getItem(codeSentKey))
  return ago >= 0 && ago < resendDelayMs
}
