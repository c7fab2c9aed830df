import { hash, randomBytes } from 'node:crypto'

/** A random token of 256 bits, as 43 characters of base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The hash under which a token is stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The token of an `Authorization` header, whose scheme is spelled in any letter case; undefined for any other text. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(header ?? '')?.[1]
