import { useQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { firstWords, realReview } from '#shared/review-text.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { CommentPreview } from '#web/features/logs/comment-preview.tsx'
import { LikeButton } from '#web/features/logs/like-button.tsx'
import { LogByline } from '#web/features/logs/log-byline.tsx'
import { logQuery, type Log, type WholeLog } from '#web/features/logs/logs.api.ts'
import { ReviewMenu } from '#web/features/logs/review-menu.tsx'
import { formatDate } from '#web/lib/format.ts'
import { mayAutoplay } from '#web/lib/motion.ts'
import { localeOf } from '#web/lib/preferences.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Gif } from '#web/ui/gif.tsx'
import { Hero, HeroSkeleton } from '#web/ui/hero.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './review.module.css'

/** Specification 2, section 9. */
const excerptWords = 15
const shownComments = 3

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(logQuery(args.params['id'] ?? '')))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const { id = '' } = useParams()
  const { data: log, isPending, isError } = useQuery(logQuery(id))
  usePageTitle(log ? t('review.by', { title: log.title, name: log.user.username }) : t('review.title'))

  const failed = isError && !log
  useEffect(() => {
    if (failed) toast.error(t('review.loadFailed'))
  }, [failed, t])

  return (
    <>
      <TopBar
        overlay={!failed}
        title={log ? <bdi>{log.title}</bdi> : t('review.title')}
        backLabel={t('common.back')}
        onBack={back}
        action={log ? <ReviewMenu log={log} /> : null}
      />
      {log ? (
        <Review key={log._id} log={log} />
      ) : isPending ? (
        <ReviewSkeleton />
      ) : (
        <div className={styles.failed}>
          <EmptyState
            text={t('review.loadFailed')}
            action={
              <Link className={buttonClass('secondary', 'sm')} to={paths.home()}>
                {t('nav.home')}
              </Link>
            }
          />
        </div>
      )}
    </>
  )
}

function Review({ log }: { log: WholeLog }) {
  const { t, i18n } = useTranslation()
  const name = log.user.username
  const text = realReview(log.review)
  const year = yearOf(log.movie.release_date)
  const backdrop = backdropSource(
    log.customBackdrop,
    log.reviewBackdrop,
    log.backdrop,
    log.movie.backdrop_path,
  )
  return (
    <>
      <Hero {...backdrop} fallback={defaultBackdrop}>
        <Link className={styles.toFilm} to={paths.film(log.tmdbId)}>
          <Clapperboard aria-hidden="true" size={18} />
          {t('review.goToMovie')}
        </Link>
      </Hero>
      <div className={styles.body}>
        <article className={styles.main} aria-label={t('review.by', { title: log.title, name })}>
          <p className={styles.film} aria-hidden="true">
            <bdi className={styles.filmTitle}>{log.title}</bdi> <span className={styles.year}>{year}</span>
          </p>
          <LogByline log={log} size="page" />
          {log.watchedAt === null ? null : (
            <p className={styles.watched}>
              {t('review.watchedOn', { date: formatDate(log.watchedAt, localeOf(i18n.language)) })}
            </p>
          )}
          {text === '' ? null : (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          )}
          {log.image === null ? null : (
            <img className={styles.media} src={log.image} alt={t('review.imageAlt', { name })} />
          )}
          {log.gif === null ? null : (
            <Gif
              src={log.gif}
              alt={t('review.gifAlt', { name })}
              playLabel={t('review.gifPlay')}
              autoplay={mayAutoplay()}
              large
            />
          )}
          <div className={styles.actions}>
            <LikeButton log={log} />
          </div>
        </article>
        <div className={styles.comments}>
          <Section title={t('review.comments')}>
            {log.replies.length === 0 ? (
              <p className={styles.none}>{t('review.commentsEmpty')}</p>
            ) : (
              <ul>
                {log.replies.slice(0, shownComments).map((reply) => (
                  <li key={reply._id}>
                    <CommentPreview reply={reply} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
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
        </aside>
      </div>
    </>
  )
}

function MoreReviews({ log }: { log: WholeLog }) {
  const { t } = useTranslation()
  if (log.moreReviews.length === 0) return null
  return (
    <section className={styles.more} aria-labelledby="more-reviews">
      <h2 id="more-reviews">
        {t('review.moreBy')} <bdi>@{log.user.username}</bdi>
      </h2>
      <ul className={styles.moreList}>
        {log.moreReviews.map((other) => (
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
    <Link className={styles.moreCard} to={paths.review(log._id)}>
      <span className={styles.morePoster}>
        <FilmPoster film={log} sizes="56px" alt="" />
      </span>
      <span className={styles.moreText}>
        <span className={styles.moreTitle}>
          <bdi>{log.title}</bdi>
        </span>
        {log.rating === null ? null : (
          <StarRating value={log.rating} size="sm" label={t('common.stars', { value: log.rating })} />
        )}
        <span className={styles.excerpt} dir="auto">
          {firstWords(realReview(log.review), excerptWords)}
        </span>
      </span>
    </Link>
  )
}

/** The boxes of a loaded review, so that nothing jumps. */
function ReviewSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
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
