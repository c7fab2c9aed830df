import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FilmItem } from '#shared/api/films.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { filmSearchQuery } from '#web/features/films/film-search.api.ts'
import { uniqueResults } from '#web/lib/numbered-query.ts'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedState } from '#web/ui/failed-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Backdrop } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { BackdropTrail } from './backdrop-trail.ts'
import styles from './backdrop-chooser.module.css'

interface BackdropResultsProps {
  query: string
  /** The film whose backdrops are shown. */
  filmId: number | null
  /** The address of a film's backdrops, and how to get there. */
  linkTo: (filmId: number) => { to: { search: string }; state: BackdropTrail; replace: boolean }
}

/** The films found that have a backdrop (specification 1, section 2, "Choose-backdrop screen"). */
export function BackdropResults({ query, filmId, linkTo }: BackdropResultsProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const answer = useInfiniteQuery(filmSearchQuery(query))
  const { data, isError, isPlaceholderData } = answer
  // A failed search shows the empty text and nothing else (specification 1, section 8).
  const films = uniqueResults(data)?.filter(hasBackdrop) ?? (isError ? [] : undefined)
  const answered = films !== undefined && !isPlaceholderData
  if (!online && data === undefined) {
    return (
      <FailedState text={t('search.offline')} retryLabel={t('common.tryAgain')} onRetry={answer.refetch} />
    )
  }
  return (
    <div aria-busy={!answered}>
      <VisuallyHidden>
        <span role="status">{answered ? t('search.results', { count: films.length }) : ''}</span>
      </VisuallyHidden>
      {films === undefined ? (
        <BackdropSkeletons className={styles.films} count={8} />
      ) : (
        <>
          {films.length === 0 ? (
            <EmptyState text={t('search.noResults')} />
          ) : (
            <ul className={styles.films} data-older={isPlaceholderData}>
              {films.map((film, at) => (
                <li key={film.id} className={styles.film}>
                  <Link
                    {...linkTo(film.id)}
                    className={styles.link}
                    data-film={film.id}
                    aria-current={film.id === filmId ? 'true' : undefined}
                  >
                    <Backdrop
                      {...backdropSource(film.backdrop_path)}
                      fallback={defaultBackdrop}
                      sizes="(min-width: 1024px) 180px, (min-width: 600px) 30vw, 46vw"
                      eager={at < 6}
                    />
                    <span className={styles.caption}>
                      <span className={styles.title}>
                        <bdi>{film.title}</bdi>
                      </span>{' '}
                      <span className={styles.year}>{yearOf(film.release_date) || '\u00a0'}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <LoadMore
            key={query}
            hasMore={!isPlaceholderData && answer.hasNextPage}
            isLoading={answer.isFetchingNextPage}
            onMore={() => void answer.fetchNextPage()}
            label={t('common.loadMore')}
          />
        </>
      )}
    </div>
  )
}

const hasBackdrop = ({ backdrop_path }: FilmItem) => backdrop_path !== null

export function BackdropSkeletons({ className, count }: { className: string | undefined; count: number }) {
  return (
    <div className={className} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height="auto" radius="var(--radius-poster)" className={styles.wide} />
      ))}
    </div>
  )
}
