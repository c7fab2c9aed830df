import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'

/** Where a tile leads: the review when there is text, else the film. */
export function tilePath(log: { _id: string; tmdbId: number; review: string }): string {
  return realReview(log.review) === '' ? paths.film(log.tmdbId) : paths.review(log._id)
}

/**
 * Where a card leads: the same, and nowhere for a log
 * without text of which the film's number is not known.
 */
export function cardPath(log: { _id: string; tmdbId: number; review: string }): string | null {
  return realReview(log.review) === '' && !(log.tmdbId > 0) ? null : tilePath(log)
}

/** Where a log itself is shown: its review page when it has text or media, else its film. */
export function logPath(log: {
  _id: string
  tmdbId: number
  review: string
  gif: string | null
  image: string | null
}): string {
  return realReview(log.review) !== '' || log.gif !== null || log.image !== null
    ? paths.review(log._id)
    : paths.film(log.tmdbId)
}
