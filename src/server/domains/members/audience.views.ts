import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import { rowCaches, keptRows } from '#server/core/row-cache.ts'
import type { Db } from '#server/db/database.ts'

// Who sees what of whom is written here once; every statement that reads what is a member's asks one of these. The arrays
// are read once a statement, by an index, and are empty for most members.

/** Who looks: their id, or what a statement calls it. */
type Viewing = string | RawBuilder<unknown>

/** Whose it is: the name of a column with their id, or the id in a statement. */
type Whose = string | RawBuilder<unknown>

const columnOf = (whose: Whose) => (typeof whose === 'string' ? sql.ref(whose) : whose)

/** Whom blocks keep apart from a member, whoever of the two blocked. */
const keptApart = (member: Viewing) => sql`array(
  select blocked_id from blocks where member_id = ${member}
  union all
  select member_id from blocks where blocked_id = ${member})`

/** What nobody's is, as what a deleted account leaves, is none of them. */
const isNoneOf = (whose: Whose, ids: RawBuilder<unknown>) =>
  sql<boolean>`((${columnOf(whose)} <> all (${ids})) is not false)`

/** Whether the viewer may see what a member is and does. */
export const maySee = (viewer: Viewing, whose: Whose = 'member_id') => isNoneOf(whose, keptApart(viewer))

/**
 * Whether moderators left something written to the viewer: what they hid is its author's alone. `row` is what the statement
 * calls it; without a name its columns stand alone.
 */
export const isNotHidden = (viewer: Viewing, row?: string) => {
  const [hiddenAt, author] = ['hidden_at', 'member_id'].map((name) => sql.ref(row ? `${row}.${name}` : name))
  return sql<boolean>`(${hiddenAt} is null or ${author} = ${viewer})`
}

/** Whether the viewer may see something written: that nothing stands between the two, and no moderator hid it. */
export const maySeeWritten = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isNotHidden(viewer, row)} and ${maySee(viewer, row ? `${row}.member_id` : 'member_id')})`

/** Of rows of `mutes`: whether they have not ended. */
export const isLasting = sql<boolean>`(ends_at is null or ends_at > now())`

const mutedBy = (viewer: Viewing, which = sql``) => sql`array(
  select muted_id from mutes where member_id = ${viewer} ${which} and ${isLasting})`

/** Whether a member is told of what another does: a mute lets notifications through unless it says otherwise. */
export const mayNotify = (viewer: Viewing, from: Whose) => sql<boolean>`(${maySee(viewer, from)}
  and ${isNoneOf(from, mutedBy(viewer, sql`and notifications`))})`

/** Whether a viewer, by the column with their id, has not muted a member: where many look at one. */
export const hasNotMuted = (viewer: string, memberId: string) => sql<boolean>`not exists (
  select from mutes where member_id = ${sql.ref(viewer)} and muted_id = ${memberId} and ${isLasting})`

/** A film that is hidden until it is seen is not hidden from who has logged it. */
const hiddenFilms = (viewerId: string) => sql`array(
  select film_id from muted_films muted where muted.member_id = ${viewerId} and not (until_seen and exists (
    select from logs seen where seen.member_id = muted.member_id and seen.film_id = muted.film_id)))`

const hiddenWords = (viewerId: string) =>
  sql`array(select pattern from muted_words where member_id = ${viewerId})`

/** The columns of what may be hidden. */
interface Hideable {
  member?: string
  film?: string
  text?: string
}

/**
 * What a viewer is shown unasked, in feeds and among what others wrote: of whom, and, where there are such, of which film
 * and with which words. Narrower than `maySee`; whoever goes to a profile sees all of it. What is one's own is shown.
 */
export const mayShow = (viewerId: string, { member = 'member_id', film, text }: Hideable = {}) =>
  sql<boolean>`(${sql.ref(member)} = ${viewerId} or ${sql.join(
    [
      maySee(viewerId, member),
      isNoneOf(member, mutedBy(viewerId)),
      ...(film === undefined ? [] : [sql`${sql.ref(film)} <> all (${hiddenFilms(viewerId)})`]),
      ...(text === undefined ? [] : [sql`not (${sql.ref(text)} ~* any (${hiddenWords(viewerId)}))`]),
    ],
    sql` and `,
  )})`

const hiding = rowCaches(({ db }: Pick<Context, 'db'>) => ({
  topic: 'hidden',
  max: keptRows,
  async load(ids: readonly string[]) {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::uuid[]) given (id)
      where exists (select from muted_films where member_id = id)
        or exists (select from muted_words where member_id = id)`.execute(db)
    return new Map(rows.map(({ id }) => [id, { hides: true }]))
  },
  changed: { keyOf: (id: string) => id },
  keepsMissing: true,
}))

/** Whether a member hides films or words, which few do, as this process keeps it: for reads that cost less where not. */
export const hidesContent = async (
  ctx: Pick<Context, 'db' | 'changes'>,
  memberId: string,
): Promise<boolean> => (await hiding(ctx).get([memberId])).has(memberId)

const apart = rowCaches(({ db }: Pick<Context, 'db'>) => ({
  topic: 'block',
  max: keptRows,
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
