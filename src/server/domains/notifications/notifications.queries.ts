import { sql, type Selectable } from 'kysely'
import { kindOfType } from '#shared/api/notification-settings.ts'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import type { NotificationKind, NotificationType } from '#shared/api/notifications.ts'
import { keyset, type KeysetPage, type Skeleton } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { Members, Notifications } from '#server/db/schema.ts'
import { listNamedTo, listOpenTo } from '#server/domains/lists/lists.views.ts'
import { mayNotify, maySeeWritten } from '#server/core/audience.ts'
import { reachColumns } from './settings.queries.ts'

export interface NotificationRow
  extends
    Omit<Selectable<Notifications>, 'member_id' | 'is_shown' | 'mail_at'>,
    Pick<Selectable<Members>, 'username' | 'avatar' | 'locale'> {
  reply_parent_id: string | null
  reply_log_id: string | null
  log_film_id: number | null
  list_title: string | null
  /** Of the film; null without one. */
  title: string | null
  original_title: string | null
  original_language: string | null
  own_title: string | null
  film_titles: FilmTitleChoice
  poster_path: string | null
}

/**
 * A member's notifications by id, in the order asked for. Title and poster come from what they are about
 * and vanish with it, or when a list became private. Films are named in the language given, else in the member's own. Those of
 * a kind that the member does not want in the app are left out, unless they are asked for too.
 */
export async function selectNotifications(
  db: Db,
  { memberId, locale }: { memberId: string; locale?: string | undefined },
  ids: string[],
  { alsoHidden = false } = {},
): Promise<NotificationRow[]> {
  if (ids.length === 0) return []
  const language = locale === undefined ? sql`me.locale` : sql`${locale}::text`
  const { rows } = await sql<NotificationRow>`
    select n.id, n.type, n.from_id, m.username, m.avatar, n.read_at, n.created_at, n.log_id, n.list_id, n.film_id,
      n.reply_id, r.parent_id as reply_parent_id, r.log_id as reply_log_id,
      coalesce(l.film_id, rl.film_id) as log_film_id,
      list.title as list_title, f.title, f.original_title, f.original_language, t.title as own_title,
      coalesce(case me.film_titles when 'my-language' then t.poster_path end, f.poster_path) as poster_path,
      ${language} as locale, me.film_titles
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join notifications n on n.id = wanted.id
    join members m on m.id = n.from_id
    join members me on me.id = n.member_id
    left join logs l on l.id = n.log_id and ${maySeeWritten(memberId, 'l')}
    left join replies r on r.id = n.reply_id
    left join logs rl on rl.id = r.log_id and ${maySeeWritten(memberId, 'rl')}
    left join lists list on list.id = n.list_id and ${listNamedTo(memberId, 'list')}
    left join films f on f.id = coalesce(n.film_id, l.film_id, rl.film_id)
    left join film_texts t on t.film_id = f.id and t.language = ${language}
    where n.member_id = ${memberId} and ${mayNotify(memberId, 'n.from_id')} and (n.is_shown or ${alsoHidden})
    order by wanted.position`.execute(db)
  return rows
}

const typesOf: Record<NotificationKind, readonly NotificationType[]> = {
  comments: ['reply'],
  likes: ['review_like', 'reaction', 'list_like'],
  follows: ['follow', 'follow_request', 'follow_accepted'],
  shares: ['share-list', 'list-invite', 'list-invite-accepted', 'suggest_movie', 'share-review'],
}

/** The newest first: all, or those of a kind. */
export async function selectNotificationIds(
  db: Db,
  memberId: string,
  kind: NotificationKind | undefined,
  page: KeysetPage,
): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('notifications')
    .select(['id', key])
    .where('member_id', '=', memberId)
    .where(mayNotify(memberId, 'from_id'))
    .where('is_shown', '=', true)
    .$if(kind !== undefined, (query) => query.where('type', 'in', kind ? typesOf[kind] : []))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

export async function countUnread(db: Db, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('is_shown', '=', true)
    .where(mayNotify(memberId, 'from_id'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function markAllRead(db: Db, memberId: string, now: Date) {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .execute()
}

/** Answers whether the member has such a notification. */
export async function markOneRead(db: Db, memberId: string, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface NewNotification {
  id: string
  memberId: string
  fromId: string
  type: Exclude<NotificationType, 'unknown'>
  logId?: string
  replyId?: string
  listId?: string
  filmId?: number
  createdAt: Date
}

/**
 * Inserts it, once it is executed: a repeated like, or a suggestion that is still unread, notifies once; nobody is told
 * by whom, or of what, they are not to see.
 */
export const insertNotification = (given: NewNotification) => sql`
  insert into notifications (id, member_id, from_id, type, log_id, reply_id, list_id, film_id, created_at,
    is_shown, mail_at)
  select ${given.id}::uuid, ${given.memberId}::uuid, sender.id, ${given.type}::text, ${given.logId ?? null}::uuid,
    ${given.replyId ?? null}::uuid, ${given.listId ?? null}::uuid, ${given.filmId ?? null}::integer,
    ${given.createdAt}::timestamptz, ${reachColumns(kindOfType[given.type], given.createdAt)}
  from (select ${given.fromId}::uuid as id) sender
  left join notification_settings s on s.member_id = ${given.memberId}
  where ${mayNotify(given.memberId, 'sender.id')}
    and not exists (select from logs where id = ${given.logId ?? null}::uuid and not ${maySeeWritten(given.memberId)})
    and not exists (select from lists l where l.id = ${given.listId ?? null}::uuid and not ${listOpenTo(given.memberId)})
  on conflict do nothing`

/** Those between two members, whoever was notified. */
export async function deleteNotificationsBetween(db: Db, memberId: string, otherId: string): Promise<void> {
  await sql`
    delete from notifications where (member_id, from_id) in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))`.execute(
    db,
  )
}

/** A like that may have been given or taken back just now. */
export interface NewLike {
  notificationId: string
  of: keyof typeof liked
  id: string
  memberId: string
  createdAt: Date
}

/** Where likes are, and what a notification of one says. */
const liked = {
  log: {
    table: 'logs',
    likes: 'log_likes',
    key: 'log_id',
    type: 'review_like',
    about: 'log_id',
    ids: 'it.id',
  },
  reply: {
    table: 'replies',
    likes: 'reply_likes',
    key: 'reply_id',
    type: 'reaction',
    about: 'log_id, reply_id',
    ids: 'it.log_id, it.id',
  },
  list: {
    table: 'lists',
    likes: 'list_likes',
    key: 'list_id',
    type: 'list_like',
    about: 'list_id',
    ids: 'it.id',
  },
} as const satisfies Record<string, Record<string, string> & { type: NotificationType }>

/** Notifies the author once, if the like is there and another's. Answers whom. */
export function insertLikeNotification({ notificationId, of, id, memberId, createdAt }: NewLike) {
  const { table, likes, key, type, about, ids } = liked[of]
  return sql<{ member_id: string }>`
    insert into notifications (id, member_id, from_id, type, created_at, ${sql.raw(about)}, is_shown,
      mail_at)
    select ${notificationId}::uuid, it.member_id, ${memberId}::uuid, ${type}, ${createdAt}::timestamptz, ${sql.raw(ids)},
      ${reachColumns(kindOfType[type], createdAt)}
    from ${sql.table(table)} it
    left join notification_settings s on s.member_id = it.member_id
    where it.id = ${id} and it.member_id <> ${memberId}
      and ${mayNotify(sql.ref('it.member_id'), sql`${memberId}::uuid`)}
      and exists (select from ${sql.table(likes)} given where given.${sql.ref(key)} = it.id and given.member_id = ${memberId})
    on conflict do nothing returning member_id`
}

/** Whose a notification is. */
export const selectNotified = (db: Db, id: string) =>
  db.selectFrom('notifications').select('member_id').where('id', '=', id).execute()

/** Those of a reply that is gone but for its place in the thread. */
export async function deleteNotificationsOfReply(db: Db, replyId: string): Promise<void> {
  await db.deleteFrom('notifications').where('reply_id', '=', replyId).execute()
}

/** A member is asked to edit a list no longer. */
export async function deleteInvitation(db: Db, memberId: string, listId: string): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('member_id', '=', memberId)
    .where('list_id', '=', listId)
    .where('type', '=', 'list-invite')
    .execute()
}

const columns = { log: 'log_id', reply: 'reply_id', list: 'list_id' } as const

/** What others than its author were told of something that moderators hid. */
export async function deleteNotificationsAbout(
  db: Db,
  { kind, id, authorId }: { kind: keyof typeof columns; id: string; authorId: string },
): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where(columns[kind], '=', id)
    .where('member_id', '<>', authorId)
    .execute()
}
