import { committed, deleteDatabase, settled } from '#web/lib/indexed-db.ts'

/**
 * Drafts that are too large for localStorage, in IndexedDB by key; where that is missing or refused (private
 * windows) a draft lives in the open form only.
 */
const database = 'scene-drafts'
const stores = ['pictures', 'lists'] as const

type Store = (typeof stores)[number]

async function withStore<T>(
  name: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(database, 2)
    opening.addEventListener('upgradeneeded', () => {
      const { result } = opening
      for (const store of stores) {
        if (!result.objectStoreNames.contains(store)) result.createObjectStore(store)
      }
    })
    const opened = await settled(opening)
    try {
      return await committed(work(opened.transaction(name, mode).objectStore(name)))
    } finally {
      opened.close()
    }
  } catch {
    return undefined
  }
}

/** The stored draft, as any version of the product gave it to `saveDraft`; undefined where there is none. */
export function readDraft(store: Store, key: string): Promise<unknown> {
  return withStore<unknown>(store, 'readonly', (drafts) => drafts.get(key))
}

/** Stores a draft; null deletes it. False where it could not be stored. */
export async function saveDraft(store: Store, key: string, draft: object | null): Promise<boolean> {
  if (draft !== null)
    return (await withStore(store, 'readwrite', (drafts) => drafts.put(draft, key))) !== undefined
  await withStore(store, 'readwrite', (drafts) => drafts.delete(key))
  return true
}

/** Deletes all drafts on this device, at the latest when no other tab has them open. */
export const clearDrafts = (): Promise<void> => deleteDatabase(database)
