import { FilmTitle } from '#web/features/films/film-title.tsx'
import { memo } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { useCastings } from '#web/features/films/castings.tsx'
import { wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { extendsItself, FailedPage, type WindowPages } from '#web/features/paging/paged-list.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { focusableHeading } from '#web/ui/layout/focusable-heading.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/lists/virtual-grid.tsx'
import styles from './film-results.module.css'

interface FilmResultsProps {
  /** Undefined while nothing could be loaded. */
  films: readonly FilmItem[] | undefined
  answer: WindowPages & { isPending: boolean; refetch: () => Promise<unknown> }
  /** What is said where there are none, and what leads on from there; nothing does where nothing is chosen. */
  none: { text: string; action: string; onAction: (() => void) | undefined }
}

/** The films that meet the choices, from loading to the last of thousands. */
export function FilmResults({ films, answer, none }: FilmResultsProps) {
  if (answer.isPending) {
    return (
      <div aria-busy="true">
        <SkeletonGrid count={24} columns="wall" />
      </div>
    )
  }
  if (films === undefined) return <LoadFailed onRetry={answer.refetch} />
  if (films.length > 0 || answer.hasNextPage) return <LoadedFilms films={films} pages={answer} />
  return (
    <EmptyState
      drawing="strip"
      text={none.text}
      action={
        none.onAction ? (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              takeFocus(focusableHeading())
              none.onAction?.()
            }}
          >
            {none.action}
          </Button>
        ) : undefined
      }
    />
  )
}

const idOf = ({ id }: FilmItem) => id

/** Title and year in a line each. */
const captionHeight = 'calc(var(--space-8) + 2.25rem * var(--leading))'

function LoadedFilms({ films, pages }: { films: readonly FilmItem[]; pages: WindowPages }) {
  const { t } = useTranslation()
  const cast = useCastings(films)
  return (
    <>
      <VirtualGrid
        {...useGridPlace<GridPlace>()}
        label={t('browse.title')}
        items={films}
        keyOf={idOf}
        renderTile={(film, at, columns) => cast(at, columns, <FilmTile film={film} eager={at < columns} />)}
        below={captionHeight}
        {...extendsItself(pages)}
      />
      <FailedPage pages={pages} />
    </>
  )
}

const FilmTile = memo(function FilmTile({ film, eager }: { film: FilmItem; eager: boolean }) {
  const year = yearOf(film.release_date)
  return (
    <PosterTile film={{ ...film, year }} sizes={wallSizes} eager={eager}>
      <span className={styles.caption} aria-hidden="true">
        <FilmTitle film={film} className={styles.title} />
        <span className={styles.year}>{year || '\u00a0'}</span>
      </span>
    </PosterTile>
  )
})
