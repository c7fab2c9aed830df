import { redirect, type MiddlewareFunction } from 'react-router'
import { dropSession, getSession, getToken } from '#web/lib/session.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberReturnPath } from '#web/lib/return-path.ts'

/** Specification 1, section 2: without a stored token, or with a damaged user record, to /login. */
export const membersOnly: MiddlewareFunction = ({ request }) => {
  if (getSession()) return
  // A token without a user would be sent back and forth between the two guards.
  if (getToken() !== null) dropSession()
  const { pathname, search } = new URL(request.url)
  rememberReturnPath(pathname + search)
  throw redirect(paths.login())
}

/** A signed-in member has no use for these screens. */
export const guestsOnly: MiddlewareFunction = () => {
  if (getSession()) throw redirect(paths.home())
}
