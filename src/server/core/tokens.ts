import { hash, randomBytes } from 'node:crypto'

/** What nobody can guess; 43 characters of base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What is kept of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
