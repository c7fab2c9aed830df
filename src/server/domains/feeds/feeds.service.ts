import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/feeds.ts'
import { hourMs } from '#shared/durations.ts'
import { slugOf } from '#shared/guest-paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { etagOf } from '#server/core/http/etag.ts'
import { isToken, makeToken } from '#server/core/tokens.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { listMemberLogs } from '#server/domains/logs/logs.service.ts'
import { writeJsonFeed, writeRss } from './diary-feed.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import * as queries from './feeds.queries.ts'

/** How many feeds a member may have. */
const maxFeeds = 100
const shownLogs = 50

type Format = 'rss' | 'json' | 'radarr'

/** What each kind can be read as, by the name of its file. */
const files = {
  diary: { 'rss.xml': 'rss', 'feed.json': 'json' },
  watchlist: { 'radarr.json': 'radarr' },
  list: { 'radarr.json': 'radarr' },
} as const satisfies Record<api.FeedKind, Record<string, Format>>

const addressOf = (secret: string, file: string) => `/api/feeds/${secret}/${file}`

function feedView(row: queries.FeedRow): api.Feed {
  return {
    id: row.id,
    kind: row.kind,
    list: row.list_id === null ? null : { _id: row.list_id, title: row.list_title ?? '' },
    addresses: Object.fromEntries(
      Object.entries(files[row.kind]).map(([file, format]) => [format, addressOf(row.secret, file)]),
    ),
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
  }
}

export async function listFeeds(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof api.listFeeds>> {
  return (await queries.selectFeeds(ctx.db, viewer.id)).map(feedView)
}

/** Made once: asking again answers the same address. @throws list.not_found for what is no list of one's own */
export async function createFeed(
  ctx: Context,
  viewer: Viewer,
  { kind, listId }: ParsedBody<typeof api.createFeed>,
): Promise<api.Feed> {
  return ctx.transact(async (tx) => {
    // The member is locked, since many calls at once would pass the limit together, or make the same feed twice.
    await lockMember(tx.db, viewer.id)
    const list = kind === 'list' && listId ? await queries.lockOwnList(tx.db, viewer.id, listId) : undefined
    if (kind === 'list' && !list) throw fail('list.not_found')
    const of = { member_id: viewer.id, kind, list_id: list?.id ?? null }
    const known = await queries.selectFeed(tx.db, of)
    if (known) return feedView(known)
    if ((await queries.countFeeds(tx.db, viewer.id)) >= maxFeeds) throw fail('feed.full')
    const secret = makeToken()
    const at = ctx.now()
    const row = { ...of, id: uuidv7(), secret, created_at: at, changed_at: at }
    await queries.insertFeed(tx.db, row)
    return feedView({ ...row, list_title: list?.title ?? null, used_at: null })
  })
}

export async function revokeFeed(ctx: Context, viewer: Viewer, id: string): Promise<typeof done> {
  if (!(await ctx.transact((tx) => queries.deleteFeed(tx.db, viewer.id, id)))) throw fail('feed.not_found')
  return done
}

export interface FeedAnswer {
  type: string
  body: string
  etag: string
  changedAt: Date
}

/**
 * What a secret address opens.
 * @throws request.not_found for a wrong or revoked one and of who is kept out; feed.empty rather than no films: players may
 * clear a library by an empty list
 */
export async function readFeed(ctx: Context, secret: string, file: string): Promise<FeedAnswer> {
  const feed = isToken(secret) ? await queries.selectBySecret(ctx.db, secret) : undefined
  const format = feed && new Map<string, Format>(Object.entries(files[feed.kind])).get(file)
  if (!feed || !format) throw fail('request.not_found')
  const { type, body, content } =
    format === 'radarr'
      ? await radarrList(ctx, feed)
      : await diary(ctx, feed, format, addressOf(secret, file))
  const hash = createHash('sha256').update(content).digest()
  const isSame = feed.content_hash?.equals(hash) ?? false
  const now = ctx.now()
  const changedAt = isSame ? feed.changed_at : now
  const thisHour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (!isSame || feed.used_at?.getTime() !== thisHour.getTime())
    await queries.noteRead(ctx.db, feed.id, { hour: thisHour, hash, changedAt })
  return { type, body, etag: etagOf(body), changedAt }
}

/** A feed that was written. `content` changes exactly when the feed does, whatever its format. */
interface WrittenFeed {
  type: string
  body: string
  content: string
}

async function radarrList(ctx: Context, feed: queries.OpenFeed): Promise<WrittenFeed> {
  const films =
    feed.list_id === null
      ? await queries.selectWatchlistFilms(ctx.db, feed.member_id)
      : await queries.selectFilms(ctx.db, feed.list_id)
  if (films.length === 0) throw fail('feed.empty')
  const body = JSON.stringify(
    films.map((film) => ({
      id: film.tmdb_id,
      ...(film.imdb_id && { imdb_id: film.imdb_id }),
      title: film.title,
      ...(film.release_date && { release_year: film.release_date.slice(0, 4) }),
      clean_title: slugOf(film.title),
      adult: false,
    })),
  )
  return { type: 'application/json; charset=utf-8', body, content: body }
}

/**
 * The newest logs, as their author sees them, but without logs that moderators hid: these only the author may see, and the
 * address may have been passed on.
 */
async function diary(
  ctx: Context,
  feed: queries.OpenFeed,
  format: Exclude<Format, 'radarr'>,
  self: string,
): Promise<WrittenFeed> {
  const author: Viewer = {
    id: feed.member_id,
    username: feed.username,
    sessionId: feed.id,
    emailVerified: feed.verified,
    role: feed.role,
    titles: { language: feed.locale, choice: feed.film_titles },
  }
  const { items } = await listMemberLogs(ctx, author, author.id, { limit: shownLogs, entries: true })
  const logs = items.filter((log) => !log.hidden)
  const of = {
    username: feed.username,
    name: feed.name ?? feed.username,
    origin: ownUrl(ctx.config),
    self: ownUrl(ctx.config) + self,
  }
  const content = writeJsonFeed({ ...of, self: '' }, logs)
  return format === 'rss'
    ? { type: 'application/rss+xml; charset=utf-8', body: writeRss(of, logs), content }
    : { type: 'application/feed+json; charset=utf-8', body: writeJsonFeed(of, logs), content }
}
