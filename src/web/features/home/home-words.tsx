import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { updateProfileMutation } from '#web/features/edit-profile/edit-profile.api.ts'
import { FilmRow } from '#web/features/films/film-row.tsx'
import { FilmReviewCard } from '#web/features/logs/review/film-review-card.tsx'
import {
  friendsReviewsQuery,
  newReviewsQuery,
  popularFilmsQuery,
  type Log,
} from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { welcomeState } from '#web/features/welcome/welcome-state.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { LoadMore } from '#web/ui/lists/load-more.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { reviewsShown, wideReviews } from './home.api.ts'
import styles from './home.module.css'
import { WordsSkeleton } from './home-skeletons.tsx'

/**
 * A feed with fewer tiles, and a page with fewer reviews of friends, is filled with what others here do: what the answer
 * for home has then.
 */
const fewTiles = 6
const fewReviews = 3

/** Fewer films are no trend. */
const fewFilms = 4

interface HomeWordsProps {
  memberId: string
  /** How many tiles the feed above has. */
  tiles: number
}

/** Below the feed: what friends wrote; for whoever has few, what is popular and new here. */
export function HomeWords({ memberId, tiles }: HomeWordsProps) {
  const { t } = useTranslation()
  const isWide = useMediaQuery(wideReviews)
  const pages = useInfiniteQuery(friendsReviewsQuery(reviewsShown(isWide)))
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
      {tiles === 0 ? <WelcomeCard memberId={memberId} /> : null}
      {reviews.length === 0 ? null : (
        <Section title={t('home.friendsReviews')}>
          <Reviews logs={reviews} />
          <LoadMore
            hasMore={pages.hasNextPage}
            isLoading={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
            label={t('common.loadMore')}
            automatic={0}
          />
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

/** The first steps again, for whoever left them without an end. */
function WelcomeCard({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: member } = useQuery(memberQuery(memberId))
  const end = useMutation(updateProfileMutation(queryClient, memberId))
  if (member?.welcomed !== false) return null
  return (
    <section className={styles.welcome} aria-labelledby="welcome-card">
      <h2 id="welcome-card">{t('welcome.card.title')}</h2>
      <p className={styles.welcomeText}>{t('welcome.card.text')}</p>
      <div className={styles.welcomeActions}>
        <Link
          className={buttonClass('primary', 'sm')}
          to={paths.home()}
          state={welcomeState(1)}
          preventScrollReset
        >
          {t('welcome.card.begin')}
        </Link>
        <Button
          variant="ghost"
          size="sm"
          busy={end.isPending}
          onClick={() => end.mutate({ welcomed: true }, { onError: failureToast('common.saveFailed') })}
        >
          {t('welcome.card.dismiss')}
        </Button>
      </div>
    </section>
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
