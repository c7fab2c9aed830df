import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import { rowCaches, shownRows } from '#server/core/row-cache.ts'
import type { Db } from '#server/db/database.ts'

// Who sees what of whom is written here once; every statement that reads what is a member's asks one of these. The arrays
// are read once a statement, by an index, and are empty for most members.

/** Whom blocks keep apart from a member, whoever of the two blocked. */
const keptApart = (memberId: string) => sql`array(
  select blocked_id from blocks where member_id = ${memberId}
  union all
  select member_id from blocks where blocked_id = ${memberId})`

/**
 * Whether the viewer may see what a member is and does; `member` is the column with their id. What nobody's is, as what a
 * deleted account leaves, is for all.
 */
export const maySee = (viewerId: string, member = 'member_id') => isNoneOf(member, keptApart(viewerId))

const isNoneOf = (column: string, ids: RawBuilder<unknown>) =>
  sql<boolean>`((${sql.ref(column)} <> all (${ids})) is not false)`

/** Of rows of `mutes`: whether they have not ended. */
export const isLasting = sql<boolean>`(ends_at is null or ends_at > now())`

/** Whether a member is not muted by the viewer. A mute hides from what comes by itself; who goes there finds them. */
const isUnmuted = (viewerId: string, member: string) =>
  isNoneOf(member, sql`array(select muted_id from mutes where member_id = ${viewerId} and ${isLasting})`)

/** The same of notifications, which a mute lets through unless it says otherwise. */
export const mayNotify = (viewerId: string, member: string) => sql<boolean>`(${maySee(viewerId, member)}
  and ${isNoneOf(member, sql`array(select muted_id from mutes where member_id = ${viewerId} and notifications and ${isLasting})`)})`

/** Whether a viewer, by the column with their id, has not muted a member. */
export const hasNotMuted = (viewer: string, memberId: string) => sql<boolean>`not exists (
  select from mutes where member_id = ${sql.ref(viewer)} and muted_id = ${memberId} and ${isLasting})`

/** A film that is hidden until it is seen is not hidden from who has logged it. */
const isFilmShown = (viewerId: string, film: string) =>
  sql<boolean>`${sql.ref(film)} <> all (array(
    select film_id from muted_films muted where muted.member_id = ${viewerId} and not (until_seen and exists (
      select from logs seen where seen.member_id = muted.member_id and seen.film_id = muted.film_id))))`

const hasNoMutedWord = (viewerId: string, text: string) =>
  sql<boolean>`not (${sql.ref(text)} ~* any (array(select pattern from muted_words where member_id = ${viewerId})))`

/**
 * What a viewer is shown unasked, in feeds and among what others wrote, by its columns: from whom, and, where there are
 * such, of which film and with which words. Narrower than `maySee`.
 */
export const mayShow = (
  viewerId: string,
  { member = 'member_id', film, text }: { member?: string; film?: string; text?: string } = {},
) =>
  sql<boolean>`(${sql.join(
    [
      maySee(viewerId, member),
      isUnmuted(viewerId, member),
      ...(film === undefined ? [] : [isFilmShown(viewerId, film)]),
      ...(text === undefined ? [] : [hasNoMutedWord(viewerId, text)]),
    ],
    sql` and `,
  )})`

const apart = rowCaches(({ db }: Pick<Context, 'db'>) => ({
  topic: 'block',
  max: shownRows,
  load: (ids: readonly string[]) => selectApart(db, ids),
  changed: { keyOf: (id: string) => id },
  keepsMissing: true,
}))

async function selectApart(db: Db, ids: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ id: string; others: string[] }>`
    select id, array_agg(other) as others from (
      select member_id as id, blocked_id as other from blocks where member_id = any(${ids}::uuid[])
      union all
      select blocked_id, member_id from blocks where blocked_id = any(${ids}::uuid[])
    ) pairs group by id`.execute(db)
  return new Map(rows.map((row) => [row.id, new Set(row.others)]))
}

/** Whether a block stands between two members: `maySee` without a statement, as this process keeps it. */
export async function areApart(
  ctx: Pick<Context, 'db' | 'changes'>,
  memberId: string,
  otherId: string,
): Promise<boolean> {
  return (await apart(ctx).get([memberId])).get(memberId)?.has(otherId) ?? false
}
