import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/letterboxd-feeds.ts'
import { hourMs } from '#shared/durations.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { FetchedFeed, LetterboxdSource } from '#server/adapters/letterboxd/letterboxd-feeds.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail, Failure } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { hashRequest } from '#server/core/once.ts'
import { lockMemberLogs } from '#server/domains/logs/logs.import.ts'
import { addCounts } from '../imports.queries.ts'
import { insertReading, lockStart } from '../imports.service.ts'
import { openFacts } from '../reading/csv.ts'
import type { ImportReading, ReadRow } from '../entry.ts'
import * as queries from './feeds.queries.ts'
import { followChanges } from './changes.service.ts'
import { readLetterboxdFeed, type FeedItem } from './letterboxd-feed.ts'

/** How often a feed is read; up to a sixth later, so that not all are read at once. */
const everyMs = hourMs
const jitter = 1 / 6
/** Pauses after failures, longer and longer. */
const pauses = [1, 2, 4, 8, 24].map((hours) => hours * hourMs)
/** How many failures in a row may happen before a feed is paused. */
const maxFailures = 10

/** How many feeds one run reads; the others wait for the next. */
const feedsAtOnce = 50
const shownItems = 20
/** How many items of a member are remembered; a feed has about fifty, besides lists. */
const keptItems = 200

export async function getFeed(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof api.getLetterboxdFeed>> {
  const feed = await queries.selectFeed(ctx.db, viewer.id)
  return { allowed: ctx.letterboxd !== null, feed: feed ? await feedView(ctx, feed) : null }
}

async function feedView(
  ctx: Pick<Context, 'db'>,
  feed: queries.FollowedFeedRow,
): Promise<api.LetterboxdFeed> {
  const items = await queries.selectItems(ctx.db, feed.member_id, shownItems)
  return {
    username: feed.username,
    followedAt: feed.followed_at.toISOString(),
    readAt: feed.read_at?.toISOString() ?? null,
    nextAt: feed.paused_at === null ? feed.next_at.toISOString() : null,
    fault: feed.fault,
    pausedAt: feed.paused_at?.toISOString() ?? null,
    items: items.map((item) => ({
      number: item.number,
      title: item.title,
      year: item.year,
      watchedOn: item.watched_on,
      rating: stepsToStars(item.rating),
      seenAt: item.seen_at.toISOString(),
      outcome: item.state ?? 'gone',
      importId: item.import_id,
    })),
  }
}

/** A user name as people give it: with an @, or as the address of the profile. */
function usernameOf(given: string): string {
  const name = /^(?:(?:https?:\/\/)?(?:www\.)?letterboxd\.com\/|@)?([a-z0-9_]{2,30})(?:\/.*)?$/i.exec(
    given.trim(),
  )
  if (!name?.[1]) throw fail('letterboxd.username')
  return name[1].toLowerCase()
}

const faults = {
  missing: 'letterboxd.missing',
  away: 'letterboxd.away',
  unreadable: 'letterboxd.unreadable',
} as const

function requireLeave(ctx: Context): LetterboxdSource {
  if (!ctx.letterboxd) throw fail('letterboxd.not_allowed')
  return ctx.letterboxd
}

/** Follows a feed, if it can be read, and imports its items. */
export async function followFeed(
  ctx: Context,
  viewer: Viewer,
  body: ParsedBody<typeof api.followLetterboxdFeed>,
): Promise<api.LetterboxdFeed> {
  const source = requireLeave(ctx)
  const username = usernameOf(body.username)
  const answer = await source.fetch(username, { etag: null, modified: null })
  const reading = readingOf(answer)
  if ('fault' in reading) throw fail(faults[reading.fault])
  return ctx.transact(async (tx) => {
    const running = await lockStart(tx, viewer.id)
    const now = ctx.now()
    await queries.upsertFeed(tx.db, {
      member_id: viewer.id,
      username,
      followed_at: now,
      next_at: now,
      etag: null,
      modified: null,
      failures: 0,
      fault: null,
      paused_at: null,
    })
    await importFeed(ctx, tx, { member_id: viewer.id, username }, reading, running.length)
    return ownFeed(tx, viewer.id)
  })
}

/** @throws letterboxd.not_followed, and what is wrong with the feed now */
export async function readFeedNow(ctx: Context, viewer: Viewer): Promise<api.LetterboxdFeed> {
  requireLeave(ctx)
  if (!(await queries.selectFeed(ctx.db, viewer.id))) throw fail('letterboxd.not_followed')
  await queries.updateFeed(ctx.db, viewer.id, { paused_at: null, failures: 0 })
  const failed = await readFeed(ctx, viewer.id)
  if (failed) throw fail(faults[failed.fault])
  return ownFeed({ db: ctx.db }, viewer.id)
}

async function ownFeed({ db }: Pick<Tx, 'db'>, memberId: string): Promise<api.LetterboxdFeed> {
  const feed = await queries.selectFeed(db, memberId)
  if (!feed) throw fail('letterboxd.not_followed')
  return feedView({ db }, feed)
}

export async function unfollowFeed(ctx: Context, viewer: Viewer): Promise<typeof done> {
  await queries.deleteFeed(ctx.db, viewer.id)
  return done
}

/** Reads the feeds that are due; one that cannot be read does not affect the others. */
export async function readDueFeeds(ctx: Context): Promise<void> {
  if (!ctx.letterboxd) return
  const now = ctx.now()
  const due = await queries.claimDueFeeds(ctx.db, now, new Date(now.getTime() + everyMs), feedsAtOnce)
  for (const memberId of due) {
    try {
      const failed = await readFeed(ctx, memberId)
      // Letterboxd asks for a pause, which holds for all feeds.
      if (failed?.retryAfterMs) {
        await queries.putOffFeeds(ctx.db, new Date(now.getTime() + failed.retryAfterMs))
        return
      }
    } catch (error) {
      // The member has too many imports running; the next run will do.
      if (!(error instanceof Failure)) ctx.logger.error({ err: error }, 'a feed could not be taken')
    }
  }
}

type Reading =
  | { status: 'same' }
  | { items: FeedItem[]; age: { etag: string | null; modified: string | null } }
type Fault = { fault: keyof typeof faults; retryAfterMs: number | null }

function readingOf(answer: FetchedFeed): Reading | Fault {
  if (answer.status === 'same') return answer
  if (answer.status === 'missing') return { fault: 'missing', retryAfterMs: null }
  if (answer.status === 'away') return { fault: 'away', retryAfterMs: answer.retryAfterMs }
  try {
    return { items: readLetterboxdFeed(answer.xml), age: answer.age }
  } catch {
    return { fault: 'unreadable', retryAfterMs: null }
  }
}

/** Reads the feed that a member follows and imports what is new; answers why it could not be read, or null. */
async function readFeed(ctx: Context, memberId: string): Promise<Fault | null> {
  const asked = await queries.selectFeed(ctx.db, memberId)
  if (!asked || !ctx.letterboxd) return null
  const reading = readingOf(await ctx.letterboxd.fetch(asked.username, asked))
  return ctx.transact(async (tx) => {
    const running = await lockStart(tx, memberId)
    const feed = await queries.selectFeed(tx.db, memberId, { lock: true })
    // The member follows another feed, or none, by now.
    if (feed?.username !== asked.username) return null
    if (!('fault' in reading)) {
      await importFeed(ctx, tx, feed, reading, running.length)
      return null
    }
    const now = ctx.now()
    const failures = feed.failures + 1
    const pause = Math.max(pauses[Math.min(failures, pauses.length) - 1] ?? 0, reading.retryAfterMs ?? 0)
    await queries.updateFeed(tx.db, memberId, {
      failures,
      fault: reading.fault,
      next_at: later(now, pause),
      ...(failures >= maxFailures && { paused_at: now }),
    })
    return reading
  })
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms * (1 + Math.random() * jitter))

/** Imports what is new or changed in a feed, and records that it was read. @throws import.running, import.full */
async function importFeed(
  ctx: Context,
  tx: Tx,
  { member_id: memberId, username }: Pick<queries.FollowedFeedRow, 'member_id' | 'username'>,
  reading: Reading,
  running: number,
): Promise<void> {
  const now = ctx.now()
  const read = { read_at: now, next_at: later(now, everyMs), failures: 0, fault: null }
  if ('status' in reading) return queries.updateFeed(tx.db, memberId, read)
  // The job that decides rows takes this lock too, so what happened to an item does not change until this is done.
  await lockMemberLogs(tx, memberId)
  const { fresh, changed, deleted, hearts } = await sortItems(tx, memberId, reading.items)
  const rows = [...fresh.flatMap((item) => item.rows), ...hearts]
  const asRow = (item: HashedItem, place: { import_id: string | null; row: number | null }) => ({
    member_id: memberId,
    number: item.number,
    content_hash: item.hash,
    title: item.title,
    year: item.year,
    watched_on: item.watchedOn,
    rating: item.rating,
    seen_at: now,
    ...place,
  })
  // Before the new content is stored: logs are found by the old one.
  await followChanges(tx, memberId, changed)
  const known = [
    ...changed.map((item) => asRow(item, { import_id: item.import_id, row: item.row })),
    ...deleted.map((item) => asRow(item, { import_id: null, row: null })),
  ]
  if (rows.length > 0) {
    await leaveOutUndecided(tx, memberId, fresh)
    const imported = await insertReading(ctx, tx, memberId, {
      read: () => Promise.resolve(asReading(username, rows)),
      hash: hashRequest({ feed: fresh.map(({ number, hash }) => [number, hash.toString('hex')]) }),
      privateLists: true,
      running,
    })
    known.push(
      ...fresh.map((item) =>
        asRow(item, { import_id: imported.id, row: rows.indexOf(item.rows[0] as ReadRow) + 1 }),
      ),
    )
  }
  await queries.upsertItems(tx.db, known)
  if (known.length > 0) await queries.pruneItems(tx.db, memberId, keptItems)
  await queries.updateFeed(tx.db, memberId, { ...read, ...reading.age })
}

/** Items whose film was not decided yet are imported with their new content only. */
async function leaveOutUndecided(tx: Tx, memberId: string, items: readonly HashedItem[]): Promise<void> {
  const numbers = items.map(({ number }) => number)
  for (const { importId, ...counts } of await queries.leaveOutUndecided(tx.db, memberId, numbers))
    await addCounts(tx.db, importId, counts)
}

type HashedItem = FeedItem & { hash: Buffer }
type ChangedItem = HashedItem & { import_id: string; row: number }

interface SortedItems {
  /** To be imported. */
  fresh: HashedItem[]
  /** Known items whose content changed; their logs are updated. */
  changed: ChangedItem[]
  /** Items of logs that a file imported and the member deleted. */
  deleted: HashedItem[]
  /** Films that were liked at Letterboxd since. */
  hearts: ReadRow[]
}

/** Sorts items into new, changed and others. What the member deleted here is not imported again. */
async function sortItems(tx: Tx, memberId: string, items: FeedItem[]): Promise<SortedItems> {
  const known = await queries.selectKnownItems(
    tx.db,
    memberId,
    items.map(({ number }) => number),
  )
  const sorted: SortedItems = { fresh: [], changed: [], deleted: [], hearts: [] }
  const unknown = items.filter(({ number }) => !known.has(number))
  const gone = await queries.selectDeleted(tx.db, memberId, unknown.flatMap(filmDayOf))
  for (const read of items) {
    const item = { ...read, hash: hashRequest({ rows: read.rows.map(({ entry }) => entry) }) }
    const before = known.get(item.number)
    if (!before) {
      sorted[gone.has(item.number) ? 'deleted' : 'fresh'].push(item)
      continue
    }
    const { state, import_id, row } = before
    // The member removed the import in which the item came.
    if (before.content_hash.equals(item.hash) || state === null || import_id === null || row === null)
      continue
    if (state === 'imported' && before.log_id === null) continue
    const isDecided = state === 'imported' || state === 'skipped'
    // Stars without a diary entry are the film's, as in the files of an export.
    if (isDecided && (before.kind === 'log' || before.kind === 'review')) {
      sorted.changed.push({ ...item, import_id, row })
      if (!before.isLiked) sorted.hearts.push(...item.rows.slice(1))
    } else sorted.fresh.push(isDecided ? withStars(item, before.rating) : item)
  }
  return sorted
}

const filmDayOf = ({ number, watchedOn, rows: [row] }: FeedItem) =>
  row && row.entry.tmdbId !== null && watchedOn !== null
    ? [{ number, filmId: row.entry.tmdbId, day: watchedOn }]
    : []

/** Stars that were added later are the film's rating. */
function withStars(item: HashedItem, before: number | null): HashedItem {
  const [row] = item.rows
  if (!row || item.rating === null || item.rating === before) return item
  const stars: ReadRow = { ...row, entry: { ...row.entry, kind: 'rating', review: '' } }
  return { ...item, rows: [...item.rows, stars] }
}

async function* inTurn(rows: readonly ReadRow[]): AsyncGenerator<ReadRow> {
  yield* rows
}

const asReading = (username: string, rows: readonly ReadRow[]): ImportReading => ({
  source: 'letterboxd',
  files: [`letterboxd.com/${username}`],
  rows: inTurn(rows),
  facts: openFacts(),
})
