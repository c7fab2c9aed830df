import { useTranslation } from 'react-i18next'
import { Section } from '#web/ui/section.tsx'
import type { FilmPage } from './films.api.ts'
import styles from './film-overview.module.css'

type OverviewFilm = Pick<FilmPage, 'tagline' | 'overview' | 'overviewCredit'>

export function FilmOverview({ film }: { film: OverviewFilm }) {
  const { t } = useTranslation()
  return (
    <Section title={t('film.overview')}>
      {film.tagline === '' ? null : (
        <p className={styles.tagline} dir="auto">
          {film.tagline}
        </p>
      )}
      {film.overview === '' ? (
        <p className={styles.none}>{t('film.overviewMissing')}</p>
      ) : (
        <p className={styles.text} dir="auto">
          {film.overview}
        </p>
      )}
      {film.overviewCredit === null ? null : (
        <p className={styles.credit}>
          <a href={film.overviewCredit.url} target="_blank" rel="noreferrer">
            {t('film.overviewCredit', { text: film.overviewCredit.text })}
          </a>
        </p>
      )}
    </Section>
  )
}
