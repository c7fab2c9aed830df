import type { MiddlewareFunction } from 'react-router'
import { loadPage, replacePage } from '#web/lib/page-load.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberReturnPath } from '#web/lib/return-path.ts'
import { dropSession, getSession, getToken } from '#web/lib/session.ts'

/**
 * Specification 1, section 2: without a stored token, or with a damaged user record, to /login. False then,
 * with the wanted address kept for after the login; the caller goes there.
 */
export function admitMember(wanted: string): boolean {
  if (getSession()) return true
  // A token without a user would be sent back and forth between the two guards.
  if (getToken() !== null) dropSession()
  rememberReturnPath(wanted)
  return false
}

/** Nothing of the app is to happen any more while the page goes away. */
const untilGone = () => new Promise<never>(() => {})

export const membersOnly: MiddlewareFunction = ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (admitMember(pathname + search)) return
  replacePage(paths.login())
  return untilGone()
}

/** For the address of an account screen, which is not the app's. */
export const leaveFor =
  (path: string): MiddlewareFunction =>
  () => {
    loadPage(path)
    return untilGone()
  }
