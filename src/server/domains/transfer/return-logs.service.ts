import type { Tx } from '#server/context.ts'
import { rewriteLogs, type RewrittenLog } from '#server/domains/logs/logs.import.ts'
import { keepClaims, selectClaims, type ClaimRow } from './import-logs.queries.ts'
import { count } from './imports.queries.ts'
import { undatedKey } from './writing/import-keys.ts'
import { momentOf } from './writing/target.ts'

/**
 * Leaves logs of an import that goes to the imports that also brought them: a review keeps its entry, and a film of
 * which nothing else is left becomes the undated log that its stars alone would have made. Answers those logs.
 */
export async function returnLogs(
  tx: Tx,
  of: { memberId: string; importId: string },
  logIds: string[],
): Promise<Set<string>> {
  const claims = logIds.length > 0 ? await selectClaims(tx.db, { ...of, logIds }) : []
  const reviews = claims.filter((claim) => claim.kind === 'review')
  const reviewed = new Set(reviews.map((claim) => claim.filmId))
  const undated = new Map<number, ClaimRow>()
  for (const claim of claims) {
    const isFirst = claim.kind === 'rating' || !undated.has(claim.filmId)
    if (claim.kind !== 'review' && isFirst && !claim.hasOthers && !reviewed.has(claim.filmId))
      undated.set(claim.filmId, claim)
  }
  const kept = [...reviews, ...undated.values()]
  if (kept.length === 0) return new Set()
  await rewriteLogs(tx, of.memberId, [...undated.values()].map(undatedLog))
  await keepClaims(tx.db, kept)
  const doubtful = Map.groupBy(
    kept.filter(({ state }) => state === 'doubtful'),
    ({ importId }) => importId,
  )
  for (const [importId, { length }] of doubtful)
    await count(tx.db, importId, { doubtful: -length, imported: length })
  return new Set(kept.map(({ logId }) => logId))
}

const undatedLog = ({ logId, filmId, row, entry, source, startedAt }: ClaimRow): RewrittenLog => ({
  id: logId,
  filmId,
  rating: entry.rating ?? null,
  review: '',
  rewatchCount: 0,
  watchedAt: null,
  spoilers: false,
  tags: [],
  gif: null,
  backdrop: null,
  importKey: undatedKey(source, filmId),
  // What a row that only says that the film was seen knew is forgotten in time.
  createdAt: momentOf({ ...entry, loggedAt: entry.loggedAt ?? null, watchedAt: null }, row, startedAt),
})
