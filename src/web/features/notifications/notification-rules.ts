import type { Notification } from '#shared/api/notifications.ts'

/** The last part of the i18n key `notifications.text.<name>` of a notification. */
export type NotificationText =
  | 'follow'
  | 'reviewLike'
  | 'reaction'
  | 'comment'
  | 'reply'
  | 'listLike'
  | 'shareList'
  | 'suggestMovie'
  | 'shareReview'
  | 'unknown'

/** The English text that tells a comment on a review from an answer to a comment: both have type `reply`. */
const commentMessage = 'commented on your review'

/** Which text a notification shows. */
export function notificationText({
  type,
  message,
}: Pick<Notification, 'type' | 'message'>): NotificationText {
  switch (type) {
    case 'follow':
      return 'follow'
    case 'review_like':
      return 'reviewLike'
    case 'reaction':
      return 'reaction'
    case 'reply':
      return message.includes(commentMessage) ? 'comment' : 'reply'
    case 'list_like':
      return 'listLike'
    case 'share-list':
      return 'shareList'
    case 'suggest_movie':
      return 'suggestMovie'
    case 'share-review':
      return 'shareReview'
    default:
      return 'unknown'
  }
}

export type NotificationTarget =
  | { to: 'profile' | 'review' | 'list'; id: string }
  | { to: 'film'; id: number }

/** Where a click leads; null when the thing is gone or the type is unknown. */
export function notificationTarget(notification: Notification): NotificationTarget | null {
  const { from, relatedId, listId, movieId, reviewId } = notification
  switch (notification.type) {
    case 'follow':
      return { to: 'profile', id: from._id }
    case 'review_like':
    case 'reaction':
    case 'reply':
      return relatedId === null ? null : { to: 'review', id: relatedId }
    case 'list_like':
    case 'share-list':
      return listId === null ? null : { to: 'list', id: listId }
    case 'suggest_movie': {
      const film = movieId ?? Number(relatedId)
      return Number.isInteger(film) && film > 0 ? { to: 'film', id: film } : null
    }
    case 'share-review':
      return reviewId === null ? null : { to: 'review', id: reviewId }
    default:
      return null
  }
}
