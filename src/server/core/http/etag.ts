import { createHash } from 'node:crypto'

/** A strong entity tag of a body, in its quotes. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Whether an `If-None-Match` names the tag, weakly or not, or any (RFC 9110, 13.1.2). */
export const isKnownTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
