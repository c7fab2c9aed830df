import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Section } from '#web/ui/section.tsx'
import { PersonLink } from './person-link.tsx'
import type { FilmPage } from './films.api.ts'
import styles from './directors.module.css'

interface DirectorsProps {
  directors: FilmPage['directors']
}

/** Who directed the film (specification 2, section 2). */
export function DirectorsSection({ directors }: DirectorsProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('film.director')}>
      {directors.length > 0 ? (
        <ul className={styles.list}>
          {directors.map((director) => (
            <li key={director.id}>
              <PersonLink person={director} to={paths.director(director.id)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('film.noDirector')}</p>
      )}
    </Section>
  )
}

/** The same as one line among the facts, where there is room for it. */
export function DirectorsLine({ directors }: DirectorsProps) {
  const { t } = useTranslation()
  if (directors.length === 0) return <p className={styles.none}>{t('film.noDirector')}</p>
  return (
    <p className={styles.line}>
      <span className={styles.label}>{t('film.directedBy')}</span>{' '}
      {directors.map((director, at) => (
        <span key={director.id}>
          {at > 0 ? t('film.genreSeparator') : null}
          <Link className={styles.name} to={paths.director(director.id)}>
            <bdi>{director.name}</bdi>
          </Link>
        </span>
      ))}
    </p>
  )
}
