import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, flag, gifDetails, id, line, numeric, page, stars, text } from './fields.ts'

/** A comment on a log or a list, or an answer to one. A deleted one keeps its place and loses author and content. */
export const reply = z.object({
  _id: id,
  userId: z.nullable(id),
  /** Empty when the author deleted the account or the reply. */
  username: z.string(),
  avatar: z.nullable(z.string()),
  text: z.string(),
  /** Tells what happens in the film: text and pictures are shown on request, or to who has seen it. */
  spoilers: z.boolean(),
  gif: z.nullable(z.string()),
  gifDetails,
  image: z.nullable(z.string()),
  /** Holds the viewer's id when the viewer likes it; `likeCount` carries the truth. */
  likes: z.array(id),
  likeCount: z.number(),
  likedByMe: z.boolean(),
  createdAt: z.string(),
  /** What it answers; null for a top-level comment. */
  parentComment: z.nullable(id),
  /** Author of what it answers, empty where that is gone; null for a top-level comment. */
  parentUsername: z.nullable(z.string()),
  /** The top-level comment that it hangs below, however deep; null for a top-level comment. */
  rootComment: z.nullable(id),
  /** Answers below a top-level comment, however deep, without deleted ones; 0 for an answer. */
  replyCount: z.number(),
  /** What the author gives the log's film, null on a list; `ratingForThisMovie` on top-level comments only. */
  ratingForThisMovie: stars,
  rating: stars,
  deleted: z.boolean(),
  /** Moderators hid it: its author alone is shown it. */
  hidden: z.optional(z.literal(true)),
})
export type Reply = z.output<typeof reply>

/** What comments hang below. */
export interface Thread {
  on: 'log' | 'list'
  id: string
}

/** Characters of a comment. */
export const maxReplyLength = 5000

/** A picture of at most 10 MB as a `data:` URL; empty is none. */
const pictureData = text(15_000_000)

const newReply = z.object({
  text: z.optional(text(maxReplyLength)),
  parentComment: z.optional(z.union([id, z.literal('')])),
  spoilers: z.optional(flag),
  gif: z.optional(line(500)),
  image: z.optional(pictureData),
  externalImage: z.optional(pictureData),
})

const creation =
  'answer a comment with `parentComment`. Needs text, a GIF or an image; the image is in `image` or `externalImage`, as a file part or a data URL. An `Idempotency-Key` header (UUID) makes a retry safe'

export const createReply = endpoint({
  method: 'POST',
  path: '/api/logs/:logId/reply',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: [
    'reply.empty',
    'member.new_account',
    'log.not_found',
    'reply.not_found',
    'gif.unknown',
    'upload.not_an_image',
    'upload.too_large',
    'request.conflict',
  ],
  summary: `Comment on a log, or ${creation}`,
  params: z.object({ logId: id }),
  files: ['image', 'externalImage'],
  fileInText: true,
  body: newReply,
  answer: reply,
})

const threadPage = z.extend(page, {
  answers: z.optional(numeric(z.int().check(z.minimum(0), z.maximum(100)))),
  root: z.optional(id),
})

const order =
  'in the order of the thread: each top-level comment, most liked first, followed by its answers, oldest first (80 rows without `limit`). `answers` bounds the answers under each comment; `root` gives the answers of one comment only'

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/logs/:logId/replies',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['log.not_found', 'reply.not_found'],
  summary: `Comments on a log ${order}`,
  params: z.object({ logId: id }),
  query: threadPage,
  answer: z.array(reply),
  unchecked: true,
})

/** Whether the caller likes it now, by how many it is liked, and the newest of them. */
const liked = z.object({ liked: z.boolean(), likeCount: z.number(), likes: z.array(id) })

const replyParams = z.object({ logId: id, replyId: id })

export const toggleReplyLike = endpoint({
  method: 'POST',
  path: '/api/logs/:logId/replies/:replyId/like',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['reply.not_found'],
  summary: 'Like a comment or take the like back',
  params: replyParams,
  answer: liked,
})

const deletion =
  'Delete one’s own comment; one that others’ answers hang below leaves a placeholder without author and content'

export const deleteReply = endpoint({
  method: 'DELETE',
  path: '/api/logs/:logId/replies/:replyId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['reply.not_found', 'reply.not_yours'],
  summary: deletion,
  params: replyParams,
  answer: done,
})

export const createListReply = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/reply',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: [
    'reply.empty',
    'member.new_account',
    'list.not_found',
    'reply.not_found',
    'gif.unknown',
    'upload.not_an_image',
    'upload.too_large',
    'request.conflict',
  ],
  summary: `Comment on a list that one may open, or ${creation}`,
  params: z.object({ listId: id }),
  files: ['image', 'externalImage'],
  fileInText: true,
  body: newReply,
  answer: reply,
})

export const listListReplies = endpoint({
  method: 'GET',
  path: '/api/lists/:listId/replies',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'lists:read',
  errors: ['list.not_found', 'reply.not_found'],
  summary: `Comments on a list ${order}`,
  params: z.object({ listId: id }),
  query: threadPage,
  answer: z.array(reply),
  unchecked: true,
})

const listReplyParams = z.object({ listId: id, replyId: id })

export const toggleListReplyLike = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/replies/:replyId/like',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['reply.not_found'],
  summary: 'Like a comment on a list or take the like back',
  params: listReplyParams,
  answer: liked,
})

export const deleteListReply = endpoint({
  method: 'DELETE',
  path: '/api/lists/:listId/replies/:replyId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['reply.not_found', 'reply.not_yours'],
  summary: deletion,
  params: listReplyParams,
  answer: done,
})

export const deleteReplyById = endpoint({
  method: 'DELETE',
  path: '/api/replies/:replyId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['reply.not_found', 'reply.not_yours'],
  summary: `${deletion} (the same by its id alone)`,
  params: z.object({ replyId: id }),
  answer: done,
})
