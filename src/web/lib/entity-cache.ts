import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Entity = Record<string, unknown>

function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same array when nothing changed, so that unaffected screens do not render again. */
function mapItems(items: unknown[], change: (item: unknown) => unknown): unknown[] {
  const changed = items.map(change)
  return changed.every((item, at) => item === items[at]) ? items : changed
}

/** The same entity when nothing changed. */
function mapFields(entity: Entity, change: (value: unknown) => unknown): Entity {
  let next = entity
  for (const [key, value] of Object.entries(entity)) {
    const changed = change(value)
    if (changed === value) continue
    if (next === entity) next = { ...entity }
    next[key] = changed
  }
  return next
}

function walk(value: unknown, change: (entity: Entity) => Entity): unknown {
  const walkChild = (child: unknown) => walk(child, change)
  if (Array.isArray(value)) return mapItems(value, walkChild)
  return isEntity(value) ? mapFields(change(value), walkChild) : value
}

function rewrite(
  queryClient: QueryClient,
  rewriteData: (data: unknown, queryKey: QueryKey) => unknown,
): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const before: unknown = query.state.data
    if (before === undefined) continue
    const after = rewriteData(before, query.queryKey)
    // Keeping the age: a patched answer is no fresher than it was.
    if (after !== before) {
      queryClient.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt })
    }
  }
}

/** The fields to set, or what gives them for an entity as it is shown at one place. */
type Patch = object | ((shown: Readonly<Entity>) => object)

/**
 * Patches all entities that match, wherever an answer in the cache shows them; `key` is that of the query.
 * Only fields that the shown shape already has are set, so a small tile stays a small tile.
 */
export function patchWhere(
  queryClient: QueryClient,
  matches: (entity: Entity, key: QueryKey) => boolean,
  patch: Patch,
): void {
  rewrite(queryClient, (data, queryKey) =>
    walk(data, (entity) => {
      if (!matches(entity, queryKey)) return entity
      const wanted = typeof patch === 'function' ? (patch as (shown: Entity) => object)(entity) : patch
      const known = Object.entries(wanted).filter(([key, value]) => key in entity && entity[key] !== value)
      return known.length === 0 ? entity : { ...entity, ...Object.fromEntries(known) }
    }),
  )
}

/** `patchWhere` for the one entity with this `_id`, wherever it is shown: feed, profile, film page, review page. */
export function patchEntity(queryClient: QueryClient, id: string, patch: Patch): void {
  patchWhere(queryClient, (entity) => entity['_id'] === id, patch)
}

/** What `read` makes of the first entity in the cache for which it is not null; null without one. */
export function findEntity<Found>(
  queryClient: QueryClient,
  read: (entity: Readonly<Entity>) => Found | null,
): Found | null {
  const find = (value: unknown): Found | null => {
    if (Array.isArray(value)) return firstOf(value)
    return isEntity(value) ? (read(value) ?? firstOf(Object.values(value))) : null
  }
  const firstOf = (values: unknown[]): Found | null => {
    for (const value of values) {
      const found = find(value)
      if (found !== null) return found
    }
    return null
  }
  return firstOf(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.state.data),
  )
}

function without(value: unknown, id: string): unknown {
  const childWithout = (child: unknown) => without(child, id)
  if (!Array.isArray(value)) return isEntity(value) ? mapFields(value, childWithout) : value
  const items: unknown[] = value
  const isOther = (item: unknown) => !(isEntity(item) && item['_id'] === id)
  return mapItems(items.every(isOther) ? items : items.filter(isOther), childWithout)
}

/** Takes a deleted entity out of every list that shows it. */
export function removeEntity(queryClient: QueryClient, id: string): void {
  rewrite(queryClient, (data) => without(data, id))
}
