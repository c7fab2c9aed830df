import type { Reply } from '#shared/api/replies.ts'

/** A comment with the answers below it, however deep, oldest first. */
export interface Branch {
  comment: Reply
  answers: Reply[]
}

/** The rows of a thread as its comments. */
export function branchesOf(rows: readonly Reply[]): Branch[] {
  const branches = new Map<string, Branch>()
  for (const row of rows) {
    if (row.rootComment === null) branches.set(row._id, { comment: row, answers: [] })
    else branches.get(row.rootComment)?.answers.push(row)
  }
  return [...branches.values()]
}

/** Those that are not among the others. */
export function missing(rows: readonly Reply[], others: readonly Reply[]): Reply[] {
  const ids = new Set(others.map(({ _id }) => _id))
  return rows.filter(({ _id }) => !ids.has(_id))
}

const lineHeight = 24
/** Characters that fit a line on a phone. */
const lineLength = 38

/** About how high a comment will be, in CSS pixels, before it is measured. */
export function estimatedHeight({ comment, answers }: Branch): number {
  return [comment, ...answers].reduce((sum, reply) => {
    if (reply.deleted) return sum + 52
    const lines = Math.ceil(reply.text.length / lineLength)
    const media = (reply.gif === null ? 0 : 200) + (reply.image === null ? 0 : 200)
    return sum + 106 + lines * lineHeight + media
  }, 0)
}
