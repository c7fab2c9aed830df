import { Star as StarIcon, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { localeOf } from '#web/lib/preferences.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Histogram } from '#web/ui/histogram.tsx'
import { QuietLine } from '#web/ui/quiet-line.tsx'
import { Section } from '#web/ui/section.tsx'
import { Star } from '#web/ui/star-rating.tsx'
import styles from './film-ratings.module.css'

type RatedFilm = Pick<FilmPage, 'id' | 'stats' | 'friends' | 'friendsCount' | 'friendsRatings'>

/** What members gave the film, and the friends among them. What nobody gave is one line. */
export function FilmRatings({ film }: { film: RatedFilm }) {
  const { t } = useTranslation()
  const rated =
    film.stats.average === null ? null : <AllRatings stats={film.stats} average={film.stats.average} />
  const friends = film.friends.length > 0 ? <FilmFriends film={film} /> : null
  return (
    <>
      {rated === null && friends === null ? null : (
        <div className={styles.card}>
          {rated}
          {friends}
        </div>
      )}
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
    </>
  )
}

/** Half a star, one star, … five stars. */
const stars = Array.from({ length: 10 }, (_, index) => (index + 1) / 2)

function AllRatings({ stats, average }: { stats: FilmPage['stats']; average: number }) {
  const { t } = useTranslation()
  const ratings = t('filmPage.ratingCount', { count: stats.ratings })
  const most = stars[stats.byRating.indexOf(Math.max(...stats.byRating))] ?? 0
  const starsText = (value: number) => t('common.stars', { value })
  const rounded = Math.round(10 * average) / 10
  const sentence = `${t('filmPage.averageOf', { average: rounded, ratings })} ${t('filmPage.mostGave', { stars: starsText(most) })}`
  return (
    <section className={styles.row} aria-label={t('filmPage.ratings')}>
      <Average
        value={average}
        size="large"
        below={[ratings, t('filmPage.logCount', { count: stats.logs })]}
      />
      <Histogram
        counts={stats.byRating}
        titles={stars.map(
          (value, index) =>
            `${starsText(value)}: ${t('filmPage.ratingCount', { count: stats.byRating[index] ?? 0 })}`,
        )}
        label={sentence}
        ends={['½', '5']}
      />
    </section>
  )
}

interface AverageProps {
  /** In stars. */
  value: number
  size: 'large' | 'small'
  /** Lines below it. */
  below: readonly string[]
}

function Average({ value, size, below }: AverageProps) {
  const { i18n } = useTranslation()
  return (
    <p className={styles.average}>
      <span className={styles[size]}>
        {formatNumber(value, localeOf(i18n.language), 1)}
        <Star className={styles.star} rating={1} index={0} />
      </span>
      {below.map((line) => (
        <span key={line} className={styles.below}>
          {line}
        </span>
      ))}
    </p>
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
          // One friend is here already.
          film.friendsCount > 1 ? <Link to={paths.filmFriends(film.id)}>{t('common.more')}</Link> : null
        }
      >
        <div className={styles.row}>
          {average === null ? null : (
            <Average value={average} size="small" below={[t('filmPage.friends', { n: ratings })]} />
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
  const { t, i18n } = useTranslation()
  const { username, rating } = friend
  const name =
    rating === null
      ? `@${username}`
      : t('filmPage.face', { name: username, stars: t('common.stars', { value: rating }) })
  return (
    <Link className={styles.face} to={paths.profile(friend._id)} aria-label={name} title={`@${username}`}>
      <Avatar src={avatarUrl(friend.avatar)} size={44} />
      {rating === null ? null : (
        <span className={styles.given}>
          {formatNumber(rating, localeOf(i18n.language))}
          <Star className={styles.smallStar} rating={1} index={0} />
        </span>
      )}
    </Link>
  )
}
