import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, memberRef, page } from './fields.ts'

/** `message` always carries the English text; clients translate by `type`. */
export const notification = z.object({
  _id: id,
  type: z.string(),
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
  /** Title of the film or list it is about; absent when the thing became invisible. */
  title: z.nullable(z.string()),
  poster: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  summary: 'One’s notifications, newest first (50 without `limit`)',
  query: page,
  answer: z.array(notification),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
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
  summary: 'Mark all as read',
  answer: done,
})

export const markOneRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/read-single/:id',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  summary: 'Mark one as read',
  params: z.object({ id }),
  answer: done,
})
