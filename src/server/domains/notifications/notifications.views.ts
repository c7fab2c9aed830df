import {
  notificationKinds,
  notificationTypes,
  sampleMembers,
  typesOfKind,
  type Notification,
  type NotificationGroup,
  type NotificationKind,
  type NotificationType,
} from '#shared/api/notifications.ts'
import type { LiveNotification } from '#shared/realtime.ts'
import { paths } from '#shared/paths.ts'
import { withoutSpoilers } from '#shared/spoilers.ts'
import type { Context } from '#server/context.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { titleView } from '#server/domains/films/titles.views.ts'
import { selectNotifications, type GroupedRow, type NotificationRow } from './notifications.queries.ts'

/** A member's own notifications in the order of the ids; ids of others' are left out. One statement. */
export async function notificationViews(
  ctx: Context,
  memberId: string,
  ids: string[],
  locale?: string,
  options?: { alsoHidden: boolean },
): Promise<Notification[]> {
  const rows = await selectNotifications(ctx.db, { memberId, locale }, ids, options)
  return rows.map(notificationView)
}

/** A notification as it is sent to open clients; null when the member has turned it off. */
export async function liveNotification(
  ctx: Context,
  memberId: string,
  id: string,
): Promise<LiveNotification | null> {
  const [row] = await selectNotifications(ctx.db, { memberId }, [id])
  if (!row) return null
  const { group_id: group, type, from_id: from, day } = row
  return {
    ...notificationView(row),
    kind: kindOf(type),
    groupKey: group ?? row.id,
    dayKey: group === null ? null : `${type}:${from}:${day}`,
  }
}

const kindOf = (type: string): NotificationKind | null =>
  notificationKinds.find((kind) => typesOfKind[kind].some((one) => one === type)) ?? null

/** Rows of a page of groups: of each the notifications that it shows, the newest first. */
export const groupViews = (rows: GroupedRow[]): NotificationGroup[] =>
  [...Map.groupBy(rows, ({ place }) => place).values()].flatMap((shown) => {
    const [first] = shown
    if (!first) return []
    const views = shown.map(notificationView)
    const [newest = notificationView(first)] = views
    const members = new Map(views.map(({ from }) => [from._id, from]))
    return [
      {
        key: first.key,
        dayKey: first.day_key,
        kind: kindOf(newest.type),
        newest,
        read: first.is_read,
        count: first.count,
        members: [...members.values()].slice(0, sampleMembers),
        parts: first.is_shared || first.count === 1 ? [] : views,
      },
    ]
  })

/** The English texts; fixed to the letter (docs/product.md). */
const texts: Record<NotificationType | 'comment' | 'list-comment', string> = {
  follow: 'just followed you',
  follow_request: 'wants to follow you',
  follow_accepted: 'accepted your follow request',
  review_like: 'liked your review',
  reaction: 'liked your comment',
  comment: 'commented on your review',
  'list-comment': 'commented on your list',
  reply: 'replied to your comment',
  list_like: 'liked your list!',
  'share-list': 'shared a list with you',
  'list-invite': 'asks you to edit a list',
  'list-invite-accepted': 'edits your list now',
  'evening-invite': 'asks you to choose a film together',
  suggest_movie: 'suggested a film to you',
  'share-review': 'shared a review with you',
  decision: 'A moderator decided about something of yours.',
  report: 'What you reported was decided.',
  'player-paused': 'A player was paused: what it says cannot be read.',
  'webhook-paused': 'A webhook was paused: its address takes no messages.',
  'year-review': 'Your year in review is ready.',
  unknown: 'sent you something!',
}

/** A list's title, else the film's. */
function titleOf(row: NotificationRow): Pick<Notification, 'title' | 'titleLang'> {
  const { list_title, title, original_title, original_language, own_title } = row
  if (list_title !== null || title === null) return { title: list_title, titleLang: null }
  const film = {
    title,
    original_title: original_title ?? '',
    original_language: original_language ?? '',
    own_title,
  }
  return titleView(film, { language: row.locale, choice: row.film_titles })
}

/** More than two lines of the widest screen, in whole characters. */
const quoted = /^.{0,200}/su

function quoteOf(text: string | null): string | null {
  const words = withoutSpoilers(text ?? '', '…').trim()
  return quoted.exec(words)?.[0] || null
}

function notificationView(row: NotificationRow): Notification {
  const type = notificationTypes.find((known) => known === row.type) ?? 'unknown'
  const isComment = type === 'reply' && row.reply_id !== null && row.reply_parent_id === null
  const reviewId = row.log_id ?? row.reply_log_id
  const filmId = row.film_id ?? row.log_film_id
  return {
    _id: row.id,
    type,
    from: { _id: row.from_id, username: row.username, avatar: row.avatar },
    read: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
    message: texts[isComment ? (row.list_id === null ? 'comment' : 'list-comment') : type],
    relatedId:
      row.year !== null
        ? String(row.year)
        : (row.evening_code ?? reviewId ?? row.list_id ?? (filmId === null ? row.from_id : String(filmId))),
    listId: row.list_id,
    movieId: filmId,
    reviewId,
    replyId: row.reply_id,
    replyTo: type === 'reply' ? (!isComment ? 'comment' : row.list_id === null ? 'review' : 'list') : null,
    quote: quoteOf(row.reply_text),
    ...titleOf(row),
    poster: posterUrl(row.poster_path),
  }
}

/** The address of what a notification leads to, within Scene. */
export function pathOf({ type, reviewId, listId, replyId, movieId, from, relatedId }: Notification): string {
  if (type === 'evening-invite') return relatedId === null ? paths.tonight() : paths.evening(relatedId)
  if (type === 'year-review') return paths.yearReview(from._id, Number(relatedId))
  if (reviewId !== null) return paths.review(reviewId)
  if (listId !== null) return replyId === null ? paths.list(listId) : paths.listReplies(listId)
  if (movieId !== null) return paths.film(movieId)
  if (type === 'follow' || type === 'follow_accepted') return paths.profile(from._id)
  return paths.notifications()
}
