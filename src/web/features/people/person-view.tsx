import type { PersonRole } from '#shared/api/people.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { useSeenCount } from '#web/features/films/film-marks.api.ts'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { ClampedText } from '#web/ui/layout/clamped-text.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton, SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/lists/virtual-grid.tsx'
import { personCreditsQuery, personQuery, type PersonCredit, type PersonPage } from './people.api.ts'
import { AwardsLine, PersonHeader, PersonHeaderSkeleton } from './person-header.tsx'
import { filmOrders, inOrder, roleOf, worksOf, type PersonScreen } from './person-role.ts'
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
  usePageTitle(person?.name ?? (isPending ? '' : t('people.title')))
  return (
    <>
      <TopBar
        overlay={person !== undefined || isPending}
        title={person ? <bdi>{person.name}</bdi> : t('people.title')}
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
                lang={person.biographyLanguage}
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
          <PersonFilms personId={person.id} screen={screen} role={role} />
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

/** The founder's words to Saudi talent, in Arabic and in English whatever the member's language. */
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
  screen: PersonScreen
  role: PersonRole
}

const kindOf = { actor: 'acting', director: 'directing' } as const

/** What a person made, by what was done, in three columns; what is chosen is in the address. */
function PersonFilms({ personId, screen, role }: PersonFilmsProps) {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const { data, isPending, isError, refetch } = useQuery(personCreditsQuery(personId))
  const works = useMemo(() => (data ? worksOf(data) : []), [data])
  const wanted = search.get('as') ?? kindOf[role]
  const work = works.find(({ kind }) => kind === wanted) ?? works[0]
  const order = filmOrders.find((known) => known === search.get('sort')) ?? 'popular'
  const isDirected = screen === 'person' && (work?.kind ?? kindOf[role]) === 'directing'
  const title = t(isDirected ? 'people.allDirected' : 'people.allFilms')
  const films = useMemo(() => inOrder(work?.films ?? [], order), [work, order])
  return (
    <Section
      title={title}
      action={work ? <Link to={paths.films({ person: personId })}>{t('personWork.filter')}</Link> : undefined}
    >
      {isPending ? (
        <SkeletonGrid count={9} columns={3} />
      ) : work ? (
        <>
          {works.length > 1 ? (
            <Tabs
              label={t('personWork.label')}
              value={work.kind}
              onChange={(kind) => choose({ as: kind })}
              tabs={works.map(({ kind, films: { length } }) => ({
                value: kind,
                label: t('personWork.counted', { kind: t(`personWork.kinds.${kind}`), value: length }),
              }))}
            />
          ) : null}
          <div className={styles.order}>
            <SeenAmong films={films} />
            {films.length > 1 ? (
              <Select
                label={t('personWork.order')}
                value={order}
                onChange={(sort) => choose({ sort })}
                options={filmOrders.map((value) => ({ value, label: t(`personWork.orders.${value}`) }))}
              />
            ) : null}
          </div>
          <LoadedFilms label={title} films={films} />
        </>
      ) : isError ? (
        <LoadFailed text={t('people.noFilms')} onRetry={refetch} />
      ) : (
        <EmptyState drawing="strip" text={t('people.noFilms')} />
      )}
    </Section>
  )
}

/** How many of the films the viewer saw, once that is known. */
function SeenAmong({ films }: { films: readonly PersonCredit[] }) {
  const { t } = useTranslation()
  const seen = useSeenCount(films)
  return (
    <p className={styles.seen}>
      {seen === null ? '\u00a0' : t('personWork.seen', { seen, value: films.length })}
    </p>
  )
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
