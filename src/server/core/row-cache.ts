import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Changes, Topic } from '#server/db/changes.ts'
import { onPrimary } from '#server/db/replica.ts'

/** Rows that are read once and kept in this process until the database tells that they changed. */
export interface RowCache<Key, Row> {
  /** The rows of the keys that have one; a key may be named more than once. */
  get(keys: readonly Key[]): Promise<Map<Key, Row>>
}

const heapLimit = getHeapStatistics().heap_size_limit / 2 ** 20

/**
 * So many rows that lists show are kept of a kind: a film takes 0.6 kB and a member 0.35, so at most a twelfth of the heap
 * that Node may use, and all of a Scene with 100,000 members where there is memory for them.
 */
export const shownRows = Math.round(Math.min(100_000, Math.max(20_000, heapLimit * 50)))

interface Options<Key, Row> {
  topic: Topic
  /** So many keys are kept, those that were asked for last. */
  max: number
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>
  /** The key of the row that a change is one of, or whether it is one of the row. */
  changed: { keyOf: (changed: string) => Key } | { isOf: (row: Row | null, changed: string) => boolean }
  /** Whether it is kept that a key has no row: only where a row that comes is told of too. */
  keepsMissing: boolean
}

/** While changes are not heard, all is asked for each time. */
export function createRowCache<Key extends string | number, Row extends object | number>(
  changes: Changes,
  { topic, max, load, changed: told, keepsMissing }: Options<Key, Row>,
): RowCache<Key, Row> {
  // By size: of a number of entries alone the memory would be taken at once.
  const kept = new LRUCache<Key, { row: Row | null }>({ maxSize: max, sizeCalculation: () => 1 })
  // What was read before a change must not be kept after it.
  let changed = 0
  changes.on(
    topic,
    (key) => {
      changed++
      if ('keyOf' in told) kept.delete(told.keyOf(key))
      else for (const [at, { row }] of kept.entries()) if (told.isOf(row, key)) kept.delete(at)
    },
    () => {
      changed++
      kept.clear()
    },
  )
  return {
    async get(keys) {
      const found = new Map<Key, Row>()
      const unknown = new Set<Key>()
      for (const key of keys) {
        const known = kept.get(key)
        if (known?.row) found.set(key, known.row)
        if (known === undefined) unknown.add(key)
      }
      if (unknown.size === 0) return found
      const missing = [...unknown]
      const before = changed
      // A replica may not have a change yet that was told of.
      const loaded = await onPrimary(() => load(missing))
      const isKept = changes.isHearing() && changed === before
      for (const key of missing) {
        const row = loaded.get(key) ?? null
        if (row) found.set(key, row)
        if (isKept && (row || keepsMissing)) kept.set(key, { row })
      }
      return found
    },
  }
}

/** A cache for each context, made when it is first asked for. */
export function rowCaches<Key extends string | number, Row extends object | number, Part>(
  optionsFor: (ctx: Part) => Options<Key, Row>,
): (ctx: Part & { changes: Changes }) => RowCache<Key, Row> {
  const caches = new WeakMap<Changes, RowCache<Key, Row>>()
  return (ctx) => {
    const known = caches.get(ctx.changes)
    if (known) return known
    const made = createRowCache(ctx.changes, optionsFor(ctx))
    caches.set(ctx.changes, made)
    return made
  }
}
