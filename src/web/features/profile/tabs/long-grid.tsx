import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { useCastings, type Postered } from '#web/features/films/castings.tsx'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { extendsItself, FailedPage, type WindowPages } from '#web/features/paging/paged-list.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { EmptyState, type Drawing } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/lists/virtual-grid.tsx'
import styles from './long-grid.module.css'

interface LongGridProps<Item> {
  label: string
  /** Undefined where nothing could be loaded, which shows as nothing being there. */
  items: readonly Item[] | undefined
  keyOf: (item: Item) => string | number
  renderTile: (item: Item, at: number, columns: number) => ReactNode
  below?: string
  empty: string
  drawing: Drawing
  /** The way on from there. */
  wayOn?: ReactNode
  pages: WindowPages & { isPending: boolean; refetch: () => Promise<unknown> }
}

/** The films of a tab, from loading to the last of thousands. */
export function LongGrid<Item extends Postered>({
  items,
  empty,
  drawing,
  wayOn,
  pages,
  ...grid
}: LongGridProps<Item>) {
  const { t } = useTranslation()
  if (pages.isPending) {
    return (
      <div className={styles.waiting} aria-busy="true">
        <p className={styles.loading} role="status">
          {t('common.loadingLogs')}
        </p>
        <SkeletonGrid count={12} columns="wall" />
      </div>
    )
  }
  const nothing = <EmptyState drawing={drawing} text={empty} action={items && wayOn} />
  if (!items) return <ShownAsEmpty onRetry={pages.refetch}>{nothing}</ShownAsEmpty>
  if (items.length === 0) return nothing
  return <LoadedGrid {...grid} items={items} pages={pages} />
}

function LoadedGrid<Item extends Postered>({
  pages,
  renderTile,
  ...grid
}: Omit<LongGridProps<Item>, 'items' | 'empty' | 'drawing' | 'wayOn'> & { items: readonly Item[] }) {
  const place = useGridPlace<GridPlace>()
  const cast = useCastings(grid.items)
  return (
    <>
      <VirtualGrid
        {...grid}
        {...place}
        {...extendsItself(pages)}
        renderTile={(item, at, columns) => cast(at, columns, renderTile(item, at, columns))}
      />
      <FailedPage pages={pages} />
    </>
  )
}
