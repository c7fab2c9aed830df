import type { Random } from '#built-in/seeded-random.ts'
import { demoMembers } from './people.ts'

/** What somebody wrote below a review: member, text, and what came with it or after it. */
export type DemoComment = [by: string, text: string, more?: DemoMore]

interface DemoMore {
  /** Of the drawn pack. */
  gif?: string
  answers?: DemoComment[]
}

export interface PlannedComment {
  by: string
  text: string
  /** Of the drawn pack. */
  gif: string | null
  at: Date
  likedBy: string[]
  answers: PlannedComment[]
}

const minute = 60_000

/** A comment made at an instant, its likes, and the answers to it: each within the hour, and before `now`. */
export function planComment(
  random: Random,
  [by, text, more]: DemoComment,
  at: Date,
  now: Date,
): PlannedComment {
  const likedBy = demoMembers
    .map((member) => member.username)
    .filter((username) => username !== by && random.next() < 0.2)
  const answers = (more?.answers ?? []).map((answer) => {
    const soon = at.getTime() + random.int(3, 55) * minute
    return planComment(random, answer, new Date(Math.min(soon, (at.getTime() + now.getTime()) / 2)), now)
  })
  return { by, text, gif: more?.gif ?? null, at, likedBy, answers }
}
