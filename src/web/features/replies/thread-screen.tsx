import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { WayHome } from '#web/features/paging/ways-on.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useBack } from '#web/lib/use-back.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { Composer } from './composer.tsx'
import { repliesQuery, unknownThread, useLiveReplies, type Reply, type Thread } from './replies.api.ts'
import { ReplyThread, ThreadSkeleton } from './reply-thread.tsx'
import styles from './thread-screen.module.css'

/** Milliseconds between a comment's arrival and the scroll to it. */
const scrollDelayMs = 100

interface Parent {
  id: string
  username: string
}

interface ThreadScreenProps {
  thread: Thread
  /** The film of the log that is answered, once it is known. */
  filmId: number | undefined
  /** What the comments are on, above them. Undefined while it is on its way. */
  head: ReactNode
  /** Shown until `head` is there. */
  headSkeleton: ReactNode
  /** There is no such log or list, for the member. */
  isGone: boolean
}

/** The comments on a log or a list, and where to write one. */
export function ThreadScreen({ thread, filmId, head, headSkeleton, isGone }: ThreadScreenProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const pages = useInfiniteQuery(repliesQuery(thread))
  // One that comes later is shown together with the comments: it may be higher or lower than what stands in its place.
  const [isHeadShown, showHead] = useState(head !== undefined)
  if (!isHeadShown && head !== undefined && !pages.isPending) showHead(true)
  const back = useBack(thread.on === 'log' ? paths.review(thread.id) : paths.list(thread.id))
  const [parent, setParent] = useState(() => parentOf(state))
  usePageTitle(t('review.comments'))
  useLiveReplies(thread)

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
      <TopBar title={t('review.comments')} onBack={back} />
      <div className={styles.column}>
        {isHeadShown ? head : headSkeleton}
        {isGone ? (
          <EmptyState drawing="curtain" text={t(unknownThread(thread))} action={<WayHome />} />
        ) : (
          <>
            {/* Another one than the skeleton's, which would be moved by what comes above it. */}
            <div key={isHeadShown ? 'comments' : 'skeleton'} className={styles.thread}>
              {isHeadShown && !pages.isPending ? (
                <ReplyThread
                  thread={thread}
                  pages={pages}
                  filmId={filmId}
                  onReply={({ _id, username }) => answer({ id: _id, username })}
                />
              ) : (
                <ThreadSkeleton />
              )}
            </div>
            <Composer
              thread={thread}
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
const restMs = 3000

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
