import {
  mutationOptions,
  queryOptions,
  skipToken,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import {
  createListReply,
  createReply,
  deleteListReply,
  deleteReply,
  listListReplies,
  listReplies,
  toggleListReplyLike,
  toggleReplyLike,
  type Reply,
  type Thread,
} from '#shared/api/replies.ts'
import type { QueryOf } from '#shared/api/endpoint.ts'
import { paths } from '#shared/paths.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
import { callPage, type Page } from '#web/lib/api.ts'
import { callDeletion } from '#web/lib/deletion.ts'
import { callOrKeep, type FormDraft } from '#web/lib/outbox.ts'
import { patchEntity, removeEntity } from '#web/lib/entity-cache.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { useRealtime } from '#web/lib/realtime.ts'

export type { Reply, Thread } from '#shared/api/replies.ts'

/** Answers shown below a comment before the others are asked for. */
export const firstAnswers = 3

/** What says that there is no such log or list. */
export const unknownThread = ({ on }: Thread) =>
  on === 'log' ? ('errors.log.not_found' as const) : ('errors.list.not_found' as const)

const pagesKey = ({ id }: Thread) => ['replies', id, 'pages']

/** Reading must not be disturbed: what others write comes with the next visit or with one's own comment. */
const calm = { refetchOnWindowFocus: false } as const

/** A thread in its order: comments, each followed by its first answers. */
export const repliesQuery = (thread: Thread) => ({
  ...pagedQuery({
    queryKey: [...pagesKey(thread), 'thread'],
    limit: 50,
    load: (page, signal) => loadReplies(thread, { ...page, answers: firstAnswers }, signal),
  }),
  ...calm,
})

/** All answers below one top-level comment, oldest first. */
export const answersQuery = (thread: Thread, root: string, enabled: boolean) => ({
  ...pagedQuery({
    queryKey: [...pagesKey(thread), 'answers', root],
    limit: 50,
    load: (page, signal) => loadReplies(thread, { ...page, root }, signal),
    enabled,
  }),
  ...calm,
})

const loadReplies = ({ on, id }: Thread, query: QueryOf<typeof listReplies>, signal: AbortSignal) =>
  on === 'log'
    ? callPage(listReplies, { params: { logId: id }, query, signal })
    : callPage(listListReplies, { params: { listId: id }, query, signal })

const sentKey = ({ id }: Thread) => ['replies', id, 'sent']

/**
 * What the member wrote on this visit, oldest first: a new comment belongs to the end of the thread, which
 * may not be loaded yet. Forgotten when the thread is left.
 */
export const sentRepliesQuery = (thread: Thread) =>
  queryOptions<Reply[]>({ queryKey: sentKey(thread), queryFn: skipToken, gcTime: 0, staleTime: Infinity })

export const likeReplyMutation = (queryClient: QueryClient, thread: Thread, replyId: string) =>
  toggleMutation({
    key: ['replies', replyId, 'like'],
    send(wanted, target) {
      const change = { target, wanted, about: '', path: paths.thread(thread) }
      return thread.on === 'log'
        ? callOrKeep(
            toggleReplyLike,
            { params: { logId: thread.id, replyId } },
            { kind: 'likeComment', ...change },
          )
        : callOrKeep(
            toggleListReplyLike,
            { params: { listId: thread.id, replyId } },
            { kind: 'likeListComment', ...change },
          )
    },
    isOn: ({ liked }) => liked,
    refresh: () => refreshReplies(queryClient, thread),
    onSuccess: ({ liked, likeCount, likes }) => {
      patchEntity(queryClient, replyId, { likedByMe: liked, likeCount, likes })
    },
  })

interface ReplySubmission {
  text: string
  /** What it answers; null for a comment on the log or the list. */
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

export const createReplyMutation = (queryClient: QueryClient, thread: Thread) =>
  mutationOptions({
    mutationKey: ['replies', thread.id, 'create'],
    // A retry is the member's decision: the composer keeps everything and offers it.
    retry: false,
    mutationFn({ text, parentId, spoilers, gif, image, idempotencyKey, draft }: ReplySubmission) {
      const parts = {
        body: {
          text,
          ...(spoilers && { spoilers }),
          ...(parentId === null ? {} : { parentComment: parentId }),
          ...(gif === null ? {} : { gif }),
        },
        files: image ? { image } : {},
        headers: { 'Idempotency-Key': idempotencyKey },
      }
      const change = { target: null, about: text, path: paths.thread(thread), draft }
      return thread.on === 'log'
        ? callOrKeep(createReply, { params: { logId: thread.id }, ...parts }, { kind: 'comment', ...change })
        : callOrKeep(
            createListReply,
            { params: { listId: thread.id }, ...parts },
            { kind: 'listComment', ...change },
          )
    },
    onSuccess: (reply) => {
      queryClient.setQueryData<Reply[]>(sentKey(thread), (sent = []) => [...sent, reply])
      countReplies(queryClient, thread, reply, 1)
      void refreshReplies(queryClient, thread)
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

export const deleteReplyMutation = (queryClient: QueryClient, thread: Thread, reply: Reply) =>
  mutationOptions({
    mutationKey: ['replies', reply._id, 'delete'],
    mutationFn: () =>
      thread.on === 'log'
        ? callDeletion(deleteReply, { params: { logId: thread.id, replyId: reply._id } })
        : callDeletion(deleteListReply, { params: { listId: thread.id, replyId: reply._id } }),
    onSuccess: () => {
      if (isAnswered(queryClient, thread, reply)) patchEntity(queryClient, reply._id, placeholder)
      else removeEntity(queryClient, reply._id)
      countReplies(queryClient, thread, reply, -1)
      void refreshReplies(queryClient, thread)
    },
  })

/** As far as is known here; reloading settles it. */
function isAnswered(queryClient: QueryClient, thread: Thread, { _id, replyCount }: Reply): boolean {
  if (replyCount > 0) return true
  return queryClient
    .getQueriesData<InfiniteData<Page<Reply[]>>>({ queryKey: pagesKey(thread) })
    .some(([, data]) =>
      data?.pages.some(({ answer }) => answer.some(({ parentComment }) => parentComment === _id)),
    )
}

/** Changes the counts of the log or the list and of the comment it hangs below, wherever they are shown. */
function countReplies(queryClient: QueryClient, thread: Thread, { rootComment }: Reply, by: 1 | -1): void {
  for (const id of rootComment === null ? [thread.id] : [thread.id, rootComment]) {
    patchEntity(queryClient, id, ({ replyCount }: { readonly replyCount?: unknown }) =>
      typeof replyCount === 'number' ? { replyCount: Math.max(0, replyCount + by) } : {},
    )
  }
}

/** Asks again for the thread, and for a log, which comes with its best comments. */
async function refreshReplies(queryClient: QueryClient, { on, id }: Thread): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['replies', id] }),
    on === 'log' ? queryClient.invalidateQueries({ queryKey: ['logs', id] }) : undefined,
  ])
}

/** A comment that the member is told of is shown where its thread is open, unless that would take away what is being written. */
export function useLiveReplies(thread: Thread, isWriting: () => boolean = () => false): void {
  const queryClient = useQueryClient()
  useRealtime('notification', ({ type, relatedId }) => {
    if (type === 'reply' && relatedId === thread.id && !isWriting()) void refreshReplies(queryClient, thread)
  })
}
