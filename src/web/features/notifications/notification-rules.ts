import type { Notification, NotificationType } from '#shared/api/notifications.ts'

/** The last part of the key `notifications.text.<name>`: a whole sentence with the member's name in it. */
type NotificationText =
  | 'follow'
  | 'followRequest'
  | 'followAccepted'
  | 'reviewLike'
  | 'reaction'
  | 'comment'
  | 'listComment'
  | 'reply'
  | 'listLike'
  | 'shareList'
  | 'listInvite'
  | 'listInviteAccepted'
  | 'eveningInvite'
  | 'suggestMovie'
  | 'shareReview'
  | 'decision'
  | 'report'
  | 'playerPaused'
  | 'webhookPaused'
  | 'yearReview'
  | 'unknown'

export type NotificationTarget =
  | { to: 'profile' | 'review' | 'list' | 'listReplies' | 'evening'; id: string }
  | { to: 'film'; id: number }
  | { to: 'decisions' }
  | { to: 'players' }
  | { to: 'keys' }
  | { to: 'requests' }
  | { to: 'year'; id: string; year: number }

interface NotificationRules {
  text: NotificationText
  /** Where a click leads; null when the thing is gone or the type is unknown. */
  target: (notification: Notification) => NotificationTarget | null
}

const pageOf = (to: 'review' | 'list' | 'listReplies', id: string | null) => (id === null ? null : { to, id })
const relatedReview = ({ relatedId }: Notification) => pageOf('review', relatedId)
const list = ({ listId }: Notification) => pageOf('list', listId)
/** The review with its comments, or the comments on a list. */
const thread = (notification: Notification) =>
  notification.listId === null ? relatedReview(notification) : pageOf('listReplies', notification.listId)

const rules: Record<NotificationType, NotificationRules> = {
  follow: { text: 'follow', target: ({ from }) => ({ to: 'profile', id: from._id }) },
  follow_request: { text: 'followRequest', target: () => ({ to: 'requests' }) },
  follow_accepted: { text: 'followAccepted', target: ({ from }) => ({ to: 'profile', id: from._id }) },
  review_like: { text: 'reviewLike', target: relatedReview },
  reaction: { text: 'reaction', target: thread },
  reply: { text: 'reply', target: thread },
  list_like: { text: 'listLike', target: list },
  'share-list': { text: 'shareList', target: list },
  'list-invite': { text: 'listInvite', target: list },
  'list-invite-accepted': { text: 'listInviteAccepted', target: list },
  'evening-invite': {
    text: 'eveningInvite',
    target: ({ relatedId }) => (relatedId === null ? null : { to: 'evening', id: relatedId }),
  },
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
  'year-review': {
    text: 'yearReview',
    target({ from, relatedId }) {
      const year = Number(relatedId)
      return year > 0 ? { to: 'year', id: from._id, year } : null
    },
  },
  unknown: { text: 'unknown', target: () => null },
}

/** A tab that stayed open may be older than the server and meet a type that it does not know. */
const rulesOf = (type: NotificationType) => rules[Object.hasOwn(rules, type) ? type : 'unknown']

export function notificationText({
  type,
  replyTo,
}: Pick<Notification, 'type' | 'replyTo'>): NotificationText {
  if (replyTo === 'review') return 'comment'
  return replyTo === 'list' ? 'listComment' : rulesOf(type).text
}

export const notificationTarget = (notification: Notification): NotificationTarget | null =>
  rulesOf(notification.type).target(notification)
