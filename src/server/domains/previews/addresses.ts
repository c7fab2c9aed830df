import { matchPath, paths, routePatterns } from '#shared/paths.ts'

const number = /^[1-9]\d{0,9}$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What a link preview is about: its ids, the one address of it, and the screens that show it too. */
const subjects = {
  movie: {
    ids: number,
    path: paths.film,
    screens: [routePatterns.film, routePatterns.filmReviews, routePatterns.filmFriends],
  },
  review: {
    ids: uuid,
    path: paths.review,
    screens: [routePatterns.review, routePatterns.replies, routePatterns.answerReply],
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

export const pathOf = ({ type, id }: Subject): string => subjects[type].path(id)

/** @param version changes with what is seen on the picture. */
export const picturePathOf = ({ type, id }: Subject, version: string): string =>
  `/og/${type}/${id}.jpg?v=${version.slice(0, 12)}`

const pictureFile = /^([0-9a-f-]{1,36})\.jpg$/

/** The subject of a picture's address; null for any other address. */
export function subjectOfPicture(type: string, file: string): Subject | null {
  const known = previewTypes.find((one) => one === type)
  return known === undefined ? null : subject(known, pictureFile.exec(file)?.[1])
}
