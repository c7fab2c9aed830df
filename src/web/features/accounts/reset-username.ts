const key = 'resetUsername'

/** Keeps, for this tab, who asked for a reset code: asking for another one takes the name again. */
export function rememberResetUsername(username: string): void {
  sessionStorage.setItem(key, username)
}

export function getResetUsername(): string | null {
  return sessionStorage.getItem(key)
}
