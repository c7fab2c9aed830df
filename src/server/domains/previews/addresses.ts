import { guestPaths } from '#shared/guest-paths.ts'
import { pickLocale, type Locale } from '#shared/locale.ts'
import { matchPath, paths, routePatterns } from '#shared/paths.ts'
import { uuid } from '#server/core/uuid.ts'

const number = /^[1-9]\d{0,9}$/

/** What link previews can be about: the form of its id, its canonical address, and other screens that show it. */
const subjects = {
  movie: {
    ids: number,
    path: paths.film,
    screens: [
      routePatterns.film,
      routePatterns.filmReviews,
      routePatterns.filmFriends,
      routePatterns.filmLists,
    ],
  },
  review: {
    ids: uuid,
    path: paths.review,
    screens: [routePatterns.review, routePatterns.log, routePatterns.replies, routePatterns.answerReply],
  },
  list: { ids: uuid, path: paths.list, screens: [routePatterns.list] },
  profile: { ids: uuid, path: paths.profile, screens: [routePatterns.memberProfile, routePatterns.user] },
} as const

export type PreviewType = keyof typeof subjects

/** Which one: a film's number or the id of a log, a list or a member, in lower case. */
export interface Subject {
  type: PreviewType
  id: string
}

const previewTypes = Object.keys(subjects) as PreviewType[]

const subject = (type: PreviewType, id: string | undefined): Subject | null =>
  id !== undefined && subjects[type].ids.test(id) ? { type, id: id.toLowerCase() } : null

/** @param path of the address, without query. Null for screens that have no preview. */
export function subjectAt(path: string): Subject | null {
  for (const type of previewTypes) {
    for (const pattern of subjects[type].screens) {
      const found = subject(type, matchPath(pattern, path)?.[0])
      if (found) return found
    }
  }
  return null
}

const feedOfMember = /^\/@?([^/]+)\/(?:rss|feed\.json)\/?$/
const feedOfList = /^(\/list\/[^/]+)\/(?:rss|feed\.json)\/?$/

/** The path of the thing that a feed belongs to; any other path stays. */
export function pathBehindFeed(path: string): string {
  const [, list] = feedOfList.exec(path) ?? []
  const [, username] = feedOfMember.exec(path) ?? []
  return list ?? (username === undefined ? path : guestPaths.member(username))
}

export const pathOf = ({ type, id }: Subject): string => subjects[type].path(id)

/** The address of a preview picture. @param version changes whenever the picture does */
export const picturePathOf = ({ type, id }: Subject, version: string, locale: Locale): string =>
  `/og/${type}/${id}.jpg?${locale === 'en' ? '' : `lang=${locale}&`}v=${version.slice(0, 12)}`

const pictureFile = /^([0-9a-f-]{1,36})\.jpg$/

/** The subject of a picture's address; null for any other address. */
export function subjectOfPicture(type: string, file: string): Subject | null {
  const known = previewTypes.find((one) => one === type)
  return known === undefined ? null : subject(known, pictureFile.exec(file)?.[1])
}

/** A host name or an IPv4 or IPv6 address, with or without a port, and no characters with a meaning in an address. */
const plainHost = /^(?:(?:[a-z0-9-]{1,63}\.){0,10}[a-z0-9-]{1,63}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The parts of a request that previews depend on. */
export interface PageRequest {
  ip: string
  protocol: string
  headers: { host?: string | undefined; 'accept-language'?: string | undefined }
}

/** The language that the request asks for, else English: programs that fetch previews mostly name none. */
export const localeOf = ({ headers }: PageRequest): Locale =>
  pickLocale(headers['accept-language']?.split(',', 20) ?? [])

/**
 * The origin that previews name: the operator's public address, else the one that the request was sent to. Only the
 * Host header is read: trusted proxies pass on X-Forwarded-Host whoever wrote it, and shared caches do not have it in
 * their key. Null for a host of a wrong form.
 */
export function originOf(publicUrl: string | null, { protocol, headers }: PageRequest): string | null {
  if (publicUrl !== null) return publicUrl
  const host = headers.host ?? ''
  return plainHost.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}` : null
}
