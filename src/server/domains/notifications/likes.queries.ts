import { sql, type RawBuilder } from 'kysely'
import { kindOfType } from '#shared/api/notification-settings.ts'
import type { NotificationType } from '#shared/api/notifications.ts'
import { mayNotify } from '#server/core/audience.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import { groupSpan } from './notifications.queries.ts'
import { reachColumns } from './settings.queries.ts'

/**
 * Likes of a thing that may just have been added or removed; the notifications of each are stored under the same
 * place.
 */
export interface NewLikes {
  of: keyof typeof liked
  id: string
  memberIds: readonly string[]
  notificationIds: readonly string[]
  createdAt: Date
}

/** For each kind of thing: where its likes are, and what a notification of one stores. */
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
    about: 'log_id, list_id, reply_id',
    ids: 'it.log_id, it.list_id, it.id',
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

/** Selects the groups that a like of a thing may join at a moment. */
const begunGroup = (of: NewLikes['of'], id: RawBuilder<unknown>, createdAt: Date) => sql`
  from notifications where ${sql.ref(liked[of].key)} = ${id} and type = ${sql.lit(liked[of].type)}
    and group_at >= ${createdAt}::timestamptz - ${groupSpan}`

/**
 * To be sent before notifications of likes are inserted: waits for whoever begins the group that they join, so that
 * the next statement can see it.
 */
export const awaitLikeGroup = ({ of, id, createdAt }: Pick<NewLikes, 'of' | 'id' | 'createdAt'>) =>
  keptStatement(
    `await group of ${of}`,
    { id, createdAt },
    (values) => sql`
      select pg_advisory_xact_lock(hashtextextended('likes of ' || ${values.id}::text, 0))
      where not exists (select ${begunGroup(of, sql`${values.id}::uuid`, values.createdAt)})`,
  )

/**
 * Inserts a notification for the author, once for each like that exists and is not the author's own. Answers the
 * notified members and the notifications.
 */
export function insertLikeNotifications({ of, ...given }: NewLikes) {
  const { table, likes, key, type, about, ids } = liked[of]
  return keptStatement(
    `notify of likes of ${of}`,
    given,
    ({ notificationIds, id, memberIds, createdAt }) => sql<{ id: string; member_id: string }>`
    with liked as materialized (
      select it.member_id, ${sql.raw(ids)}, begun.group_id, begun.group_at, ${reachColumns(kindOfType[type], createdAt)}
      from ${sql.table(table)} it
      left join lateral (
        select group_id, group_at ${begunGroup(of, sql`it.id`, createdAt)} and (member_id = it.member_id) is true
        order by group_at desc limit 1
      ) begun on true
      left join notification_settings s on s.member_id = it.member_id
      where it.id = ${id}::uuid
    )
    insert into notifications (id, member_id, from_id, type, created_at, ${sql.raw(about)}, group_id, group_at,
      is_shown, mail_at)
    select given.id, it.member_id, given.member_id, ${sql.lit(type)}, ${createdAt}::timestamptz,
      ${sql.raw(ids)}, coalesce(it.group_id, (${notificationIds}::uuid[])[1]), coalesce(it.group_at, ${createdAt}::timestamptz),
      it.is_shown, it.mail_at
    from liked it cross join unnest(${notificationIds}::uuid[], ${memberIds}::uuid[]) as given (id, member_id)
    where it.member_id <> given.member_id
      and ${mayNotify(sql.ref('it.member_id'), sql.ref('given.member_id'))}
      and (select true from ${sql.table(likes)} had where had.${sql.ref(key)} = it.id and had.member_id = given.member_id)
    on conflict do nothing returning id, member_id`,
  )
}
