import { v7 as uuidv7 } from 'uuid'
import type { Context, Tx } from '#server/context.ts'
import {
  deleteNotificationsBetween,
  deleteNotificationsOfReply,
  insertNotification,
  type NewNotification,
} from './notifications.queries.ts'
import { notificationViews } from './notifications.views.ts'

/** Turns facts into notifications, in the transaction of the fact; open clients receive them after the commit. */
export function notificationsEvents(ctx: Context) {
  const notify = async (tx: Tx, given: Omit<NewNotification, 'id' | 'createdAt'>) => {
    if (given.memberId === given.fromId) return
    const id = uuidv7()
    tx.beforeCommit(() => insertNotification({ ...given, id, createdAt: ctx.now() }))
    // Nothing is there where it notified before.
    tx.announce(async () => {
      const [view] = await notificationViews(ctx, given.memberId, [id])
      if (view) ctx.realtime.toMembers([given.memberId], 'notification', view)
    })
  }

  ctx.events.on('member.followed', async (tx, { followerId, followeeId, first }) => {
    if (first) await notify(tx, { type: 'follow', memberId: followeeId, fromId: followerId })
  })
  ctx.events.on('log.liked', (tx, { logId, authorId, memberId }) =>
    notify(tx, { type: 'review_like', memberId: authorId, fromId: memberId, logId }),
  )
  // A comment notifies the log's author, an answer the author of the comment it answers.
  ctx.events.on('reply.created', (tx, { replyId, logId, logAuthorId, memberId, parentAuthorId }) =>
    notify(tx, { type: 'reply', memberId: parentAuthorId ?? logAuthorId, fromId: memberId, logId, replyId }),
  )
  ctx.events.on('reply.liked', (tx, { replyId, logId, authorId, memberId }) =>
    notify(tx, { type: 'reaction', memberId: authorId, fromId: memberId, logId, replyId }),
  )
  ctx.events.on('log.shared', async (tx, { logId, fromId, toIds }) => {
    for (const memberId of toIds) await notify(tx, { type: 'share-review', memberId, fromId, logId })
  })
  ctx.events.on('list.liked', (tx, { listId, authorId, memberId }) =>
    notify(tx, { type: 'list_like', memberId: authorId, fromId: memberId, listId }),
  )
  ctx.events.on('list.shared', async (tx, { listId, fromId, toIds }) => {
    for (const memberId of toIds) await notify(tx, { type: 'share-list', memberId, fromId, listId })
  })
  ctx.events.on('film.shared', (tx, { filmId, fromId, toId }) =>
    notify(tx, { type: 'suggest_movie', memberId: toId, fromId, filmId }),
  )
  ctx.events.on('member.blocked', (tx, { memberId, blockedId }) =>
    deleteNotificationsBetween(tx.db, memberId, blockedId),
  )
  ctx.events.on('reply.deleted', (tx, { replyId }) => deleteNotificationsOfReply(tx.db, replyId))
}
