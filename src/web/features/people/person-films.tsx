import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/virtual-grid.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { personCreditsQuery, type PersonCredit } from './people.api.ts'
import { filmsOf, type Role } from './person-role.ts'

const sizes = '(min-width: 752px) 232px, 31vw'
const firstRow = 3
const idOf = ({ id }: PersonCredit) => id

interface PersonFilmsProps {
  personId: number
  role: Role
  label: string
}

/** What a person made, in three columns. */
export function PersonFilms({ personId, role, label }: PersonFilmsProps) {
  const { t } = useTranslation()
  const { data, isPending, isError, refetch } = useQuery(personCreditsQuery(personId))
  if (isPending) return <SkeletonGrid count={9} columns={3} />
  const films = data ? filmsOf(data, role) : []
  if (films.length > 0) return <LoadedFilms label={label} films={films} />
  const text = t('people.noFilms')
  if (!isError) return <EmptyState text={text} />
  return <LoadFailed text={text} onRetry={refetch} />
}

function LoadedFilms({ label, films }: { label: string; films: readonly PersonCredit[] }) {
  return (
    <VirtualGrid
      {...useGridPlace<GridPlace>()}
      label={label}
      items={films}
      keyOf={idOf}
      renderTile={(film, at) => <CreditTile film={film} eager={at < firstRow} />}
      hasMore={false}
      isLoading={false}
      onMore={nothingMore}
    />
  )
}

const nothingMore = () => {}

const CreditTile = memo(function CreditTile({ film, eager }: { film: PersonCredit; eager: boolean }) {
  const { t } = useTranslation()
  const year = yearOf(film.release_date)
  return (
    <Link to={paths.film(film.id)}>
      <VisuallyHidden>
        {year === '' ? film.title : t('film.titleYear', { title: film.title, year })}
      </VisuallyHidden>
      <FilmPoster film={film} sizes={sizes} alt="" eager={eager} />
    </Link>
  )
})
