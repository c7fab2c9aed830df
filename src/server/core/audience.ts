import { sql, type RawBuilder } from 'kysely'
import { NIL } from 'uuid'
import type { Audience, MemberPart, StandIn } from '#shared/audience.ts'
import type { Changes } from '#server/db/changes.ts'
import { keptRows, rowCaches } from '#server/core/row-cache.ts'
import type { Db } from '#server/db/database.ts'

// Who sees what of whom is written here once; every statement that reads what is a member's asks one of these. The arrays
// are read once a statement, by an index, and are empty for most members.

/** Who looks: their id, or what a statement calls it. */
export type Viewing = string | RawBuilder<unknown>

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

/** Who looks without an account. What is public is theirs. */
export const guestId = NIL

/** Whom a member looks at their own as: ids that no member has. */
export const standInIds: Readonly<Record<StandIn, string>> = {
  guest: guestId,
  member: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  follower: 'ffffffff-ffff-ffff-ffff-fffffffffffe',
}

const everyStandIn: ReadonlySet<string> = new Set(Object.values(standInIds))

export const isStandIn = (viewer: string): boolean => everyStandIn.has(viewer)

/** The narrowest audience that a viewer is of without following anybody. */
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
 * Whether something of a member, by the columns with their id and its audience, is for the viewer. Whom the viewer follows is
 * read where something is narrower than most, and then once a statement.
 */
const isFor = (viewer: Viewing, whose: RawBuilder<unknown>, audience: RawBuilder<unknown>) =>
  sql<boolean>`(${audience} <= ${openTo(viewer)} or ${whose} = ${viewer}
    or ${audience} = 'followers' and ${whose} = any (${followedBy(viewer)})
    or ${audience} = 'mutuals' and ${isMutualOf(viewer, whose)})`

const columnsOf = (row: string | undefined, names: readonly string[]) =>
  names.map((name) => sql.ref(row ? `${row}.${name}` : name))

/**
 * Whether a log, a list, an item of a watchlist or a favourite is for the viewer: their own, or of an audience that they
 * are of. `row` is what the statement calls it; without a name its columns stand alone.
 */
export const isForViewer = (viewer: Viewing, row?: string) => {
  const [author = sql``, audience = sql``] = columnsOf(row, ['member_id', 'audience'])
  return isFor(viewer, author, audience)
}

/** The same of what a member has but one audience for: their profile, statistics or favourites. */
export const isPartForViewer = (viewer: Viewing, part: MemberPart, member = 'members') => {
  const [id = sql``, audience = sql``] = columnsOf(member, ['id', `${part}_audience`])
  return isFor(viewer, id, audience)
}

/** Whether a member's profile is public on the web; the index of those whom search engines list is read by these words. */
export const isPublicProfile = sql<boolean>`(profile_audience <= 'public')`

/** Whether guests are shown anything of a member: of nobody who is kept out, shown to few or not let in yet. */
export const isShownToGuests = (member = 'members') => {
  const [suspendedAt, limitedAt, pendingSince] = columnsOf(member, [
    'suspended_at',
    'limited_at',
    'pending_since',
  ])
  return sql<boolean>`(${suspendedAt} is null and ${limitedAt} is null and ${pendingSince} is null)`
}

/** Of logs and lists: whether they are for all of an audience, which nothing narrower and nothing that moderators hid is. */
export const isForAll = (of: 'public' | 'members', row?: string) => {
  const [audience, hiddenAt] = columnsOf(row, ['audience', 'hidden_at'])
  return sql<boolean>`(${audience} <= ${sql.lit(of)} and ${hiddenAt} is null)`
}

/** What counts for everybody here. */
export const isForMembers = (row?: string) => isForAll('members', row)

/** Whether moderators left something written to the viewer: what they hid is its author's alone. */
export const isNotHidden = (viewer: Viewing, row?: string) => {
  const [hiddenAt, author] = columnsOf(row, ['hidden_at', 'member_id'])
  return sql<boolean>`(${hiddenAt} is null or ${author} = ${viewer})`
}

/** Whether a log or a list is meant for the viewer, and was not hidden by moderators. */
export const isLeftTo = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isNotHidden(viewer, row)} and ${isForViewer(viewer, row)})`

/** The same of what somebody wrote whom the viewer follows. */
export const isLeftToFollower = (viewer: Viewing, row: string) => {
  const [hiddenAt, audience] = columnsOf(row, ['hidden_at', 'audience'])
  return sql<boolean>`(${hiddenAt} is null and (${audience} <= 'followers'
    or ${audience} = 'mutuals' and ${followsBack(viewer, `${row}.member_id`)}))`
}

/** Whether the viewer may see a comment: that nothing stands between the two, and no moderator hid it. */
export const maySeeReply = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isNotHidden(viewer, row)} and ${maySee(viewer, row ? `${row}.member_id` : 'member_id')})`

/** Whether the viewer may see a log or a list: that it is meant for them, nothing stands between the two, and no moderator hid it. */
export const maySeeWritten = (viewer: Viewing, row?: string) =>
  sql<boolean>`(${isLeftTo(viewer, row)} and ${maySee(viewer, row ? `${row}.member_id` : 'member_id')})`

/** Of rows of `mutes`: whether they have not ended. */
export const isLasting = sql<boolean>`(ends_at is null or ends_at > now())`

const mutedBy = (viewer: Viewing, which = sql``) => sql`array(
  select muted_id from mutes where member_id = ${viewer} ${which} and ${isLasting})`

/** Whether a member is told of what another does: a mute lets notifications through unless it says otherwise. */
export const mayNotify = (viewer: Viewing, from: Whose) => sql<boolean>`(${maySee(viewer, from)}
  and ${isNoneOf(from, mutedBy(viewer, sql`and notifications`))})`

/** Whether a viewer, by the column with their id, has not muted a member: where many look at one, who did is read once. */
export const hasNotMuted = (viewer: string, memberId: string) => sql<boolean>`${sql.ref(viewer)} not in (
  select member_id from mutes where muted_id = ${memberId} and ${isLasting})`

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

/** Whether a member, by the column with their id, is shown among strangers: limited ones are to those only who follow them. */
export const isShownToStrangers = (viewerId: string, member = 'member_id') => sql<boolean>`(
  select m.limited_at is null or m.id = ${viewerId}
    or exists (select from follows where follower_id = ${viewerId} and followee_id = m.id)
  from members m where m.id = ${sql.ref(member)} offset 0)`

const hiding = rowCaches(({ db }: { db: Db }) => ({
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
export const hidesContent = async (ctx: { db: Db; changes: Changes }, memberId: string): Promise<boolean> =>
  (await hiding(ctx).get([memberId])).has(memberId)

const apart = rowCaches(({ db }: { db: Db }) => ({
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
  ctx: { db: Db; changes: Changes },
  memberId: string,
  otherId: string,
): Promise<boolean> {
  return (await apart(ctx).get([memberId])).get(memberId)?.has(otherId) ?? false
}

/** What a contract says of an audience: nothing of the common one. */
export const audienceView = (audience: Audience): Audience | undefined =>
  audience === 'members' ? undefined : audience

/** Whether a member, by the column with their id, has logs that are not for all members. */
export const hasNarrowLogs = (member: string) => sql<boolean>`exists (
  select from logs kept where kept.member_id = ${sql.ref(member)} and (kept.audience > 'members' or kept.hidden_at is not null))`

/** Whether a member may have logs that not all who look as the viewer does are told of; guests are told of public ones only. */
export const keepsLogsFrom = (viewer: Viewing, member: string) =>
  viewer === guestId ? sql<boolean>`true` : hasNarrowLogs(member)
