import { lazy, memo, Suspense } from 'react'
import { useCastings } from '#web/features/films/castings.tsx'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterMark } from '#web/features/films/poster-mark.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { extendsItself, FailedPage } from '#web/features/paging/paged-list.tsx'
import { LoadingRows, LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { WaitingRows } from '#web/features/offline/waiting-rows.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/lists/virtual-grid.tsx'
import { ListHeader, ListHeaderSkeleton } from './list-header.tsx'
import { ListMenu } from './list-menu.tsx'
import { fromList } from './form/list-history-state.ts'
import page from '#web/ui/layout/page.module.css'
import styles from './list-view.module.css'
import type { ListDetail, ListFilm } from './lists.api.ts'
import { useList, type ListFilmsProps } from './use-list.ts'

const ListNotes = lazy(async () => ({ default: (await import('./list-notes.tsx')).ListNotes }))

interface ListViewProps {
  listId: string
  onBack: () => void
}

/** One list with its films, as far as one has scrolled. */
export function ListView({ listId, onBack }: ListViewProps) {
  const { t } = useTranslation()
  const viewer = useMember()
  const { list: loaded, pages } = useList(listId)
  const { error, isPending, refetch } = pages
  // What its owner deleted or made private meanwhile is shown no longer.
  const list = isUnknown(error) ? undefined : loaded
  const isOwner = list !== undefined && list.user._id === viewer?._id
  usePageTitle(list?.title ?? (isPending ? '' : t('list.title')))
  return (
    <>
      <TopBar
        overlay={list !== undefined || isPending}
        title={list ? <bdi>{list.title}</bdi> : t(isPending ? 'common.loading' : 'list.title')}
        onBack={onBack}
        action={list ? <ListMenu key={list._id} list={list} isOwner={isOwner} /> : null}
      />
      {list ? (
        <>
          <ListHeader list={list} isOwner={isOwner} />
          <WaitingRows
            of={({ kind, path }) =>
              kind !== 'likeList' && (path === paths.list(list._id) || path === paths.editList(list._id))
            }
          />
          <div className={styles.films}>
            {list.movies.length > 0 ? (
              <Films list={list} pages={pages} />
            ) : (
              <NoFilms list={list} isOwner={isOwner} />
            )}
          </div>
        </>
      ) : isPending ? (
        <ListSkeleton />
      ) : (
        <div className={page.failed}>
          <LoadFailed error={error} unknown={t('errors.list.not_found')} onRetry={refetch} />
        </div>
      )}
    </>
  )
}

const views = ['posters', 'notes'] as const

/** The films as a wall of posters or, where anything is said of one, with notes; the address holds the choice. */
function Films({ list, pages }: ListFilmsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  if (!list.hasNotes) {
    return (
      <>
        <ListGrid list={list} pages={pages} />
        <FailedPage pages={pages} />
      </>
    )
  }
  const view = views.find((one) => one === search.get('view')) ?? 'posters'
  return (
    <>
      <div className={styles.views}>
        <ToggleGroup
          label={t('tags.view')}
          value={view}
          onChange={(next) =>
            setSearch(next === 'posters' ? {} : { view: next }, { replace: true, preventScrollReset: true })
          }
          options={views.map((value) => ({ value, label: t(`list.views.${value}`) }))}
        />
      </div>
      {view === 'posters' ? (
        <ListGrid list={list} pages={pages} />
      ) : (
        <Suspense fallback={<LoadingRows count={6} height="6.75rem" />}>
          <ListNotes list={list} pages={pages} />
        </Suspense>
      )}
      <FailedPage pages={pages} />
    </>
  )
}

/** A list is saved only with films; it may have lost them since. */
function NoFilms({ list, isOwner }: { list: ListDetail; isOwner: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      drawing="cards"
      text={t('list.empty')}
      action={
        isOwner ? (
          <Link className={buttonClass('secondary', 'sm')} to={paths.editList(list._id)} state={fromList}>
            {t('list.edit')}
          </Link>
        ) : null
      }
    />
  )
}

/** The boxes of a loaded list, so that nothing jumps. */
function ListSkeleton() {
  return (
    <div aria-busy="true">
      <LoadingStatus />
      <ListHeaderSkeleton />
      <div className={styles.films}>
        <SkeletonGrid count={12} columns="wall" />
      </div>
    </div>
  )
}

const idOf = ({ id }: ListFilm) => id

/** The films of a list in its order, as high as all of them; only those in sight are in the document. */
function ListGrid({ list, pages }: ListFilmsProps) {
  const { t } = useTranslation()
  const cast = useCastings(list.movies)
  return (
    <VirtualGrid
      {...useGridPlace<GridPlace>()}
      label={t('list.filmsLabel')}
      items={list.movies}
      keyOf={idOf}
      renderTile={(film, at, columns) =>
        cast(at, columns, <FilmTile film={film} place={list.isRanked ? at + 1 : null} eager={at < columns} />)
      }
      total={list.filmsCount}
      {...extendsItself(pages)}
    />
  )
}

interface FilmTileProps {
  film: ListFilm
  /** From 1; null where the order means nothing. */
  place: number | null
  eager: boolean
}

const FilmTile = memo(function FilmTile({ film, place, eager }: FilmTileProps) {
  const { t } = useTranslation()
  const year = film.year === null ? '' : String(film.year)
  const name = [
    ...(place === null ? [] : [t('list.place', { n: place })]),
    year === '' ? film.title : t('film.titleYear', { title: film.title, year }),
  ].join(t('log.tile.separator'))
  return (
    <PosterTile
      film={{ ...film, year }}
      name={name}
      sizes={wallSizes}
      eager={eager}
      badge={place === null ? null : <RankBadge place={place} />}
      seen={film.seen}
    />
  )
})

/** The place of a film in a ranked list, on its poster. The name of what it lies on says it too. */
function RankBadge({ place }: { place: number }) {
  return (
    <PosterMark corner="start" className={styles.badge}>
      {place}
    </PosterMark>
  )
}
