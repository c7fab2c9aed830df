import type { PersonRole } from '#shared/api/people.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import type { PersonItem } from '#shared/api/films.ts'
import { paths } from '#shared/paths.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { avatarUrl } from '#web/lib/pictures.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import styles from './person-grid.module.css'
import { seenPeopleQuery } from './search.api.ts'

/** The sentence for screen readers names all that are known. */
const titlesShown = 2
/** The first row, which is in sight when the results come. */
const eagerCount = 6

interface PersonGridProps {
  people: readonly PersonItem[]
  job: PersonRole
}

/** People by their faces with what they are known for; each leads to the person as this job. */
export function PersonGrid({ people, job }: PersonGridProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.grid}>
      {people.map((person, at) => {
        const films = person.knownFor.join(t('film.genreSeparator'))
        return (
          <li key={person.id} className={styles.item}>
            <Link
              className={styles.person}
              to={job === 'actor' ? paths.actor(person.id) : paths.director(person.id)}
            >
              <VisuallyHidden>
                {films === '' ? person.name : t('search.knownFor', { name: person.name, films })}
              </VisuallyHidden>
              <Avatar src={avatarUrl(person.profile)} size={96} eager={at < eagerCount} />
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

export function PersonSkeletons() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: 12 }, (_, at) => (
        <span key={at} className={styles.person}>
          <Skeleton width="6rem" height="6rem" radius="var(--radius-full)" />
          <Skeleton width="5rem" height="1rem" />
        </span>
      ))}
    </div>
  )
}

/** Whom one may look for without a name: of the films that members logged most. */
export function SeenPeople({ job }: { job: PersonRole }) {
  const { t } = useTranslation()
  const { data: people, isError, refetch } = useQuery(seenPeopleQuery(job))
  return (
    <Section title={t('discover.seenPeople')}>
      {people && people.length > 0 ? (
        <PersonGrid people={people} job={job} />
      ) : people ? (
        <EmptyState drawing="seats" text={t('discover.noPeople')} />
      ) : isError ? (
        <LoadFailed onRetry={refetch} />
      ) : (
        <div aria-busy="true">
          <LoadingStatus />
          <PersonSkeletons />
        </div>
      )}
    </Section>
  )
}
