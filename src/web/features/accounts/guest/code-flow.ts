import { storeIfRoom } from '#web/lib/storage.ts'

/** Keys of the local storage. */
const keys = { resetEmail: 'resetEmail', resetCode: 'resetCode' } as const

/** The password reset in progress; `code` only once it was verified. */
interface ResetFlow {
  email: string
  code: string | null
}

/** One for which the storage has no room: it is there as long as the page. */
let unstored: ResetFlow | null = null

export function getResetFlow(): ResetFlow | null {
  const email = localStorage.getItem(keys.resetEmail)
  return unstored ?? (email ? { email, code: localStorage.getItem(keys.resetCode) } : null)
}

export function setResetFlow(flow: ResetFlow): void {
  clearResetFlow()
  storeIfRoom(localStorage, keys.resetEmail, flow.email)
  storeIfRoom(localStorage, keys.resetCode, flow.code)
  const stored = getResetFlow()
  if (stored?.email !== flow.email || stored.code !== flow.code) unstored = flow
}

export function clearResetFlow(): void {
  unstored = null
  localStorage.removeItem(keys.resetEmail)
  localStorage.removeItem(keys.resetCode)
}

const resetUsernameKey = 'resetUsername'

/** Keeps, for this tab, who asked for a reset code: asking for another one takes the name again. */
export function rememberResetUsername(username: string): void {
  storeIfRoom(sessionStorage, resetUsernameKey, username)
}

export function getResetUsername(): string | null {
  return sessionStorage.getItem(resetUsernameKey)
}

const codeSentKey = 'codeSentAt'

/** One new code a minute. */
export const resendDelayMs = 60_000

/** Keeps for the next screen, and over a reload of it, that a code has just gone out. */
export function rememberCodeSent(): void {
  storeIfRoom(sessionStorage, codeSentKey, String(Date.now()))
}

/** Whether a code went out within the last minute, so that another one has to wait. */
export function wasCodeJustSent(): boolean {
  const ago = Date.now() - Number(sessionStorage.getItem(codeSentKey))
  return ago >= 0 && ago < resendDelayMs
}
