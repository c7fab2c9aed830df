import { randomUUID } from 'node:crypto'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { storagePath } from '#server/adapters/storage/storage.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { smallAvatarOf, toStoredImage, type MediaKind } from './images.ts'
import {
  claimMedia,
  deleteMedia,
  insertMedia,
  isHidden,
  lockPrunable,
  markMemberMediaRemoved,
  markRemoved,
  updateHidden,
} from './media.queries.ts'

export { lockMedia } from './media.queries.ts'

export const folders: Record<MediaKind, string> = {
  avatar: 'avatars',
  log: 'logs',
  reply: 'replies',
  cover: 'covers',
  backdrop: 'backdrops',
}

const unclaimedForMs = dayMs

/** The longest time between writing the row of a file and the file itself. */
const maxUploadMs = minuteMs

/** `/media/avatars/x.webp` -> `avatars/x.webp`; null for anything that is not a file of ours. */
export function toStoragePath(path: string): string | null {
  const inner = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  return storagePath.test(inner) ? inner : null
}

/**
 * Encodes an untrusted picture again and stores it, unclaimed: whoever refers to it calls `claim` in the transaction
 * that writes the reference. Answers `/media/<folder>/<file>`. The row is written before the file, so that
 * `pruneMedia` finds whatever a crash leaves behind.
 */
export async function storeImage(
  ctx: Context,
  given: { owner: string | null; kind: MediaKind; bytes: Buffer },
): Promise<string> {
  const bytes = await toStoredImage(given.bytes, { kind: given.kind })
  // The whole name is random, since whoever knows the address may see the picture.
  const inner = `${folders[given.kind]}/${randomUUID()}.webp`
  const path = `/media/${inner}`
  await insertMedia(ctx.db, {
    path,
    memberId: given.owner,
    kind: given.kind,
    bytes: bytes.length,
    at: ctx.now(),
  })
  await ctx.storage.put(inner, bytes)
  return path
}

/** Keeps a guest's picture for a sign-up. */
export async function storeSignupAvatar(ctx: Context, bytes: Buffer | undefined) {
  if (!bytes) throw fail('upload.missing')
  return { secure_url: await storeImage(ctx, { owner: null, kind: 'avatar', bytes }) }
}

/** Keeps a picture for a list of the viewer's. */
export async function storeListCover(ctx: Context, viewer: Viewer, bytes: Buffer | undefined) {
  if (!bytes) throw fail('upload.missing')
  return { url: await storeImage(ctx, { owner: viewer.id, kind: 'cover', bytes }) }
}

/**
 * Makes a stored file the member's for good. @throws request.invalid unless it is the member's own or unclaimed, and
 * of the kind if one is given
 */
export async function claim(tx: Tx, path: string, memberId: string, kind?: MediaKind): Promise<void> {
  if (toStoragePath(path) && (await claimMedia(tx.db, path, memberId, kind))) return
  throw fail('request.invalid', {
    issues: [{ path: 'picture', message: 'not an uploaded picture of yours' }],
  })
}

/**
 * Deletes files: their rows in the transaction, the files after its commit (or, should that fail, by the next
 * `pruneMedia`). Paths that are not our files are skipped.
 */
export async function removeMedia(
  ctx: Context,
  tx: Tx,
  paths: readonly (string | null | undefined)[],
): Promise<void> {
  const ours = paths.filter((path) => typeof path === 'string').filter((path) => toStoragePath(path))
  if (ours.length === 0) return
  const marked = await markRemoved(tx.db, ours)
  tx.afterCommit(() => removeFiles(ctx, ctx.db, marked))
}

/**
 * Deletes every file of a member, as `removeMedia` does. Since an upload may be under way, the file of a row that is
 * recent and unclaimed is left to `pruneMedia`.
 */
export async function removeMemberMedia(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  const marked = await markMemberMediaRemoved(tx.db, memberId, new Date(ctx.now().getTime() - maxUploadMs))
  const settled = marked.filter((row) => row.settled).map((row) => row.path)
  tx.afterCommit(() => removeFiles(ctx, ctx.db, settled))
}

/** Hides a picture from everybody, for a moderator, or shows it again. @throws picture.not_found */
export async function hidePicture(tx: Tx, path: string, at: Date | null): Promise<void> {
  if (!(await updateHidden(tx.db, path, at))) throw fail('picture.not_found')
}

/** The address of a picture, or null for one that moderators hid; for pages that are made from it and cached. */
export const shownPicture = async (
  ctx: Pick<Context, 'shortReads'>,
  path: string | null,
): Promise<string | null> =>
  path !== null && toStoragePath(path) && (await isHidden(ctx.shortReads, path)) ? null : path

const smallAvatar = /^([0-9a-f-]{36})-(96|200)\.webp$/

/**
 * The bytes of a file; null when there is none or moderators hid it. An avatar may also be asked for by the name of a
 * smaller size, which is made from it.
 */
export async function readMedia(ctx: Context, folder: string, file: string): Promise<Buffer | null> {
  const [, id, edge] = folder === folders.avatar ? (smallAvatar.exec(file) ?? []) : []
  const inner = `${folder}/${id === undefined ? file : `${id}.webp`}`
  if (!storagePath.test(inner) || (await isHidden(ctx.shortReads, `/media/${inner}`))) return null
  const bytes = await ctx.storage.get(inner)
  return bytes && edge !== undefined ? smallAvatarOf(bytes, file, Number(edge)) : bytes
}

/** Deletes files that nobody claimed within a day, and those marked for removal, a hundred at a time. */
export async function pruneMedia(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - unclaimedForMs)
  // Rows dated in the future come from a wrong clock.
  const after = new Date(ctx.now().getTime() + unclaimedForMs)
  for (;;) {
    const pruned = await ctx.transact(async (tx) => {
      const paths = await lockPrunable(tx.db, before, after, 100)
      await removeFiles(ctx, tx.db, paths)
      return paths.length
    })
    if (pruned < 100) return
  }
}

/** Files before rows: a row without a file is found again, a file without a row never. */
async function removeFiles(ctx: Context, db: Context['db'], paths: string[]): Promise<void> {
  if (paths.length === 0) return
  for (const path of paths) {
    const inner = toStoragePath(path)
    if (inner) await ctx.storage.remove(inner)
  }
  await deleteMedia(db, paths)
}
