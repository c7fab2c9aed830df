const key = 'codeSentAt'

/** Milliseconds between two codes (decisions 7: one a minute). */
const wait = 60_000

/** Keeps for the next screen, over its page load, that a verification code has just gone out. */
export function rememberCodeSent(): void {
  sessionStorage.setItem(key, String(Date.now()))
}

/** Whether a code went out within the last minute, so that another one has to wait. */
export function wasCodeJustSent(): boolean {
  const ago = Date.now() - Number(sessionStorage.getItem(key))
  return ago >= 0 && ago < wait
}
