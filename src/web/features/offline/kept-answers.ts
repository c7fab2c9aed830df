import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { keptPrefix, settled } from '#web/lib/indexed-db.ts'

/**
 * The last answers that a member can read without a network: the own diary and watchlist, and the pages of films that
 * were opened. Each member has a database of their own, named by their id, which the logout deletes.
 */
const store = 'answers'
const keptMs = 7 * 86_400_000
const most = 200

interface Kept {
  hash: string
  data: unknown
  at: number
}

/** Whether an answer is kept: those of the member's own diary, watchlist and profile, and of films. */
function isKept([part, ...rest]: QueryKey, memberId: string): boolean {
  if (part === 'films') return typeof rest[0] === 'number' && rest.length === 1
  if (part === 'members') return rest[0] === memberId && rest.length === 1
  if (part === 'shelves') return rest[0] === 'watchlist' && rest[1] === memberId
  return part === 'logs' && rest[0] === 'member' && rest[1] === memberId && rest[2] === 'diary'
}

/** To be raised when an answer that is kept gets another shape: screens could not show what was kept before. */
const shapes = 2

/** Fails where the browser allows none. */
async function open(memberId: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(keptPrefix + memberId, shapes)
  opening.addEventListener('upgradeneeded', () => {
    const { result: database } = opening
    if (database.objectStoreNames.contains(store)) database.deleteObjectStore(store)
    database.createObjectStore(store, { keyPath: 'hash' }).createIndex('at', 'at')
  })
  return settled(opening)
}

/**
 * Keeps those answers as they come, and shows them where a call found no network. Gives the function that ends it: from
 * then on nothing is written, not even the answer of a call that is on its way.
 */
export function keepAnswers(queryClient: QueryClient, memberId: string): () => void {
  let ended = false
  const opened = open(memberId)
  const letGo = async () => {
    const database = await opened
    // Another tab logs out: its deletion must not wait for this one.
    database.addEventListener('versionchange', () => {
      ended = true
      database.close()
    })
  }
  void letGo().catch(() => undefined)
  const close = async () => (await opened).close()

  const within = async <T>(mode: IDBTransactionMode, work: (answers: IDBObjectStore) => IDBRequest<T>) => {
    try {
      const database = await opened
      return ended ? undefined : await settled(work(database.transaction(store, mode).objectStore(store)))
    } catch {
      // Full or refused: what is here now is read all the same.
      return undefined
    }
  }

  const prune = async () => {
    const keys = (await within('readonly', (answers) => answers.index('at').getAllKeys())) ?? []
    const tooOld =
      (await within('readonly', (answers) =>
        answers.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - keptMs)),
      )) ?? []
    const tooMany = keys.slice(0, Math.max(0, keys.length - most))
    for (const key of new Set([...tooOld, ...tooMany]))
      await within('readwrite', (answers) => answers.delete(key))
  }
  void prune()

  const show = async (queryKey: QueryKey) => {
    const kept = (await within('readonly', (answers) => answers.get(hashKey(queryKey)))) as Kept | undefined
    if (!kept || ended || kept.at < Date.now() - keptMs) return
    if (queryClient.getQueryData(queryKey) !== undefined) return
    queryClient.setQueryData(queryKey, kept.data, { updatedAt: kept.at })
  }

  const cache = queryClient.getQueryCache()
  const isMissed = (error: unknown) => error instanceof ApiError && error.status === 0
  const keep = (queryKey: QueryKey, data: unknown, at: number) => {
    const kept: Kept = { hash: hashKey(queryKey), data, at }
    void within('readwrite', (answers) => answers.put(kept))
  }
  // What the first screen asked for before this was here.
  for (const { queryKey, state } of cache.getAll()) {
    if (!isKept(queryKey, memberId)) continue
    if (state.data !== undefined) keep(queryKey, state.data, state.dataUpdatedAt)
    else if (isMissed(state.error)) void show(queryKey)
  }
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query.queryKey, memberId)) return
    const { action, query } = event
    if (action.type === 'success' && action.manual !== true)
      keep(query.queryKey, action.data, query.state.dataUpdatedAt)
    if (action.type === 'error' && isMissed(action.error)) void show(query.queryKey)
  })
  return () => {
    ended = true
    stop()
    void close().catch(() => undefined)
  }
}
