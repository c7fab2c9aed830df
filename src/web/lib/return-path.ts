import { paths } from '#shared/paths.ts'

const key = 'returnPath'

/** Keeps where a guest wanted to go, for after the login. The start page is where a login leads anyway. */
export function rememberReturnPath(path: string): void {
  if (path !== paths.home() && path !== paths.homeAfterLogin()) sessionStorage.setItem(key, path)
}

/** The kept address, once; null when there is none. */
export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  // Only an address on our own origin is ever followed.
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null
}
