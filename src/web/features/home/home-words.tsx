import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilmRow } from '#web/features/films/film-row.tsx'
import { FilmReviewCard } from '#web/features/logs/film-review-card.tsx'
import {
  friendsReviewsQuery,
  newReviewsQuery,
  popularFilmsQuery,
  type Log,
} from '#web/features/logs/logs.api.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Section } from '#web/ui/section.tsx'
import styles from './home.module.css'
import { WordsSkeleton } from './home-skeletons.tsx'

/** A feed with fewer tiles, and a page with fewer reviews of friends, is filled with what others here do. */
const fewTiles = 6
const fewReviews = 3

/** Fewer films are no trend. */
const fewFilms = 4

interface HomeWordsProps {
  /** How many tiles the feed above has. */
  tiles: number
}

/** Below the feed: what friends wrote; for whoever has few, what is popular and new here. */
export function HomeWords({ tiles }: HomeWordsProps) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 1024px)')
  const pages = useInfiniteQuery(friendsReviewsQuery(isWide ? 6 : 3))
  const reviews = pageItems(pages.data, ({ _id }) => _id) ?? []
  const wantsFilms = tiles < fewTiles
  const wantsMore = !pages.isPending && reviews.length < fewReviews
  const { data: films = [], ...popular } = useQuery({ ...popularFilmsQuery(), enabled: wantsFilms })
  const { data: others = [], ...news } = useQuery({ ...newReviewsQuery(), enabled: wantsMore })
  // All at once: nothing is pushed away by what comes later.
  if (pages.isPending || (wantsFilms && popular.isPending) || (wantsMore && news.isPending))
    return <WordsSkeleton />
  return (
    <>
      {reviews.length === 0 ? null : (
        <Section title={t('home.friendsReviews')}>
          <Reviews logs={reviews} />
          {pages.hasNextPage ? (
            <div className={styles.more}>
              <Button
                variant="secondary"
                busy={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {t('common.loadMore')}
              </Button>
            </div>
          ) : null}
        </Section>
      )}
      {wantsFilms && films.length >= fewFilms ? (
        <Section title={t('home.popularHere')}>
          <FilmRow films={films} />
        </Section>
      ) : null}
      {wantsMore && others.length > 0 ? (
        <Section title={t('home.newReviews')}>
          <Reviews logs={others} />
        </Section>
      ) : null}
    </>
  )
}

function Reviews({ logs }: { logs: readonly Log[] }) {
  return (
    <ul className={styles.reviews}>
      {logs.map((log) => (
        <li key={log._id}>
          <FilmReviewCard log={log} />
        </li>
      ))}
    </ul>
  )
}
