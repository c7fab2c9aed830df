import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import {
  isOnAtFirst,
  type Channel,
  type MailKind,
  type ReachKind,
} from '#shared/api/notification-settings.ts'
import type { Db } from '#server/db/database.ts'
import type { NotificationSettings, PushSubscriptions, Sessions } from '#server/db/schema.ts'

/** The name under which a choice is stored when it differs from the default. */
const nameOf = (channel: Channel, kind: ReachKind) => `${channel}:${kind}`

export const isOn = (switched: readonly string[], channel: Channel, kind: ReachKind): boolean =>
  isOnAtFirst(channel, kind) !== switched.includes(nameOf(channel, kind))

/** The stored choices after some were changed. */
export function switchedWith(
  switched: readonly string[],
  { channel, kind, on }: { channel: Channel; kind: ReachKind; on: boolean },
): string[] {
  const others = switched.filter((name) => name !== nameOf(channel, kind))
  return on === isOnAtFirst(channel, kind) ? others : [...others, nameOf(channel, kind)]
}

/** The same in SQL, where `s` is the member's row of settings or its absence. */
const isOnIn = (channel: Channel, kind: ReachKind) =>
  sql<boolean>`(coalesce(${nameOf(channel, kind)} = any (s.switched), false) <> ${sql.lit(isOnAtFirst(channel, kind))})`

const minutesAtFirst = 30

/** SQL of two columns of a new notification, `is_shown` and `mail_at`; `s` is the alias of the member's settings. */
export const reachColumns = (kind: ReachKind | undefined, createdAt: Date): RawBuilder<unknown> =>
  kind === undefined
    ? sql`true as is_shown, null::timestamptz as mail_at`
    : sql`${isOnIn('inApp', kind)} as is_shown, case when ${isOnIn('mail', kind)} then ${createdAt}::timestamptz
        + make_interval(mins => coalesce(s.mail_after_minutes, ${sql.lit(minutesAtFirst)})) end as mail_at`

export interface SettingsRow extends Omit<
  Selectable<NotificationSettings>,
  'member_id' | 'digest_on' | 'quiet_from' | 'quiet_to'
> {
  time_zone: string | null
  /** `HH:MM`. */
  quiet_from: string | null
  quiet_to: string | null
}

/** A member's settings, or the defaults. */
export async function selectSettings(db: Db, memberId: string): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    select coalesce(s.switched, '{}') as switched, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
      to_char(s.quiet_to, 'HH24:MI') as quiet_to, coalesce(s.mail_after_minutes, ${minutesAtFirst}) as mail_after_minutes,
      s.digest_day, s.mailed_at, m.time_zone
    from members m left join notification_settings s on s.member_id = m.id where m.id = ${memberId}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('settings are of a member')
  return row
}

export async function updateSettings(
  db: Db,
  memberId: string,
  set: Partial<Omit<Insertable<NotificationSettings>, 'member_id'>>,
): Promise<void> {
  const given = { member_id: memberId, ...set }
  await db
    .insertInto('notification_settings')
    .values(given)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(given))
    .execute()
}

export type PushDevice = Selectable<PushSubscriptions> & Pick<Selectable<Sessions>, 'user_agent'>

export const selectDevices = (db: Db, memberId: string): Promise<PushDevice[]> =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .select('sessions.user_agent')
    .where('push_subscriptions.member_id', '=', memberId)
    .orderBy('push_subscriptions.created_at', 'desc')
    .orderBy('push_subscriptions.id', 'desc')
    .execute()

/** A browser belongs to the last member who subscribed on it, and a session has one subscription. */
export async function insertSubscription(db: Db, row: Insertable<PushSubscriptions>): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', row.session_id)
    .where('endpoint', '<>', row.endpoint)
    .execute()
  const { id: _id, ...given } = row
  // Nothing of the earlier member's must reach the new one.
  const set = { ...given, sent_at: null, waiting_since: null, hour_count: 0, hour_began: null }
  await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(set))
    .execute()
}

/** False when the old subscription does not exist, or another one has the new address. */
export async function replaceSubscription(
  db: Db,
  former: { endpoint: string; auth: string },
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update push_subscriptions set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
    where endpoint = ${former.endpoint} and auth = ${former.auth}
      and not exists (select from push_subscriptions other
        where other.endpoint = ${endpoint} and other.endpoint <> ${former.endpoint})`.execute(db)
  return numAffectedRows > 0n
}

export async function deleteSubscription(db: Db, id: string, memberId?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function insertUnsubscribeToken(
  db: Db,
  row: { token_hash: Buffer; member_id: string; kind: MailKind; created_at: Date },
): Promise<void> {
  await db.insertInto('unsubscribe_tokens').values(row).execute()
}

export const selectUnsubscribeToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom('unsubscribe_tokens')
    .select(['member_id', 'kind'])
    .where('token_hash', '=', hash)
    .$castTo<{ member_id: string; kind: MailKind }>()
    .executeTakeFirst()

export async function deleteUnsubscribeTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('unsubscribe_tokens').where('created_at', '<', before).execute()
}
