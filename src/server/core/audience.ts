import { sql, type RawBuilder } from 'kysely'
import { NIL } from 'uuid'
import type { Audience, MemberPart, StandIn } from '#shared/audience.ts'
import type { Changes } from '#server/db/changes.ts'
import { keptRows, rowCaches } from '#server/core/row-cache.ts'
import type { Db } from '#server/db/database.ts'

/** What moderators change of a log or a reply, one at a time: whether others see it, and whether it is a spoiler. */
export type ModeratedChange = { hidden_at: Date | null } | { spoilers: boolean }

// The one place where it is written who may see what of whom; every statement that reads something of a member uses
// these conditions. The arrays in them are read by an index, once a statement, and are empty for most members.

/** The viewer: their id, or an SQL expression for it. */
export type Viewing = string | RawBuilder<unknown>

/** The member whom something belongs to: the name of the column with their id, or an SQL expression for it. */
type Whose = string | RawBuilder<unknown>

const columnOf = (whose: Whose) => (typeof whose === 'string' ? sql.ref(whose) : whose)

/** All members whom this one blocked or was blocked by. */
const keptApart = (member: Viewing) => sql`array(
  select blocked_id from blocks where member_id = ${member}
  union all
  select member_id from blocks where blocked_id = ${member})`

/**
 * Whether the owner is none of the ids. Also true for rows without an owner, such as those that a deleted account
 * leaves.
 */
const isNoneOf = (whose: Whose, ids: RawBuilder<unknown>) =>
  sql<boolean>`((${columnOf(whose)} <> all (${ids})) is not false)`

/** Whether no block stands between the viewer and the member. */
export const maySee = (viewer: Viewing, whose: Whose = 'member_id') => isNoneOf(whose, keptApart(viewer))

/** The viewer id of guests, who see only what is public. */
export const guestId = NIL

/**
 * Viewer ids for "view as": a member looks at their own profile as a guest, a member or a follower. No member has
 * these ids.
 */
export const standInIds: Readonly<Record<StandIn, string>> = {
  guest: guestId,
  member: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  follower: 'ffffffff-ffff-ffff-ffff-fffffffffffe',
}

const everyStandIn: ReadonlySet<string> = new Set(Object.values(standInIds))

export const isStandIn = (viewer: string): boolean => everyStandIn.has(viewer)

/** The narrowest audience that a viewer belongs to without following anybody. */
const openTo = (viewer: Viewing) =>
  sql.lit<Audience>(viewer === guestId ? 'public' : viewer === standInIds.follower ? 'followers' : 'members')

const followedBy = (viewer: Viewing) =>
  sql`array(select followee_id from follows where follower_id = ${viewer})`

/** Whether a member, by the column with their id, is followed by the viewer and follows back. */
const isMutualOf = (viewer: Viewing, whose: Whose) => sql<boolean>`(${columnOf(whose)} = any (array(
  select mine.followee_id from follows mine
  join follows back on back.follower_id = mine.followee_id and back.followee_id = mine.follower_id
  where mine.follower_id = ${viewer})))`

/** The same of one whom the viewer follows, by the key: for few, or for what is hardly ever asked. */
export const followsBack = (viewer: Viewing, whose: Whose) => sql<boolean>`exists (
  select from follows back where back.follower_id = ${columnOf(whose)} and back.followee_id = ${viewer} offset 0)`

/**
 * Whether something of a member is for the viewer, by the columns with the member's id and with its audience. The
 * viewer's follows are read only for rows narrower than `members`, and once a statement.
 */
const isFor = (viewer: Viewing, whose: RawBuilder<unknown>, audience: RawBuilder<unknown>) =>
  sql<boolean>`(${audience} <= ${openTo(viewer)} or ${whose} = ${viewer}
    or ${audience} = 'followers' and ${whose} = any (${followedBy(viewer)})
    or ${audience} = 'mutuals' and ${isMutualOf(viewer, whose)})`

const columnsOf = (row: string | undefined, names: readonly string[]) =>
  names.map((name) => sql.ref(row ? `${row}.${name}` : name))

/**
 * Whether a log, a list, an item of a watchlist or a favourite is for the viewer: it is their own, or they belong to
 * its audience. `row` is the alias of the table; without it the columns are written without a prefix.
 */
export const isForViewer = (viewer: Viewing, row?: string) => {
  const [author = sql``, audience = sql``] = columnsOf(row, ['member_id', 'audience'])
  return isFor(viewer, author, audience)
}

/** The same for parts of which a member has only one, with one audience: profile, statistics and favourites. */
export const isPartForViewer = (viewer: Viewing, part: MemberPart) => {
  const [id = sql``, audience = sql``] = columnsOf('members', ['id', `${part}_audience`])
  return isFor(viewer, id, audience)
}

/**
 * Whether a member's profile is public on the web. The index of members whom search engines may list is used only by
 * exactly this expression.
 */
export const isPublicProfile = sql<boolean>`(profile_audience <= 'public')`

/** Whether guests may see a member at all: not one who is suspended, limited, or still waiting for approval. */
export const isShownToGuests = (member = 'members') => {
  const [suspendedAt, limitedAt, pendingSince] = columnsOf(member, [
    'suspended_at',
    'limited_at',
    'pending_since',
  ])
  return sql<boolean>`(${suspendedAt} is null and ${limitedAt} is null and ${pendingSince} is null)`
}

/**
 * Whether a log or a list is for everybody of an audience: no narrower audience was chosen, and no moderator hid it.
 */
export const isForAll = (of: 'public' | 'members', row?: string) => {
  const [audience, hiddenAt] = columnsOf(row, ['audience', 'hidden_at'])
  return sql<boolean>`(${audience} <= ${sql.lit(of)} and ${hiddenAt} is null)`
}

/** Whether a log or a list is for all members; only those count in figures that everybody sees. */
export const isForMembers = (row?: string) => isForAll('members', row)

/** Whether a moderator's decision leaves it visible to the viewer: what they hid only its author sees. */
export const isNotHidden = (viewer: Viewing, row?: string) => {
  const [hiddenAt, author] = columnsOf(row, ['hidden_at', 'member_id'])
  return sql<boolean>`(${hiddenAt} is null or ${author} = ${viewer})`
}

/** Whether the viewer is in the audience of a log or a list, and no moderator hid it. Does not look at blocks. */
export const isLeftTo = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isNotHidden(viewer, row)} and ${isForViewer(viewer, row)})`

/** The same of what somebody wrote whom the viewer follows. */
export const isLeftToFollower = (viewer: Viewing, row: string) => {
  const [hiddenAt, audience] = columnsOf(row, ['hidden_at', 'audience'])
  return sql<boolean>`(${hiddenAt} is null and ${audience} < 'link'
    and (${audience} < 'mutuals' or ${followsBack(viewer, `${row}.member_id`)}))`
}

/** Whether the viewer may see a comment: that nothing stands between the two, and no moderator hid it. */
export const maySeeReply = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isNotHidden(viewer, row)} and ${maySee(viewer, row ? `${row}.member_id` : 'member_id')})`

/**
 * Whether the viewer may see a log or a list: they are in its audience, no block stands between the two, and no
 * moderator hid it.
 */
export const maySeeWritten = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isLeftTo(viewer, row)} and ${maySee(viewer, row ? `${row}.member_id` : 'member_id')})`

/** Whether a row of `mutes` is still in effect. */
export const isLasting = sql<boolean>`(ends_at is null or ends_at > now())`

const mutedBy = (viewer: Viewing, which = sql``) => sql`array(
  select muted_id from mutes where member_id = ${viewer} ${which} and ${isLasting})`

/** Whether a member may get notifications of what another does. A mute stops them only when the member chose so. */
export const mayNotify = (viewer: Viewing, from: Whose) => sql<boolean>`(${maySee(viewer, from)}
  and ${isNoneOf(from, mutedBy(viewer, sql`and notifications`))})`

/**
 * Whether a viewer, by the column with their id, has not muted a member. For one member and many viewers: those who
 * muted are read once.
 */
export const hasNotMuted = (viewer: string, memberId: string) => sql<boolean>`${sql.ref(viewer)} not in (
  select member_id from mutes where muted_id = ${memberId} and ${isLasting})`

/** The films that a member hides; one that is hidden "until seen" is shown once the member has logged it. */
const hiddenFilms = (viewerId: string) => sql`array(
  select film_id from muted_films muted where muted.member_id = ${viewerId} and not (until_seen and exists (
    select from logs seen where seen.member_id = muted.member_id and seen.film_id = muted.film_id)))`

/**
 * How many hidden words one regular expression finds. PostgreSQL keeps the last 32 that a connection used: one for each word
 * would be made anew for every text.
 */
const wordsTogether = 50

const hiddenWords = (viewerId: string) => sql`array(
  select string_agg(pattern, '|') from (
    select pattern, (row_number() over (order by word) - 1) / ${sql.lit(wordsTogether)} as part
    from muted_words where member_id = ${viewerId}
  ) numbered group by part)`

/** The columns by which something may be hidden. */
interface Hideable {
  member?: string
  film?: string
  text?: string
}

/**
 * Whether a viewer is shown something without asking for it, in feeds and among what others wrote: depends on who
 * wrote it and, when given, its film and its text. Stricter than `maySee`: on a profile all is shown. A viewer always
 * sees what is their own.
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

/**
 * Whether a member, by the column with their id, may appear in search and suggestions. A limited member appears only
 * to themselves and their followers.
 */
export const isShownToStrangers = (viewerId: string, member = 'member_id') => sql<boolean>`(
  select m.limited_at is null or m.id = ${viewerId}
    or exists (select from follows where follower_id = ${viewerId} and followee_id = m.id)
  from members m where m.id = ${sql.ref(member)} offset 0)`

const hiding = rowCaches(({ shortReads }: { shortReads: Db }) => ({
  topic: 'hidden',
  max: keptRows,
  async load(ids: readonly string[]) {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::uuid[]) given (id)
      where exists (select from muted_films where member_id = id)
        or exists (select from muted_words where member_id = id)`.execute(shortReads)
    return new Map(rows.map(({ id }) => [id, { hides: true }]))
  },
  changed: { keyOf: (id: string) => id },
  async listKeys(limit) {
    const { rows } = await sql<{ id: string }>`
      (select member_id as id from muted_films limit ${limit})
      union all (select member_id from muted_words limit ${limit})`.execute(shortReads)
    return rows.map(({ id }) => id)
  },
}))

/**
 * Who reads what others wrote, and whether they hide films or words: only then is it compared with those, since few do
 * and reads for the others are cheaper.
 */
export interface Onlooker {
  memberId: string
  hides: boolean
}

/** Whether a member hides something is known from this process's cache. */
export const onlooker = async (
  ctx: { shortReads: Db; changes: Changes },
  memberId: string,
): Promise<Onlooker> => ({
  memberId,
  hides: (await hiding(ctx).get([memberId])).has(memberId),
})

const apart = rowCaches(({ shortReads }: { shortReads: Db }) => ({
  topic: 'block',
  max: keptRows,
  load: (ids: readonly string[]) => selectApart(shortReads, ids),
  changed: { keyOf: (id: string) => id },
  async listKeys(limit) {
    const { rows } = await sql<{ id: string }>`
      select unnest(array[member_id, blocked_id]) as id
      from (select member_id, blocked_id from blocks limit ${limit}) pairs`.execute(shortReads)
    return rows.map(({ id }) => id)
  },
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

/** Whether a block stands between two members: `maySee` from this process's cache instead of a statement. */
export async function areApart(
  ctx: { shortReads: Db; changes: Changes },
  memberId: string,
  otherId: string,
): Promise<boolean> {
  return (await apart(ctx).get([memberId])).get(memberId)?.has(otherId) ?? false
}

/** An audience as the API answers it: left out when it is the usual one, `members`. */
export const audienceView = (audience: Audience): Audience | undefined =>
  audience === 'members' ? undefined : audience

/** Whether a member, by the column with their id, has logs that are hidden from some members. */
export const hasNarrowLogs = (member = 'members.id') => sql<boolean>`exists (
  select from logs kept where kept.member_id = ${sql.ref(member)} and (kept.audience > 'members' or kept.hidden_at is not null))`

/**
 * Whether the member of a row of `members` may have logs that this viewer, or one who looks as they do, must not know
 * of. Guests may only know of public ones.
 */
export const keepsLogsFrom = (viewer: Viewing) => (viewer === guestId ? sql<boolean>`true` : hasNarrowLogs())
