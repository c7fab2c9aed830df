import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, memberRef, page } from './fields.ts'

/** What notifications are of. A stored one of any other type, of a newer Scene, is answered as `unknown`. */
export const notificationTypes = [
  'follow',
  'follow_request',
  'follow_accepted',
  'review_like',
  'reaction',
  'reply',
  'list_like',
  'share-list',
  'list-invite',
  'list-invite-accepted',
  // To choose a film together; `relatedId` is the evening's code.
  'evening-invite',
  'suggest_movie',
  'share-review',
  // Of moderators, who are not named: `from` is the member.
  'decision',
  'report',
  // Of Scene itself; `from` is the member. Of a year, `relatedId` is its number.
  'player-paused',
  'webhook-paused',
  'year-review',
  'unknown',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** What a member narrows them to. */
export const notificationKinds = ['comments', 'likes', 'follows', 'shares'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Which of them a type is of; none for what Scene itself or moderators say. */
export const typesOfKind: Record<NotificationKind, readonly NotificationType[]> = {
  comments: ['reply'],
  likes: ['review_like', 'reaction', 'list_like'],
  follows: ['follow', 'follow_request', 'follow_accepted'],
  shares: [
    'share-list',
    'list-invite',
    'list-invite-accepted',
    'evening-invite',
    'suggest_movie',
    'share-review',
  ],
}

/** `message` is the English text, for people only: clients word a notification by `type` and `replyTo`. */
export const notification = z.object({
  _id: id,
  type: z.enum(notificationTypes),
  from: memberRef,
  read: z.boolean(),
  createdAt: z.string(),
  message: z.string(),
  relatedId: z.nullable(z.string()),
  listId: z.nullable(id),
  movieId: z.nullable(z.number()),
  reviewId: z.nullable(id),
  /** The comment that was liked or that answers; null for all other types. */
  replyId: z.nullable(id),
  /** Whether a `reply` is a comment on one's review or answers one's comment; null for all other types. */
  replyTo: z.nullable(z.enum(['review', 'list', 'comment'])),
  /**
   * How the comment of a `reply` begins, in 200 characters; null where it has no words, hides a spoiler, or is not shown to
   * the member.
   */
  quote: z.nullable(z.string()),
  /** Title of the film or list it is about; absent when the thing became invisible. */
  title: z.nullable(z.string()),
  /** Of a film's title. */
  titleLang: z.optional(z.nullable(z.string())),
  poster: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'notifications:read',
  errors: [],
  summary: 'One’s notifications, newest first (50 without `limit`), all or those of a kind',
  query: z.extend(page, { kind: z.optional(z.enum(notificationKinds)) }),
  answer: z.array(notification),
})

/** How many members of a group are named: the newest. */
export const sampleMembers = 3
/** Counting a group ends at this number, which clients show as one member and more than a thousand others. */
export const countedMembers = 1002
/** How many of the things that one member liked on a day are listed: the newest. */
export const groupParts = 20

/**
 * One notification, the likes of one thing within twelve hours of the first of them, or the things that one member, and
 * nobody else, liked on a day of the reader's.
 */
const notificationGroup = z.object({
  /** Stays the same while more comes. */
  key: z.string(),
  /** Names the member and the day of a like of a thing that nobody else has liked; null for all other groups. */
  dayKey: z.nullable(z.string()),
  /** Null for what comes from Scene itself or from moderators. */
  kind: z.nullable(z.enum(notificationKinds)),
  /** Says what the group is about, and when it last grew. */
  newest: notification,
  /** Whether all of the group was read. */
  read: z.boolean(),
  /** Members who liked the thing (`countedMembers` at most), or things that the member liked; 1 for a single notification. */
  count: z.number(),
  /** The newest, each once. */
  members: z.array(memberRef),
  /** One for each of the things that one member liked on a day, the newest first; empty for all other groups. */
  parts: z.array(notification),
})
export type NotificationGroup = z.output<typeof notificationGroup>

export const listNotificationGroups = endpoint({
  method: 'GET',
  path: '/api/notifications/groups',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'notifications:read',
  errors: [],
  summary:
    'One’s notifications in groups, those with the newest first (50 without `limit`; fewer may come although there are more)',
  query: z.extend(page, { kind: z.optional(z.enum(notificationKinds)) }),
  answer: z.array(notificationGroup),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'notifications:read',
  errors: [],
  summary: 'How many notifications are unread; only one’s own',
  params: z.object({ userId: id }),
  answer: z.object({ count: z.number() }),
})

export const markAllRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/read',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'notifications:write',
  errors: [],
  summary: 'Mark all as read',
  answer: done,
})

export const markOneRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/read-single/:id',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'notifications:write',
  errors: ['notification.not_found'],
  summary: 'Mark one as read',
  params: z.object({ id }),
  answer: done,
})
