import type { DiscussedLog } from '#shared/api/logs.ts'
import type { Reply } from '#shared/api/replies.ts'
import { filmLog, member, showPage, signInAsLayla, uuid } from '#test/fakes/film-page.tsx'
import { makeAnswer, makeReply } from '#test/fakes/replies.ts'
import * as filmReviewsPage from '#web/pages/film-reviews.page.tsx'

export const omar = member('2', 'omar')
export const noor = member('3', 'noor')
export const first = uuid('a')
export const second = uuid('b')

/** A review by omar of film 7. */
export const review = (id: string, given: Partial<DiscussedLog> = {}): DiscussedLog => ({
  ...filmLog({ _id: id, user: omar, review: 'Ships and longing.' }),
  replies: [],
  ...given,
})

const byNoor = { userId: noor._id, username: 'noor', likeCount: 1 }

/** A comment by noor. */
export const reply = (number: number, given: Partial<Reply> = {}): Reply =>
  makeReply(number, { ...byNoor, text: `Reply ${number}`, ...given })

/** An answer by noor to the comment `root`. */
export const answer = (number: number, root: number, given: Partial<Reply> = {}): Reply =>
  makeAnswer(number, root, { ...byNoor, text: `Reply ${number}`, ...given })

export const list = 'GET /api/logs/movie/7/popular'
export const repliesOf = (log: string) => `GET /api/logs/${log}/replies`
export const send = (log: string) => `POST /api/logs/${log}/reply`

/** The screen of all reviews of film 7 for layla. */
export function showReviews(state?: object) {
  signInAsLayla()
  return showPage({ path: '/movie/:id/reviews', ...filmReviewsPage }, { pathname: '/movie/7/reviews', state })
    .router
}
