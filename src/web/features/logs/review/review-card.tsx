import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { Audience } from '#shared/audience.ts'
import { AudienceMark } from '#web/features/audiences/audience-mark.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { MemberGif } from '#web/features/gifs/member-gif.tsx'
import { LikeToggle } from '#web/features/toggles/like-toggle.tsx'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { usePictureSource } from '#web/ui/pictures/picture-source.ts'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { cardPath } from '../log-target.ts'
import { LogTime } from '../log-tile.tsx'
import { likeLogMutation, type Log } from '../logs.api.ts'
import { TagList } from '../tag-list.tsx'
import styles from './review-card.module.css'
import { ReviewText } from './review-text.tsx'

interface ReviewCardProps {
  log: Log
  /** What the card begins with: the author on a film's screen, the film on the author's. */
  head?: 'author' | 'film'
  /** What the film's head shows. */
  time?: 'created' | 'watched'
  /** Beside the heart. */
  action?: ReactNode
}

/** A review in a list. A press anywhere opens it; what lies on it stays a target of its own. */
export function ReviewCard({ log, head = 'author', time = 'created', action }: ReviewCardProps) {
  const { t } = useTranslation()
  const name = log.user.username
  const title = t('review.by', { title: log.title, name })
  const path = cardPath(log)
  return (
    <article className={styles.card} aria-label={title}>
      {path === null ? null : <Link className={styles.open} to={path} aria-label={title} />}
      {head === 'film' ? <FilmHead log={log} time={time} /> : <LogByline log={log} />}
      <ReviewText log={log} clamp />
      <LogTags log={log} />
      {log.image === null ? null : <LogImage src={log.image} name={name} />}
      {log.gif === null ? null : <MemberGif gif={log.gif} details={log.gifDetails} name={name} />}
      <div className={styles.foot}>
        <LikeButton log={log} />
        {action}
        <span className={styles.replies}>{t('review.replies', { count: log.replyCount })}</span>
      </div>
    </article>
  )
}

function FilmHead({ log, time }: { log: Log; time: 'created' | 'watched' }) {
  const { t } = useTranslation()
  return (
    <div className={styles.film}>
      <span className={styles.poster}>
        <FilmPoster film={log} sizes="56px" alt="" />
      </span>
      <div className={styles.facts}>
        <h2 className={styles.title}>
          <FilmTitle film={log} />
        </h2>
        <StarRating value={log.rating} label={t('common.stars', { value: log.rating ?? 0 })} />
        <span className={styles.when}>
          <LogTime className={styles.time} log={log} time={time} />
          <AudienceMark audience={log.audience} />
        </span>
      </div>
    </div>
  )
}

interface LogBylineProps {
  log: {
    user: { _id: string; username: string; avatar: string | null }
    rating: number | null
    rewatchCount: number
    createdAt: string
    seenOnly?: boolean
    audience?: Audience | undefined
  }
  size?: 'card' | 'page'
}

/** Who, how many stars, how often, when. Picture and name are one link to the profile. */
export function LogByline({ log, size = 'card' }: LogBylineProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.byline}>
      <Link className={styles.author} to={paths.profile(log.user._id)}>
        <Avatar src={avatarUrl(log.user.avatar)} size={size === 'page' ? 44 : 32} />
        <bdi className={styles.name}>@{log.user.username}</bdi>
      </Link>
      <span className={styles.bylineFacts}>
        {log.rating === null ? null : (
          <StarRating
            value={log.rating}
            size={size === 'page' ? 'lg' : 'md'}
            label={t('common.stars', { value: log.rating })}
          />
        )}
        <RewatchCount log={log} />
        <LogTime className={styles.bylineTime} log={log} />
        <AudienceMark audience={log.audience} />
      </span>
    </div>
  )
}

/** How often the film was seen again; nothing where it was not. */
export function RewatchCount({ log: { rewatchCount } }: { log: Pick<Log, 'rewatchCount'> }) {
  const { t } = useTranslation()
  if (rewatchCount === 0) return null
  return (
    <bdi
      className={styles.rewatch}
      dir="ltr"
      role="img"
      aria-label={t('log.tile.rewatched', { n: rewatchCount })}
    >
      {rewatchCount}x
    </bdi>
  )
}

interface LikeButtonProps {
  log: { _id: string; likeCount: number; likedByMe: boolean; user: { username: string } }
}

/** The heart of a log with its count. */
export function LikeButton({ log }: LikeButtonProps) {
  const { t } = useTranslation()
  return (
    <LikeToggle
      liked={log}
      mutation={likeLogMutation(useQueryClient(), log._id)}
      label={t('review.like', { name: log.user.username })}
      failed={t('review.likeFailed')}
    />
  )
}

interface LogImageProps {
  src: string
  /** Who attached it. */
  name: string
  /** What the screen is about: shown whole and loaded at once. */
  large?: boolean
}

/** The picture attached to a log, in a box that keeps its size; nothing when it cannot be loaded. */
export function LogImage({ src, name, large = false }: LogImageProps) {
  const { t } = useTranslation()
  const { current, onError } = usePictureSource(src)
  if (current === null) return null
  const picture = (
    <img
      className={classNames(styles.image, large && styles.whole)}
      src={current}
      alt={t('review.imageAlt', { name })}
      loading={large ? 'eager' : 'lazy'}
      decoding="async"
      onError={onError}
    />
  )
  if (!large) return picture
  return (
    <span className={styles.frame}>
      <img className={styles.light} src={current} alt="" aria-hidden="true" decoding="async" />
      {picture}
    </span>
  )
}

/** Each tag leads to what the author gave it. */
export function LogTags({ log }: { log: Pick<Log, 'tags' | 'user'> }) {
  const { t } = useTranslation()
  if (log.tags.length === 0) return null
  return <TagList label={t('log.tags')} tags={log.tags} to={(tag) => paths.tag(log.user._id, tag)} />
}
