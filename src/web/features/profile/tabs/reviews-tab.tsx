import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import {
  logTagsQuery,
  memberRatingsQuery,
  memberReviewsQuery,
  reviewSorts,
} from '#web/features/logs/logs.api.ts'
import { LogButton } from '#web/features/logs/dialog/log-button.tsx'
import { RatingSpread } from '#web/features/logs/rating-spread.tsx'
import { ReviewCard } from '#web/features/logs/review/review-card.tsx'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { ProfileSearch, whileTyping } from './profile-search.tsx'
import { reviewsChoice, type ProfileTabProps } from '../profile-tabs.ts'
import { TagFilter } from './sort-bar.tsx'
import styles from './reviews-tab.module.css'

/** A member's logs with something to read or see. */
export function ReviewsTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const choice = reviewsChoice(search)
  const pages = useInfiniteQuery({
    ...memberReviewsQuery(member._id, choice),
    ...whileTyping(choice),
  })
  const reviews = pageItems(pages.data, ({ _id }) => _id)
  const isWide = useMediaQuery('(min-width: 1280px)')
  return (
    <div className={styles.tab} aria-busy={pages.isPending}>
      <div className={styles.choices}>
        <ToggleGroup
          label={t('profile.reviews.sort')}
          value={choice.sort}
          onChange={(sort) => choose({ sort })}
          options={reviewSorts.map((value) => ({ value, label: t(`profile.reviews.sorts.${value}`) }))}
        />
        <TagFilter userId={member._id} of="logs" tag={choice.tag} onChange={(tag) => choose({ tag })} />
        <ProfileSearch
          userId={member._id}
          q={choice.q}
          onChange={choose}
          found={pages.isPlaceholderData ? undefined : reviews?.length}
          hasMore={pages.hasNextPage}
          what="reviews"
        />
      </div>
      {isWide ? <Habits userId={member._id} onTag={(tag) => choose({ tag })} /> : null}
      <PagedList
        pages={pages}
        items={reviews}
        skeleton={<LoadingRows count={3} height="12rem" className={styles.list} />}
        empty={t(
          choice.q !== ''
            ? 'search.noResults'
            : choice.tag === ''
              ? 'profile.reviews.empty'
              : 'profile.tags.noReviews',
        )}
        drawing={choice.q === '' ? 'page' : 'strip'}
        wayOn={isOwner && choice.q === '' && choice.tag === '' ? <LogButton shape="pill" /> : null}
        failed={null}
      >
        {(shown) => (
          <ul className={styles.list}>
            {shown.map((log) => (
              <li key={log._id}>
                <ReviewCard log={log} head="film" time="watched" />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

/** How many of the member's tags are shown beside the link to all. */
const shownTags = 12

interface HabitsProps {
  userId: string
  onTag: (tag: string) => void
}

/** How the member rates and tags, beside the reviews of a desk; nothing where there is nothing of either. */
function Habits({ userId, onTag }: HabitsProps) {
  const { t } = useTranslation()
  const { data: ratings } = useQuery(memberRatingsQuery(userId))
  const { data: tags = [] } = useQuery(logTagsQuery(userId))
  const isRated = ratings !== undefined && ratings.average !== null
  if (!isRated && tags.length === 0) return null
  return (
    <aside className={styles.habits}>
      {isRated ? (
        <section aria-labelledby="member-ratings">
          <h2 id="member-ratings">{t('filmPage.ratings')}</h2>
          <RatingSpread spread={ratings} most={(stars) => t('profile.reviews.commonest', { stars })} />
        </section>
      ) : null}
      {tags.length === 0 ? null : (
        <section aria-labelledby="member-tags">
          <h2 id="member-tags">{t('profile.reviews.tags')}</h2>
          <TagList tags={tags.slice(0, shownTags).map(({ tag }) => tag)} onChoose={onTag} />
          <Link className={styles.all} to={paths.tags(userId)}>
            {t('tags.all')}
          </Link>
        </section>
      )}
    </aside>
  )
}
