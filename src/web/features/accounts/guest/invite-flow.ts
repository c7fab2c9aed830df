import { storeIfRoom } from '#web/lib/storage.ts'

const inviteKey = 'invite'

/** Keeps the code of an invite for this tab: signing up by Google begins on another screen. */
export function rememberInvite(code: string): void {
  storeIfRoom(sessionStorage, inviteKey, code.trim() || null)
}

export function getInvite(): string | null {
  return sessionStorage.getItem(inviteKey)
}

export function forgetInvite(): void {
  sessionStorage.removeItem(inviteKey)
}
