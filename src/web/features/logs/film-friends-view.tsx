import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { TextWithSlot, slot } from '#web/lib/text-with-slot.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { filmFriendsQuery, type Log } from './logs.api.ts'
import { logPath } from './log-target.ts'
import { LogTime } from './log-tile.tsx'
import { RewatchCount } from './review/review-card.tsx'
import { ReviewExcerpt } from './review/review-text.tsx'
import page from '#web/ui/layout/page.module.css'
import styles from './film-friends-view.module.css'

/** Words of a review in its row. */
const excerpt = 15

interface FilmFriendsViewProps {
  filmId: number
  onBack: () => void
}

/** Followed members who logged a film. */
export function FilmFriendsView({ filmId, onBack }: FilmFriendsViewProps) {
  const { t } = useTranslation()
  const film = useQuery(filmQuery(filmId))
  const pages = useInfiniteQuery(filmFriendsQuery(filmId))
  const logs = pageItems(pages.data, ({ _id }) => _id)
  const title = film.data?.title ?? logs?.[0]?.title
  const heading = title === undefined ? t('film.friends') : t('friendsOfFilm.title', { title })
  usePageTitle(heading)
  return (
    <>
      <TopBar title={<bdi>{heading}</bdi>} onBack={onBack} />
      <div className={page.reading}>
        <PagedList
          pages={pages}
          items={logs}
          skeleton={<LoadingRows count={6} height="5.5rem" className={styles.list} />}
          empty={t('film.friendsEmpty')}
          drawing="seats"
        >
          {(friends) => (
            <ul className={styles.list}>
              {friends.map((log) => (
                <li key={log._id}>
                  <FriendRow log={log} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  )
}

/** Where a row leads: to what was written or shown of the film, else to that friend's logs of it. */
function rowPath(log: Log): string {
  const path = logPath(log)
  return path === paths.film(log.tmdbId) ? paths.memberFilmLogs(log.tmdbId, log.user._id) : path
}

/** One sentence for the whole row. */
function useRowName(log: Log): string {
  const { t } = useTranslation()
  const parts = [`@${log.user.username}`]
  if (log.rating !== null) parts.push(t('log.tile.rated', { value: log.rating }))
  parts.push(slot)
  if (realReview(log.review) !== '') parts.push(t('log.tile.hasReview'))
  if (log.rewatchCount > 0) parts.push(t('log.tile.rewatched', { n: log.rewatchCount }))
  return parts.join(t('log.tile.separator'))
}

function FriendRow({ log }: { log: Log }) {
  const name = useRowName(log)
  const hasReview = realReview(log.review) !== ''
  return (
    <Link className={styles.row} to={rowPath(log)}>
      <VisuallyHidden>
        <TextWithSlot text={name}>
          <LogTime log={log} />
        </TextWithSlot>
      </VisuallyHidden>
      <Avatar src={avatarUrl(log.user.avatar)} size={44} />
      <span className={styles.about} aria-hidden="true">
        <span className={styles.head}>
          <bdi className={styles.name}>@{log.user.username}</bdi>
          <LogTime className={styles.time} log={log} />
        </span>
        <span className={styles.marks}>
          {log.rating === null ? null : <StarRating value={log.rating} size="sm" label="" />}
          <RewatchCount log={log} />
          {hasReview ? <MessageSquareText className={styles.marker} size={16} data-icon="review" /> : null}
        </span>
        <ReviewExcerpt log={log} words={excerpt} className={styles.excerpt} />
      </span>
    </Link>
  )
}
