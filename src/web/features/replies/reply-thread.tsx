import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { paths } from '#shared/paths.ts'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { WaitingRows } from '#web/features/offline/waiting-rows.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import type { WaitingChange } from '#web/lib/outbox.ts'
import type { Page } from '#web/lib/api.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VirtualList, type ListPlace } from '#web/ui/lists/virtual-list.tsx'
import {
  answersQuery,
  firstAnswers,
  sentRepliesQuery,
  unknownThread,
  type Reply,
  type Thread,
} from './replies.api.ts'
import { ReplyItem } from './reply-item.tsx'
import styles from './reply-thread.module.css'

interface ReplyThreadProps {
  thread: Thread
  /** The film of the log that is answered, once it is known. */
  filmId: number | undefined
  onReply: (reply: Reply) => void
  /** The loaded pages of the thread. */
  pages: UseInfiniteQueryResult<InfiniteData<Page<Reply[]>>>
}

/** All comments on a log or a list, most liked first, with their answers. */
export function ReplyThread({ thread, pages, filmId, onReply }: ReplyThreadProps) {
  const { t } = useTranslation()
  const { data: sent = [] } = useQuery(sentRepliesQuery(thread))
  const rows = pageItems(pages.data, ({ _id }) => _id)
  if (!rows) {
    return (
      <LoadFailed
        error={pages.error}
        unknown={t(unknownThread(thread))}
        text={t('replies.loadFailed')}
        onRetry={pages.refetch}
      />
    )
  }
  const isHere = ({ kind, path }: WaitingChange) =>
    (kind === 'comment' || kind === 'listComment') && path === paths.thread(thread)
  return (
    <>
      {rows.length + sent.length === 0 ? (
        <EmptyState drawing="page" text={t('replies.empty')} />
      ) : (
        <Branches thread={thread} filmId={filmId} rows={rows} sent={sent} onReply={onReply} pages={pages} />
      )}
      <WaitingRows of={isHere} />
    </>
  )
}

interface BranchesProps extends ReplyThreadProps {
  rows: readonly Reply[]
  sent: readonly Reply[]
}

/** Where a thread was left, and below which comments all answers were shown. */
interface ThreadPlace {
  list: ListPlace
  open: ReadonlySet<string>
}

/** What stands for comments that are still to be loaded between the others and the member's new ones. */
const gap = 'gap'

function Branches({ thread, filmId, rows, sent, onReply, pages }: BranchesProps) {
  const { t } = useTranslation()
  const { place, onLeave } = useGridPlace<ThreadPlace>()
  const [open, setOpen] = useState<ReadonlySet<string>>(place?.open ?? new Set<string>())
  const branches = branchesOf(rows)
  const own = branchesOf(rowsNotIn(sent, rows).filter(({ rootComment }) => rootComment === null))
  // One's own new comment belongs to the end: what would come in between waits for a press.
  const waits = pages.hasNextPage && (own.length > 0 || pages.isFetchNextPageError)
  const items: (Branch | typeof gap)[] = [...branches, ...(waits ? [gap as typeof gap] : []), ...own]
  const more = () => void pages.fetchNextPage()

  const openBranch = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }

  return (
    <>
      <VirtualList
        label={t('review.comments')}
        items={items}
        keyOf={(item) => (item === gap ? gap : item.comment._id)}
        estimate={(item) => (item === gap ? 72 : estimatedHeight(item))}
        renderRow={(item) =>
          item === gap ? (
            <div className={styles.gap}>
              <Button variant="secondary" size="sm" busy={pages.isFetching} onClick={more}>
                {t('common.loadMore')}
              </Button>
            </div>
          ) : (
            <ReplyBranch
              thread={thread}
              filmId={filmId}
              branch={item}
              sent={sent.filter(({ rootComment }) => rootComment === item.comment._id)}
              open={open.has(item.comment._id)}
              onOpen={(isOpen) => openBranch(item.comment._id, isOpen)}
              onReply={onReply}
            />
          )
        }
        hasMore={pages.hasNextPage && !waits}
        isLoading={pages.isFetching}
        onMore={more}
        place={place?.list}
        onLeave={(list) => onLeave({ list, open })}
      />
      {pages.hasNextPage && !waits ? <ThreadSkeleton rows={2} quiet /> : null}
    </>
  )
}

/** Comments that are on their way; `quiet` where others are there already. */
export function ThreadSkeleton({ rows = 6, quiet = false }: { rows?: number; quiet?: boolean }) {
  return (
    <div aria-busy={quiet ? undefined : true} aria-hidden={quiet || undefined}>
      {quiet ? null : <LoadingStatus />}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="2rem" height="2rem" radius="var(--radius-full)" />
          <div className={styles.lines}>
            <Skeleton width="9rem" />
            <Skeleton height="3rem" />
            <Skeleton width="6rem" />
          </div>
        </div>
      ))}
    </div>
  )
}

interface ReplyBranchProps {
  thread: Thread
  filmId: number | undefined
  branch: Branch
  /** The member's own new answers below it, which may not be among those that are loaded. */
  sent: readonly Reply[]
  /** Whether more than the first answers are wanted. */
  open: boolean
  onOpen: (open: boolean) => void
  onReply: (reply: Reply) => void
}

/** A comment and what answers it, indented once. */
export function ReplyBranch(props: ReplyBranchProps) {
  const { thread, filmId, branch, sent, open, onReply } = props
  // Most comments have few answers, and no need to ask for others.
  if (open || branch.comment.replyCount > firstAnswers) return <LongBranch {...props} />
  return (
    <Answered
      thread={thread}
      filmId={filmId}
      branch={branch}
      answers={branch.answers}
      sent={sent}
      onReply={onReply}
    />
  )
}

function LongBranch({ thread, filmId, branch, sent, open, onOpen, onReply }: ReplyBranchProps) {
  const { t } = useTranslation()
  const { comment } = branch
  const list = useRef<HTMLUListElement>(null)
  /** How many answers there were when more were asked for. */
  const asked = useRef<number | null>(null)
  const pages = useInfiniteQuery(answersQuery(thread, comment._id, open))
  const loaded = open ? pageItems(pages.data, ({ _id }) => _id) : undefined
  const answers = loaded ?? branch.answers.slice(0, firstAnswers)
  const known = answers.filter(({ deleted }) => !deleted).length + rowsNotIn(sent, answers).length
  const hidden = Math.max(0, comment.replyCount - known)
  const hasMore = hidden > 0 && (loaded === undefined || pages.hasNextPage)
  const isLong = loaded !== undefined && answers.length > firstAnswers

  useEffect(() => {
    const from = asked.current
    if (from === null || answers.length <= from) return
    asked.current = null
    // The focus goes where reading goes on.
    list.current?.children[from]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [answers.length])

  const showMore = () => {
    asked.current = answers.length
    if (!open) onOpen(true)
    else if (pages.data === undefined) void pages.refetch()
    else void pages.fetchNextPage()
  }

  return (
    <Answered
      thread={thread}
      filmId={filmId}
      branch={branch}
      answers={answers}
      list={list}
      sent={sent}
      onReply={onReply}
    >
      {hasMore ? (
        <Button variant="ghost" size="sm" busy={open && pages.isFetching} onClick={showMore}>
          {t('replies.showMore', { count: hidden })}
        </Button>
      ) : isLong ? (
        <Button variant="ghost" size="sm" onClick={() => onOpen(false)}>
          {t('replies.showFewer')}
        </Button>
      ) : null}
    </Answered>
  )
}

interface AnsweredProps {
  thread: Thread
  filmId: number | undefined
  branch: Branch
  answers: readonly Reply[]
  list?: Ref<HTMLUListElement>
  sent: readonly Reply[]
  onReply: (reply: Reply) => void
  /** The way to more answers. */
  children?: ReactNode
}

function Answered({ thread, filmId, branch, answers, list, sent, onReply, children }: AnsweredProps) {
  const { comment } = branch
  const own = rowsNotIn(sent, answers)
  const item = (reply: Reply) => (
    <li key={reply._id} id={`reply-${reply._id}`}>
      <ReplyItem thread={thread} filmId={filmId} reply={reply} onReply={onReply} />
    </li>
  )
  return (
    <div className={styles.branch}>
      <div id={`reply-${comment._id}`}>
        <ReplyItem thread={thread} filmId={filmId} reply={comment} onReply={onReply} />
      </div>
      {answers.length + own.length === 0 && !children ? null : (
        <div className={styles.answers}>
          {answers.length === 0 ? null : <ul ref={list}>{answers.map(item)}</ul>}
          {children}
          {own.length === 0 ? null : <ul>{own.map(item)}</ul>}
        </div>
      )}
    </div>
  )
}

/** A comment with the answers below it, however deep, oldest first. */
interface Branch {
  comment: Reply
  answers: Reply[]
}

/** The rows of a thread as its comments. */
export function branchesOf(rows: readonly Reply[]): Branch[] {
  const branches = new Map<string, Branch>()
  for (const row of rows) {
    if (row.rootComment === null) branches.set(row._id, { comment: row, answers: [] })
    else branches.get(row.rootComment)?.answers.push(row)
  }
  return [...branches.values()]
}

/** The `rows` that are not among the others. */
export function rowsNotIn(rows: readonly Reply[], others: readonly Reply[]): Reply[] {
  const ids = new Set(others.map(({ _id }) => _id))
  return rows.filter(({ _id }) => !ids.has(_id))
}

const lineHeight = 24
/** Characters that fit a line on a phone. */
const lineLength = 38

/** About how high a comment will be, in CSS pixels, before it is measured. */
export function estimatedHeight({ comment, answers }: Branch): number {
  return [comment, ...answers].reduce((sum, reply) => {
    if (reply.deleted) return sum + 52
    const lines = Math.ceil(reply.text.length / lineLength)
    const media = (reply.gif === null ? 0 : 200) + (reply.image === null ? 0 : 200)
    return sum + 106 + lines * lineHeight + media
  }, 0)
}
