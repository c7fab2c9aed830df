import { v7 as uuidv7 } from 'uuid'
import type { ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type { createReply, listReplies, Reply } from '#shared/api/replies.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { uploadOfDataUrl, type Upload } from '#server/core/multipart.ts'
import { pageOf, type Listed } from '#server/core/keyset.ts'
import { hashRequest, repeatedId } from '#server/core/request-hash.ts'
import { requireGif, useGif } from '#server/domains/gifs/gifs.service.ts'
import { claim, storeImage } from '#server/domains/media/media.service.ts'
import * as queries from './replies.queries.ts'
import { replyViews } from './replies.views.ts'
import { answersSkeleton, findThread, threadSkeleton } from './threads.queries.ts'

type NewReplyBody = ParsedBody<typeof createReply>

/** Rows of a usual length make less than 60 kB. */
const threadSize = 80
/** Newest likers that a tap answers. */
const likersNamed = 3

/**
 * Comments on a log or answers a comment, in one transaction. With an idempotency key a repetition answers the
 * first reply; other content under the same key is `request.conflict`.
 * @throws reply.empty, log.not_found, reply.not_found when what it answers is gone or of another log
 */
export async function writeReply(
  ctx: Context,
  viewer: Viewer,
  logId: string,
  body: NewReplyBody,
  file: Upload | undefined,
  idempotencyKey: string | null,
): Promise<Reply> {
  const text = (body.text ?? '').trim()
  const gif = body.gif || null
  const image = file ?? imageInText(body)
  if (!text && !gif && !image) throw fail('reply.empty')
  const parentId = body.parentComment || null
  const requestHash = hashRequest({ logId, parentId, text, gif }, image)
  const earlier = idempotencyKey ? await queries.findByKey(ctx.db, viewer.id, idempotencyKey) : undefined
  if (earlier) return oneReply(ctx, viewer, repeatedId(earlier, requestHash))

  if (gif) await requireGif(ctx, gif)
  await requireThread(ctx, logId, null)
  const imagePath = image ? await keepImage(ctx, viewer, image) : null
  const id = uuidv7()
  const written = await ctx.transact(async (tx) => {
    // Locks the author's row, and before the log's, as deleting a log does.
    if (gif) await useGif(tx, viewer.id, gif)
    const logAuthorId = await queries.lockThread(tx.db, logId)
    if (!logAuthorId) throw fail('log.not_found')
    const parent = parentId ? await requireParent(tx, logId, parentId) : null
    const added = await queries.insertReply(tx.db, {
      id,
      logId,
      memberId: viewer.id,
      parentId,
      rootId: parent && (parent.root_id ?? parent.id),
      text,
      gif,
      image: imagePath,
      idempotencyKey,
      requestHash,
      createdAt: ctx.now(),
    })
    if (!added) return false
    if (imagePath) await claim(tx, imagePath, viewer.id, 'reply')
    const parentAuthorId = parent?.member_id ?? null
    await tx.emit('reply.created', { replyId: id, logId, logAuthorId, memberId: viewer.id, parentAuthorId })
    return true
  })
  if (written || !idempotencyKey) return oneReply(ctx, viewer, id)
  const twin = await queries.findByKey(ctx.db, viewer.id, idempotencyKey)
  return oneReply(ctx, viewer, repeatedId(twin, requestHash))
}

/** @throws log.not_found, reply.not_found for a `root` that is no top-level comment of the log */
export async function readThread(
  ctx: Context,
  viewer: Viewer,
  logId: string,
  query: ParsedQuery<typeof listReplies>,
): Promise<Listed<Reply>> {
  const page = pageOf(query, threadSize)
  const [{ ids, next }] = await Promise.all([
    query.root
      ? answersSkeleton(ctx.db, logId, query.root, page)
      : threadSkeleton(ctx.db, logId, query.answers, page),
    requireThread(ctx, logId, query.root ?? null),
  ])
  return { items: await replyViews(ctx, viewer, ids), next }
}

/** Likes the reply or takes the like back. */
export async function toggleLike(ctx: Context, viewer: Viewer, logId: string, id: string) {
  const flipped = await ctx.transact(async (tx) => {
    const result = await queries.toggleLike(tx.db, logId, id, viewer.id)
    if (!result?.author_id) throw fail('reply.not_found')
    if (result.changed > 0)
      await tx.emit('reply.liked', {
        replyId: id,
        logId,
        authorId: result.author_id,
        memberId: viewer.id,
      })
    return result
  })
  const likes = await queries.readLikers(ctx.db, id, likersNamed)
  return { liked: flipped.liked, likeCount: flipped.like_count, likes }
}

async function oneReply(ctx: Context, viewer: Viewer, id: string): Promise<Reply> {
  const [reply] = await replyViews(ctx, viewer, [id])
  if (!reply) throw fail('reply.not_found')
  return reply
}

async function requireThread(ctx: Context, logId: string, rootId: string | null) {
  const found = await findThread(ctx.db, logId, rootId)
  if (!found.log) throw fail('log.not_found')
  if (rootId && !found.root) throw fail('reply.not_found')
}

async function requireParent(tx: Tx, logId: string, id: string) {
  const parent = await queries.findReply(tx.db, logId, id)
  if (!parent) throw fail('reply.not_found')
  return parent
}

function imageInText(body: NewReplyBody): Upload | undefined {
  if (body.image) return uploadOfDataUrl(body.image, 'image')
  if (body.externalImage) return uploadOfDataUrl(body.externalImage, 'externalImage')
  return undefined
}

async function keepImage(ctx: Context, viewer: Viewer, image: Upload): Promise<string> {
  await ctx.limits.use('member.upload', viewer.id)
  return storeImage(ctx, { owner: viewer.id, kind: 'reply', bytes: image.bytes })
}
