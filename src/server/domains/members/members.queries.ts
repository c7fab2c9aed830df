import { sql } from 'kysely'
import { keyset, type KeysetPage, type Skeleton } from '#server/core/keyset.ts'
import { keptStatement } from '#server/core/kept-statement.ts'
import type { Db } from '#server/db/database.ts'
import { likeText } from '#server/db/like-text.ts'
import { behindAll, behindWords, isBetween, startBounds, withinLength } from '#server/db/text-starts.ts'
import {
  isLasting,
  isLeftTo,
  isPartForViewer,
  isShownToGuests,
  keepsLogsFrom,
  maySee,
} from '#server/core/audience.ts'

/** How many of the newest ids are sent along with a count. */
const edgeCap = 500

/** How many hits of one kind are ranked at most, so that a query which fits half of all members stays cheap. */
const candidates = 100

const followerIdsOf = (viewerId: string) => sql<string[]>`array(
  select follower_id from follows where followee_id = members.id and ${maySee(viewerId, 'follower_id')}
  order by created_at desc, follower_id desc limit ${sql.lit(edgeCap)})`

const followingIdsOf = (viewerId: string) => sql<string[]>`array(
  select followee_id from follows where follower_id = members.id and ${maySee(viewerId, 'followee_id')}
  order by created_at desc, followee_id desc limit ${sql.lit(edgeCap)})`

/** Members who wait for approval are shown to nobody. */
const isIn = sql<boolean>`members.pending_since is null`

/** Members whom the viewer may see, and whether each follows the viewer or is followed by them. */
function membersSeenBy(db: Db, viewerId: string) {
  return db
    .selectFrom('members')
    .leftJoin('follows as mine', (join) =>
      join.on('mine.follower_id', '=', viewerId).onRef('mine.followee_id', '=', 'members.id'),
    )
    .leftJoin('follows as theirs', (join) =>
      join.on('theirs.followee_id', '=', viewerId).onRef('theirs.follower_id', '=', 'members.id'),
    )
    .select([
      'members.id',
      'username',
      'avatar',
      'name',
      'followers_count',
      'mine.follower_id as following',
      'theirs.follower_id as follower',
      'locked',
      sql<boolean>`members.locked and exists (
        select from follow_requests asked where asked.requester_id = ${viewerId} and asked.member_id = members.id
          and not withdrawn and accepted_at is null
      )`.as('requested'),
    ])
    .where(isIn)
    .where(maySee(viewerId, 'members.id'))
}

export function selectProfile(db: Db, viewerId: string, id: string) {
  return membersSeenBy(db, viewerId)
    .leftJoin('mutes', (join) =>
      join.on('mutes.member_id', '=', viewerId).onRef('mutes.muted_id', '=', 'members.id').on(isLasting),
    )
    .select([
      'email',
      'email_verified_at',
      'bio',
      'backdrop',
      'socials',
      'favorite_film_ids',
      sql<string[]>`coalesce((select addresses from recent_gifs where member_id = members.id), '{}')`.as(
        'recent_gifs',
      ),
      'discoverable',
      'search_engines',
      'lesser_known_films',
      'spoilers',
      'film_titles',
      'scheduled_export',
      'locale',
      'welcomed_at',
      'role',
      'following_count',
      sql<number>`case when ${keepsLogsFrom(viewerId)} then (
          select count(distinct film_id)::int from logs l where l.member_id = members.id and ${isLeftTo(viewerId, 'l')}
        ) else (select d.films_count from diaries d where d.member_id = members.id) end`.as('films_count'),
      isPartForViewer(viewerId, 'profile').as('is_open'),
      isPartForViewer(viewerId, 'favourites').as('has_open_favourites'),
      'members.created_at',
      'mutes.notifications as mute_notifications',
      'mutes.ends_at as mute_ends_at',
      followerIdsOf(viewerId).as('follower_ids'),
      followingIdsOf(viewerId).as('following_ids'),
    ])
    .where('members.id', '=', id)
    .executeTakeFirst()
}

export function selectRefs(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('members')
    .select(['id', 'username', 'avatar'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isIn)
    .execute()
}

/** How many logs of a member are hidden from a viewer. */
export async function countHiddenLogs(db: Db, viewerId: string, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('logs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('member_id', '=', memberId)
    .where(sql<boolean>`not ${isLeftTo(viewerId)}`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * With `following`, also the ids that each member follows, newest first; none when the viewer may not see the
 * profile.
 */
export function selectRows(db: Db, viewerId: string, ids: string[], { following } = { following: false }) {
  return membersSeenBy(db, viewerId)
    .$if(following, (query) =>
      query.select(
        sql<
          string[]
        >`case when ${isPartForViewer(viewerId, 'profile')} then ${followingIdsOf(viewerId)} else '{}' end`.as(
          'following_ids',
        ),
      ),
    )
    .where('members.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export async function selectNewest(db: Db, viewerId: string, page: KeysetPage): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('members')
    .select(['id', key])
    .where(isIn)
    .where('limited_at', 'is', null)
    .where(maySee(viewerId, 'id'))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** `side` is the end of the follow that is listed. */
export async function selectEdges(
  db: Db,
  viewerId: string,
  memberId: string,
  side: 'follower_id' | 'followee_id',
  page: KeysetPage,
): Promise<Skeleton> {
  const other = side === 'follower_id' ? 'followee_id' : 'follower_id'
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['created_at', 'timestamptz'],
      [side, 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('follows')
    .select([`${side} as id`, key])
    .where(other, '=', memberId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('members')
          .select('members.id')
          .where('members.id', '=', memberId)
          .where(isPartForViewer(viewerId, 'profile')),
      ),
    )
    .where(maySee(viewerId, side))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** Whom a member follows and who follows back, in the order of `selectEdges`. */
export async function selectMutualEdges(db: Db, memberId: string, page: KeysetPage): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['mine.created_at', 'timestamptz'],
      ['mine.followee_id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('follows as mine')
    .select(['mine.followee_id as id', key])
    .where('mine.follower_id', '=', memberId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('follows as back')
          .select('back.follower_id')
          .whereRef('back.follower_id', '=', 'mine.followee_id')
          .where('back.followee_id', '=', memberId),
      ),
    )
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

/** The indexes `members_words_0` to `members_words_5`: the text from each of the first words on. */
const wordsFrom = [0, 1, 2, 3, 4, 5].map((words) => behindWords(words))

/**
 * How many of the most followed members, and of those whom the viewer followed last, are compared with every query.
 */
const nearest = 1000

export interface NameQuery {
  /** As it was typed, in lower case. */
  handle: string
  /** As `search_text` is. */
  folded: string
  /** For each word that has a sound, the keys of its sounds as in `search_sounds`. */
  sounds: string[][]
}

export interface NameHit {
  id: string
  /**
   * 0: the exact username; 1: a username that begins with the query; 2: a word that does; 3: within a word. Null: it
   * only sounds alike.
   */
  rank: 0 | 1 | 2 | 3 | null
  followed: boolean
  followers_count: number
  search_text: string
}

/**
 * Members whose username, or a word of whose username or name, begins with the query or contains it: the best
 * `limit`, sorted by exact username, then those whom the viewer follows, then the most followed; and, in no order,
 * some that sound alike. Of each kind at most `candidates` in alphabetical order are read, besides the most followed
 * of all and those whom the viewer followed last. The middle of words, and sounds elsewhere in a name, are searched
 * only when the other kinds leave room.
 */
export async function searchByText(
  db: Db,
  viewerId: string,
  { handle, folded, sounds }: NameQuery,
  limit: number,
): Promise<NameHit[]> {
  if (handle === '') return []
  const username = sql.raw<string>('lower(username)')
  const text = likeText(folded)
  const words = startBounds(folded)
  const [hasText, isHeard] = [folded !== '', sounds.length > 0]
  const isWithin = folded.length >= withinLength
  const heardAs = Object.fromEntries(sounds.map((keys, at) => [`sounds${at}`, keys]))
  const values = {
    viewerId,
    handle,
    handleTo: behindAll(handle),
    wordsFrom: words.from,
    wordsTo: words.to,
    word: `% ${text}%`,
    within: `%${text}%`,
    limit,
    ...heardAs,
  }
  const { rows } = await keptStatement<NameHit, typeof values>(
    `members by text ${hasText} ${isWithin} ${sounds.length}`,
    values,
    (of) => {
      const usernames = sql`(select id, case when ${username} = ${of.handle} then 0 else 1 end as rank
        from members where ${isBetween(username, of.handle, of.handleTo)}
        order by ${username} using ~<~ limit ${sql.lit(candidates)})`
      const byWords = wordsFrom.map(
        (word) => sql`(select id, 2 as rank from members where ${isBetween(word, of.wordsFrom, of.wordsTo)}
          order by ${word} using ~<~ limit ${sql.lit(candidates)})`,
      )
      const nearBy = ['widest', 'followed'].map(
        (near) => sql`(select id, 2 as rank from ${sql.table(near)} where search_text like ${of.word}
          order by near desc, id limit ${sql.lit(candidates)})`,
      )
      const starts = [usernames, ...(hasText ? [...byWords, ...nearBy] : [])]
      // Written into the text: as a sub-query their frequency is unknown to the planner, which would then scan the
      // table.
      const sound = sql.join(
        Object.keys(heardAs).map(
          (name) => sql<boolean>`search_sounds && (select ${of[name as keyof typeof of]}::text[])`,
        ),
        sql` and `,
      )
      const within = sql`union all
        (select id, 3 from members
          where (select has from room) and search_text like (select ${of.within}::text)
          limit ${sql.lit(candidates)})`
      const heard = sql`union all select id, null from (
          (select id from (
              select id, search_sounds from followed union all select id, search_sounds from widest
            ) near where ${sound} limit ${sql.lit(candidates)})
          union
          (select id from members where (select has from room) and ${sound} limit ${sql.lit(candidates)})
        ) heard`
      return sql<NameHit>`
    with widest as materialized (
      select id, search_text, search_sounds, reach as near from members where reach > 0
      order by reach desc, id limit ${sql.lit(nearest)}
    ),
    followed as materialized (
      select m.id, m.search_text, m.search_sounds, f.created_at as near from (
        select followee_id, created_at from follows where follower_id = ${of.viewerId}
        order by created_at desc, followee_id desc limit ${sql.lit(nearest)}
      ) f join members m on m.id = f.followee_id
    ),
    starts as materialized (${sql.join(starts, sql` union all `)}),
    room as (select count(distinct id) < ${of.limit} as has from starts),
    hits as (
      select id, min(rank) as rank from (select * from starts ${isWithin ? within : sql``}) found group by id
    ),
    ranked as (
      select m.id, m.search_text, m.followers_count, hits.rank, mine.followee_id is not null as followed
      from (select id, rank from hits ${isHeard ? heard : sql``}) hits
      join members m on m.id = hits.id and ${maySee(of.viewerId, 'm.id')}
      left join follows mine on mine.follower_id = ${of.viewerId} and mine.followee_id = m.id
    )
    (select * from ranked where rank is not null
      order by rank = 0 desc, followed and rank < 3 desc, rank = 3, followers_count desc, rank, id
      limit ${of.limit})
    union all
    select * from ranked where rank is null`
    },
  ).execute(db)
  return rows
}

/** Ids of members with a word similar to the query, for misspellings; the most similar first. */
export async function searchByLikeness(
  db: Db,
  viewerId: string,
  folded: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, search_text, followers_count from members
      where search_text %> (select ${folded}::text) and ${maySee(viewerId, 'id')} limit ${sql.lit(candidates)}
    ) as alike
    order by word_similarity(${folded}, search_text) desc, followers_count desc, id limit ${limit}
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Members without their `search_sounds`. */
export const selectUnsounded = (db: Db, limit: number) =>
  db
    .selectFrom('members')
    .select(['id', 'search_text'])
    // In the words of the index `members_unsounded`.
    .where('search_sounds', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Members who got theirs meanwhile keep them. */
export async function updateSounds(
  db: Db,
  rows: readonly { id: string; sounds: readonly string[] }[],
): Promise<void> {
  await sql`
    update members set search_sounds = array(select jsonb_array_elements_text(given.sounds))
    from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, sounds jsonb)
      order by id) given
    where members.id = given.id and members.search_sounds is null`.execute(db)
}

/** Locks a member's row, so that what they do at the same time happens one after another. */
export async function lockMember(db: Db, memberId: string): Promise<void> {
  await db.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
}

/** Locks the rows of several in one order, so that two members who follow each other at once do not deadlock. */
export async function lockMembers(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isIn)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function selectFollowersCount(db: Db, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('members')
    .select('followers_count')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.followers_count ?? 0
}

/** The ids of members by their usernames in lower case. */
export async function selectMemberIds(db: Db, usernames: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, lower(username) as username from members
    where lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[]) and ${isIn}`.execute(
    db,
  )
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/**
 * Locks a member and, for their counters, everybody whom they follow or who follows them, all in the order of
 * `lockMembers`. The member's own row is then locked against any new row that refers to it.
 */
export async function lockForDeletion(db: Db, memberId: string) {
  await sql`
    select count(*) from (
      select id from members
      where id = ${memberId}
        or id in (select followee_id from follows where follower_id = ${memberId})
        or id in (select follower_id from follows where followee_id = ${memberId})
      order by id for no key update
    ) as locked`.execute(db)
  return db
    .selectFrom('members')
    .select(['email', 'username'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteMemberRow(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('members').where('id', '=', memberId).execute()
}

/** Whether guests are shown what a member made public. */
export async function isOpenToGuests(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where(isShownToGuests())
    .executeTakeFirst()
  return row !== undefined
}
