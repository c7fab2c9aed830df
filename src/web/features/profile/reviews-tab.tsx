import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { memberReviewsQuery, reviewSorts } from '#web/features/logs/logs.api.ts'
import { ReviewCard } from '#web/features/logs/review-card.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ToggleGroup } from '#web/ui/toggle-group.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { ProfileTabProps } from './profile-tabs.ts'
import { reviewSort, useTabChoice } from './tab-choice.ts'
import styles from './reviews-tab.module.css'

/** A member's logs with something to read or see (specification 1, section 2). */
export function ReviewsTab({ member }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useTabChoice()
  const sort = reviewSort(search)
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    memberReviewsQuery(member._id, sort),
  )
  const reviews = pageItems(data, ({ _id }) => _id)
  return (
    <div className={styles.tab} aria-busy={isPending}>
      <ToggleGroup
        label={t('profile.reviews.sort')}
        value={sort}
        onChange={(next) => choose({ sort: next })}
        options={reviewSorts.map((value) => ({ value, label: t(`profile.reviews.sorts.${value}`) }))}
      />
      {isPending ? (
        <ReviewSkeletons />
      ) : reviews && reviews.length > 0 ? (
        <ul className={styles.list}>
          {reviews.map((log) => (
            <li key={log._id}>
              <ReviewCard log={log} head="film" time="watched" />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState text={t('profile.reviews.empty')} />
      )}
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
        label={t('common.loadMore')}
      />
    </div>
  )
}

function ReviewSkeletons() {
  const { t } = useTranslation()
  return (
    <div className={styles.list}>
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height="12rem" radius="var(--radius-card)" />
      ))}
    </div>
  )
}
