import { outboxOf, type WaitingChange } from '#web/lib/outbox.ts'
import { settled } from '#web/lib/indexed-db.ts'

export const store = 'changes'
const byTime = 'madeAt'

/**
 * Opens the database of a member's changes that wait for a network. Fails where the browser allows none, as in private
 * windows.
 */
export async function openChanges(memberId: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(outboxOf(memberId), 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(store, { keyPath: 'id' }).createIndex(byTime, byTime)
  })
  return settled(opening)
}

/** What waits, the oldest first. */
export const allIn = (changes: IDBObjectStore): IDBRequest<WaitingChange[]> => changes.index(byTime).getAll()

/** What waits of a member, also before the outbox is here, whose code comes after the first screen. */
export async function readWaiting(memberId: string): Promise<WaitingChange[]> {
  const database = await openChanges(memberId)
  try {
    return await settled(allIn(database.transaction(store).objectStore(store)))
  } finally {
    database.close()
  }
}
