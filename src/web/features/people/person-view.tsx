import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton, SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/lists/virtual-grid.tsx'
import { personCreditsQuery, personQuery, type PersonCredit, type PersonPage } from './people.api.ts'
import { AwardsLine, PersonHeader, PersonHeaderSkeleton } from './person-header.tsx'
import { filmsOf, roleOf, type PersonScreen, type PersonRole } from './person-role.ts'
import styles from './person-view.module.css'

/** A biography is cut to so many lines where it has more characters than that. */
const biographyLines = 4
const biographyAbove = 300

interface PersonViewProps {
  id: number
  screen: PersonScreen
  /** The flag of the generic screen; null when it is not given. */
  isDirector: boolean | null
  onBack: () => void
}

/** One person of the film source, as director, actor or either. */
export function PersonView({ id, screen, isDirector, onBack }: PersonViewProps) {
  const { t } = useTranslation()
  const { data: person, isPending, error, refetch } = useQuery(personQuery(id))
  usePageTitle(person?.name ?? '')
  return (
    <>
      <TopBar
        overlay={person !== undefined || isPending}
        title={person ? <bdi>{person.name}</bdi> : t('people.title')}
        backLabel={t('common.back')}
        onBack={onBack}
      />
      {person ? (
        <Person person={person} screen={screen} role={roleOf(screen, isDirector, person)} />
      ) : isPending ? (
        <PersonSkeleton />
      ) : (
        <div className={styles.failed}>
          <LoadFailed
            error={error}
            unknown={t('errors.person.not_found')}
            text={t('people.failed')}
            onRetry={refetch}
          />
        </div>
      )}
    </>
  )
}

interface PersonProps {
  person: PersonPage
  screen: PersonScreen
  role: PersonRole
}

function Person({ person, screen, role }: PersonProps) {
  const { t } = useTranslation()
  const films = t(screen === 'person' && role === 'director' ? 'people.allDirected' : 'people.allFilms')
  return (
    <>
      <PersonHeader person={person} role={role} />
      <div className={styles.body}>
        <div className={styles.about}>
          <AwardsLine person={person} role={role} />
          <Section title={t('people.biography')}>
            {person.biography === '' ? (
              <p className={styles.none}>{t('people.noBiography')}</p>
            ) : (
              <ClampedText
                text={person.biography}
                lines={biographyLines}
                above={biographyAbove}
                moreLabel={t('common.readMore')}
                lessLabel={t('people.showLess')}
                className={styles.biography}
              />
            )}
          </Section>
        </div>
        <div className={styles.films}>
          <Section title={films}>
            <PersonFilms personId={person.id} role={role} label={films} />
          </Section>
        </div>
        {person.saudi[role] ? (
          <div className={styles.founder}>
            <FounderMessage role={role} />
          </div>
        ) : null}
      </div>
    </>
  )
}

function PersonSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <PersonHeaderSkeleton />
      <div className={styles.body}>
        <div className={styles.about}>
          <p className={styles.none} role="status">
            {t('common.loading')}
          </p>
          <Skeleton height="4rem" radius="var(--radius-card)" />
          <Skeleton height="7rem" />
        </div>
        <div className={styles.films}>
          <SkeletonGrid count={9} columns={3} />
        </div>
      </div>
    </div>
  )
}

/** The founder’s words to Saudi talent, in Arabic and in English whatever the member’s language. */
function FounderMessage({ role }: { role: PersonRole }) {
  const { t } = useTranslation()
  return (
    <aside className={styles.message} aria-label={t('people.founder.from')}>
      <p lang="ar" dir="rtl">
        {t(`people.founder.${role}.ar`)}
      </p>
      <p lang="en" dir="ltr">
        {t(`people.founder.${role}.en`)}
      </p>
      <p className={styles.from} aria-hidden="true">
        {t('people.founder.from')}
      </p>
    </aside>
  )
}

const sizes = '(min-width: 752px) 232px, 31vw'
const idOf = ({ id }: PersonCredit) => id

interface PersonFilmsProps {
  personId: number
  role: PersonRole
  label: string
}

/** What a person made, in three columns. */
function PersonFilms({ personId, role, label }: PersonFilmsProps) {
  const { t } = useTranslation()
  const { data, isPending, isError, refetch } = useQuery(personCreditsQuery(personId))
  if (isPending) return <SkeletonGrid count={9} columns={3} />
  const films = data ? filmsOf(data, role) : []
  if (films.length > 0) return <LoadedFilms label={label} films={films} />
  const text = t('people.noFilms')
  if (!isError) return <EmptyState drawing="strip" text={text} />
  return <LoadFailed text={text} onRetry={refetch} />
}

function LoadedFilms({ label, films }: { label: string; films: readonly PersonCredit[] }) {
  const cast = useCastings(films)
  return (
    <VirtualGrid
      {...useGridPlace<GridPlace>()}
      label={label}
      items={films}
      columns={3}
      keyOf={idOf}
      renderTile={(film, at, columns) => cast(at, columns, <CreditTile film={film} eager={at < columns} />)}
      hasMore={false}
      isLoading={false}
      onMore={nothingMore}
    />
  )
}

const nothingMore = () => {}

const CreditTile = memo(function CreditTile({ film, eager }: { film: PersonCredit; eager: boolean }) {
  const { id, title, poster, release_date } = film
  return <PosterTile film={{ id, title, poster, year: yearOf(release_date) }} sizes={sizes} eager={eager} />
})
