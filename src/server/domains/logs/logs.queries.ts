import { sql, type Selectable } from 'kysely'
import { keepable, keptStatement, type Keepable } from '#server/core/kept-statement.ts'
import { keyset, listedBy, rowsOf, type KeysetPage, type Listed, type SortKey } from '#server/core/keyset.ts'
import { momentText, type Db } from '#server/db/database.ts'
import { hasTag } from '#server/db/has-tag.ts'
import { likeText } from '#server/db/like-text.ts'
import type { Logs } from '#server/db/schema.ts'
import type { Viewer } from '#server/core/http.ts'
import { filmRating } from '#server/domains/films/film-ratings.views.ts'
import { isForViewer, isLeftTo, maySee, maySeeWritten } from '#server/core/audience.ts'
import type { GifColumns } from '#server/domains/gifs/gifs.views.ts'

/** The one rule of who sees a log. */
export const visibleTo = (viewerId: string, log?: string) => maySeeWritten(viewerId, log)

/** Orders of logs, by what a statement calls `log`. No two logs have the same place in any of them. */
const orders = {
  given: sql`log.position`,
  leading: sql`log.leading desc, log.created_at desc, log.id desc`,
  newest: sql`log.created_at desc, log.id desc`,
}

/**
 * Which logs are read: a statement of their columns, and the order of its rows. The statement leaves out what the
 * viewer may not see; checking its rows afterwards took a tenth of the time of a page.
 */
export interface WantedLogs extends Keepable {
  order: keyof typeof orders
}

/** The columns by which a list of logs is sorted; a cursor is made of them. */
interface Placed {
  id: string
  created_at: Date
  /** Sorted by before `created_at`; absent where a list is sorted by that alone. */
  leading?: string | number
}

/** The statement of a page of logs, and how its rows become a page. */
export interface LogsPage {
  wanted: WantedLogs
  /** Rows at most. */
  limit: number
  list: <Row extends Placed>(rows: Row[]) => Listed<Row>
}

/** Logs by id, in this order; missing ones are left out. */
export const logsById = (viewerId: string, ids: readonly string[]): WantedLogs => ({
  order: 'given',
  ...keepable(
    'by id',
    { viewerId, ids },
    (of) => sql`
      select log.*, given.position from unnest(${of.ids}::uuid[]) with ordinality as given (id, position)
      join logs log on log.id = given.id where ${visibleTo(of.viewerId, 'log')}`,
  ),
})

const tileColumns = [
  'id',
  'member_id',
  'film_id',
  'rewatch_count',
  'watched_at',
  'like_count',
  'reply_count',
  'created_at',
  'audience',
] as const

const shownColumns = [
  ...tileColumns,
  'review',
  'spoilers',
  'gif',
  'image',
  'backdrop',
  'seen_only',
  'hidden_at',
] as const

const columnsOf = (names: readonly string[]) => sql.raw(names.map((name) => `log.${name}`).join(', '))

const leadingOf = ({ order }: WantedLogs) => (order === 'leading' ? sql`, log.leading` : sql``)

interface ReadRow extends Placed {
  /** The author's own poster for this film. */
  override_path: string | null
  liked: boolean
}

/** What a tile shows of a log beside its film and author. */
export interface LogTileRow extends Pick<Selectable<Logs>, (typeof tileColumns)[number] | 'rating'>, ReadRow {
  excerpt: string
}

/** All that any view shows of a log beside its film and author. */
export interface LogRow
  extends Pick<Selectable<Logs>, (typeof shownColumns)[number] | 'rating'>, ReadRow, GifColumns {
  is_favorite: boolean
  /** Null when there are none: empty arrays cost as much to read as full ones. */
  tags: string[] | null
  review_emphasis: number[] | null
  likes: string[] | null
}

/** The reader: a member or a stand-in, and their language of film titles. */
export type Reader = Pick<Viewer, 'id' | 'titles'>

/** Whether a member likes a log: looked up by key, and only where anybody does. */
const likedBy = (memberId: string) => sql<boolean>`(log.like_count > 0
  and exists (select from log_likes k where k.log_id = log.id and k.member_id = ${memberId} offset 0))`

/** `excerptLength` is the number of characters of the review that are read. */
export async function selectLogTiles(db: Db, viewerId: string, wanted: WantedLogs, excerptLength: number) {
  const statement = keptStatement(
    wanted.shape && `tiles ${excerptLength} ${wanted.shape}`,
    { ...wanted.values, viewerId },
    (values) => sql<LogTileRow>`
    select ${columnsOf(tileColumns)}, log.rating, left(log.review, ${excerptLength}) as excerpt,
      o.poster_path as override_path, ${likedBy(values.viewerId)} as liked ${leadingOf(wanted)}
    from (${wanted.make(values)}) as log
    left join poster_overrides o on o.member_id = log.member_id and o.film_id = log.film_id
    order by ${orders[wanted.order]}`,
  )
  return (await statement.execute(db)).rows
}

/** `likers` limits the array of likes. For a mark as seen, the stars are the film's current rating by its member. */
export async function selectLogs(
  db: Db,
  viewerId: string,
  wanted: WantedLogs,
  likers: number,
): Promise<LogRow[]> {
  const { rows } = await keptStatement(
    wanted.shape && `logs ${likers} ${wanted.shape}`,
    { ...wanted.values, viewerId },
    (values) => sql<LogRow>`
    select ${columnsOf(shownColumns)}, log.rating, nullif(log.tags, '{}') as tags,
      nullif(log.review_emphasis, '{}') as review_emphasis,
      g.title as gif_title, g.width as gif_width, g.height as gif_height,
      (select poster_path from poster_overrides o where o.member_id = log.member_id and o.film_id = log.film_id) as override_path,
      exists (
        select from favourites v
        where v.member_id = log.member_id and v.film_id = log.film_id and ${isForViewer(values.viewerId, 'v')} offset 0
      ) as is_favorite,
      ${likedBy(values.viewerId)} as liked,
      case when log.like_count > 0 then array(
        select member_id from log_likes where log_id = log.id and ${maySee(values.viewerId)} order by created_at desc, member_id limit ${likers}
      ) end as likes ${leadingOf(wanted)}
    from (${wanted.make(values)}) as log
    left join gifs g on g.address = log.gif
    order by ${orders[wanted.order]}`,
  ).execute(db)
  return withStarsOfMarks(db, viewerId, rows)
}

/**
 * Logs with what is given now to the films of those that are marks as seen. A statement of its own, since few lists have
 * marks and one that is prepared for them costs a tenth more.
 */
export async function withStarsOfMarks<Row extends Pick<LogRow, 'id' | 'rating' | 'seen_only'>>(
  db: Db,
  viewer: string,
  rows: Row[],
): Promise<Row[]> {
  const marks = rows.flatMap((row) => (row.seen_only ? [row.id] : []))
  if (marks.length === 0) return rows
  const given = await keptStatement(
    'stars of marks',
    { viewerId: viewer, ids: marks },
    ({ viewerId, ids }) => sql<Pick<LogRow, 'id' | 'rating'>>`
      select id, ${filmRating(sql`l.member_id`, sql`l.film_id`, { viewer: viewerId })} as rating
      from logs l where id = any(${ids}::uuid[])`,
  ).execute(db)
  const stars = new Map(given.rows.map(({ id, rating }) => [id, rating]))
  return rows.map((row) => (row.seen_only ? { ...row, rating: stars.get(row.id) ?? null } : row))
}

/** The author of a log; undefined when the viewer may not see it. */
export async function selectAuthor(db: Db, viewerId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('logs')
    .select('member_id')
    .where('id', '=', id)
    .where(visibleTo(viewerId))
    .executeTakeFirst()
  return row?.member_id
}

export async function selectReaders(db: Db, id: string, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${[...memberIds]}::uuid[]) m (id)
    where exists (select from logs l where l.id = ${id} and ${isLeftTo(sql.ref('m.id'), 'l')})`.execute(db)
  return rows.map((row) => row.id)
}

export const newest: SortKey[] = [
  ['log.created_at', 'timestamptz'],
  ['log.id', 'uuid'],
]

/** The day under which a log is listed in a diary; must be exactly the expression of the index `logs_member_day`. */
export const diaryDay = sql`coalesce(watched_at, (created_at at time zone 'utc')::date)`

/** Has text, a GIF or an image; must be exactly the condition of the indexes `logs_member_reviews_*`. */
const isReview = sql<boolean>`(review <> '' or gif is not null or image is not null)`

/** A choice of a member's logs: all, those with a tag, those that contain a search text, or both. */
export interface LogChoice {
  tag?: string | undefined
  /**
   * The search text, folded as `films.search_text` is and not empty, and those of the member's tags that contain it.
   */
  search?: { folded: string; tags: string[] } | undefined
}

/** A condition on rows of `logs`; columns are written without an alias, so the table may have any. */
export function isMeant({ tag, search }: LogChoice) {
  const conditions = [
    ...(tag === undefined ? [] : [hasTag([tag])]),
    ...(search === undefined ? [] : [holds(search)]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const holds = ({ folded, tags }: NonNullable<LogChoice['search']>) => sql<boolean>`
  (exists (
      select from films f where f.id = film_id and (
        f.search_text like ${`%${likeText(folded)}%`}
        or exists (select from film_texts t where t.film_id = f.id and t.search_text like ${`%${likeText(folded)}%`})
      )
    )
    ${tags.length === 0 ? sql`` : sql`or ${hasTag(tags)}`})`

export type LogSort = 'created' | 'watched' | 'likes'

/** The column that each sort goes by before `created_at`. */
const leading: Record<LogSort, SortKey | null> = {
  created: null,
  watched: [diaryDay, 'date'],
  likes: ['log.popularity', 'integer'],
}

export function memberLogsPage(
  { memberId, viewerId }: { memberId: string; viewerId: string },
  /** `from` is the first day of the diary, `YYYY-MM-DD`. */
  choice: LogChoice & { sort: LogSort; reviews: boolean; entries: boolean; from?: string | undefined },
  page: KeysetPage,
): LogsPage {
  const { sort, reviews, entries, from, tag, search } = choice
  const shape = tag === undefined && search === undefined ? `of a member ${sort} ${reviews} ${entries}` : null
  return logsPage(
    page,
    viewerId,
    keepable(shape, { memberId, from }, (of) => {
      const conditions = [
        ...(reviews ? [isReview] : []),
        ...(entries ? [sql`not seen_only`] : []),
        ...(of.from === undefined ? [] : [sql`${diaryDay} >= ${of.from}::date`]),
        isMeant(choice),
      ]
      return sql`member_id = ${of.memberId} and ${sql.join(conditions, sql` and `)}`
    }),
    sort,
  )
}

/** The logs that the viewer sees and for which a condition on `logs log` holds. */
export function logsPage(
  page: KeysetPage,
  viewerId: string,
  condition: Keepable,
  sort: LogSort = 'created',
): LogsPage {
  const before = leading[sort]
  const wanted = keepable(condition.shape, { ...condition.values, viewerId }, (values) => {
    const { columns, after, by, limit } = keyset([...(before ? [before] : []), ...newest], page)
    return sql`
      select log.* ${before ? sql`, ${columns[0]} as leading` : sql``} from logs log
      where ${condition.make(values)} and ${visibleTo(values.viewerId, 'log')} and ${after} order by ${by} limit ${limit}`
  })
  return pageOfLogs(page, { ...wanted, order: before ? 'leading' : 'newest' })
}

/** The newest logs by ids that a statement finds; it asks whether the viewer sees them. */
export const newestOf = (page: KeysetPage, { shape, values, make }: Keepable): LogsPage =>
  pageOfLogs(page, {
    shape,
    values,
    make: (of) => sql`select log.* from (${make(of)}) as wanted join logs log on log.id = wanted.id`,
    order: 'newest',
  })

/** A page of the logs that `wanted` reads: where it begins is in the text. */
export const pageOfLogs = (page: KeysetPage, wanted: WantedLogs): LogsPage => ({
  wanted: { ...wanted, shape: page.cursor || !wanted.shape ? null : `${wanted.shape} ${rowsOf(page)}` },
  limit: rowsOf(page),
  list: (rows) => listedBy(rows, page.limit, keyOf),
})

const keyOf = ({ leading: before, created_at, id }: Placed) =>
  JSON.stringify([...(before === undefined ? [] : [String(before)]), momentText(created_at), id])

/** The member's logs of a film, newest first, with the columns that are needed to change its mark as seen. */
export function selectFilmLogs(db: Db, memberId: string, filmId: number) {
  return db
    .selectFrom('logs')
    .select(['id', 'seen_only', 'like_count', 'reply_count'])
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
}

export async function hasLogged(db: Db, memberId: string, filmId: number): Promise<boolean> {
  const { rows } = await sql`
    select from logs where member_id = ${memberId} and film_id = ${filmId} limit 1`.execute(db)
  return rows.length > 0
}

/** The author's newest other logs with text. */
export async function selectOtherReviews(
  db: Db,
  viewerId: string,
  { memberId, exceptId }: { memberId: string; exceptId: string },
  limit: number,
) {
  const rows = await db
    .selectFrom('logs')
    .select('id')
    .where('member_id', '=', memberId)
    .where('review', '<>', '')
    .where('id', '<>', exceptId)
    .where(visibleTo(viewerId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
