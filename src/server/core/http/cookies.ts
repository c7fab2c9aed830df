import type { Config } from '#server/config.ts'

interface Cookie {
  name: string
  value: string
  /** Below which browsers send it. */
  path: string
  maxAgeSeconds: number
  sameSite: 'Lax' | 'Strict'
}

/** A cookie for the server alone, and by HTTPS alone where Scene is found by that. */
export function cookieText(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { name, value, path, maxAgeSeconds, sameSite }: Cookie,
): string {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** What a caller's header says of one of them; empty where it says nothing. */
export const cookieValue = (cookies: string, name: string): string =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1] ?? ''
