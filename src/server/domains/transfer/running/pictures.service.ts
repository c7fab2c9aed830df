import * as z from 'zod'
import type { Context, Tx } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import { showCover } from '#server/domains/lists/lists.import.ts'
import { lockMemberLogs, showPicture } from '#server/domains/logs/logs.import.ts'
import { removeMedia, storeImage } from '#server/domains/media/media.service.ts'
import { showReplyPicture, undoEmptyReply } from '#server/domains/replies/replies.import.ts'
import type { ImportEntry } from '../entry.ts'
import * as queries from './pictures.queries.ts'
import { lockWaiting, type PlainRow } from '../rows/rows.queries.ts'
import { addCounts, lockImport, startAgain, type ImportRecord } from '../imports.queries.ts'
import { applyDecisions, type Decision } from '../writing/apply-decisions.ts'
import { pictureKey } from '../writing/target.ts'

/**
 * Adds the picture of a row to the log, list or comment that the import made; it is checked like any upload. A
 * picture that nothing needs is not even decoded; a broken one is skipped, together with a comment that was nothing
 * else. Answers null when the import was stopped or the row decided meanwhile.
 */
export async function importPicture(
  ctx: Context,
  { id, member_id }: ImportRecord,
  row: PlainRow,
): Promise<ImportRecord | null> {
  const given = (await ownerOf(ctx.db, id, member_id, row.entry))
    ? await queries.selectPicture(ctx.db, id, row.row)
    : null
  const stored = given && (await store(ctx, member_id, row.entry, given))
  return ctx.transact(async (tx) => {
    const current = (await lockMemberLogs(tx, member_id)) ? await lockImport(tx.db, id) : undefined
    const isOpen = current?.state === 'running' && (await lockWaiting(tx.db, id, [row.row])).has(row.row)
    const owner = isOpen ? await ownerOf(tx.db, id, member_id, row.entry) : null
    const { show } = places[placeOf(row.entry)]
    if (owner && stored) await show(tx, member_id, owner, stored)
    else if (stored) await removeMedia(ctx, tx, [stored])
    else if (owner && placeOf(row.entry) === 'reply') await undoEmptyReply(ctx, tx, member_id, owner)
    if (!current || !isOpen) return null
    const isUndecided = !owner && (await queries.isUndecided(tx.db, id, row.entry.key ?? ''))
    // A picture waits as long as its log's row waits for the member.
    if (!isUndecided) await queries.deletePicture(tx.db, id, row.row)
    const came = owner ? (stored ? 'imported' : 'failed') : 'skipped'
    const reason = came === 'failed' ? 'bad-picture' : isUndecided ? 'left-out' : 'there-already'
    const decision: Decision = {
      row: row.row,
      state: came,
      reason: came === 'imported' ? null : reason,
      confidence: null,
      candidates: [],
    }
    return applyDecisions(ctx, tx, current, { decisions: [decision], before: [row] })
  })
}

/** What a picture can belong to. */
const places = {
  log: { find: queries.selectBareLog, show: showPicture },
  cover: { find: queries.selectBareList, show: showCover },
  reply: { find: queries.selectBareReply, show: showReplyPicture },
} as const

const placeOf = ({ about, list }: ImportEntry): keyof typeof places =>
  about ? 'reply' : list ? 'cover' : 'log'

/** The id of the thing that gets the picture; null when it has one, is not of this import, or was changed. */
function ownerOf(
  db: Context['db'],
  importId: string,
  memberId: string,
  entry: ImportEntry,
): Promise<string | null> | null {
  const place = placeOf(entry)
  if (place !== 'reply') return places[place].find(db, { importId, memberId, importKey: pictureKey(entry) })
  const { data: importKey } = z.uuid().safeParse(entry.key)
  return importKey === undefined ? null : places.reply.find(db, { importId, memberId, importKey })
}

/** Stores the picture, unclaimed until something shows it; null when it is no picture. */
async function store(ctx: Context, owner: string, entry: ImportEntry, bytes: Buffer): Promise<string | null> {
  try {
    return await storeImage(ctx, { owner, kind: placeOf(entry), bytes })
  } catch (error) {
    if (isFailure(error, 'upload.not_an_image')) return null
    throw error
  }
}

/**
 * Lets pictures wait again after a member decided which films their logs are of: the import runs again for them; the
 * caller queues it. Null when there are none.
 */
export async function reopenPictures(tx: Tx, importId: string): Promise<ImportRecord | null> {
  const woken = await queries.reopenPictures(tx.db, importId)
  if (woken === 0) return null
  await startAgain(tx.db, importId)
  return addCounts(tx.db, importId, { skipped: -woken })
}
