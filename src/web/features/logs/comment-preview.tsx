import { useTranslation } from 'react-i18next'
import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { MemberGif } from '#web/features/gifs/member-gif.tsx'
import { paths } from '#web/lib/paths.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { Reply } from './logs.api.ts'
import styles from './comment-preview.module.css'

/** A comment as the review page shows it: to be read only. */
export function CommentPreview({ reply }: { reply: Reply }) {
  const { t } = useTranslation()
  const rating = reply.ratingForThisMovie ?? reply.rating
  const author =
    reply.userId === null || reply.username === '' ? (
      <span className={styles.author}>
        <Avatar src={avatarUrl(null)} size={32} />
        <span className={styles.name}>{t('review.deletedMember')}</span>
      </span>
    ) : (
      <Link className={styles.author} to={paths.profile(reply.userId)}>
        <Avatar src={avatarUrl(reply.avatar)} size={32} />
        <bdi className={styles.name}>@{reply.username}</bdi>
      </Link>
    )
  return (
    <article className={styles.comment}>
      <div className={styles.head}>
        {author}
        {rating === null ? null : (
          <StarRating value={rating} size="sm" label={t('common.stars', { value: rating })} />
        )}
        <RelativeTime className={styles.time} at={reply.createdAt} />
      </div>
      <p className={styles.text} dir="auto" data-deleted={reply.deleted}>
        {reply.deleted ? t('review.commentDeleted') : reply.text}
      </p>
      {reply.image === null ? null : (
        <img
          className={styles.image}
          src={reply.image}
          alt={t('review.imageAlt', { name: reply.username })}
          loading="lazy"
        />
      )}
      {reply.gif === null ? null : (
        <MemberGif gif={reply.gif} details={reply.gifDetails} name={reply.username} />
      )}
      {reply.likeCount > 0 ? (
        <p className={styles.likes}>
          <Heart aria-hidden="true" size={16} fill={reply.likedByMe ? 'currentColor' : 'none'} />
          <span aria-hidden="true">{reply.likeCount}</span>
          <VisuallyHidden>{t('review.likes', { count: reply.likeCount })}</VisuallyHidden>
        </p>
      ) : null}
    </article>
  )
}
