import { v7 as uuidv7 } from 'uuid'
import type { Context, Tx } from '#server/context.ts'
import { awaitLikeGroup, insertLikeNotifications, type NewLikes } from './likes.queries.ts'
import {
  deleteInvitation,
  deleteNotificationsAbout,
  deleteNotificationsBetween,
  deleteNotificationsOfReply,
  insertNotification,
  selectNotified,
  type NewNotification,
} from './notifications.queries.ts'
import { liveNotification } from './notifications.views.ts'
import { pushLater } from './push.service.ts'

/** Turns events into notifications, in the transaction of the event; open clients get them after the commit. */
export function notificationsEvents(ctx: Context) {
  const notify = async (tx: Tx, given: Omit<NewNotification, 'id' | 'createdAt'>) => {
    if (given.memberId !== given.fromId) await insert(tx, given)
  }
  const insert = async (tx: Tx, given: Omit<NewNotification, 'id' | 'createdAt'>) => {
    const id = uuidv7()
    tx.beforeCommit(() => insertNotification({ ...given, id, createdAt: ctx.now() }))
    // When the same was notified before, there is no row and nothing is shown.
    tx.announce(() => show(given.memberId, id))
  }
  const show = async (memberId: string, id: string) => {
    const view = await liveNotification(ctx, memberId, id)
    if (view) ctx.realtime.toMembers([memberId], 'notification', view)
    await pushLater(ctx, memberId, id)
  }
  /** Notifies the author of each like that exists and is not the author's own. */
  const notifyOfLikes = (tx: Tx, likes: Pick<NewLikes, 'of' | 'id' | 'memberIds'>) => {
    const notificationIds = likes.memberIds.map(() => uuidv7())
    let notified: { id: string; member_id: string }[] | undefined
    tx.beforeCommit(() => awaitLikeGroup({ ...likes, createdAt: ctx.now() }))
    tx.beforeCommit<{ id: string; member_id: string }>(
      () => insertLikeNotifications({ ...likes, notificationIds, createdAt: ctx.now() }),
      (rows) => (notified = rows),
    )
    for (const id of notificationIds)
      tx.announce(async () => {
        // When the commit is uncertain the row is looked for.
        const row = (notified ?? (await selectNotified(ctx.db, id))).find((one) => one.id === id)
        if (row) await show(row.member_id, id)
      })
  }

  ctx.events.on('member.followed', async (tx, { followerId, followeeId, first }) => {
    if (first) await notify(tx, { type: 'follow', memberId: followeeId, fromId: followerId })
  })
  ctx.events.on('member.follow_requested', (tx, { requesterId, memberId }) =>
    notify(tx, { type: 'follow_request', memberId, fromId: requesterId }),
  )
  ctx.events.on('member.follow_accepted', (tx, { followerId, followeeId }) =>
    notify(tx, { type: 'follow_accepted', memberId: followerId, fromId: followeeId }),
  )
  ctx.events.on('log.like_toggled', async (tx, { logId, memberIds }) =>
    notifyOfLikes(tx, { of: 'log', id: logId, memberIds }),
  )
  ctx.events.on('reply.created', (tx, { replyId, thread, memberId, answeredId }) =>
    notify(tx, {
      type: 'reply',
      memberId: answeredId,
      fromId: memberId,
      ...(thread.on === 'log' ? { logId: thread.id } : { listId: thread.id }),
      replyId,
    }),
  )
  ctx.events.on('reply.like_toggled', async (tx, { replyId, memberIds }) =>
    notifyOfLikes(tx, { of: 'reply', id: replyId, memberIds }),
  )
  ctx.events.on('log.shared', async (tx, { logId, fromId, toIds }) => {
    for (const memberId of toIds) await notify(tx, { type: 'share-review', memberId, fromId, logId })
  })
  ctx.events.on('list.like_toggled', async (tx, { listId, memberIds }) =>
    notifyOfLikes(tx, { of: 'list', id: listId, memberIds }),
  )
  ctx.events.on('list.shared', async (tx, { listId, fromId, toIds }) => {
    for (const memberId of toIds) await notify(tx, { type: 'share-list', memberId, fromId, listId })
  })
  ctx.events.on('list.editor_invited', (tx, { listId, ownerId, memberId }) =>
    notify(tx, { type: 'list-invite', memberId, fromId: ownerId, listId }),
  )
  ctx.events.on('list.editor_accepted', (tx, { listId, ownerId, memberId }) =>
    notify(tx, { type: 'list-invite-accepted', memberId: ownerId, fromId: memberId, listId }),
  )
  ctx.events.on('evening.invited', (tx, { eveningId, hostId, memberId }) =>
    notify(tx, { type: 'evening-invite', memberId, fromId: hostId, eveningId }),
  )
  ctx.events.on('list.editor_removed', (tx, { listId, memberId }) =>
    deleteInvitation(tx.db, memberId, listId),
  )
  ctx.events.on('film.shared', (tx, { filmId, fromId, toId }) =>
    notify(tx, { type: 'suggest_movie', memberId: toId, fromId, filmId }),
  )
  // Recorded as from the member themselves: a row must be from somebody, and no moderator is named.
  ctx.events.on('moderation.decided', async (tx, { memberId, as }) => {
    await insert(tx, { type: as === 'author' ? 'decision' : 'report', memberId, fromId: memberId })
  })
  ctx.events.on('player.paused', (tx, { memberId }) =>
    insert(tx, { type: 'player-paused', memberId, fromId: memberId }),
  )
  ctx.events.on('webhook.paused', (tx, { memberId }) =>
    insert(tx, { type: 'webhook-paused', memberId, fromId: memberId }),
  )
  ctx.events.on('year.ended', (tx, { memberId, year }) =>
    insert(tx, { type: 'year-review', memberId, fromId: memberId, year }),
  )
  ctx.events.on('content.hidden', (tx, content) => deleteNotificationsAbout(tx.db, content))
  ctx.events.on('member.blocked', (tx, { memberId, blockedId }) =>
    deleteNotificationsBetween(tx.db, memberId, blockedId),
  )
  ctx.events.on('reply.deleted', (tx, { replyId }) => deleteNotificationsOfReply(tx.db, replyId))
}
