import { realReview } from '#shared/review-text.ts'
import type { Context, Tx } from '#server/context.ts'
import { rewriteLogs, stripLogs, type RewrittenLog } from '#server/domains/logs/logs.import.ts'
import { applyDecisions, sendProgress, type Decision } from './apply-decisions.ts'
import {
  reopenRows,
  returnToClaims,
  selectClaims,
  type ClaimRow,
  type Reopening,
} from './import-logs.queries.ts'
import { count, lockImport } from './imports.queries.ts'
import { undatedKey } from './writing/import-keys.ts'
import { momentOf } from './writing/target.ts'

interface Removal {
  memberId: string
  importId: string
}

/** What other imports say of logs that an import made. */
export interface Claims {
  /** Rows to which logs are left. */
  returned: ClaimRow[]
  /** Rows of stars, and of films that were seen, whose logs go or become others’. */
  homeless: ClaimRow[]
}

/**
 * Finds what other imports keep of logs of one that goes: a review or another entry keeps its log, and a film of which
 * nothing else is left one log for its stars, or for having been seen.
 */
export async function findClaims(tx: Tx, of: Removal, logIds: string[]): Promise<Claims> {
  const claims = logIds.length > 0 ? await selectClaims(tx.db, { ...of, logIds }) : []
  const returned = new Map<string, ClaimRow>()
  const films = new Set<number>()
  for (const claim of claims) {
    const isEntry = claim.kind === 'log' || claim.kind === 'review'
    if (returned.has(claim.logId) || (!isEntry && (claim.hasOthers || films.has(claim.filmId)))) continue
    returned.set(claim.logId, claim)
    films.add(claim.filmId)
  }
  // A review keeps the stars of its log as well.
  const homeless = claims.filter(
    (claim) =>
      (claim.kind === 'rating' || claim.kind === 'seen') &&
      returned.get(claim.logId) !== claim &&
      returned.get(claim.logId)?.kind !== 'review',
  )
  return { returned: [...returned.values()], homeless }
}

/** Makes logs what is left of them; the others of the import are gone already. */
export async function returnLogs(
  ctx: Context,
  tx: Tx,
  memberId: string,
  returned: readonly ClaimRow[],
): Promise<void> {
  if (returned.length === 0) return
  await stripLogs(
    ctx,
    tx,
    returned.map(({ logId }) => logId),
  )
  await rewriteLogs(tx, memberId, returned.flatMap(logOf))
  await returnToClaims(tx.db, returned, ctx.now())
  for (const [importId, rows] of Map.groupBy(returned, (claim) => claim.importId)) {
    const of = (state: ClaimRow['state']) => rows.filter((row) => row.state === state).length
    const [doubtful, skipped] = [of('doubtful'), of('skipped')]
    await count(tx.db, importId, { doubtful: -doubtful, skipped: -skipped, imported: doubtful + skipped })
  }
}

/** A review keeps the log as it is, and so does an entry of which nothing is remembered. */
function logOf({ kind, logId, filmId, row, entry, importKey, source, startedAt }: ClaimRow): RewrittenLog[] {
  if (kind === 'review') return []
  if (kind !== 'log') {
    const createdAt = momentOf(
      { ...entry, loggedAt: entry.loggedAt ?? null, watchedAt: null },
      row,
      startedAt,
    )
    const key = undatedKey(source, filmId)
    return [{ ...bare, id: logId, filmId, rating: entry.rating ?? null, importKey: key, createdAt }]
  }
  if (!('kind' in entry)) return []
  const { rating, rewatchCount, watchedAt, spoilers, tags, gif, backdrop, origin } = entry
  return [
    {
      id: logId,
      filmId,
      rating,
      review: realReview(entry.review),
      rewatchCount,
      watchedAt,
      spoilers,
      tags,
      gif: gif ?? null,
      backdrop: backdrop ?? null,
      // Of an undated log that an entry took over.
      importKey: watchedAt === null && origin !== undefined ? origin : importKey,
      createdAt: momentOf(entry, row, startedAt),
    },
  ]
}

const bare = {
  review: '',
  rewatchCount: 0,
  watchedAt: null,
  spoilers: false,
  tags: [],
  gif: null,
  backdrop: null,
}

/**
 * Decides anew what other imports say of films whose logs or stars just went: their stars may have another place now,
 * or be no question any more.
 */
export async function decideAgain(ctx: Context, tx: Tx, what: Reopening): Promise<void> {
  const rows = what.filmIds.length > 0 ? await reopenRows(tx.db, what) : []
  for (const [importId, ofImport] of Map.groupBy(rows, (row) => row.importId)) {
    const record = await lockImport(tx.db, importId)
    if (!record) continue
    const decisions = ofImport.map(({ row, kind, filmId, confidence, entry, isAccepted }): Decision => ({
      row,
      entry: { ...entry, kind },
      filmId,
      confidence,
      isAccepted,
      isAgain: true,
    }))
    const after = await applyDecisions(ctx, tx, record, decisions, ofImport, what.importId)
    tx.afterCommit(() => sendProgress(ctx, after))
  }
}
