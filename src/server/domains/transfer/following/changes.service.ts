import type { Tx } from '#server/context.ts'
import { updateViewings, lockUnchanged } from '#server/domains/logs/logs.import.ts'
import { realReview } from '#shared/review-text.ts'
import { entryKeys } from '../writing/target.ts'
import type { FeedItem } from './letterboxd-feed.ts'
import * as queries from './feeds.queries.ts'

/**
 * Updates logs to what their items in the feed say now, except logs that the member deleted or changed; the caller
 * has called `lockMemberLogs`.
 */
export async function followChanges(tx: Tx, memberId: string, items: readonly FeedItem[]): Promise<void> {
  if (items.length === 0) return
  const numbers = items.map(({ number }) => number)
  const logs = await queries.selectFollowing(tx.db, memberId, numbers)
  const unchanged = new Set(
    await lockUnchanged(
      tx,
      memberId,
      logs.flatMap(({ id, since }) => (since ? { id, since } : [])),
    ),
  )
  const following = new Map(logs.filter(({ id }) => unchanged.has(id)).map((log) => [log.number, log]))
  for (const item of items) {
    const log = following.get(item.number)
    const [row] = item.rows
    if (!log || !row) continue
    const { entry } = row
    const { rating, rewatchCount, watchedAt, spoilers, reviewEmphasis = [] } = entry
    const review = realReview(entry.review)
    const importKey = await keyOf(tx, memberId, log, entry)
    const change = {
      id: log.id,
      rating,
      review,
      reviewEmphasis,
      rewatchCount,
      watchedAt,
      spoilers,
      importKey,
    }
    // One by one, as two logs of a film may move to the same day.
    await updateViewings(tx, memberId, [change])
  }
  const changed = items.filter(({ number }) => following.has(number))
  await queries.updateEntries(
    tx.db,
    memberId,
    changed.flatMap(({ number, rows: [row] }) => (row ? { number, entry: row.entry } : [])),
  )
}

/** The new import key of a changed item: one made of film and day gets the new day, the source's own id stays. */
async function keyOf(
  tx: Tx,
  memberId: string,
  { filmId, day, importKey }: queries.FollowingLog,
  entry: FeedItem['rows'][number]['entry'],
): Promise<string> {
  if (day === entry.watchedAt || !importKey.startsWith('letterboxd:film:')) return importKey
  const keyStart = `letterboxd:film:${filmId}:${entry.watchedAt ?? ''}:`
  const nth = (await queries.countKeys(tx.db, memberId, keyStart)) + 1
  const { keys } = entryKeys({ row: 0, filmId, entry: { ...entry, key: null } }, 'letterboxd', nth)
  return keys[0] ?? importKey
}
