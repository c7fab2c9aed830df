import {
  mutationOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { createReply, deleteReply, listReplies, toggleReplyLike, type Reply } from '#shared/api/replies.ts'
import { paths } from '#shared/paths.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
import { call, callPage, type Page } from '#web/lib/api.ts'
import { callOrKeep, type FormDraft } from '#web/lib/outbox.ts'
import { patchEntity, removeEntity } from '#web/lib/entity-cache.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export type { Reply } from '#shared/api/replies.ts'

/** Answers shown below a comment before the others are asked for. */
export const firstAnswers = 3

const pagesKey = (logId: string) => ['replies', logId, 'pages']

/** Reading must not be disturbed: what others write comes with the next visit or with one's own comment. */
const calm = { refetchOnWindowFocus: false } as const

/** The thread of a log in its order: comments, each followed by its first answers. */
export const repliesQuery = (logId: string) => ({
  ...pagedQuery({
    queryKey: [...pagesKey(logId), 'thread'],
    limit: 50,
    load: (page, signal) =>
      callPage(listReplies, { params: { logId }, query: { ...page, answers: firstAnswers }, signal }),
  }),
  ...calm,
})

/** All answers below one top-level comment, oldest first. */
export const answersQuery = (logId: string, root: string, enabled: boolean) => ({
  ...pagedQuery({
    queryKey: [...pagesKey(logId), 'answers', root],
    limit: 50,
    load: (page, signal) => callPage(listReplies, { params: { logId }, query: { ...page, root }, signal }),
    enabled,
  }),
  ...calm,
})

const sentKey = (logId: string) => ['replies', logId, 'sent']

/**
 * What the member wrote on this visit, oldest first: a new comment belongs to the end of the thread, which
 * may not be loaded yet. Forgotten when the thread is left.
 */
export const sentRepliesQuery = (logId: string) =>
  queryOptions<Reply[]>({ queryKey: sentKey(logId), queryFn: skipToken, gcTime: 0, staleTime: Infinity })

export const likeReplyMutation = (queryClient: QueryClient, logId: string, replyId: string) =>
  toggleMutation({
    key: ['replies', replyId, 'like'],
    send: (wanted, target) =>
      callOrKeep(
        toggleReplyLike,
        { params: { logId, replyId } },
        {
          kind: 'likeComment',
          target,
          wanted,
          about: '',
          path: paths.replies(logId),
        },
      ),
    onSuccess: ({ liked, likeCount, likes }) => {
      patchEntity(queryClient, replyId, { likedByMe: liked, likeCount, likes })
    },
  })

interface ReplySubmission {
  text: string
  /** What it answers; null for a comment on the log. */
  parentId: string | null
  spoilers: boolean
  /** The address of a GIF. */
  gif: string | null
  image: File | null
  /** UUID; the same one on every try of the same content, so that no try can make a second comment. */
  idempotencyKey: string
  /** What the composer holds. */
  draft: FormDraft
}

export const createReplyMutation = (queryClient: QueryClient, logId: string) =>
  mutationOptions({
    mutationKey: ['replies', logId, 'create'],
    // A retry is the member's decision: the composer keeps everything and offers it.
    retry: false,
    mutationFn: ({ text, parentId, spoilers, gif, image, idempotencyKey, draft }: ReplySubmission) =>
      callOrKeep(
        createReply,
        {
          params: { logId },
          body: {
            text,
            ...(spoilers && { spoilers }),
            ...(parentId === null ? {} : { parentComment: parentId }),
            ...(gif === null ? {} : { gif }),
          },
          files: image ? { image } : {},
          headers: { 'Idempotency-Key': idempotencyKey },
        },
        { kind: 'comment', target: null, about: text, path: paths.replies(logId), draft },
      ),
    onSuccess: (reply) => {
      queryClient.setQueryData<Reply[]>(sentKey(logId), (sent = []) => [...sent, reply])
      countReplies(queryClient, logId, reply, 1)
      void refreshReplies(queryClient, logId)
    },
  })

/** What is left of a deleted comment that has answers. */
const placeholder = {
  userId: null,
  username: '',
  avatar: null,
  text: '',
  spoilers: false,
  gif: null,
  gifDetails: null,
  image: null,
  rating: null,
  ratingForThisMovie: null,
  deleted: true,
} satisfies Partial<Reply>

export const deleteReplyMutation = (queryClient: QueryClient, logId: string, reply: Reply) =>
  mutationOptions({
    mutationKey: ['replies', reply._id, 'delete'],
    mutationFn: () => call(deleteReply, { params: { logId, replyId: reply._id } }),
    onSuccess: () => {
      if (isAnswered(queryClient, logId, reply)) patchEntity(queryClient, reply._id, placeholder)
      else removeEntity(queryClient, reply._id)
      countReplies(queryClient, logId, reply, -1)
      void refreshReplies(queryClient, logId)
    },
  })

/** As far as is known here; reloading settles it. */
function isAnswered(queryClient: QueryClient, logId: string, { _id, replyCount }: Reply): boolean {
  if (replyCount > 0) return true
  return queryClient
    .getQueriesData<InfiniteData<Page<Reply[]>>>({ queryKey: pagesKey(logId) })
    .some(([, data]) =>
      data?.pages.some(({ answer }) => answer.some(({ parentComment }) => parentComment === _id)),
    )
}

/** Changes the counts of the log and of the comment it hangs below, wherever they are shown. */
function countReplies(queryClient: QueryClient, logId: string, { rootComment }: Reply, by: 1 | -1): void {
  for (const id of rootComment === null ? [logId] : [logId, rootComment]) {
    patchEntity(queryClient, id, ({ replyCount }: { readonly replyCount?: unknown }) =>
      typeof replyCount === 'number' ? { replyCount: Math.max(0, replyCount + by) } : {},
    )
  }
}

/** Asks again for the thread and for the log with its best comments. */
export async function refreshReplies(queryClient: QueryClient, logId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['replies', logId] }),
    queryClient.invalidateQueries({ queryKey: ['logs', logId] }),
  ])
}
