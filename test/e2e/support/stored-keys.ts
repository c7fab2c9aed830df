import type { Page } from '@playwright/test'

/** The keys in a store of a database that the browser has. */
export function storedKeys(page: Page, database: string, store: string): Promise<IDBValidKey[]> {
  return page.evaluate(
    async (at) => {
      const opening = indexedDB.open(at.database)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const asked = opening.result.transaction(at.store).objectStore(at.store).getAllKeys()
      await new Promise((resolve) => asked.addEventListener('success', resolve))
      opening.result.close()
      return asked.result
    },
    { database, store },
  )
}
