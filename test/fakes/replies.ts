import type { Reply } from '#shared/api/replies.ts'
import { me } from './session.ts'

export const replyLog = '018f0000-0000-7000-8000-00000000000a'
export const omar = '018f0000-0000-7000-8000-000000000002'

/** Number → id, in the order of the numbers. */
export const replyId = (number: number) => `018f0000-0000-7000-9000-${String(number).padStart(12, '0')}`

/** A comment by omar; `by: 'layla'` makes it the viewer's own. */
export function makeReply(
  number: number,
  { by = 'omar', ...given }: Partial<Reply> & { by?: 'omar' | 'layla' } = {},
): Reply {
  return {
    _id: replyId(number),
    userId: by === 'omar' ? omar : me,
    username: by,
    avatar: null,
    text: `Text ${number}`,
    spoilers: false,
    gif: null,
    gifDetails: null,
    image: null,
    likes: [],
    likeCount: 0,
    likedByMe: false,
    createdAt: '2026-02-03T20:00:00.000Z',
    parentComment: null,
    parentUsername: null,
    rootComment: null,
    replyCount: 0,
    ratingForThisMovie: null,
    rating: null,
    deleted: false,
    ...given,
  }
}

/** An answer to the comment `root`, or to the answer `parent` below it. */
export function makeAnswer(
  number: number,
  root: number,
  given: Partial<Reply> & { parent?: number; by?: 'omar' | 'layla' } = {},
): Reply {
  const { parent = root, ...fields } = given
  return makeReply(number, {
    rootComment: replyId(root),
    parentComment: replyId(parent),
    parentUsername: 'noor',
    ...fields,
  })
}
