import { Check } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/virtual-grid.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { ListDetail, ListFilm } from './list.api.ts'
import styles from './list-grid.module.css'

const sizes = '(min-width: 1280px) 180px, (min-width: 600px) 19vw, 31vw'
const idOf = ({ id }: ListFilm) => id
const nothingMore = () => {}

function useColumns(): number {
  const isMedium = useMediaQuery('(min-width: 600px)')
  const isWide = useMediaQuery('(min-width: 1280px)')
  if (isWide) return 6
  return isMedium ? 5 : 3
}

/** The films of a list in its order; all of thousands, of which only those in sight are in the document. */
export function ListGrid({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <VirtualGrid
      {...useGridPlace<GridPlace>()}
      label={t('list.filmsLabel')}
      items={list.movies}
      columns={columns}
      keyOf={idOf}
      renderTile={(film, at) => (
        <FilmTile film={film} place={list.isRanked ? at + 1 : null} eager={at < columns} />
      )}
      hasMore={false}
      isLoading={false}
      onMore={nothingMore}
    />
  )
}

export function ListGridSkeleton() {
  const columns = useColumns()
  return <SkeletonGrid count={3 * columns} columns={columns} />
}

interface FilmTileProps {
  film: ListFilm
  /** From 1; null where the order means nothing. */
  place: number | null
  eager: boolean
}

const FilmTile = memo(function FilmTile({ film, place, eager }: FilmTileProps) {
  const { t } = useTranslation()
  const name = [
    ...(place === null ? [] : [t('list.place', { n: place })]),
    film.year === null ? film.title : t('film.titleYear', { title: film.title, year: film.year }),
    ...(film.seen ? [t('list.seenMark')] : []),
  ].join(t('log.tile.separator'))
  return (
    <Link className={styles.tile} to={paths.film(film.id)}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={styles.picture} aria-hidden="true">
        <FilmPoster film={film} sizes={sizes} alt="" eager={eager} />
        {place === null ? null : <RankBadge place={place} />}
        {film.seen ? (
          <span className={styles.seen}>
            <Check size={14} strokeWidth={2.5} />
          </span>
        ) : null}
      </span>
    </Link>
  )
})

/** The place of a film in a ranked list, on its poster. The name of what it lies on says it too. */
function RankBadge({ place }: { place: number }) {
  return (
    <span className={styles.badge} aria-hidden="true">
      {place}
    </span>
  )
}
