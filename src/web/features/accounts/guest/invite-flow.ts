const inviteKey = 'invite'

/** Keeps the code of an invite for this tab: signing up by Google begins on another screen. */
export function rememberInvite(code: string): void {
  if (code.trim() === '') sessionStorage.removeItem(inviteKey)
  else sessionStorage.setItem(inviteKey, code.trim())
}

export function getInvite(): string | null {
  return sessionStorage.getItem(inviteKey)
}

export function forgetInvite(): void {
  sessionStorage.removeItem(inviteKey)
}
