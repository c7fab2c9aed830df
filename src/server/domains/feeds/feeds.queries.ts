import { sql, type Insertable, type Selectable } from 'kysely'
import type { FeedKind } from '#shared/api/feeds.ts'
import type { FilmTitleChoice } from '#shared/film-titles.ts'
import type { Role } from '#shared/api/members.ts'
import { isPublicProfile, isShownToGuests } from '#server/core/audience.ts'
import type { Db } from '#server/db/database.ts'
import type { Feeds, Films, Members } from '#server/db/schema.ts'

export interface FeedRow extends Pick<
  Selectable<Feeds>,
  'id' | 'list_id' | 'secret' | 'created_at' | 'used_at'
> {
  kind: FeedKind
  list_title: string | null
}

const rows = (db: Db, memberId: string) =>
  db
    .selectFrom('feeds')
    .leftJoin('lists', 'lists.id', 'feeds.list_id')
    .select([
      'feeds.id',
      'feeds.kind',
      'feeds.list_id',
      'feeds.secret',
      'feeds.created_at',
      'feeds.used_at',
      'lists.title as list_title',
    ])
    .where('feeds.member_id', '=', memberId)
    .$castTo<FeedRow>()

/** The newest first. */
export const selectFeeds = (db: Db, memberId: string): Promise<FeedRow[]> =>
  rows(db, memberId).orderBy('feeds.created_at', 'desc').orderBy('feeds.id', 'desc').execute()

export const selectFeed = (db: Db, of: Pick<Insertable<Feeds>, 'member_id' | 'kind' | 'list_id'>) =>
  rows(db, of.member_id)
    .where('feeds.kind', '=', of.kind)
    .where('feeds.list_id', 'is not distinct from', of.list_id ?? null)
    .executeTakeFirst()

export async function countFeeds(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('feeds')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFeed(db: Db, row: Insertable<Feeds>): Promise<void> {
  await db.insertInto('feeds').values(row).execute()
}

/** A list of the member's own; it stays until the transaction ends. */
export const lockOwnList = (db: Db, memberId: string, listId: string) =>
  db
    .selectFrom('lists')
    .select(['id', 'title'])
    .where('id', '=', listId)
    .where('member_id', '=', memberId)
    .forKeyShare()
    .executeTakeFirst()

export async function deleteFeed(db: Db, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feeds')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface OpenFeed
  extends
    Pick<Selectable<Feeds>, 'id' | 'list_id' | 'used_at' | 'content_hash' | 'changed_at'>,
    Pick<Selectable<Members>, 'username' | 'name' | 'locale'> {
  kind: FeedKind
  member_id: string
  film_titles: FilmTitleChoice
  role: Role
  verified: boolean
}

/** The feed of a secret; undefined when its member is suspended. */
export const selectBySecret = (db: Db, secret: string): Promise<OpenFeed | undefined> =>
  db
    .selectFrom('feeds')
    .innerJoin('members', 'members.id', 'feeds.member_id')
    .select((eb) => [
      'feeds.id',
      'feeds.kind',
      'feeds.list_id',
      'feeds.used_at',
      'feeds.content_hash',
      'feeds.changed_at',
      'feeds.member_id',
      'members.username',
      'members.name',
      'members.locale',
      'members.film_titles',
      'members.role',
      eb('members.email_verified_at', 'is not', null).as('verified'),
    ])
    .where('secret', '=', secret)
    .where('members.suspended_at', 'is', null)
    .$castTo<OpenFeed>()
    .executeTakeFirst()

/** A member whose profile is public on the web, by their name in any case; nobody who is kept out or shown to few. */
export const selectPublicMember = (db: Db, username: string) =>
  db
    .selectFrom('members')
    .select(['id', 'username', 'name', 'locale', 'film_titles'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where(isPublicProfile)
    .where(isShownToGuests())
    .$narrowType<{ film_titles: FilmTitleChoice }>()
    .executeTakeFirst()

/** Records that a feed was read, and since when its content is what it is. */
export async function noteRead(
  db: Db,
  id: string,
  { hour, hash, changedAt }: { hour: Date; hash: Buffer; changedAt: Date },
): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ used_at: hour, content_hash: hash, changed_at: changedAt })
    .where('id', '=', id)
    .execute()
}

export interface RadarrRow extends Pick<Selectable<Films>, 'title' | 'imdb_id' | 'release_date'> {
  tmdb_id: number
}

const radarrColumns = ['films.tmdb_id', 'films.title', 'films.imdb_id', 'films.release_date'] as const

/** Only films with numbers of the film database: others mean nothing elsewhere. */
export const selectWatchlistFilms = (db: Db, memberId: string): Promise<RadarrRow[]> =>
  db
    .selectFrom('watchlist_items')
    .innerJoin('films', 'films.id', 'watchlist_items.film_id')
    .select(radarrColumns)
    .where('watchlist_items.member_id', '=', memberId)
    .where('films.tmdb_id', 'is not', null)
    .orderBy('watchlist_items.created_at', 'desc')
    .orderBy('films.id')
    .$castTo<RadarrRow>()
    .execute()

/** The films of a list; none when moderators hid it, since whoever has the address is not its author. */
export const selectFilms = (db: Db, listId: string): Promise<RadarrRow[]> =>
  db
    .selectFrom('list_films')
    .innerJoin('lists', 'lists.id', 'list_films.list_id')
    .innerJoin('films', 'films.id', 'list_films.film_id')
    .select(radarrColumns)
    .where('list_films.list_id', '=', listId)
    .where('lists.hidden_at', 'is', null)
    .where('films.tmdb_id', 'is not', null)
    .orderBy('list_films.position')
    .orderBy('list_films.film_id')
    .$castTo<RadarrRow>()
    .execute()
