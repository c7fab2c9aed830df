import { replace, type LoaderFunctionArgs } from 'react-router'
import { resolveGuestPath } from '#shared/api/guest-pages.ts'
import { guestPlaceAt } from '#shared/guest-paths.ts'
import { call } from '#web/lib/api.ts'
import { getSession } from '#web/lib/session.ts'

export { NotFound as Component } from '#web/features/not-found/not-found.tsx'

/** Members are led on from an address of the pages for guests to their own screen of the same. */
export async function loader({ request }: LoaderFunctionArgs) {
  const path = new URL(request.url).pathname
  if (!getSession() || !guestPlaceAt(path)) return null
  const found = await call(resolveGuestPath, { query: { path }, signal: request.signal }).catch(() => null)
  return found ? replace(found.path) : null
}
