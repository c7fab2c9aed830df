import { sql, type RawBuilder } from 'kysely'
import { cursorValues, keyset, placedBy, type KeysetPage } from '#server/core/keyset.ts'
import type { Thread } from '#shared/api/replies.ts'
import type { Db } from '#server/db/database.ts'
import { isNotHidden, mayShow, type Onlooker } from '#server/core/audience.ts'
import { keepable, keptStatement } from '#server/core/kept-statement.ts'
import type { WantedReplies } from './replies.queries.ts'
import { isOfThread, placeOf } from './thread.ts'

/** Who reads a thread; its texts are compared with hidden words only for whoever hides some. */
interface Reading {
  viewerId: string
  hides: boolean
}

/**
 * Whether a reply has a row in the thread for this viewer: one that moderators hid is only a placeholder to others,
 * and only when it has answers; so is a top-level comment that the viewer hides, or that a block keeps from them.
 * `offset 0` has answers looked up by key: otherwise PostgreSQL reads all there are as soon as it meets a hidden comment.
 */
const hasPlace = ({ viewerId, hides }: Reading) => sql<boolean>`((${isNotHidden(viewerId, 'replies')}
    or exists (select from replies below where below.parent_id = replies.id offset 0))
  and (${mayShow(viewerId, { member: 'replies.member_id', ...(hides && { text: 'replies.text' }) })}
    or replies.parent_id is null and replies.answer_count > 0))`

/**
 * The sort key of a thread: likes, time and id of the top-level comment, then time and id of the row. The comment
 * comes before all of its answers, whatever the clocks said.
 */
const threadKey = [
  sql`likes`,
  sql`commented_at`,
  sql`comment`,
  sql`coalesce(answered_at, timestamptz 'epoch')`,
  sql`id`,
]

type PageEnd = NonNullable<ReturnType<typeof endOf>>

export interface ThreadOf extends Reading {
  thread: Thread
}

/** The end of a page: the top-level comment, and the row that is it or an answer below it. */
function endOf(cursor: string | undefined) {
  const values = cursorValues(cursor, ['integer', 'timestamptz', 'uuid', 'timestamptz', 'uuid'])
  if (!values) return null
  const [likes, createdAt, comment, ...row] = values
  return { likes, createdAt, comment, row }
}

const oldestFirst = sql`order by created_at, id`

/** The first answers of a comment. The thread is compared too, since cursors can be forged. */
const answersOf = (
  comment: RawBuilder<unknown> | undefined,
  of: ThreadOf,
  limit: number,
  after: RawBuilder<unknown> = sql`true`,
) =>
  sql`select id, created_at from replies
    where root_id = ${comment} and ${isOfThread(of.thread)} and ${after} and ${hasPlace(of)} ${oldestFirst} limit ${limit}`

/**
 * A thread: each top-level comment, most liked first, followed by its answers at any depth, oldest first. Answers are
 * read only for those comments that the page may reach, judged by their counts of answers (deleted ones come on top),
 * and at most `limit` of each. A comment that is liked while somebody reads may be seen twice or not at all; the next
 * page always starts further on.
 */
export const threadPage = (
  { thread: { on, id }, viewerId, hides }: ThreadOf,
  answers: number | undefined,
  page: KeysetPage,
): WantedReplies =>
  keepable(page.cursor ? null : `thread ${on} ${answers} ${page.limit}`, { id, viewerId, hides }, (of) =>
    threadStatement({ ...of, thread: { on, id: of.id } }, answers, page),
  )

function threadStatement(of: ThreadOf, answers: number | undefined, page: KeysetPage) {
  const place = endOf(page.cursor)
  const limit = page.limit + 1
  const shown = Math.min(answers ?? limit, limit)
  const comment = sql`select id, like_count, created_at, answer_count from replies
    where ${isOfThread(of.thread)} and parent_id is null and ${hasPlace(of)}`
  const byLikes = sql`order by like_count desc, created_at, id`
  // Two ranges of the index; with one condition every comment with the same number of likes would be read again.
  const comments = place
    ? sql`(${comment} and like_count = ${place.likes} and (created_at, id) > (${place.createdAt}, ${place.comment})
          ${oldestFirst} limit ${limit})
        union all
        (${comment} and like_count < ${place.likes} and id <> ${place.comment} ${byLikes} limit ${limit})`
    : sql`${comment} ${byLikes} limit ${limit}`
  const order = sql`likes desc, commented_at, comment, answered_at nulls first, id`
  return sql`
    with comments as materialized (${comments}), reached as (
      select *, coalesce(sum(least(answer_count, ${shown}::int) + 1) over (
        ${byLikes} rows between unbounded preceding and 1 preceding
      ), 0) as before from comments
    ), thread (likes, commented_at, comment, answered_at, id) as (
      ${place ? sql`${goneOn(place, of, limit, answers)} union all` : sql``}
      select c.like_count, c.created_at, c.id, row.created_at, row.id
      from reached c cross join lateral (
        select c.id, null::timestamptz as created_at
        union all
        (${answersOf(sql`c.id`, of, shown)})
      ) row
      where c.before < ${limit}
    )
    select id, ${placedBy(order, threadKey, page.limit)} from thread order by ${order} limit ${limit}`
}

/** The rest of the answers in which a page ended. */
function goneOn({ likes, createdAt, comment, row }: PageEnd, of: ThreadOf, limit: number, answers?: number) {
  const after = sql`(created_at, id) > (${sql.join(row)})`
  const left =
    answers === undefined
      ? answersOf(comment, of, limit, after)
      : sql`select id, created_at from (${answersOf(comment, of, answers)}) first where ${after}`
  return sql`select ${likes}, ${createdAt}, ${comment}, a.created_at, a.id from (${left}) a`
}

/** The answers below one comment, oldest first, however deep. */
export function answersPage(of: ThreadOf, rootId: string, page: KeysetPage): WantedReplies {
  const { placed, after, limit } = keyset(
    [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    page,
    'asc',
  )
  return keepable(
    null,
    {},
    () => sql`select id, ${placed} from (${answersOf(sql`${rootId}::uuid`, of, limit, after)}) a`,
  )
}

/** Whether the viewer may open the thread's log or list, and whether the thread has this top-level comment. */
export async function selectThread(
  db: Db,
  { thread: { on, id }, viewerId }: Omit<ThreadOf, 'hides'>,
  rootId: string | null,
) {
  const statement = keptStatement(`open thread ${on}`, { id, viewerId, rootId }, (of) => {
    const thread = { on, id: of.id }
    const { table, openTo } = placeOf(thread)
    return sql<{ open: boolean; root: boolean }>`
      select exists (
          select 1 from ${sql.table(table)} t where id = ${of.id} and ${openTo(of.viewerId, 't')}
        ) as open,
        exists (select 1 from replies where id = ${of.rootId} and ${isOfThread(thread)} and parent_id is null) as root`
  })
  return (await statement.execute(db)).rows[0] ?? { open: false, root: false }
}

/** The first rows of the threads of several logs. */
export const beginnings = (reader: Onlooker, logs: string[], rows: number): WantedReplies =>
  keepable(
    `beginnings ${rows}`,
    { viewerId: reader.memberId, hides: reader.hides, logIds: logs },
    ({ logIds, ...reading }) => sql`
  select t.id, row_number() over (order by given.position, t.place) as position, null::text as key
  from unnest(${logIds}::uuid[]) with ordinality as given (log_id, position)
  cross join lateral (
    select row.id, row_number() over (
      order by c.like_count desc, c.created_at, c.id, row.created_at nulls first, row.id
    ) as place
    from (
      select id, like_count, created_at from replies
      where log_id = given.log_id and parent_id is null and ${hasPlace(reading)}
      order by like_count desc, created_at, id limit ${rows}
    ) c cross join lateral (
      select c.id, null::timestamptz as created_at
      union all
      (select id, created_at from replies where root_id = c.id and ${hasPlace(reading)} ${oldestFirst} limit ${rows - 1})
    ) row
    order by place limit ${rows}
  ) t`,
  )

/** The most liked comments on a log that the viewer is shown. */
export const mostLiked = (reader: Onlooker, log: string, limit: number): WantedReplies =>
  keepable(
    `most liked ${limit}`,
    { viewerId: reader.memberId, hides: reader.hides, logId: log },
    ({ viewerId, hides, logId }) => sql`
  select id, row_number() over (order by like_count desc, created_at, id) as position, null::text as key from (
    select id, like_count, created_at from replies
    where log_id = ${logId} and parent_id is null and not deleted
      and ${isNotHidden(viewerId)} and ${mayShow(viewerId, hides ? { text: 'text' } : {})}
    order by like_count desc, created_at, id limit ${limit}
  ) c`,
  )
