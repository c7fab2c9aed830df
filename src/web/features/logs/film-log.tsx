import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import styles from './film-log.module.css'

/** The viewer's newest log of the film, with the way to change it. */
export function FilmLog({ film }: { film: Pick<FilmPage, 'id' | 'myLogs'> }) {
  const { t } = useTranslation()
  const newest = film.myLogs[0]
  if (!newest) return null
  return (
    <p className={styles.log}>
      <span>{t('film.yourLog')}</span>
      {newest.rating === null ? null : (
        <StarRating value={newest.rating} size="sm" label={t('common.stars', { value: newest.rating })} />
      )}
      <RelativeTime className={styles.time} at={newest.createdAt} />
      <Link className={styles.edit} to={paths.editLog(film.id, newest._id)} preventScrollReset>
        {t('film.editLog')}
      </Link>
    </p>
  )
}
