import { lazy, Suspense, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { useLiveReplies, type Reply, type Thread } from './replies.api.ts'
import { ReplyItem } from './reply-item.tsx'
import styles from './top-comments.module.css'

/** Loaded for the first comment only. */
const Composer = lazy(async () => ({ default: (await import('./composer.tsx')).Composer }))

/** The comment comes with the log, which is asked for again. */
const nothing = () => {}

const shownComments = 3

interface TopCommentsProps {
  logId: string
  filmId: number
  /** The most liked first. */
  replies: readonly Reply[]
}

/** The beginning of the comments, on the review page; the first is written here, to answer one leads to all of them. */
export function TopComments({ logId, filmId, replies }: TopCommentsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const thread: Thread = { on: 'log', id: logId }
  const composer = useRef<HTMLDivElement>(null)
  useLiveReplies(thread, () => composer.current?.contains(document.activeElement) ?? false)
  const answer = (reply: Reply) =>
    void navigate(paths.answerReply(logId), {
      state: { parentCommentId: reply._id, parentUsername: reply.username },
    })
  return (
    <Section title={t('review.comments')} action={<Link to={paths.replies(logId)}>{t('common.more')}</Link>}>
      {replies.length === 0 ? (
        <div ref={composer}>
          <p className={styles.none}>{t('review.commentsEmpty')}</p>
          <Suspense fallback={<div className={styles.composer} />}>
            <Composer
              thread={thread}
              parent={null}
              placeholder={t('replies.writeComment')}
              onSent={nothing}
            />
          </Suspense>
        </div>
      ) : (
        <ul className={styles.list}>
          {replies.slice(0, shownComments).map((reply) => (
            <li key={reply._id}>
              <ReplyItem thread={thread} filmId={filmId} reply={reply} onReply={answer} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
