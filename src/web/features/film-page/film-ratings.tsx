import { LayoutList, Star as StarIcon, Users } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { isolated } from '#shared/isolated.ts'
import { paths } from '#shared/paths.ts'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { RatingInput } from '#web/features/logs/rating-input.tsx'
import { Average, RatingSpread } from '#web/features/logs/rating-spread.tsx'
import { useRating } from '#web/features/logs/seen.ts'
import { formatNumber } from '#web/lib/format.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { hintClass, HintText } from '#web/ui/feedback/hint-row.tsx'
import { QuietLine } from '#web/ui/feedback/quiet-line.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Star } from '#web/ui/ratings/star-rating.tsx'
import styles from './film-ratings.module.css'

type RatedFilm = Pick<FilmPage, 'id' | 'stats' | 'friends' | 'friendsCount' | 'friendsRatings' | 'lists'>

/** The viewer's stars, those of all members and of friends, and lists with the film. An empty part is one line. */
export function FilmRatings({ film }: { film: RatedFilm }) {
  const { t } = useTranslation()
  const rated = film.stats.average === null ? null : <AllRatings stats={film.stats} />
  const friends = film.friends.length > 0 ? <FilmFriends film={film} /> : null
  return (
    <>
      <div className={styles.card}>
        <OwnRating filmId={film.id} />
        {rated}
        {friends}
      </div>
      {rated === null ? (
        <QuietLine
          title={t('filmPage.ratings')}
          icon={<StarIcon size={16} />}
          text={t('filmPage.noRatings')}
        />
      ) : null}
      {friends === null ? (
        <QuietLine title={t('film.friends')} icon={<Users size={16} />} text={t('film.friendsEmpty')} />
      ) : null}
      {film.lists.count === 0 ? null : (
        <Link className={hintClass} to={paths.filmLists(film.id)}>
          <HintText icon={<LayoutList size={20} />}>
            {film.lists.hasMore
              ? t('filmLists.onMore', { n: film.lists.count })
              : t('filmLists.on', { count: film.lists.count })}
          </HintText>
        </Link>
      )}
    </>
  )
}

/** Stars of the film, whatever its logs say; rating it marks it as seen. */
function OwnRating({ filmId }: { filmId: number }) {
  const { t } = useTranslation()
  const { rating, rate, said } = useRating(filmId, useFilmMark(filmId).rating)
  return (
    <section className={styles.own} aria-labelledby="own-rating">
      <h2 id="own-rating">{t('filmPage.yours')}</h2>
      <RatingInput value={rating ?? 0} onChange={rate} compact />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </section>
  )
}

function AllRatings({ stats }: { stats: FilmPage['stats'] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('filmPage.ratings')}>
      <RatingSpread
        spread={stats}
        below={t('filmPage.logCount', { count: stats.logs })}
        most={(stars) => t('filmPage.mostGave', { stars })}
      />
    </section>
  )
}

const shown = 5

/** Followed members who logged the film with what they gave; all of them are a screen of their own. */
function FilmFriends({ film }: { film: RatedFilm }) {
  const { t } = useTranslation()
  const { average, ratings } = film.friendsRatings
  return (
    <div className={styles.friends}>
      <Section
        title={t('film.friends')}
        action={
          // A single friend is shown here already.
          film.friendsCount > 1 ? <Link to={paths.filmFriends(film.id)}>{t('common.more')}</Link> : null
        }
      >
        <div className={styles.row}>
          {average === null ? null : (
            <Average value={average} small below={[t('filmPage.friends', { n: ratings })]} />
          )}
          <ul className={styles.faces}>
            {film.friends.slice(0, shown).map((friend) => (
              <li key={friend._id}>
                <Face friend={friend} />
              </li>
            ))}
          </ul>
        </div>
      </Section>
    </div>
  )
}

function Face({ friend }: { friend: FilmPage['friends'][number] }) {
  const { t, locale } = useTranslation()
  const { username, rating } = friend
  const name =
    rating === null
      ? `@${username}`
      : t('filmPage.face', { name: username, stars: t('common.stars', { value: rating }) })
  return (
    <Link
      className={styles.face}
      to={paths.profile(friend._id)}
      aria-label={name}
      title={isolated(`@${username}`)}
    >
      <Avatar src={avatarUrl(friend.avatar)} size={40} />
      {rating === null ? null : (
        <span className={styles.given}>
          {formatNumber(rating, locale)}
          <Star className={styles.smallStar} rating={1} index={0} />
        </span>
      )}
    </Link>
  )
}
