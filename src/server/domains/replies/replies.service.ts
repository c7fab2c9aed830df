import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/replies.ts'
import type { Reply, Thread } from '#shared/api/replies.ts'
import type { Context, Tx } from '#server/context.ts'
import { onlooker, type ModeratedChange } from '#server/core/audience.ts'
import { fail, requireOwner } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { uploadOfDataUrl, type Upload } from '#server/core/http/multipart.ts'
import { pageOf, type Listed } from '#server/core/keyset.ts'
import { hashRequest, once, type CreateRequest } from '#server/core/once.ts'
import { deleteMarksOf, toggleMark, type Mark } from '#server/core/toggle.ts'
import { requireGif, useGif } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia, storeImage } from '#server/domains/media/media.service.ts'
import { refuseNewcomerFlood } from '#server/domains/members/newcomers.service.ts'
import * as queries from './replies.queries.ts'
import { replyPage, replyViews, threadSize } from './replies.views.ts'
import { answersPage, selectThread, threadPage, type ThreadOf } from './threads.queries.ts'

type NewReplyBody = ParsedBody<typeof api.createReply>

/** How many of the newest likers are answered after a tap. */
const likersNamed = 3

export const likes: Mark = { table: 'reply_likes', column: 'reply_id', of: 'replies', counter: 'like_count' }

/**
 * Comments on a log or a list, or answers a comment, in one transaction. With an idempotency key a repetition answers the
 * first reply; other content under the same key is `request.conflict`.
 * @throws reply.empty, log.not_found, list.not_found, reply.not_found when what it answers is gone or of another thread
 */
export async function createReply(
  ctx: Context,
  viewer: Viewer,
  thread: Thread,
  { body, image: file, idempotencyKey }: CreateRequest<NewReplyBody>,
): Promise<Reply> {
  const text = (body.text ?? '').trim()
  const spoilers = body.spoilers ?? false
  const gif = body.gif || null
  const image = file ?? imageInText(body)
  if (!text && !gif && !image) throw fail('reply.empty')
  const parentId = body.parentComment || null
  const hash = hashRequest({ [`${thread.on}Id`]: thread.id, parentId, text, spoilers, gif }, image)
  const request = { memberId: viewer.id, key: idempotencyKey, hash }
  const create = async () => {
    if (gif) await requireGif(ctx, gif)
    await requireThread(ctx, { thread, viewerId: viewer.id }, null)
    const imagePath = image ? await storeUpload(ctx, viewer, image) : null
    return ctx.transact(async (tx) => {
      const count = (since: Date) => queries.countRepliesSince(tx.db, viewer.id, since)
      const isNewcomer = await refuseNewcomerFlood(ctx, tx, viewer.id, { of: 'comments', count })
      // Locks the author's row, before the log's, in the same order as deleting a log does.
      if (gif) await useGif(tx, viewer.id, gif)
      const held = await queries.lockThread(tx.db, thread, viewer.id)
      // The log or list was hidden or made less visible meanwhile: it looks deleted to all but its author.
      if (!held) throw threadGone(thread)
      const parent = parentId ? await requireParent(tx, viewer, thread, parentId) : null
      const id = uuidv7()
      const isNew = await queries.insertReply(tx.db, thread, {
        id,
        member_id: viewer.id,
        parent_id: parentId,
        root_id: parent && (parent.root_id ?? parent.id),
        text,
        spoilers,
        gif,
        image: imagePath,
        idempotency_key: idempotencyKey,
        request_hash: hash,
        created_at: ctx.now(),
      })
      if (!isNew) return null
      // Those that were deleted since are in no row, but their authors were notified.
      if (isNewcomer) await ctx.limits.use('newcomer.comment', viewer.id)
      if (imagePath) await claim(tx, imagePath, viewer.id, 'reply')
      const answeredId = parent?.member_id ?? held.authorId
      await tx.emit('reply.created', { replyId: id, thread, memberId: viewer.id, answeredId })
      return id
    })
  }
  const looksFirst = Boolean(image ?? gif)
  const replyId = await once(ctx.shortReads, 'replies', request, create, { looksFirst })
  return oneReply(ctx, viewer, replyId)
}

/** @throws log.not_found, list.not_found, reply.not_found for a `root` that is no top-level comment of the thread */
export async function listReplies(
  ctx: Context,
  viewer: Viewer,
  thread: Thread,
  query: ParsedQuery<typeof api.listReplies>,
): Promise<Listed<Reply>> {
  const { hides } = await onlooker(ctx, viewer.id)
  const of = { thread, viewerId: viewer.id, hides }
  const page = pageOf(query, threadSize)
  const wanted = query.root ? answersPage(of, query.root, page) : threadPage(of, query.answers, page)
  const [listed] = await Promise.all([
    replyPage(ctx, viewer, wanted, page.limit),
    requireThread(ctx, of, query.root ?? null),
  ])
  return listed
}

/** Likes the reply, or removes the like. */
export async function toggleLike(ctx: Context, viewer: Viewer, thread: Thread, id: string) {
  const target = queries.lockReply(viewer.id, thread, id)
  const tap = { mark: likes, id, memberId: viewer.id, target, named: likersNamed }
  const toggled = await toggleMark(ctx.transact<void>, tap, (tx: Tx, memberIds) =>
    tx.emit('reply.like_toggled', { replyId: id, memberIds }),
  )
  if (!toggled) throw fail('reply.not_found')
  return { liked: toggled.marked, likeCount: toggled.count, likes: toggled.newest }
}

/**
 * Deletes the viewer's own reply; when it has answers, a placeholder without author and content stays. With a thread,
 * it must be in that thread.
 */
export async function deleteReply(ctx: Context, viewer: Viewer, id: string, given?: Thread): Promise<void> {
  await ctx.transact(async (tx) => {
    const thread = given ?? (await queries.selectThreadOfReply(tx.db, id))
    if (!thread || !(await queries.lockThread(tx.db, thread))) throw fail('reply.not_found')
    const reply = await queries.selectReply(tx.db, viewer.id, thread, id)
    if (!reply) throw fail('reply.not_found')
    // Whoever may not see the thread must not learn of a reply in it, except its author, who may still delete it.
    if (reply.member_id !== viewer.id && !(await queries.lockThread(tx.db, thread, viewer.id)))
      throw fail('reply.not_found')
    requireOwner('reply', reply, viewer)
    await removeFromThread(ctx, tx, thread, reply)
  })
}

type FoundReply = NonNullable<Awaited<ReturnType<typeof queries.selectReply>>>

async function removeFromThread(ctx: Context, tx: Tx, thread: Thread, reply: FoundReply): Promise<void> {
  const { id, root_id: rootId, image, hidden_at } = reply
  await queries.deleteReply(tx.db, { id, rootId, thread, isHidden: hidden_at !== null })
  await removeMedia(ctx, tx, [image])
  await tx.emit('reply.deleted', { replyId: id })
}

interface ModeratedReply {
  id: string
  authorId: string
}

/** Changes what moderators decide about a reply, whatever its author chose. @throws reply.not_found */
export async function moderateReply(
  tx: Tx,
  moderated: ModeratedReply,
  change: ModeratedChange,
): Promise<void> {
  const { thread, reply } = await lockModerated(tx, moderated)
  const { id, root_id: rootId } = reply
  if ('spoilers' in change) await queries.updateSpoilers(tx.db, id, change.spoilers)
  else await queries.updateHidden(tx.db, { id, rootId, thread }, change.hidden_at)
}

/** A moderator deletes a reply, as its author would. @throws reply.not_found */
export async function removeReply(ctx: Context, tx: Tx, moderated: ModeratedReply): Promise<void> {
  const { thread, reply } = await lockModerated(tx, moderated)
  await removeFromThread(ctx, tx, thread, reply)
}

async function lockModerated(tx: Tx, { id, authorId }: ModeratedReply) {
  const thread = await queries.selectThreadOfReply(tx.db, id)
  if (!thread || !(await queries.lockThread(tx.db, thread))) throw fail('reply.not_found')
  const reply = await queries.selectReply(tx.db, authorId, thread, id)
  if (!reply) throw fail('reply.not_found')
  return { thread, reply }
}

async function oneReply(ctx: Context, viewer: Viewer, id: string): Promise<Reply> {
  const [reply] = await replyViews(ctx, viewer, [id])
  if (!reply) throw fail('reply.not_found')
  return reply
}

const threadGone = ({ on }: Thread) => fail(on === 'log' ? 'log.not_found' : 'list.not_found')

async function requireThread(ctx: Context, of: Omit<ThreadOf, 'hides'>, rootId: string | null) {
  const found = await selectThread(ctx.shortReads, of, rootId)
  if (!found.open) throw threadGone(of.thread)
  if (rootId && !found.root) throw fail('reply.not_found')
}

async function requireParent(tx: Tx, viewer: Viewer, thread: Thread, id: string) {
  const parent = await queries.selectReply(tx.db, viewer.id, thread, id)
  if (!parent) throw fail('reply.not_found')
  return parent
}

function imageInText(body: NewReplyBody): Upload | undefined {
  if (body.image) return uploadOfDataUrl(body.image, 'image')
  if (body.externalImage) return uploadOfDataUrl(body.externalImage, 'externalImage')
  return undefined
}

async function storeUpload(ctx: Context, viewer: Viewer, image: Upload): Promise<string> {
  await ctx.limits.use('member.upload', viewer.id)
  return storeImage(ctx, { owner: viewer.id, kind: 'reply', bytes: image.bytes })
}

/** The threads that a member's replies are part of, and the replies. */
export async function lockRepliesForDeletion(tx: Tx, memberId: string): Promise<void> {
  await queries.lockThreadsOf(tx.db, memberId)
  await queries.lockRepliesOf(tx.db, memberId)
}

/** A member's replies go or, where others' hang below, lose author and content. */
export async function deleteMemberReplies(tx: Tx, memberId: string): Promise<void> {
  await queries.uncountRepliesOf(tx.db, memberId)
  await queries.deleteRepliesOf(tx.db, memberId)
  await deleteMarksOf(tx.db, likes, memberId)
}
