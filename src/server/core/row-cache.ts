import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Changes, Topic } from '#server/db/changes.ts'
import { onPrimary } from '#server/db/replica.ts'

/** A cache of rows in this process; the database tells when they change. */
export interface RowCache<Key, Row> {
  /** The rows of the keys that have one; a key may be named more than once. */
  get(keys: readonly Key[]): Promise<Map<Key, Row>>
  /**
   * The cached row: null when the key has none, undefined when that is not known. In a transaction only this may be
   * used: `get` would wait for a second connection while holding one.
   */
  peek(key: Key): Row | null | undefined
}

const heapLimit = getHeapStatistics().heap_size_limit / 2 ** 20

/**
 * Rows kept by each cache. A film takes 0.6 kB, a session 0.5 and a member 0.35, so this is at most an eighth of the
 * heap that Node may use, and enough for all of a Scene with 100,000 members where there is memory for them.
 */
export const keptRows = Math.round(Math.min(100_000, Math.max(20_000, heapLimit * 50)))

interface Options<Key, Row> {
  topic: Topic
  /** How many keys are kept; those that were asked for last stay. */
  max: number
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>
  /**
   * What the text of a change names: the key of a row, the owner of several rows, or nothing, as all may have
   * changed.
   */
  changed: { keyOf: (changed: string) => Key } | { ownerOf: (row: Row) => string } | 'all'
  /**
   * For tables in which few keys have rows, and topics whose triggers also tell of new ones: the keys of at most so many
   * rows, in any order, some perhaps more than once. They are read together, so that a key without a row needs no statement of
   * its own. Where there are more rows, that a key has none is remembered for each.
   */
  listKeys?: (limit: number) => Promise<readonly Key[]>
}

/** Read in some milliseconds, once after the start and after each loss of the connection that tells of changes. */
const maxListed = 10_000

/** While the connection that tells of changes is down, nothing is kept and every row is read from the database. */
export function createRowCache<Key extends string | number, Row extends object | number>(
  changes: Changes,
  { topic, max, load, changed: told, listKeys }: Options<Key, Row>,
): RowCache<Key, Row> {
  const ownerOf = typeof told === 'object' && 'ownerOf' in told ? told.ownerOf : null
  /** The cached keys of each owner, so that a change need not go through all rows. */
  const keysOf = new Map<string, Set<Key>>()
  const disown = ({ row }: { row: Row | null }, key: Key) => {
    const owner = row && ownerOf?.(row)
    if (!owner) return
    const keys = keysOf.get(owner)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(owner)
  }
  // Bounded by size: for a maximal number of entries LRUCache would allocate all memory at once.
  const kept = new LRUCache<Key, { row: Row | null }>({
    maxSize: max,
    sizeCalculation: () => 1,
    ...(ownerOf && { dispose: disown }),
  })
  const keep = (key: Key, row: Row | null) => {
    kept.set(key, { row })
    const owner = row && ownerOf?.(row)
    if (owner) keysOf.set(owner, (keysOf.get(owner) ?? new Set<Key>()).add(key))
  }
  /** The keys that may have a row; undefined where they are not known yet, null where they are too many. */
  let listed: Set<Key> | null | undefined
  let listing: Promise<void> | undefined
  // Counts changes: a row that was read before a change must not be kept after it.
  let changed = 0
  const forgetAll = () => {
    kept.clear()
    listed = undefined
  }
  changes.on(
    topic,
    (key) => {
      changed++
      if (told === 'all') forgetAll()
      else if ('keyOf' in told) {
        const at = told.keyOf(key)
        kept.delete(at)
        listed?.add(at)
      } else for (const at of keysOf.get(key) ?? []) kept.delete(at)
    },
    () => {
      changed++
      forgetAll()
    },
  )
  async function list(readKeys: NonNullable<typeof listKeys>) {
    const before = changed
    const keys = await onPrimary(() => readKeys(maxListed))
    if (!changes.isListening() || changed !== before) return
    listed = keys.length < maxListed ? new Set(keys) : null
  }
  const peek = (key: Key) => {
    const known = kept.get(key)
    if (known) return known.row
    return listed && !listed.has(key) ? null : undefined
  }
  return {
    peek,
    async get(keys) {
      const found = new Map<Key, Row>()
      const unknown = new Set<Key>()
      const look = (key: Key) => {
        const row = peek(key)
        if (row) found.set(key, row)
        if (row === undefined) unknown.add(key)
      }
      for (const key of keys) look(key)
      if (unknown.size > 0 && listKeys && listed === undefined && changes.isListening()) {
        listing ??= list(listKeys).finally(() => (listing = undefined))
        await listing
        const asked = [...unknown]
        unknown.clear()
        for (const key of asked) look(key)
      }
      if (unknown.size === 0) return found
      const missing = [...unknown]
      const before = changed
      // A replica may lag behind a change that this process was already told of.
      const loaded = await onPrimary(() => load(missing))
      const isKept = changes.isListening() && changed === before
      for (const key of missing) {
        const row = loaded.get(key) ?? null
        if (row) found.set(key, row)
        if (isKept && (row || listKeys)) keep(key, row)
      }
      return found
    },
  }
}

/** One cache for each context, created on first use. */
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
