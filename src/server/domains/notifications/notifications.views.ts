import type { Notification } from '#shared/api/notifications.ts'
import { notificationText } from '#shared/notification-texts.ts'
import type { Context } from '#server/context.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { readNotifications, type NotificationRow } from './notifications.queries.ts'

/** A member's own notifications in the order of the ids; ids of others' are left out. One statement. */
export async function notificationViews(
  ctx: Context,
  memberId: string,
  ids: string[],
): Promise<Notification[]> {
  const rows = await readNotifications(ctx.db, memberId, ids)
  return rows.map(notificationView)
}

function notificationView(row: NotificationRow): Notification {
  const reviewId = row.log_id ?? row.reply_log_id
  const filmId = row.film_id ?? row.log_film_id
  return {
    _id: row.id,
    type: row.type,
    from: { _id: row.from_id, username: row.username, avatar: row.avatar },
    read: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
    message: notificationText(textOf(row)),
    relatedId: reviewId ?? row.list_id ?? (filmId === null ? row.from_id : String(filmId)),
    listId: row.list_id,
    movieId: filmId,
    reviewId,
    replyId: row.reply_id,
    title: row.title,
    poster: posterUrl(row.poster_path),
  }
}

/** A comment on a review and an answer to a comment have one type and two texts. */
function textOf({ type, reply_id, reply_parent_id }: NotificationRow): string {
  return type === 'reply' && reply_id !== null && reply_parent_id === null ? 'comment' : type
}
