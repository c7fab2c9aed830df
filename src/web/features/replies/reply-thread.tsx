import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VirtualList, type ListPlace } from '#web/ui/virtual-list.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { branchesOf, estimatedHeight, missing, type Branch } from './branches.ts'
import { repliesQuery, sentRepliesQuery, type Reply } from './replies.api.ts'
import { ReplyBranch } from './reply-branch.tsx'
import styles from './reply-thread.module.css'

interface ReplyThreadProps {
  logId: string
  onReply: (reply: Reply) => void
}

/** All comments on a log, most liked first, with their answers. */
export function ReplyThread({ logId, onReply }: ReplyThreadProps) {
  const { t } = useTranslation()
  const thread = useInfiniteQuery(repliesQuery(logId))
  const { data: sent = [] } = useQuery(sentRepliesQuery(logId))
  const rows = pageItems(thread.data, ({ _id }) => _id)
  if (thread.isPending) return <ThreadSkeleton />
  if (!rows) {
    return (
      <LoadFailed
        error={thread.error}
        unknown={t('errors.log.not_found')}
        text={t('replies.loadFailed')}
        onRetry={thread.refetch}
      />
    )
  }
  if (rows.length + sent.length === 0) return <EmptyState text={t('replies.empty')} />
  return <Branches logId={logId} rows={rows} sent={sent} onReply={onReply} pages={thread} />
}

interface BranchesProps extends ReplyThreadProps {
  rows: readonly Reply[]
  sent: readonly Reply[]
  pages: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** Where a thread was left, and below which comments all answers were shown. */
interface ThreadPlace {
  list: ListPlace
  open: ReadonlySet<string>
}

/** What stands for comments that are still to be loaded between the others and the member’s new ones. */
const gap = 'gap'

function Branches({ logId, rows, sent, onReply, pages }: BranchesProps) {
  const { t } = useTranslation()
  const { place, onLeave } = useGridPlace<ThreadPlace>()
  const [open, setOpen] = useState<ReadonlySet<string>>(place?.open ?? new Set<string>())
  const branches = branchesOf(rows)
  const own = branchesOf(missing(sent, rows).filter(({ rootComment }) => rootComment === null))
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
              logId={logId}
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
function ThreadSkeleton({ rows = 6, quiet = false }: { rows?: number; quiet?: boolean }) {
  const { t } = useTranslation()
  return (
    <div aria-busy={quiet ? undefined : true} aria-hidden={quiet || undefined}>
      {quiet ? null : (
        <VisuallyHidden>
          <span role="status">{t('common.loading')}</span>
        </VisuallyHidden>
      )}
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
