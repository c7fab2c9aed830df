import { sql, type Insertable, type Updateable } from 'kysely'
import type { Audience } from '#shared/audience.ts'
import type { ModeratedChange } from '#server/core/audience.ts'
import { keepable, keptStatement } from '#server/core/kept-statement.ts'
import type { Db } from '#server/db/database.ts'
import type { Logs } from '#server/db/schema.ts'
import type { GifColumns } from '#server/domains/gifs/gifs.views.ts'
import {
  earlierOfOne,
  selectRatingBefore,
  standingBefore,
  type Earlier,
  type Standing,
  type StandingOfOne,
} from './film-stats.queries.ts'
import { visibleTo, type LogRow } from './logs.queries.ts'

/** The columns that are needed to decide what somebody may do with a log: author, film and files. */
export function selectLog(db: Db, id: string, { lock } = { lock: false }) {
  return db
    .selectFrom('logs')
    .select(['id', 'member_id', 'film_id', 'rating', 'review'])
    .select(['gif', 'image', 'is_mark', 'audience', 'hidden_at'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/**
 * Makes writes of one member's logs wait for each other, so that first logs of a film and ratings are counted one
 * after another. Answers whether there is such a member.
 *
 * The order of locks: diaries before all else, several of them in the order of their members; then the member's own
 * row if that changes too (`lockMemberLogs`); then logs. A deletion of an account holds the rows of its followers,
 * and of those it followed, when its likes of their logs are counted.
 */
export async function lockDiary(db: Db, member: string): Promise<boolean> {
  const { rows } = await keptStatement(
    'lock a diary',
    { memberId: member },
    ({ memberId }) => sql`select from diaries where member_id = ${memberId} for no key update`,
  ).execute(db)
  return rows.length > 0
}

/** The audience of a member's new log when none is given: the one for logs or, with text, the one for reviews. */
const audienceOfNew = (memberId: string, review: string) =>
  sql`coalesce(
    (select ${sql.ref(review === '' ? 'logs_audience' : 'reviews_audience')} from members where id = ${memberId}), 'me')`

/** Sets the audience of a member's logs without text, or of those with text; answers the standings before. */
export function updateAudiences(
  db: Db,
  memberId: string,
  { reviews, audience }: { reviews: boolean; audience: Audience },
): Promise<Standing[]> {
  return db
    .updateTable('logs')
    .set({ audience })
    .where('member_id', '=', memberId)
    .where('review', reviews ? '<>' : '=', '')
    .where('audience', '<>', audience)
    .returning(standingBefore)
    .execute()
}

type NewColumns = Omit<Insertable<Logs>, 'audience'>

/**
 * The columns of a new log. With a null audience it gets the one that the member chose for new logs; undefined
 * columns get their defaults.
 */
type NewLog = { [Column in keyof NewColumns]: NewColumns[Column] | undefined } & {
  id: string
  member_id: string
  film_id: number
  audience: Audience | null
  created_at: Date
}

/** What an insert returns: what was not given, and texts as the database keeps them. */
interface WrittenRow
  extends
    Pick<LogRow, 'audience' | 'review' | 'tags' | 'seen_only' | 'override_path' | 'is_favorite'>,
    Omit<GifColumns, 'gif'>,
    Earlier {}

/** The columns of a new log that need not be read: nothing has them yet, or only logs with a GIF have them. */
const unset = {
  liked: false,
  likes: null,
  like_count: 0,
  reply_count: 0,
  backdrop: null,
  hidden_at: null,
  review_emphasis: null,
  gif_title: null,
  gif_width: null,
  gif_height: null,
}

const ofGif = sql.join(
  ['title', 'width', 'height'].map((name) =>
    sql.raw(`(select ${name} from gifs where address = logs.gif) as gif_${name},`),
  ),
  sql` `,
)

const noneEarlier = { logs: 0, marks: 0, rating: null, is_newer: false }

/** Answers the log and the standing before it; undefined when the member has used this idempotency key before. */
export async function insertLog(
  db: Db,
  log: NewLog,
): Promise<{ log: LogRow; before: StandingOfOne } | undefined> {
  const columns = Object.keys(log).filter(
    (name) => log[name as keyof NewLog] !== undefined,
  ) as (keyof NewLog)[]
  const { id, member_id, film_id, created_at, review = '', gif = null } = log
  const statement = keptStatement(
    `insert a log ${columns.join()} ${review === ''} ${gif !== null}`,
    { ...log },
    (values) => sql<WrittenRow>`
      insert into logs (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(
        columns.map((column) =>
          column === 'audience' && values.audience === null
            ? audienceOfNew(values.member_id, review)
            : values[column],
        ),
      )})
      on conflict (member_id, idempotency_key) where idempotency_key is not null do nothing
      returning ${sql.join(earlierOfOne)}, audience, review, nullif(tags, '{}') as tags, seen_only,
        ${gif === null ? sql`` : ofGif}
        (select poster_path from poster_overrides o where o.member_id = logs.member_id and o.film_id = logs.film_id)
          as override_path,
        exists (select from favourites v where v.member_id = logs.member_id and v.film_id = logs.film_id) as is_favorite`,
  )
  const [written] = (await statement.execute(db)).rows
  if (!written) return undefined
  const { earlier, is_by_hand, is_counted, ...told } = written
  const { is_newer, ...standing } = earlier ?? noneEarlier
  const { rating = null, rewatch_count = 0, watched_at = null, image = null, spoilers = false } = log
  const given = {
    id,
    member_id,
    film_id,
    rating,
    rewatch_count,
    watched_at,
    gif,
    image,
    spoilers,
    created_at,
  }
  return {
    log: { ...unset, ...given, ...told },
    before: {
      ...standing,
      film_id,
      ...(is_by_hand && { rating: await selectRatingBefore(db, log) }),
      is_plain: is_counted && !is_by_hand && !is_newer,
    },
  }
}

/** Undefined columns stay as they are. */
export type LogChange = { [Column in keyof Updateable<Logs>]: Updateable<Logs>[Column] | undefined }

/** Answers the standing before. */
export function updateLog(db: Db, id: string, change: LogChange, now: Date): Promise<Standing[]> {
  return db
    .updateTable('logs')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returning(standingBefore)
    .execute()
}

/** Answers the standing before. `updated_at` stays as it is. */
export function updateModerated(db: Db, id: string, change: ModeratedChange): Promise<Standing | undefined> {
  return db.updateTable('logs').set(change).where('id', '=', id).returning(standingBefore).executeTakeFirst()
}

/** Uploaded pictures of logs and of the replies below them. */
export async function selectPicturesOfLogs(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select image as path from logs where id = any(${ids}::uuid[]) and image is not null
    union all
    select image from replies where log_id = any(${ids}::uuid[]) and image is not null`.execute(db)
  return rows.map((row) => row.path)
}

/** Answers the standings with the logs that were deleted. */
export async function deleteLogs(db: Db, ids: string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    delete from logs where id = any(${ids}::uuid[]) returning ${sql.join(standingBefore)}`.execute(db)
  return rows
}

/** A log that the viewer may see, for `toggleMark`. */
export const lockVisibleLog = (viewerId: string, id: string) =>
  keepable(
    'a log',
    { viewerId, id },
    (of) => sql`select id from logs where id = ${of.id} and ${visibleTo(of.viewerId)} for key share`,
  )

export async function lockLogsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from logs where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

/** Pictures in replies below a member's logs, by whomever. */
export async function selectReplyPicturesBelow(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select replies.image from logs join replies on replies.log_id = logs.id
    where logs.member_id = ${memberId} and replies.image is not null`.execute(db)
  return rows.map((row) => row.image)
}

/** Answers the standings with them. */
export function deleteLogsOf(db: Db, memberId: string): Promise<Standing[]> {
  return db.deleteFrom('logs').where('member_id', '=', memberId).returning(standingBefore).execute()
}
