import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReviewCard } from '#web/features/logs/review-card.tsx'
import { branchesOf, missing } from '#web/features/replies/branches.ts'
import { repliesQuery, type Reply } from '#web/features/replies/replies.api.ts'
import { ReplyBranch } from '#web/features/replies/reply-branch.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button } from '#web/ui/button.tsx'
import type { DiscussedLog } from './film-reviews.api.ts'
import styles from './review-with-replies.module.css'

/** What is open below a review. */
export interface Opened {
  /** The whole thread instead of its beginning. */
  thread: boolean
  /** Comments below which all answers are shown, by id. */
  branches: ReadonlySet<string>
}

interface ReviewWithRepliesProps {
  log: DiscussedLog
  /** The member’s own new replies, oldest first. */
  written: readonly Reply[]
  opened: Opened
  onOpen: (opened: Opened) => void
  /** Null answers the review itself. */
  onReply: (reply: Reply | null) => void
}

/** A review and what is said about it. */
export function ReviewWithReplies({ log, written, opened, onOpen, onReply }: ReviewWithRepliesProps) {
  const { t } = useTranslation()
  const thread = useInfiniteQuery({ ...repliesQuery(log._id), enabled: opened.thread })
  const loaded = opened.thread ? pageItems(thread.data, ({ _id }) => _id) : undefined
  const rows = loaded ?? log.replies
  const own = missing(written, rows)
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
                  logId={log._id}
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
