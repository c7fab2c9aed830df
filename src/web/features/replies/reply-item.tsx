import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { firstWords } from '#shared/review-text.ts'
import { MemberGif } from '#web/features/gifs/member-gif.tsx'
import { HiddenNotice } from '#web/features/moderation/hidden-notice.tsx'
import { useReportItem } from '#web/features/moderation/use-report-item.tsx'
import { useSafetyItems } from '#web/features/safety/use-safety-items.tsx'
import { Spoilers, useSpoilerState } from '#web/features/logs/review/spoilers.tsx'
import { LikeToggle } from '#web/features/toggles/like-toggle.tsx'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { deleteReplyMutation, likeReplyMutation, type Reply, type Thread } from './replies.api.ts'
import styles from './reply-item.module.css'

interface ReplyItemProps {
  thread: Thread
  /** The film of the log that is answered, once it is known; spoilers are closed without it. */
  filmId: number | undefined
  reply: Reply
  onReply: (reply: Reply) => void
}

/** A comment or an answer. */
export function ReplyItem({ thread, filmId, reply, onReply }: ReplyItemProps) {
  const { t } = useTranslation()
  const member = useMember()
  const name = reply.username
  if (reply.deleted || reply.userId === null) return <DeletedReply reply={reply} />
  const rating = reply.ratingForThisMovie ?? reply.rating
  return (
    <article className={styles.reply} aria-label={t('replies.by', { name })}>
      <div className={styles.head}>
        <div className={styles.byline}>
          <Link className={styles.author} to={paths.profile(reply.userId)}>
            <Avatar src={avatarUrl(reply.avatar)} size={32} />
            <bdi className={styles.name}>@{name}</bdi>
          </Link>
          <span className={styles.facts}>
            {rating === null ? null : (
              <StarRating value={rating} label={t('common.stars', { value: rating })} />
            )}
            <Age className={styles.time} at={reply.createdAt} />
          </span>
        </div>
        {member === null ? null : member._id === reply.userId ? (
          <ReplyMenu thread={thread} reply={reply} />
        ) : (
          <OthersMenu reply={reply} author={{ _id: reply.userId, username: name }} />
        )}
      </div>
      <div className={styles.content}>
        {reply.hidden ? <HiddenNotice /> : null}
        <AnswerTo reply={reply} />
        {reply.spoilers ? <SpoilerContent filmId={filmId} reply={reply} /> : <Content reply={reply} />}
        <div className={styles.actions}>
          <Like thread={thread} reply={reply} />
          <button
            type="button"
            className={styles.answer}
            aria-label={t('replies.replyTo', { name })}
            onClick={() => onReply(reply)}
          >
            {t('replies.reply')}
          </button>
        </div>
      </div>
    </article>
  )
}

/** The words of a comment, its picture and its GIF. */
function Content({ reply }: { reply: Reply }) {
  const { t } = useTranslation()
  const { text, image, gif, gifDetails, username: name } = reply
  return (
    <>
      {text === '' ? null : (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {image === null ? null : (
        <img className={styles.image} src={image} alt={t('review.imageAlt', { name })} loading="lazy" />
      )}
      {gif === null ? null : <MemberGif gif={gif} details={gifDetails} name={name} />}
    </>
  )
}

function SpoilerContent({ filmId = 0, reply }: { filmId: number | undefined; reply: Reply }) {
  const state = useSpoilerState({ filmId, authorId: reply.userId })
  return (
    <Spoilers state={state}>
      <Content reply={reply} />
    </Spoilers>
  )
}

function Like({ thread, reply }: Pick<ReplyItemProps, 'thread' | 'reply'>) {
  const { t } = useTranslation()
  return (
    <LikeToggle
      liked={reply}
      mutation={likeReplyMutation(useQueryClient(), thread, reply._id)}
      label={t('replies.like', { name: reply.username })}
      failed={t('replies.likeFailed')}
    />
  )
}

/** Whom an answer means, where it is not the comment it stands below. */
function AnswerTo({ reply }: { reply: Reply }) {
  const { t } = useTranslation()
  const { parentComment, rootComment, parentUsername } = reply
  if (parentComment === rootComment || !parentUsername) return null
  return (
    <p className={styles.answerTo}>
      <VisuallyHidden>{t('replies.inReplyTo', { name: parentUsername })}</VisuallyHidden>
      <span aria-hidden="true">
        <span className={styles.arrow}>↪</span> <bdi>@{parentUsername}</bdi>
      </span>
    </p>
  )
}

/** It keeps its place as long as answers hang below it. */
function DeletedReply({ reply }: { reply: Reply }) {
  const { t } = useTranslation()
  return (
    <article className={styles.reply} aria-label={t('replies.deleted')}>
      <div className={styles.byline}>
        <span className={styles.author}>
          <Avatar src={avatarUrl(null)} size={32} />
          <span className={styles.gone}>{t('replies.deleted')}</span>
        </span>
        <Age className={styles.time} at={reply.createdAt} />
      </div>
    </article>
  )
}

/** What others can do about a comment and who wrote it. */
function OthersMenu({ reply, author }: { reply: Reply; author: { _id: string; username: string } }) {
  const { t } = useTranslation()
  const reportItem = useReportItem()
  const { _id: id, username, text, image } = reply
  const safetyItems = useSafetyItems()(author)
  const report = reportItem({
    kind: 'reply',
    id,
    memberId: author._id,
    username,
    excerpt: firstWords(text, 20),
    pictures: [image],
  })
  return (
    <span className={styles.menu}>
      <Menu label={t('safety.about', { name: author.username })} items={[...safetyItems, report]} />
    </span>
  )
}

/** What the author can do with a comment. */
function ReplyMenu({ thread, reply }: { thread: Thread; reply: Reply }) {
  const { t } = useTranslation()
  const place = useRef<HTMLSpanElement>(null)
  const remove = useExclusiveMutation(deleteReplyMutation(useQueryClient(), thread, reply))

  const askToRemove = async () => {
    if (remove.isRunning()) return
    const sure = await confirmDanger({
      title: t('replies.deleteQuestion'),
      confirmLabel: t('common.delete'),
    })
    if (!sure) return
    const next = neighbour(place.current)
    // A failure leaves the comment as it is, without a message.
    remove.mutate(undefined, { onSuccess: () => next?.focus({ preventScroll: true }) })
  }

  return (
    <span ref={place} className={styles.menu}>
      <Menu
        label={t('common.moreOptions')}
        items={[
          {
            label: t('common.delete'),
            icon: <Trash2 size={20} />,
            danger: true,
            onSelect: () => void askToRemove(),
          },
        ]}
      />
    </span>
  )
}

/** Where the focus goes when the comment is gone: the one after it, before it or above it. */
function neighbour(menu: HTMLElement | null): HTMLElement | null {
  const row = menu?.closest('li')
  const beside =
    row?.nextElementSibling ?? row?.previousElementSibling ?? row?.parentElement?.closest('li') ?? null
  return beside?.querySelector<HTMLElement>('a, button') ?? null
}
