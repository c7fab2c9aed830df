import type { Notification, NotificationType } from '#shared/api/notifications.ts'

/** The last part of the key `notifications.text.<name>`: a whole sentence with the member’s name in it. */
type NotificationText =
  | 'follow'
  | 'followRequest'
  | 'followAccepted'
  | 'reviewLike'
  | 'reaction'
  | 'comment'
  | 'reply'
  | 'listLike'
  | 'shareList'
  | 'listInvite'
  | 'listInviteAccepted'
  | 'suggestMovie'
  | 'shareReview'
  | 'decision'
  | 'report'
  | 'playerPaused'
  | 'webhookPaused'
  | 'unknown'

export type NotificationTarget =
  | { to: 'profile' | 'review' | 'list'; id: string }
  | { to: 'film'; id: number }
  | { to: 'decisions' }
  | { to: 'players' }
  | { to: 'keys' }
  | { to: 'requests' }

interface NotificationRules {
  text: NotificationText
  /** Where a click leads; null when the thing is gone or the type is unknown. */
  target: (notification: Notification) => NotificationTarget | null
  /** What a like is of: likes of one thing share a row. */
  liked?: (notification: Notification) => string | null
}

const pageOf = (to: 'review' | 'list', id: string | null) => (id === null ? null : { to, id })
const relatedReview = ({ relatedId }: Notification) => pageOf('review', relatedId)
const list = ({ listId }: Notification) => pageOf('list', listId)

const rules: Record<NotificationType, NotificationRules> = {
  follow: { text: 'follow', target: ({ from }) => ({ to: 'profile', id: from._id }) },
  follow_request: { text: 'followRequest', target: () => ({ to: 'requests' }) },
  follow_accepted: { text: 'followAccepted', target: ({ from }) => ({ to: 'profile', id: from._id }) },
  review_like: {
    text: 'reviewLike',
    target: relatedReview,
    liked: ({ reviewId, relatedId }) => reviewId ?? relatedId,
  },
  reaction: { text: 'reaction', target: relatedReview, liked: ({ replyId }) => replyId },
  reply: { text: 'reply', target: relatedReview },
  list_like: { text: 'listLike', target: list, liked: ({ listId }) => listId },
  'share-list': { text: 'shareList', target: list },
  'list-invite': { text: 'listInvite', target: list },
  'list-invite-accepted': { text: 'listInviteAccepted', target: list },
  suggest_movie: {
    text: 'suggestMovie',
    target({ movieId, relatedId }) {
      const film = movieId ?? Number(relatedId)
      return Number.isInteger(film) && film > 0 ? { to: 'film', id: film } : null
    },
  },
  'share-review': { text: 'shareReview', target: ({ reviewId }) => pageOf('review', reviewId) },
  decision: { text: 'decision', target: () => ({ to: 'decisions' }) },
  report: { text: 'report', target: () => ({ to: 'decisions' }) },
  'player-paused': { text: 'playerPaused', target: () => ({ to: 'players' }) },
  'webhook-paused': { text: 'webhookPaused', target: () => ({ to: 'keys' }) },
  unknown: { text: 'unknown', target: () => null },
}

/** A tab that stayed open may be older than the server and meet a type that it does not know. */
const rulesOf = (type: NotificationType) => rules[Object.hasOwn(rules, type) ? type : 'unknown']

export function notificationText({
  type,
  replyTo,
}: Pick<Notification, 'type' | 'replyTo'>): NotificationText {
  return replyTo === 'review' ? 'comment' : rulesOf(type).text
}

export const notificationTarget = (notification: Notification): NotificationTarget | null =>
  rulesOf(notification.type).target(notification)

/** What the like is of; null for all that stands alone. */
export const likedSubject = (notification: Notification): string | null =>
  rulesOf(notification.type).liked?.(notification) ?? null
