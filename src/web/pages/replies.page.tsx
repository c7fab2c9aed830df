import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Link,
  useLocation,
  useNavigate,
  useParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { FilmReviewCard } from '#web/features/logs/review/film-review-card.tsx'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { Composer } from '#web/features/replies/composer.tsx'
import { refreshReplies, repliesQuery, type Reply } from '#web/features/replies/replies.api.ts'
import { ReplyThread } from '#web/features/replies/reply-thread.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { useBack } from '#web/lib/use-back.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from './replies.module.css'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const id = args.params['id'] ?? ''
  return prefetch(
    queryClient.prefetchInfiniteQuery(repliesQuery(id)),
    queryClient.prefetchQuery(logQuery(id)),
  )
}

/** Whom an answer is for is no reason to load again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

/** The comments on a review. */
export function Component() {
  const { id = '' } = useParams()
  return <Comments key={id} logId={id} />
}

/** Milliseconds between a comment’s arrival and the scroll to it. */
const scrollDelayMs = 100

interface Parent {
  id: string
  username: string
}

function Comments({ logId }: { logId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const back = useBack(paths.review(logId))
  const [parent, setParent] = useState(() => parentOf(state))
  const { data: log, isPending, error } = useQuery(logQuery(logId))
  const gone = !log && isUnknown(error)
  usePageTitle(t('review.comments'))
  useRealtime('notification', ({ type, relatedId }) => {
    if (type === 'reply' && relatedId === logId) void refreshReplies(queryClient, logId)
  })

  const answer = (next: Parent | null) => {
    setParent(next)
    // The entry of the history knows whom the text is for, so that a reload and Back find it again.
    const kept = next && { parentCommentId: next.id, parentUsername: next.username }
    if (next ?? parentOf(state)) {
      void navigate('.', { replace: true, state: kept, preventScrollReset: true })
    }
  }

  const onSent = (reply: Reply) => {
    answer(null)
    setTimeout(() => showSent(reply), scrollDelayMs)
  }

  return (
    <div className={styles.screen}>
      <TopBar title={t('review.comments')} backLabel={t('common.back')} onBack={back} />
      <div className={styles.column}>
        {log ? (
          <FilmReviewCard log={log} aboveComments />
        ) : isPending ? (
          <Skeleton height="12.5rem" radius="var(--radius-card)" />
        ) : null}
        {gone ? (
          <EmptyState
            drawing="curtain"
            text={t('errors.log.not_found')}
            action={
              <Link className={buttonClass('secondary', 'sm')} to={paths.home()}>
                {t('nav.home')}
              </Link>
            }
          />
        ) : (
          <>
            <div className={styles.thread}>
              <ReplyThread
                logId={logId}
                filmId={log?.tmdbId}
                onReply={({ _id, username }) => answer({ id: _id, username })}
              />
            </div>
            <Composer
              logId={logId}
              parent={parent}
              asked={parent}
              placeholder={t('replies.writeComment')}
              onSent={onSent}
              onCancel={() => answer(null)}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** What navigation state says about the comment to answer. */
function parentOf(state: unknown): Parent | null {
  if (typeof state !== 'object' || state === null) return null
  const { parentCommentId: id, parentUsername: username } = state as Record<string, unknown>
  return typeof id === 'string' && typeof username === 'string' ? { id, username } : null
}

/** A new comment is the last of all; an answer stands below what it answers. */
function showSent(reply: Reply): void {
  const answer = reply.rootComment === null ? null : document.querySelector(`#reply-${reply._id}`)
  if (answer) answer.scrollIntoView({ block: 'nearest' })
  else scrollToEnd()
}

/** Milliseconds without a change after which the page rests: rows turn out higher than assumed, and load again. */
const restMs = 1000

/** To the end of the page, and with it until it rests or the member moves. */
function scrollToEnd(): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  const toEnd = () => {
    window.scrollTo({ top: document.documentElement.scrollHeight })
    clearTimeout(resting)
    resting = setTimeout(stop, restMs)
  }
  const observer = new ResizeObserver(toEnd)
  const stop = () => observer.disconnect()
  toEnd()
  observer.observe(document.body)
  for (const moved of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(moved, stop, { once: true, passive: true })
}
