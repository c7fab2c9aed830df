import type { DiscussedLog } from './film-reviews.api.ts'

/** What the composer at the bottom answers. */
export interface ReplyTarget {
  /** The review that is active. */
  logId: string
  /** The comment to answer; null answers the review itself. */
  parentId: string | null
  /** Whom the text begins with. */
  username: string
}

const textOf = (state: object, name: string): string | null => {
  const value: unknown = (state as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * What a link to the screen may carry: `parentCommentId`, `parentUsername` and the `reviewId` that the comment
 * belongs to. Without the last it is the review under which the comment is shown; null where none is. Without
 * the first the review itself is answered.
 */
export function targetOf(state: unknown, logs: readonly DiscussedLog[]): ReplyTarget | null {
  if (typeof state !== 'object' || state === null) return null
  const parentId = textOf(state, 'parentCommentId')
  const username = textOf(state, 'parentUsername')
  if (username === null) return null
  const logId =
    textOf(state, 'reviewId') ?? logs.find(({ replies }) => replies.some(({ _id }) => _id === parentId))?._id
  return logId === undefined ? null : { logId, parentId, username }
}

/** The same the other way round: a reload and Back find the target again. */
export const stateOf = ({ logId, parentId, username }: ReplyTarget) => ({
  reviewId: logId,
  parentCommentId: parentId,
  parentUsername: username,
})
