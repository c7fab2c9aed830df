import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import styles from './film-log.module.css'

type OwnLog = FilmPage['myLogs'][number]

/** The viewer's logs of the film, the newest first, with the way to change each of them. */
export function FilmLog({ film }: { film: Pick<FilmPage, 'id' | 'myLogs'> }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const [newest, ...older] = film.myLogs
  if (!newest) return null
  return (
    <div className={styles.logs}>
      <Row filmId={film.id} log={newest} label={t('film.yourLog')} />
      {older.length > 0 ? (
        <>
          <ul id={id} className={styles.older} hidden={!open}>
            {older.map((log) => (
              <li key={log._id}>
                <Row filmId={film.id} log={log} />
              </li>
            ))}
          </ul>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? (
              t('film.fewerLogs')
            ) : (
              <>
                {t('film.yourLogs')} <bdi className={styles.count}>{film.myLogs.length}</bdi>
              </>
            )}
          </button>
        </>
      ) : null}
    </div>
  )
}

function Row({ filmId, log, label }: { filmId: number; log: OwnLog; label?: string }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <p className={styles.row}>
      <span className={styles.about}>
        {label === undefined ? null : <span>{label}</span>}
        <span id={id} className={styles.facts}>
          {log.rating === null ? null : (
            <StarRating value={log.rating} size="sm" label={t('common.stars', { value: log.rating })} />
          )}
          <Age className={styles.time} at={log.createdAt} />
        </span>
      </span>
      <Link
        className={styles.edit}
        to={paths.editLog(filmId, log._id)}
        preventScrollReset
        aria-describedby={id}
      >
        {t('film.editLog')}
      </Link>
    </p>
  )
}
