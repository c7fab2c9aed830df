import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffectEvent, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useColumns } from './use-columns.ts'
import { firstRows, rowsToRender, useFocusedRow, useIsPrinting, useLoadMore } from './window-rows.ts'
import styles from './virtual-grid.module.css'

/** Tiles kept alive on either side of those in sight. */
const around = 15
/** The next page is asked for when this many tiles or fewer are left below the rendered ones. */
const ahead = 102
/** Rows of skeletons that stand for what is still to come. */
const comingRows = 6

/** CSS pixels, all from the top of the document. */
interface Measures {
  /** Where the grid begins. */
  top: number
  /** From one row to the next. */
  row: number
}

/** What was in sight when a grid was left, so that the next one can begin with the same rows. */
export interface GridPlace extends Measures {
  offset: number
  columns: number
}

interface VirtualGridProps<Item> {
  label: string
  items: readonly Item[]
  /** As many as the stylesheet gives a wall of posters when not given. */
  columns?: number | undefined
  keyOf: (item: Item) => string | number
  /** `at` is the index of the tile: those below `columns` make the first row, which is in sight at once. */
  renderTile: (item: Item, at: number, columns: number) => ReactNode
  /** The CSS length of what stands below a 2:3 picture; the same for every tile. */
  below?: string
  /** How many there are with those still to come, where that is known: the grid is as high as all of them. */
  total?: number
  hasMore: boolean
  isLoading: boolean
  /** Called when few rows are left and nothing is loading. */
  onMore: () => void
  place?: GridPlace | undefined
  /** Called with the last place when the grid goes away. */
  onLeave?: (place: GridPlace) => void
}

/**
 * Posters in columns, however many: only the rows in sight and a few around them are in the document,
 * and the row with the focus. Every row has the same height, known to the stylesheet, so nothing moves when
 * rows come and go and the page has its height before it is measured.
 */
export function VirtualGrid<Item>({
  label,
  items,
  columns: given,
  keyOf,
  renderTile,
  below = '0px',
  total,
  hasMore,
  isLoading,
  onMore,
  place,
  onLeave,
}: VirtualGridProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useColumns(list, given, place?.columns)
  const [measures, setMeasures] = useState<Measures>(() => place ?? guess(columns))
  const focused = useFocusedRow(list)
  const isPrinting = useIsPrinting()
  const itemRows = Math.ceil(items.length / columns)
  const expected = total ?? items.length + comingRows * columns
  const count = hasMore ? Math.max(expected, items.length) : items.length
  const rows = Math.ceil(count / columns)

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows,
    estimateSize: () => measures.row,
    scrollMargin: measures.top,
    overscan: Math.ceil(around / columns),
    rangeExtractor: (range) => (isPrinting ? firstRows(itemRows) : rowsToRender(range, focused)),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => place?.offset ?? window.scrollY,
    // The router restores scroll positions; sizes never differ from what was assumed.
    scrollToFn: () => {},
  })

  useLayoutEffect(() => {
    const measure = () => setMeasures((before) => measured(list.current, rows, before))
    measure()
    const observer = new ResizeObserver(measure)
    if (list.current) observer.observe(list.current)
    // What stands above may grow without changing the grid itself.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [rows])
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, measures.row])

  const alive = virtualizer.getVirtualItems()
  const last = alive.at(-1)?.index ?? 0
  const isNear = (itemRows - last) * columns <= ahead
  useLoadMore(hasMore && !isLoading && isNear, items.length, onMore)

  const leave = useEffectEvent(() => {
    onLeave?.({ ...measures, offset: virtualizer.scrollOffset ?? 0, columns })
  })
  useLayoutEffect(() => () => leave(), [])

  const frame = { '--columns': columns, '--rows': rows, '--below': below } as CSSProperties
  return (
    <div className={styles.frame}>
      <ul ref={list} className={styles.grid} style={frame} aria-label={label}>
        {alive.flatMap(({ index: row }) =>
          Array.from({ length: columns }, (_, column) => {
            const at = row * columns + column
            const item = items[at]
            const position = { '--row-at': row, '--column-at': column } as CSSProperties
            if (item === undefined) {
              return at >= count ? null : (
                <li key={`coming ${at}`} className={styles.item} style={position} aria-hidden="true">
                  <Skeleton height="calc(1.5 * var(--tile))" />
                </li>
              )
            }
            return (
              <li
                key={keyOf(item)}
                className={styles.item}
                style={position}
                data-index={row}
                aria-posinset={at + 1}
                // -1: how many there are is not known yet.
                aria-setsize={hasMore ? (total ?? -1) : items.length}
              >
                {renderTile(item, at, columns)}
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}

/** Before the first measurement; nearly right for tiles of at most 240 px. */
function guess(columns: number): Measures {
  return { top: 0, row: Math.max(1.5 * Math.min(window.innerWidth / columns, 240), 1) }
}

/** `before` itself where nothing changed or nothing is laid out. */
function measured(list: HTMLElement | null, rows: number, before: Measures): Measures {
  const box = list?.getBoundingClientRect()
  const first = list?.firstElementChild
  if (!box || !first || box.height === 0) return before
  const gap = Number.parseFloat(getComputedStyle(first).rowGap) || 0
  const now = { top: box.top + window.scrollY, row: (box.height + gap) / rows }
  return now.top === before.top && now.row === before.row ? before : now
}
