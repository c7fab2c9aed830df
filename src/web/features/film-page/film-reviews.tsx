import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { extendsItself, FailedPage, type WindowPages } from '#web/features/paging/paged-list.tsx'
import { branchesOf, estimatedHeight } from '#web/features/replies/branches.ts'
import { Composer } from '#web/features/replies/composer.tsx'
import type { Reply } from '#web/features/replies/replies.api.ts'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VirtualList, type ListPlace } from '#web/ui/virtual-list.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { filmReviewsQuery, keepWritten, writtenQuery, type DiscussedLog } from './film-reviews.api.ts'
import { stateOf, targetOf, type ReplyTarget } from './reply-target.ts'
import { ReviewWithReplies, type Opened } from './review-with-replies.tsx'
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
    if (!answer.isError) return <EmptyState text={text} />
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
          logId={target.logId}
          parent={target.parentId === null ? null : { id: target.parentId, username: target.username }}
          to={target.username}
          asked={pressed}
          placeholder={t('filmReviews.placeholder')}
          onSent={(reply) => {
            keepWritten(queryClient, filmId, target.logId, reply)
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
  const keep = (target: ReplyTarget | null) => {
    setPressed(target)
    void navigate(pathname, { replace: true, state: target && stateOf(target), preventScrollReset: true })
  }
  return {
    target: pressed === undefined ? targetOf(state, logs) : pressed,
    pressed,
    setTarget: (target: ReplyTarget) => {
      opener.current = document.activeElement
      keep(target)
    },
    /** The composer goes away, and the focus back to where it was. */
    leave: () => {
      keep(null)
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
  opened: Readonly<Record<string, Opened>>
}

const closed: Opened = { thread: false, branches: new Set() }
const none: readonly Reply[] = []

function Reviews({ filmId, logs, pages, onReply }: ReviewsProps) {
  const { t } = useTranslation()
  const { data: written = {} } = useQuery(writtenQuery(filmId))
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
      {pages.isFetchNextPageError ? (
        <FailedPage pages={pages} />
      ) : pages.hasNextPage ? (
        <ReviewSkeletons count={2} quiet />
      ) : null}
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
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} aria-busy={quiet ? undefined : true} aria-hidden={quiet || undefined}>
      {quiet ? null : (
        <>
          <VisuallyHidden>
            <span role="status">{t('common.loading')}</span>
          </VisuallyHidden>
          <Skeleton height="4.75rem" radius="var(--radius-card)" />
        </>
      )}
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height="11rem" radius="var(--radius-card)" />
      ))}
    </div>
  )
}
