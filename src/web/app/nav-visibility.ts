/** Paths without the navigation, although somebody may be signed in (specification 1, section 2). */
const bare = new Set([
  '/login',
  '/signup',
  '/forgot-password',
  '/verify-reset-code',
  '/reset-password',
  '/choose-avatar',
  '/verify-email',
  '/upload-avatar',
])

/** Also for an address with a trailing slash, which shows the same screen. */
export function isNavShown(signedIn: boolean, pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return signedIn && !bare.has(path) && !path.startsWith('/share')
}
