import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PersonItem } from '#shared/api/films.ts'
import { paths } from '#shared/paths.ts'
import { portraitSource } from '#web/lib/portrait.ts'
import { Poster } from '#web/ui/picture.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { Job } from './search.api.ts'
import styles from './person-grid.module.css'

interface PersonGridProps {
  people: readonly PersonItem[]
  job: Job
  /** The first row is in sight when the results come. */
  eagerCount: number
}

const portraitSizes = '(min-width: 1024px) 180px, (min-width: 600px) 22vw, 31vw'

/** The sentence for screen readers names all that are known. */
const titlesShown = 2

/** People as portraits with what they are known for; a portrait opens the person as this job. */
export function PersonGrid({ people, job, eagerCount }: PersonGridProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.grid}>
      {people.map((person, at) => {
        const films = person.knownFor.join(t('film.genreSeparator'))
        return (
          <li key={person.id} className={styles.item}>
            <Link
              className={styles.link}
              to={job === 'actor' ? paths.actor(person.id) : paths.director(person.id)}
            >
              <VisuallyHidden>
                {films === '' ? person.name : t('search.knownFor', { name: person.name, films })}
              </VisuallyHidden>
              <span className={styles.portrait}>
                <Poster
                  src={null}
                  {...portraitSource(person.profile)}
                  sizes={portraitSizes}
                  alt=""
                  eager={at < eagerCount}
                />
              </span>
              <span className={styles.text} aria-hidden="true">
                <bdi className={styles.name}>{person.name}</bdi>
                {person.knownFor.slice(0, titlesShown).map((title) => (
                  <bdi key={title} className={styles.known}>
                    {title}
                  </bdi>
                ))}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
