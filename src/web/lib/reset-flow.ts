/** Local storage keys of the specification (section 3). */
const keys = { resetEmail: 'resetEmail', resetCode: 'resetCode' } as const

/** The password reset in progress; `code` only once it was verified. */
export interface ResetFlow {
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
