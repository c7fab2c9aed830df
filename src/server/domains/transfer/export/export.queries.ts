import { audienceKinds } from '#shared/audience.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import type { Db } from '#server/db/database.ts'
import type {
  Films,
  Follows,
  Lists,
  Logs,
  Members,
  MutedFilms,
  MutedWords,
  Mutes,
  Notifications,
  Plays,
  RefusedFilms,
  Replies,
  WatchlistItems,
} from '#server/db/schema.ts'
import { filmRating, filmRatingsOf } from '#server/domains/films/film-ratings.views.ts'
import { titleColumns, type FilmTitles, type TitleReader } from '#server/domains/films/titles.views.ts'
import { listOpenTo, listVisibleTo } from '#server/domains/lists/lists.views.ts'
import { logVisibleTo } from '#server/domains/logs/logs.views.ts'
import { maySee, maySeeReply } from '#server/core/audience.ts'
import { keyset, type KeyType, type Listed } from '#server/core/keyset.ts'

/** Queries for everything that belongs to one member, oldest first. Of others they read only usernames. */

export const selectMember = (db: Db, memberId: string) =>
  db
    .selectFrom('members')
    .select([
      'id',
      'username',
      'name',
      'email',
      'email_verified_at',
      'bio',
      'avatar',
      'backdrop',
      'socials',
      'favorite_film_ids',
      sql<string[]>`coalesce((select addresses from recent_gifs where member_id = members.id), '{}')`.as(
        'recent_gifs',
      ),
      'locale',
      'discoverable',
      'search_engines',
      'time_zone',
      'film_titles',
      'lesser_known_films',
      'spoilers',
      'scheduled_export',
      'locked',
      'created_at',
      ...audienceKinds.map((kind) => `${kind}_audience` as const),
    ])
    .$narrowType<{ film_titles: FilmTitleChoice }>()
    .where('id', '=', memberId)
    .executeTakeFirst()

/** The years in review that a member shows by a link, the oldest first. */
export const selectSharedYears = (db: Db, memberId: string) =>
  db
    .selectFrom('year_shares')
    .select(['year', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('year')
    .execute()

/** The member's passkeys, without anything by which somebody could sign in. */
export const selectPasskeys = (db: Db, memberId: string) =>
  db
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

/** The member's tokens, without anything by which somebody could use them. */
export const selectTokens = (db: Db, memberId: string) =>
  db
    .selectFrom('personal_tokens')
    .select(['name', 'scopes', 'created_at', 'expires_at', 'used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

/** Since when the second step is on. */
export const selectSecondStep = (db: Db, memberId: string) =>
  db.selectFrom('second_steps').select('confirmed_at').where('member_id', '=', memberId).executeTakeFirst()

/** The exporting member, and their choice of film titles. */
export interface Exporter {
  id: string
  titles: TitleReader
}

export interface ExportedFilm extends FilmTitles, Pick<Selectable<Films>, 'release_date'> {
  film_id: number
}

const film = ({ titles }: Exporter) => sql`f.id as film_id, ${titleColumns(titles)}, f.release_date`

export async function selectFilms(db: Db, exporter: Exporter, ids: number[]): Promise<ExportedFilm[]> {
  const { rows } = await sql<ExportedFilm>`
    select ${film(exporter)} from unnest(${ids}::integer[]) with ordinality as wanted (id, place)
    join films f on f.id = wanted.id order by wanted.place`.execute(db)
  return rows
}

export interface ExportedLogRow
  extends
    ExportedFilm,
    Pick<
      Selectable<Logs>,
      | 'id'
      | 'import_key'
      | 'rating'
      | 'review'
      | 'review_emphasis'
      | 'spoilers'
      | 'audience'
      | 'rewatch_count'
      | 'seen_only'
      | 'tags'
      | 'gif'
      | 'image'
      | 'backdrop'
      | 'created_at'
      | 'updated_at'
    > {
  watched_on: string | null
}

export const selectLogs = (db: Db, exporter: Exporter) =>
  readRows<ExportedLogRow>(db, {
    select: sql`l.id, l.import_key,
      case when l.seen_only then ${filmRating(sql`l.member_id`, sql`l.film_id`, 'giver')} else l.rating end as rating, l.review, l.review_emphasis, l.spoilers, l.watched_at::text as watched_on, l.rewatch_count, l.seen_only, l.audience, l.tags,
      l.gif, l.image, l.backdrop, l.created_at, l.updated_at, ${film(exporter)}`,
    from: sql`logs l join films f on f.id = l.film_id where l.member_id = ${exporter.id}`,
    keys: { 'l.created_at': 'timestamptz', 'l.id': 'uuid' },
  })

interface ReplyRow
  extends
    Omit<ExportedFilm, 'film_id'>,
    Pick<
      Selectable<Replies>,
      'id' | 'log_id' | 'list_id' | 'parent_id' | 'text' | 'spoilers' | 'gif' | 'image' | 'created_at'
    > {
  /** Null when the exporter may not see the log any more. */
  film_id: number | null
  /** The author of the log or list; null behind a block. */
  author: string | null
  /** Null when the exporter may not open the list any more. */
  list_title: string | null
}

export const selectReplies = (db: Db, exporter: Exporter) =>
  readRows<ReplyRow>(db, {
    select: sql`r.id, r.log_id, r.list_id, case when ${maySee(exporter.id, 'm.id')} then m.username end as author,
      i.title as list_title, r.parent_id, r.text, r.spoilers, r.gif, r.image, r.created_at, ${film(exporter)}`,
    from: sql`replies r left join logs l on l.id = r.log_id
      left join films f on f.id = l.film_id and ${logVisibleTo(exporter.id, 'l')}
      left join lists on lists.id = r.list_id left join lists i on i.id = r.list_id and ${listOpenTo(exporter.id, 'i')}
      join members m on m.id = coalesce(l.member_id, lists.member_id)
      where r.member_id = ${exporter.id} and not r.deleted`,
    keys: { 'r.created_at': 'timestamptz', 'r.id': 'uuid' },
  })

export interface LikeRow {
  id: string
  /** Null when the author was deleted. */
  author: string | null
  title: string
  created_at: Date
}

export const selectLogLikes = (db: Db, memberId: string) =>
  readRows<LikeRow>(db, {
    select: sql`l.id, m.username as author, f.title, k.created_at`,
    from: sql`log_likes k join logs l on l.id = k.log_id join members m on m.id = l.member_id
      join films f on f.id = l.film_id where k.member_id = ${memberId} and ${logVisibleTo(memberId, 'l')}`,
    keys: { 'k.created_at': 'timestamptz', 'k.log_id': 'uuid' },
  })

export const selectReplyLikes = (db: Db, memberId: string) =>
  readRows<LikeRow>(db, {
    select: sql`r.id, m.username as author, coalesce(f.title, i.title) as title, k.created_at`,
    from: sql`reply_likes k join replies r on r.id = k.reply_id left join members m on m.id = r.member_id
      left join logs l on l.id = r.log_id left join films f on f.id = l.film_id left join lists i on i.id = r.list_id
      where k.member_id = ${memberId} and ${maySeeReply(memberId, 'r')}
        and (${logVisibleTo(memberId, 'l')} or ${listOpenTo(memberId, 'i')})`,
    keys: { 'k.created_at': 'timestamptz', 'k.reply_id': 'uuid' },
  })

/** Leaves out lists of others that became private since. */
const marksOfLists = (table: 'list_likes' | 'list_saves') => (db: Db, memberId: string) =>
  readRows<LikeRow>(db, {
    select: sql`i.id, m.username as author, i.title, k.created_at`,
    from: sql`${sql.table(table)} k join lists i on i.id = k.list_id join members m on m.id = i.member_id
      where k.member_id = ${memberId} and ${listVisibleTo(memberId, 'i')}`,
    keys: { 'k.created_at': 'timestamptz', 'k.list_id': 'uuid' },
  })
export const selectListLikes = marksOfLists('list_likes')
export const selectListSaves = marksOfLists('list_saves')

export interface ShelfRow extends ExportedFilm, Pick<Selectable<WatchlistItems>, 'audience' | 'created_at'> {}

export const selectWatchlist = (db: Db, exporter: Exporter) =>
  readRows<ShelfRow>(db, {
    select: sql`w.audience, w.created_at, ${film(exporter)}`,
    from: sql`watchlist_items w join films f on f.id = w.film_id where w.member_id = ${exporter.id}`,
    keys: { 'w.created_at': 'timestamptz', 'w.film_id': 'integer' },
  })

interface RatingRow extends ExportedFilm {
  rating: number | null
  given_at: Date
  by_hand: boolean
}

export const selectRatings = (db: Db, exporter: Exporter) =>
  readRows<RatingRow>(db, {
    select: sql`r.rating, r.given_at, r.by_hand, ${film(exporter)}`,
    from: sql`(${filmRatingsOf(exporter.id, 'giver')}) r join films f on f.id = r.film_id where true`,
    keys: { 'r.given_at': 'timestamptz', 'f.id': 'integer' },
  })

export const selectFavourites = (db: Db, exporter: Exporter) =>
  readRows<ShelfRow>(db, {
    select: sql`w.audience, w.created_at, ${film(exporter)}`,
    from: sql`favourites w join films f on f.id = w.film_id where w.member_id = ${exporter.id}`,
    keys: { 'w.created_at': 'timestamptz', 'w.film_id': 'integer' },
  })

interface ListRow extends Pick<
  Selectable<Lists>,
  | 'id'
  | 'import_key'
  | 'title'
  | 'description'
  | 'audience'
  | 'is_ranked'
  | 'cover'
  | 'tags'
  | 'created_at'
  | 'updated_at'
> {
  /** Whom the owner asked to edit it. Times are those of JSON: ISO 8601 with an offset. */
  editors: { username: string; invited_at: string; accepted_at: string | null }[]
}

export const selectLists = (db: Db, memberId: string) =>
  readRows<ListRow>(db, {
    select: sql`i.id, i.import_key, i.title, i.description, i.audience, i.is_ranked, i.cover, i.tags, i.created_at, i.updated_at,
      coalesce((select json_agg(one) from (
        select username, invited_at, accepted_at from list_editors e join members on members.id = e.member_id
        where e.list_id = i.id order by invited_at, members.id) one), '[]') as editors`,
    from: sql`lists i where i.member_id = ${memberId}`,
    keys: { 'i.created_at': 'timestamptz', 'i.id': 'uuid' },
  })

/** A list holds a bounded number of films. */
export async function selectListFilms(
  db: Db,
  exporter: Exporter,
  listId: string,
): Promise<(ExportedFilm & { note: string })[]> {
  const { rows } = await sql<ExportedFilm & { note: string }>`
    select ${film(exporter)}, w.note from list_films w join films f on f.id = w.film_id
    where w.list_id = ${listId} order by w.position, w.film_id`.execute(db)
  return rows
}

export interface FollowRow
  extends Pick<Selectable<Members>, 'username'>, Pick<Selectable<Follows>, 'created_at'> {}

const ends = {
  following: sql`follows w join members m on m.id = w.followee_id where w.follower_id`,
  follower: sql`follows w join members m on m.id = w.follower_id where w.followee_id`,
}
export const selectFollows = (db: Db, memberId: string, end: keyof typeof ends) =>
  readRows<FollowRow>(db, {
    select: sql`m.username, w.created_at`,
    from: sql`${ends[end]} = ${memberId}`,
    keys: { 'w.created_at': 'timestamptz', 'm.id': 'uuid' },
  })

export const selectPosters = (db: Db, exporter: Exporter) =>
  readRows<ExportedFilm & { poster_path: string }>(db, {
    select: sql`w.poster_path, ${film(exporter)}`,
    from: sql`poster_overrides w join films f on f.id = w.film_id where w.member_id = ${exporter.id}`,
    keys: { 'w.film_id': 'integer' },
  })

interface PlayExportRow extends Pick<
  Selectable<Plays>,
  'kind' | 'title' | 'year' | 'film_id' | 'watched_at' | 'state' | 'rewatch' | 'told_rating'
> {
  day: string
  film_title: string | null
}

/** Plays reported by players; films with their English titles. */
export const selectPlays = (db: Db, exporter: Exporter) =>
  readRows<PlayExportRow>(db, {
    select: sql`w.kind, w.title, w.year, w.film_id, w.watched_at, w.state, w.rewatch, w.told_rating, w.day::text as day, f.title as film_title`,
    from: sql`plays w left join films f on f.id = w.film_id where w.member_id = ${exporter.id}`,
    keys: { 'w.id': 'uuid' },
  })

export const selectNotificationSettings = (db: Db, memberId: string) =>
  db
    .selectFrom('notification_settings')
    .select(['switched', 'quiet_from', 'quiet_to', 'mail_after_minutes', 'digest_day'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()

export const selectServices = (db: Db, memberId: string) =>
  db
    .selectFrom('member_services')
    .select(['region', 'provider_id', 'name'])
    .where('member_id', '=', memberId)
    .orderBy('name')
    .orderBy('provider_id')
    .execute()

export const selectWebhooks = (db: Db, memberId: string) =>
  db
    .selectFrom('webhooks')
    .select(['url', 'events', 'created_at', 'paused_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

/** The Letterboxd feed that the member follows, and since when. */
export async function selectLetterboxdFeed(db: Db, memberId: string) {
  const feed = await db
    .selectFrom('letterboxd_feeds')
    .select(['username', 'followed_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return feed ? { username: feed.username, since: feed.followed_at.toISOString() } : null
}

export const selectPlayers = (db: Db, memberId: string) =>
  db
    .selectFrom('players')
    .select(['kind', 'user_names', 'created_at', 'paused_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

interface NotificationRow extends Pick<
  Selectable<Notifications>,
  'id' | 'type' | 'log_id' | 'reply_id' | 'list_id' | 'film_id' | 'year' | 'read_at' | 'created_at'
> {
  from_name: string
  title: string | null
  original_title: string | null
  original_language: string | null
  own_title: string | null
  release_date: string | null
}

export const selectNotifications = (db: Db, exporter: Exporter) =>
  readRows<NotificationRow>(db, {
    select: sql`n.id, n.type, m.username as from_name, n.log_id, n.reply_id, n.list_id, n.year, n.read_at, n.created_at, ${film(exporter)}`,
    from: sql`notifications n join members m on m.id = n.from_id left join films f on f.id = n.film_id
      where n.member_id = ${exporter.id}`,
    keys: { 'n.created_at': 'timestamptz', 'n.id': 'uuid' },
  })

/** What a member hides, one kind each. */
export const selectBlocks = (db: Db, memberId: string) =>
  readRows<FollowRow>(db, {
    select: sql`m.username, w.created_at`,
    from: sql`blocks w join members m on m.id = w.blocked_id where w.member_id = ${memberId}`,
    keys: { 'w.created_at': 'timestamptz', 'm.id': 'uuid' },
  })

/** Without those whom a block keeps apart from the member. */
export const selectMutes = (db: Db, memberId: string) =>
  readRows<FollowRow & Pick<Selectable<Mutes>, 'ends_at' | 'notifications'>>(db, {
    select: sql`m.username, w.ends_at, w.notifications, w.created_at`,
    from: sql`mutes w join members m on m.id = w.muted_id
      where w.member_id = ${memberId} and ${maySee(memberId, 'm.id')}`,
    keys: { 'w.created_at': 'timestamptz', 'm.id': 'uuid' },
  })

export const selectMutedWords = (db: Db, memberId: string) =>
  readRows<Pick<Selectable<MutedWords>, 'word' | 'created_at'>>(db, {
    select: sql`w.word, w.created_at`,
    from: sql`muted_words w where w.member_id = ${memberId}`,
    keys: { 'w.created_at': 'timestamptz', 'w.word': 'text' },
  })

export const selectMutedFilms = (db: Db, exporter: Exporter) =>
  readRows<ExportedFilm & Pick<Selectable<MutedFilms>, 'until_seen' | 'created_at'>>(db, {
    select: sql`w.until_seen, w.created_at, ${film(exporter)}`,
    from: sql`muted_films w join films f on f.id = w.film_id where w.member_id = ${exporter.id}`,
    keys: { 'w.created_at': 'timestamptz', 'w.film_id': 'integer' },
  })

/** Films that SceneBot should not recommend any more. */
export const selectRefusedFilms = (db: Db, exporter: Exporter) =>
  readRows<ExportedFilm & Pick<Selectable<RefusedFilms>, 'refused_at'>>(db, {
    select: sql`w.refused_at, ${film(exporter)}`,
    from: sql`refused_films w join films f on f.id = w.film_id where w.member_id = ${exporter.id}`,
    keys: { 'w.refused_at': 'timestamptz', 'w.film_id': 'integer' },
  })

/** Files in use, `/media/<folder>/<file>`. */
export const selectMediaPages = (db: Db, memberId: string) =>
  readPages<{ path: string; bytes: number }>(db, {
    select: sql`path, bytes`,
    from: sql`media where member_id = ${memberId} and claimed`,
    keys: { path: 'text' },
  })

/** Rows that one statement reads, and so how many are in memory at once. */
const pageRows = 250

interface Query {
  select: RawBuilder<unknown>
  /** The tables and conditions of the query. */
  from: RawBuilder<unknown>
  /** The columns to sort by, unique together, with their types. */
  keys: Readonly<Record<string, KeyType>>
}

/** All rows in order, page by page; no connection is held between two pages. */
async function* readPages<Row>(db: Db, query: Query): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const { items, next }: Listed<Row> = await readPage(db, query, cursor)
    yield items
    cursor = next ?? undefined
  } while (cursor)
}

async function readPage<Row>(db: Db, { select, from, keys }: Query, cursor: string | undefined) {
  const page = keyset(Object.entries(keys), { limit: pageRows, cursor }, 'asc')
  const { rows } = await sql<Row & { key: string }>`
    select ${page.key}, ${select} from ${from} and ${page.after}
    order by ${page.by} limit ${page.limit}`.execute(db)
  return page.list(rows)
}

/** The rows of `readPages`, one by one. */
async function* readRows<Row>(db: Db, query: Query): AsyncGenerator<Row> {
  for await (const page of readPages<Row>(db, query)) yield* page
}
