import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  memo,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import { firstRows, rowsToRender, useFocusedRow, useIsPrinting, useLoadMore } from './window-rows.ts'
import styles from './virtual-list.module.css'

/** Rows kept alive on either side of those in sight. */
const overscan = 4
/** The next page is asked for when this many rows or fewer are left below the rendered ones. */
const ahead = 12

/** What was in sight when a list was left, so that the next one can begin with the same rows. CSS pixels. */
export interface ListPlace {
  /** From the top of the document to the list. */
  top: number
  offset: number
  /** The rows that were measured. */
  rows: VirtualItem[]
}

export interface ListHandle {
  /** Scrolls until the row is in sight. */
  scrollTo: (index: number) => void
}

interface VirtualListProps<Item> {
  ref?: Ref<ListHandle>
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  renderRow: (item: Item, index: number) => ReactNode
  /** How high a row will be, in CSS pixels; the nearer, the steadier the scrollbar. */
  estimate: (item: Item) => number
  /** The member puts the rows in order: they move past what is in sight, which does not go along. */
  ordering?: boolean
  /** How many there are with those still to come, where that is known. */
  total?: number
  hasMore?: boolean
  isLoading?: boolean
  /** Called when few rows are left and nothing is loading. */
  onMore?: () => void
  place?: ListPlace | undefined
  /** Called with the last place when the list goes away. */
  onLeave?: (place: ListPlace) => void
}

/**
 * Rows of any height, however many: only those in sight and a few around them are in the document, and the
 * one with the focus. What is being read stays where it is when rows come, go, change places or grow.
 */
export function VirtualList<Item>({
  ref,
  label,
  items,
  keyOf,
  renderRow,
  estimate,
  ordering = false,
  total,
  hasMore = false,
  isLoading = false,
  onMore,
  place,
  onLeave,
}: VirtualListProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(place?.top ?? 0)
  const focused = useFocusedRow(list)
  const isPrinting = useIsPrinting()
  const itemAt = (at: number): Item => items[at] as Item

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    getItemKey: (at) => keyOf(itemAt(at)),
    estimateSize: (at) => estimate(itemAt(at)),
    scrollMargin: top,
    overscan,
    rangeExtractor: (range) => (isPrinting ? firstRows(items.length) : rowsToRender(range, focused)),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => place?.offset ?? window.scrollY,
    initialMeasurementsCache: place?.rows ?? [],
    // Rows that come above what is in sight push nothing down; those below never pull.
    anchorTo: ordering ? 'start' : 'end',
    scrollEndThreshold: -Infinity,
  })

  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    // What stands above may grow without changing the list itself.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const alive = virtualizer.getVirtualItems()
  const last = alive.at(-1)?.index ?? 0
  useLoadMore(hasMore && !isLoading && items.length - last <= ahead, items.length, onMore)

  const leave = useEffectEvent(() => {
    onLeave?.({ top, offset: virtualizer.scrollOffset ?? 0, rows: virtualizer.takeSnapshot() })
  })
  useLayoutEffect(() => () => leave(), [])

  useImperativeHandle(
    ref,
    () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }) }),
    [virtualizer],
  )

  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ blockSize: virtualizer.getTotalSize() }}
      aria-label={label}
    >
      {alive.map(({ key, index, start }) => (
        <li
          key={String(key)}
          ref={virtualizer.measureElement}
          className={styles.row}
          style={{ insetBlockStart: start - top }}
          data-index={index}
          aria-posinset={index + 1}
          // -1: how many there are is not known yet.
          aria-setsize={hasMore ? (total ?? -1) : items.length}
        >
          <Row item={itemAt(index)} index={index} render={renderRow} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps<Item> {
  item: Item
  index: number
  render: (item: Item, index: number) => ReactNode
}

/** Scrolling renders the list often, but a row only when it changed. */
const Row = memo(function Row<Item>({ item, index, render }: RowProps<Item>) {
  return render(item, index)
}) as <Item>(props: RowProps<Item>) => ReactNode
