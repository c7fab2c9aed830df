import { maxInteger } from './integers.ts'

/** Letters and digits of a title, as addresses have them; never empty. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '') || 'untitled'

/** So much of a list's id tells it from the other lists of its owner. */
const listKeyOf = (id: string): string => id.slice(-8)

/**
 * The addresses of pages for guests, which the server writes; members are led on to their screens. The words of a title
 * are for people: a film is told by its number, a list by the end of its id.
 */
export const guestPaths = {
  member: (username: string) => `/@${username}`,
  film: (id: number, title: string) => `/film/${id}-${encodeURIComponent(slugOf(title))}`,
  list: (username: string, id: string, title: string) =>
    `/@${username}/list/${encodeURIComponent(slugOf(title))}-${listKeyOf(id)}`,
  memberFilm: (username: string, id: number, title: string) =>
    `/@${username}/film/${id}-${encodeURIComponent(slugOf(title))}`,
}

/** What an address of a page for guests is about. */
export type GuestPlace =
  | { type: 'member'; username: string }
  | { type: 'film'; id: number }
  | { type: 'list'; username: string; key: string }
  | { type: 'member-film'; username: string; id: number }

const place = /^\/(?:@([^/]{1,60})(?:\/(list|film)\/([^/]{1,500}))?|film\/([^/]{1,500}))\/?$/

/** Null for all other addresses. The path is as it stands in the address, with its escapes. */
export function guestPlaceAt(path: string): GuestPlace | null {
  const [whole, username, kind, ofMember, film] = place.exec(decoded(path)) ?? []
  if (whole === undefined) return null
  if (film !== undefined) {
    const id = filmIdOf(film)
    return id === null ? null : { type: 'film', id }
  }
  if (username === undefined) return null
  if (kind === undefined) return { type: 'member', username }
  if (kind === 'list') {
    const key = /(?:^|-)([0-9a-f]{8})$/.exec(ofMember ?? '')?.[1]
    return key === undefined ? null : { type: 'list', username, key }
  }
  const id = filmIdOf(ofMember ?? '')
  return id === null ? null : { type: 'member-film', username, id }
}

/** Of `603-the-matrix` or `603`. */
function filmIdOf(text: string): number | null {
  const id = Number(/^([1-9]\d{0,9})(?:-|$)/.exec(text)?.[1] ?? Number.NaN)
  return id <= maxInteger ? id : null
}

/** Half an escape is no address of ours. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
