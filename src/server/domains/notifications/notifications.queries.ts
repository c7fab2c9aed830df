import { sql, type RawBuilder, type Selectable } from 'kysely'
import { kindOfType } from '#shared/api/notification-settings.ts'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import {
  countedMembers,
  groupParts,
  sampleMembers,
  typesOfKind,
  type NotificationKind,
  type NotificationType,
} from '#shared/api/notifications.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import {
  cursorKey,
  cursorOf,
  cursorValues,
  keyset,
  type KeysetPage,
  type Skeleton,
  type SortKey,
} from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { Members, Notifications } from '#server/db/schema.ts'
import { listNamedTo, listOpenTo } from '#server/domains/lists/lists.views.ts'
import { mayNotify, maySeeReply, maySeeWritten, mayShow } from '#server/core/audience.ts'
import { reachColumns } from './settings.queries.ts'

export interface NotificationRow
  extends
    Omit<Selectable<Notifications>, 'member_id' | 'is_shown' | 'mail_at' | 'group_at' | 'evening_id'>,
    Pick<Selectable<Members>, 'username' | 'avatar' | 'locale'> {
  reply_parent_id: string | null
  reply_log_id: string | null
  /** The words of a comment that the member may be shown. */
  reply_text: string | null
  log_film_id: number | null
  list_title: string | null
  evening_code: string | null
  /** Of the film; null without one. */
  title: string | null
  original_title: string | null
  original_language: string | null
  own_title: string | null
  film_titles: FilmTitleChoice
  poster_path: string | null
  /** In the member's time zone: `YYYY-MM-DD`. */
  day: string
}

interface Reader {
  memberId: string
  /** The language of film titles; without one the member's own. */
  locale?: string | undefined
}

/** The day of a moment in a member's time zone, which must be one that the database knows. */
const dayIn = (zone: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(${at} at time zone ${zone})::date`

/**
 * A member's notifications, for a statement `wanted` that selects ids and positions: `columns` for a statement that
 * joins `from`, whose aliases are `n`, `m` and `me`. Title and poster come from what the notification is about, and
 * vanish with it or when a list became private.
 */
function notificationsIn({ memberId, locale }: Reader, wanted: RawBuilder<unknown>) {
  const language = locale === undefined ? sql`me.locale` : sql`${locale}::text`
  return {
    columns: sql`n.id, n.type, n.from_id, m.username, m.avatar, n.read_at, n.created_at, n.log_id, n.list_id, n.film_id,
      n.reply_id, n.year, n.group_id, r.parent_id as reply_parent_id, r.log_id as reply_log_id,
      coalesce(l.film_id, rl.film_id) as log_film_id,
      case when n.type = 'reply' and coalesce(l.id, rl.id, list.id) is not null and not r.deleted and not r.spoilers
        and ${maySeeReply(memberId, 'r')} and ${mayShow(memberId, { member: 'r.member_id', text: 'r.text' })} then r.text end as reply_text,
      list.title as list_title, evening.code as evening_code, f.title, f.original_title, f.original_language, t.title as own_title,
      coalesce(case me.film_titles when 'my-language' then t.poster_path end, f.poster_path) as poster_path,
      ${language} as locale, me.film_titles, ${dayIn(sql`me.zone`, sql`n.created_at`)}::text as day`,
    // Found by id, never by an index of all that the member has: "is true" keeps a generic plan from using that.
    from: sql`${wanted}
      join notifications n on n.id = wanted.id and (n.member_id = ${memberId}) is true and ${mayNotify(memberId, 'n.from_id')}
      join members m on m.id = n.from_id
      cross join (select locale, film_titles, known_zone(time_zone) as zone from members where id = ${memberId} offset 0) me
      left join logs l on l.id = n.log_id and ${maySeeWritten(memberId, 'l')}
      left join replies r on r.id = n.reply_id
      left join logs rl on rl.id = r.log_id and ${maySeeWritten(memberId, 'rl')}
      left join lists list on list.id = n.list_id and ${listNamedTo(memberId, 'list')}
      left join evenings evening on evening.id = n.evening_id
      left join films f on f.id = coalesce(n.film_id, l.film_id, rl.film_id)
      left join film_texts t on t.film_id = f.id and t.language = ${language}`,
  }
}

/** Notifications by id, in the given order. Kinds that the member does not want in the app only with `alsoHidden`. */
export async function selectNotifications(
  db: Db,
  reader: Reader,
  ids: string[],
  { alsoHidden = false } = {},
): Promise<NotificationRow[]> {
  if (ids.length === 0) return []
  const { columns, from } = notificationsIn(
    reader,
    sql`unnest(${ids}::uuid[]) with ordinality as wanted (id, position)`,
  )
  const { rows } = await sql<NotificationRow>`
    select ${columns} from ${from} where n.is_shown or ${alsoHidden} order by wanted.position`.execute(db)
  return rows
}

const newestFirst: readonly SortKey[] = [
  ['created_at', 'timestamptz'],
  ['id', 'uuid'],
]

/** The newest first: all, or those of a kind. */
export async function selectNotificationIds(
  db: Db,
  memberId: string,
  kind: NotificationKind | undefined,
  page: KeysetPage,
): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(newestFirst, page)
  const rows = await db
    .selectFrom('notifications')
    .select(['id', key])
    .where('member_id', '=', memberId)
    .where(mayNotify(memberId, 'from_id'))
    .where('is_shown', '=', true)
    .$if(kind !== undefined, (query) => query.where('type', 'in', kind ? typesOfKind[kind] : []))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** How long after its first like others of the same thing join a group. */
export const groupSpan = sql`interval '12 hours'`

/** How many liked things are looked at for a page, and then all others of that day. */
const thingsAtOnce = 100

/** A notification that a group shows, with the totals of the group. */
export interface GroupedRow extends NotificationRow {
  place: number
  key: string
  day_key: string | null
  /** Whether several members liked the same thing. */
  is_shared: boolean
  count: number
  is_read: boolean
}

/**
 * A page of groups, the newest first, in one statement. It goes from group of likes to group of likes by an index, however
 * many are in one, and takes two of each: the newest that the member may see, and whether there is another. What one member
 * alone liked on a day is one group, so a day is looked at as a whole: the walk begins at the end of the cursor's day, and
 * once it has met enough things it ends with the day, and twelve hours before it, as what began then may reach into it.
 * A page that ends so may have fewer than its limit.
 */
export async function selectGroups(
  db: Db,
  reader: Reader,
  kind: NotificationKind | undefined,
  page: KeysetPage,
): Promise<{ rows: GroupedRow[]; next: string | null }> {
  const { memberId } = reader
  const { key, after, by, limit } = keyset(newestFirst, page)
  const [cursorAt] = cursorValues(page.cursor, ['timestamptz', 'uuid']) ?? []
  const zone = sql`me.zone`
  const startOf = (at: RawBuilder<unknown>, days: number) =>
    sql`((${dayIn(zone, at)} + ${sql.lit(days)})::timestamp at time zone ${zone})`
  // Only likes are grouped, and all likes are.
  const walkFrom =
    kind !== undefined && kind !== 'likes'
      ? sql`'-infinity'::timestamptz`
      : cursorAt
        ? startOf(cursorAt, 1)
        : sql`'infinity'::timestamptz`
  const ofKind =
    kind === undefined
      ? sql`true`
      : kind === 'likes'
        ? sql`false`
        : sql`type = any (${typesOfKind[kind]}::text[])`
  const mine = sql`member_id = ${memberId} and is_shown`
  const isIn = (group: RawBuilder<unknown>) =>
    sql`${mine} and group_at = ${group}.group_at and group_id = ${group}.group_id and ${mayNotify(memberId, 'from_id')}`
  const { columns, from } = notificationsIn(
    reader,
    sql`page cross join lateral (
        select page.id, 1 as part where not page.is_shared and page.parts = 1
        union all
        select ranked.id, ranked.part from ranked
        where page.parts > 1 and ranked.day_key = page.day_key and ranked.part <= ${sql.lit(groupParts)}
        union all
        (select id, row_number() over (order by ${by}) from notifications
        where page.is_shared and ${isIn(sql`page`)} order by ${by} limit ${sql.lit(sampleMembers)})
      ) wanted`,
  )
  const { rows } = await sql<GroupedRow & { next: string | null }>`
    with recursive me as materialized (
      select known_zone(time_zone) as zone from members where id = ${memberId}
    ), walk as (
      select ${walkFrom} as group_at, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid as group_id, null::text as type,
        null::uuid as id, null::timestamptz as created_at, null::uuid as from_id, null::boolean as is_read,
        null::boolean as is_shared, 0 as things, null::timestamptz as since
      from me
      union all
      select next.group_at, next.group_id, next.type, newest.id, newest.created_at, newest.from_id, newest.is_read,
        newest.is_shared, walk.things + newest.things,
        coalesce(walk.since, case when walk.things + newest.things >= ${sql.lit(thingsAtOnce)}
          then ${startOf(sql`next.group_at`, 0)} end)
      from walk cross join me
      cross join lateral (
        select group_at, group_id, type from notifications
        where ${mine} and group_id is not null and (group_at, group_id) < (walk.group_at, walk.group_id)
        order by group_at desc, group_id desc limit 1
      ) next
      cross join lateral (
        select (array_agg(id))[1] as id, max(created_at) as created_at, (array_agg(from_id))[1] as from_id,
          bool_and(read_at is not null) as is_read, count(*) > 1 as is_shared,
          count(*) filter (where place = 1 and ${after})::int as things
        from (
          select id, created_at, from_id, read_at, row_number() over (order by ${by}) as place
          from notifications where ${isIn(sql`next`)} order by ${by} limit 2
        ) two
      ) newest
      where walk.since is null or next.group_at >= walk.since - ${groupSpan}
    ), things as materialized (
      select walk.id, walk.created_at, walk.group_at, walk.group_id, walk.is_read, walk.is_shared,
        case when not walk.is_shared
          then concat_ws(':', walk.type, walk.from_id, ${dayIn(zone, sql`walk.created_at`)}) end as day_key
      from walk cross join me where walk.id is not null
    ), ranked as materialized (
      select *, row_number() over (same order by ${by}) as part, count(*) over same as parts,
        bool_and(is_read) over same as all_read
      from things window same as (partition by coalesce(day_key, group_id::text))
    ), alone as materialized (
      select id, created_at, read_at from notifications
      where ${mine} and group_id is null and ${mayNotify(memberId, 'from_id')} and ${ofKind} and ${after}
      order by ${by} limit ${limit}
    ), since as materialized (
      select max(since) as since from walk
    ), page as materialized (
      select *, row_number() over (order by ${by}) as place, ${key} from (
        select id, created_at, group_at, group_id, is_shared, day_key, parts, all_read,
          case when parts > 1 then day_key else group_id::text end as group_key
        from ranked where part = 1 and ${after}
        union all
        select id, created_at, null, null, false, null, 1, read_at is not null, id::text from alone
      ) heads cross join since
      where since.since is null or created_at >= since.since
      order by ${by} limit ${limit}
    ), ending as materialized (
      select case
        when (select count(*) from page) = ${limit} then (select key from page where place = ${page.limit})
        when exists (select from alone where created_at < since.since)
          or (select group_id from notifications where ${mine} and group_id is not null and group_at < since.since
            order by group_at desc, group_id desc limit 1) is not null
          then (select ${cursorKey([sql`since.since`, sql`${firstId}::uuid`])})
        end as next
      from since
    )
    select shown.*, ending.next from ending left join (
      select page.place::int, page.group_key as key, page.day_key, page.is_shared, wanted.part,
        coalesce(counted.count, page.parts)::int as count, coalesce(counted.is_read, page.all_read) as is_read, ${columns}
      from ${from}
      left join lateral (
        select count(*) as count, bool_and(read_at is not null) as is_read from (
          select read_at from notifications where ${isIn(sql`page`)} order by ${by} limit ${sql.lit(countedMembers)}
        ) counted where page.is_shared having page.is_shared
      ) counted on true
      where page.place <= ${page.limit}
    ) shown on true
    order by shown.place, shown.part`.execute(db)
  const [first] = rows
  return { rows: rows.filter((row) => row.id !== null), next: first?.next ? cursorOf(first.next) : null }
}

/** An id before those of all notifications. */
const firstId = '00000000-0000-0000-0000-000000000000'

export async function countUnread(db: Db, member: string): Promise<number> {
  const { rows } = await keptStatement(
    'unread',
    { memberId: member },
    ({ memberId }) => sql<{ count: number }>`
      select count(*)::int as count from notifications
      where member_id = ${memberId} and read_at is null and is_shown and ${mayNotify(memberId, 'from_id')}`,
  ).execute(db)
  return rows[0]?.count ?? 0
}

/** Only notifications that are shown in the app; the others may still be mailed. */
export async function markAllRead(db: Db, memberId: string, now: Date) {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('is_shown', '=', true)
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
  eveningId?: string
  filmId?: number
  year?: number
  createdAt: Date
}

/**
 * A statement that inserts a notification. A repeated like, or a suggestion that is still unread, does not notify
 * again; nobody is notified by, or of, what they may not see.
 */
export const insertNotification = (given: NewNotification) => sql`
  insert into notifications (id, member_id, from_id, type, log_id, reply_id, list_id, evening_id, film_id, year, created_at,
    is_shown, mail_at)
  select ${given.id}::uuid, ${given.memberId}::uuid, sender.id, ${given.type}::text, ${given.logId ?? null}::uuid,
    ${given.replyId ?? null}::uuid, ${given.listId ?? null}::uuid, ${given.eveningId ?? null}::uuid, ${given.filmId ?? null}::integer, ${given.year ?? null}::smallint,
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

/** The members whom a notification is for. */
export const selectNotified = (db: Db, id: string) =>
  db.selectFrom('notifications').select(['id', 'member_id']).where('id', '=', id).execute()

/** Deletes notifications of a reply that was deleted and left a placeholder. */
export async function deleteNotificationsOfReply(db: Db, replyId: string): Promise<void> {
  await db.deleteFrom('notifications').where('reply_id', '=', replyId).execute()
}

/** Deletes the invitation to edit a list. */
export async function deleteInvitation(db: Db, memberId: string, listId: string): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('member_id', '=', memberId)
    .where('list_id', '=', listId)
    .where('type', '=', 'list-invite')
    .execute()
}

const columns = { log: 'log_id', reply: 'reply_id', list: 'list_id' } as const

/** Deletes other members' notifications about something that moderators hid. */
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
