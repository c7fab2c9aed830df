import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQuery } from '@tanstack/react-query'
import { Clapperboard, History, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { MemberGif } from '#web/features/gifs/member-gif.tsx'
import { HiddenNotice } from '#web/features/moderation/hidden-notice.tsx'
import { heroSource } from '#web/lib/first-pictures.ts'
import { defaultBackdrop } from '#web/lib/pictures.ts'
import { Day } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Hero, HeroSkeleton } from '#web/ui/layout/hero.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { LikeButton, LogByline, LogImage, LogTags } from './review-card.tsx'
import { memberFilmLogsQuery, type Log, type LogDetail } from '../logs.api.ts'
import { ReviewSafetyMenu } from './review-menu.tsx'
import { ReviewExcerpt, ReviewText } from './review-text.tsx'
import styles from './review-view.module.css'

interface ReviewViewProps {
  log: LogDetail
  comments: ReactNode
}

/** A log with all that belongs to it. */
export function ReviewView({ log, comments }: ReviewViewProps) {
  const { t } = useTranslation()
  const artwork = heroSource(log.customBackdrop, log.reviewBackdrop, log.backdrop, log.movie.backdrop_path)
  return (
    <>
      <Hero {...artwork} fallback={defaultBackdrop}>
        <Link className={styles.toFilm} to={paths.film(log.tmdbId)}>
          <Clapperboard aria-hidden="true" size={18} />
          {t('review.goToMovie')}
        </Link>
      </Hero>
      <div className={styles.body}>
        <ReviewArticle log={log} />
        <div className={styles.comments}>{comments}</div>
        <aside className={styles.rail} aria-label={t('film.details')}>
          <Link className={styles.poster} to={paths.film(log.tmdbId)} aria-label={log.title}>
            <FilmPoster
              film={{
                poster: log.poster ?? log.movie.poster,
                posterOverride: log.posterOverride ?? log.customPoster,
              }}
              sizes="280px"
              alt=""
            />
          </Link>
          <MoreReviews log={log} />
          <SameFilmLink log={log} />
        </aside>
      </div>
    </>
  )
}

function ReviewArticle({ log }: { log: LogDetail }) {
  const { t } = useTranslation()
  const name = log.user.username
  return (
    <article className={styles.main} aria-label={t('review.by', { title: log.title, name })}>
      <p className={styles.film} aria-hidden="true">
        <FilmTitle film={log} /> <span className={styles.year}>{yearOf(log.movie.release_date)}</span>
      </p>
      {log.hidden ? <HiddenNotice /> : null}
      <div className={styles.head}>
        <LogByline log={log} size="page" />
        <ReviewSafetyMenu log={log} />
      </div>
      {log.watchedAt === null ? null : (
        <p className={styles.watched}>
          <TextWithSlot text={t('review.watched', { day: slot })}>
            <Day day={log.watchedAt} />
          </TextWithSlot>
        </p>
      )}
      <div className={styles.text}>
        <ReviewText log={log} seen={log.filmSeen} />
      </div>
      <LogTags log={log} />
      {log.image === null ? null : <LogImage src={log.image} name={name} large />}
      {log.gif === null ? null : (
        <MemberGif gif={log.gif} details={log.gifDetails} name={name} autoplay large />
      )}
      <div className={styles.actions}>
        <LikeButton log={log} />
        <Link
          className={classNames(buttonClass('secondary', 'sm'), styles.reply)}
          to={paths.replies(log._id)}
        >
          <MessageCircle aria-hidden="true" size={18} />
          {t('review.reply')}
        </Link>
      </div>
    </article>
  )
}

/** The boxes of a loaded review, so that nothing jumps. */
export function ReviewSkeleton() {
  return (
    <div aria-busy="true">
      <LoadingStatus />
      <HeroSkeleton />
      <div className={styles.body}>
        <div className={styles.main}>
          <Skeleton width="50%" height="1.75rem" />
          <Skeleton width="70%" height="2.75rem" />
          <Skeleton height="6rem" />
        </div>
      </div>
    </div>
  )
}

/** The way to all logs of the film by the author, where there are several. */
function SameFilmLink({ log }: { log: Pick<Log, 'tmdbId' | 'user'> }) {
  const { t } = useTranslation()
  const { data: logs = [] } = useQuery(memberFilmLogsQuery(log.user._id, log.tmdbId))
  if (logs.length < 2) return null
  return (
    <Link
      className={classNames(buttonClass('secondary', 'sm'), styles.link)}
      to={paths.memberFilmLogs(log.tmdbId, log.user._id)}
    >
      <History aria-hidden="true" size={18} />
      <span>
        <TextWithSlot text={t('review.sameFilm', { name: slot })}>
          <bdi>@{log.user.username}</bdi>
        </TextWithSlot>
      </span>
    </Link>
  )
}

const shownReviews = 3
const excerptWords = 15

/** Other reviews by the author of this one. */
function MoreReviews({ log }: { log: Pick<LogDetail, 'user' | 'moreReviews'> }) {
  const { t } = useTranslation()
  if (log.moreReviews.length === 0) return null
  return (
    <section className={styles.more} aria-labelledby="more-reviews">
      <h2 id="more-reviews">
        <TextWithSlot text={t('review.moreBy', { name: slot })}>
          <bdi>@{log.user.username}</bdi>
        </TextWithSlot>
      </h2>
      <ul className={styles.list}>
        {log.moreReviews.slice(0, shownReviews).map((other) => (
          <li key={other._id}>
            <MoreReview log={other} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MoreReview({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <Link className={styles.card} to={paths.review(log._id)}>
      <span className={styles.morePoster}>
        <FilmPoster film={log} sizes="56px" alt="" />
      </span>
      <span className={styles.moreText}>
        <span className={styles.title}>
          <FilmTitle film={log} />
        </span>{' '}
        <StarRating value={log.rating} label={t('common.stars', { value: log.rating ?? 0 })} />{' '}
        <ReviewExcerpt className={styles.excerpt} log={log} words={excerptWords} />
      </span>
    </Link>
  )
}
