/** What a link preview is about; the names are those of the client's addresses. */
export const previewTypes = ['movie', 'review', 'list', 'profile'] as const

export type PreviewType = (typeof previewTypes)[number]

/** Which one: a film's number or the id of a log, a list or a member, in lower case. */
export interface Subject {
  type: PreviewType
  id: string
}

const number = '([1-9]\\d{0,9})'
const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** The client's addresses that show something which may be previewed; like its router in any case, with slashes after. */
const patterns: readonly (readonly [PreviewType, RegExp])[] = [
  ['movie', new RegExp(`^/movie/${number}(?:/reviews|/friends)?/*$`, 'i')],
  ['review', new RegExp(`^/(?:review|replies)/${uuid}/*$|^/review/${uuid}/replies/*$`, 'i')],
  ['list', new RegExp(`^/list/${uuid}/*$`, 'i')],
  ['profile', new RegExp(`^/(?:profile|user)/${uuid}/*$`, 'i')],
]

/** @param path of the address, without query. Null for screens that have no preview. */
export function subjectAt(path: string): Subject | null {
  for (const [type, pattern] of patterns) {
    const match = pattern.exec(path)
    const id = match?.[1] ?? match?.[2]
    if (id !== undefined) return { type, id: id.toLowerCase() }
  }
  return null
}

/** The one address among those that show it. */
export const pathOf = ({ type, id }: Subject): string => `/${type}/${id}`

/** @param version changes with what is seen on the picture. */
export const picturePathOf = ({ type, id }: Subject, version: string): string =>
  `/og/${type}/${id}.jpg?v=${version.slice(0, 12)}`

const pictureFile = /^([0-9a-f-]{1,36})\.jpg$/

/** The subject of a picture's address; null for any other address. */
export function subjectOfPicture(type: string, file: string): Subject | null {
  const id = pictureFile.exec(file)?.[1]
  const subject = id === undefined ? null : subjectAt(`/${type}/${id}`)
  return subject?.type === type ? subject : null
}
