import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { ReviewCard } from '#web/features/logs/review/review-card.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { extendsItself, FailedPage, type WindowPages } from '#web/features/paging/paged-list.tsx'
import { branchesOf, estimatedHeight, ReplyBranch, rowsNotIn } from '#web/features/replies/reply-thread.tsx'
import { Composer } from '#web/features/replies/composer.tsx'
import { repliesQuery, type Reply } from '#web/features/replies/replies.api.ts'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VirtualList, type ListPlace } from '#web/ui/lists/virtual-list.tsx'
import { addOwnReply, filmReviewsQuery, ownRepliesQuery, type DiscussedLog } from './film-reviews.api.ts'
import styles from './film-reviews.module.css'

/** All reviews of a film with their threads, and the composer while one is answered. */
export function FilmReviews({ filmId }: { filmId: number }) {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(filmReviewsQuery(filmId))
  // An edit may have left one without text.
  const logs = pageItems(answer.data, ({ _id }) => _id)?.filter(({ review }) => realReview(review) !== '')
  const { target, pressed, setTarget, leave } = useReplyTarget(logs ?? [])
  const queryClient = useQueryClient()
  if (answer.isPending) return <ReviewSkeletons />
  if (!logs || logs.length === 0) {
    const text = t('film.reviewsEmpty')
    if (!answer.isError) return <EmptyState drawing="page" text={text} small />
    return <LoadFailed text={text} onRetry={answer.refetch} />
  }
  return (
    <>
      {logs[0] ? (
        <div className={styles.about}>
          <FilmStrip film={logs[0].movie} to={paths.film(filmId)}>
            {yearOf(logs[0].movie.release_date)}
          </FilmStrip>
        </div>
      ) : null}
      <Reviews filmId={filmId} logs={logs} pages={answer} onReply={setTarget} />
      {target === null ? null : (
        <Composer
          key={`${target.logId} ${target.parentId}`}
          thread={{ on: 'log', id: target.logId }}
          parent={target.parentId === null ? null : { id: target.parentId, username: target.username }}
          to={target.username}
          asked={pressed}
          placeholder={t('filmReviews.placeholder')}
          onSent={(reply) => {
            addOwnReply(queryClient, filmId, target.logId, reply)
            leave()
          }}
          onCancel={leave}
          cancelLabel={t('common.cancel')}
        />
      )}
    </>
  )
}

/** What is answered: what was pressed last, at first what the entry of the history names. */
function useReplyTarget(logs: readonly DiscussedLog[]) {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  /** Undefined until Reply was pressed or the composer left. */
  const [pressed, setPressed] = useState<ReplyTarget | null>()
  const opener = useRef<Element | null>(null)
  const storeTarget = (target: ReplyTarget | null) => {
    setPressed(target)
    void navigate(pathname, { replace: true, state: target && stateOf(target), preventScrollReset: true })
  }
  return {
    target: pressed === undefined ? targetOf(state, logs) : pressed,
    pressed,
    setTarget: (target: ReplyTarget) => {
      opener.current = document.activeElement
      storeTarget(target)
    },
    /** The composer goes away, and the focus back to where it was. */
    leave: () => {
      storeTarget(null)
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
  }
}

interface ReviewsProps {
  filmId: number
  logs: readonly DiscussedLog[]
  pages: WindowPages
  onReply: (target: ReplyTarget) => void
}

interface ReviewsPlace {
  list: ListPlace
  opened: Readonly<Record<string, OpenedReplies>>
}

const closed: OpenedReplies = { thread: false, branches: new Set() }
const none: readonly Reply[] = []

function Reviews({ filmId, logs, pages, onReply }: ReviewsProps) {
  const { t } = useTranslation()
  const { data: written = {} } = useQuery(ownRepliesQuery(filmId))
  const { place, onLeave } = useGridPlace<ReviewsPlace>()
  const [opened, setOpened] = useState(place?.opened ?? {})
  return (
    <>
      <VirtualList
        label={t('filmReviews.title')}
        items={logs}
        keyOf={({ _id }) => _id}
        estimate={reviewHeight}
        renderRow={(log) => (
          <ReviewWithReplies
            log={log}
            written={written[log._id] ?? none}
            opened={opened[log._id] ?? closed}
            onOpen={(next) => setOpened((before) => ({ ...before, [log._id]: next }))}
            onReply={(reply) =>
              onReply({
                logId: log._id,
                parentId: reply?._id ?? null,
                username: reply?.username ?? log.user.username,
              })
            }
          />
        )}
        {...extendsItself(pages)}
        place={place?.list}
        onLeave={(list) => onLeave({ list, opened })}
      />
      {extendsItself(pages).hasMore ? <ReviewSkeletons count={2} quiet /> : null}
      <FailedPage pages={pages} />
    </>
  )
}

const lineHeight = 24
/** Characters that fit a line on a phone. */
const lineLength = 38
/** A longer text is cut. */
const lines = 6

/** About how high a review will be, in CSS pixels, before it is measured. */
function reviewHeight({ review, gif, image, replies }: DiscussedLog): number {
  const text = Math.min(Math.ceil(review.length / lineLength), lines) * lineHeight
  const media = (gif === null ? 0 : 208) + (image === null ? 0 : 208)
  return branchesOf(replies).reduce((sum, branch) => sum + estimatedHeight(branch), 160 + text + media)
}

/** Reviews that are on their way; `quiet` where others are there already. */
function ReviewSkeletons({ count = 5, quiet = false }: { count?: number; quiet?: boolean }) {
  return (
    <div className={styles.waiting} aria-busy={quiet ? undefined : true} aria-hidden={quiet || undefined}>
      {quiet ? null : (
        <>
          <LoadingStatus />
          <Skeleton height="4.75rem" radius="var(--radius-card)" />
        </>
      )}
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height="11rem" radius="var(--radius-card)" />
      ))}
    </div>
  )
}

/** What is open below a review. */
export interface OpenedReplies {
  /** The whole thread instead of its beginning. */
  thread: boolean
  /** Comments below which all answers are shown, by id. */
  branches: ReadonlySet<string>
}

interface ReviewWithRepliesProps {
  log: DiscussedLog
  /** The member's own new replies, oldest first. */
  written: readonly Reply[]
  opened: OpenedReplies
  onOpen: (opened: OpenedReplies) => void
  /** Null answers the review itself. */
  onReply: (reply: Reply | null) => void
}

/** A review and what is said about it. */
function ReviewWithReplies({ log, written, opened, onOpen, onReply }: ReviewWithRepliesProps) {
  const { t } = useTranslation()
  const thread = useInfiniteQuery({ ...repliesQuery({ on: 'log', id: log._id }), enabled: opened.thread })
  const loaded = opened.thread ? pageItems(thread.data, ({ _id }) => _id) : undefined
  const rows = loaded ?? log.replies
  const own = rowsNotIn(written, rows)
  const branches = [...branchesOf(rows), ...branchesOf(own)]
  // What hangs below the comments that are shown has buttons there.
  const reachable = branches.reduce(
    (sum, { comment }) => sum + comment.replyCount + (comment.deleted ? 0 : 1),
    0,
  )
  const hasMore = loaded === undefined ? log.replyCount > reachable : thread.hasNextPage
  const showMore = () => {
    if (!opened.thread) onOpen({ ...opened, thread: true })
    else if (loaded === undefined) void thread.refetch()
    else void thread.fetchNextPage()
  }

  const openBranch = (id: string, open: boolean) => {
    const next = new Set(opened.branches)
    if (open) next.add(id)
    else next.delete(id)
    onOpen({ ...opened, branches: next })
  }

  return (
    <div className={styles.review}>
      <ReviewCard
        log={log}
        action={
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('filmReviews.replyTo', { name: log.user.username })}
            onClick={() => onReply(null)}
          >
            {t('replies.reply')}
          </Button>
        }
      />
      {branches.length === 0 && !hasMore ? null : (
        <div className={styles.thread}>
          <ul aria-label={t('filmReviews.repliesTo', { name: log.user.username })}>
            {branches.map((branch) => (
              <li key={branch.comment._id}>
                <ReplyBranch
                  thread={{ on: 'log', id: log._id }}
                  filmId={log.tmdbId}
                  branch={branch}
                  sent={own.filter(({ rootComment }) => rootComment === branch.comment._id)}
                  open={opened.branches.has(branch.comment._id)}
                  onOpen={(open) => openBranch(branch.comment._id, open)}
                  onReply={onReply}
                />
              </li>
            ))}
          </ul>
          {hasMore ? (
            <Button variant="ghost" size="sm" busy={opened.thread && thread.isFetching} onClick={showMore}>
              {loaded === undefined
                ? t('filmReviews.showAll', { count: log.replyCount })
                : t('common.loadMore')}
            </Button>
          ) : opened.thread ? (
            <Button variant="ghost" size="sm" onClick={() => onOpen({ ...opened, thread: false })}>
              {t('replies.showFewer')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

/** What the composer at the bottom answers. */
interface ReplyTarget {
  /** The review that is active. */
  logId: string
  /** The comment to answer; null answers the review itself. */
  parentId: string | null
  /** Whom the text begins with. */
  username: string
}

const textOf = (state: object, name: string): string | null => {
  const value: unknown = (state as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * What a link to the screen may carry: `parentCommentId`, `parentUsername` and the `reviewId` that the comment
 * belongs to. Without the last it is the review under which the comment is shown; null where none is. Without
 * the first the review itself is answered.
 */
function targetOf(state: unknown, logs: readonly DiscussedLog[]): ReplyTarget | null {
  if (typeof state !== 'object' || state === null) return null
  const parentId = textOf(state, 'parentCommentId')
  const username = textOf(state, 'parentUsername')
  if (username === null) return null
  const logId =
    textOf(state, 'reviewId') ?? logs.find(({ replies }) => replies.some(({ _id }) => _id === parentId))?._id
  return logId === undefined ? null : { logId, parentId, username }
}

/** The opposite of `targetOf`: a reload and Back find the target again. */
const stateOf = ({ logId, parentId, username }: ReplyTarget) => ({
  reviewId: logId,
  parentCommentId: parentId,
  parentUsername: username,
})
