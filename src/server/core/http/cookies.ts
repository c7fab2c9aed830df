import type { Config } from '#server/config.ts'

interface Cookie {
  name: string
  value: string
  /** Browsers send the cookie to addresses below this path. */
  path: string
  maxAgeSeconds: number
  sameSite: 'Lax' | 'Strict'
}

/** A `Set-Cookie` header: hidden from scripts, and sent by HTTPS only when Scene's public address is HTTPS. */
export function cookieText(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { name, value, path, maxAgeSeconds, sameSite }: Cookie,
): string {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** The value of one cookie in a `Cookie` header; empty when it is not there. */
export const cookieValue = (cookies: string, name: string): string =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1] ?? ''
