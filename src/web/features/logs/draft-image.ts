/**
 * The picture of a draft. It is too large for localStorage, so it lives in IndexedDB beside the draft's
 * key; where IndexedDB is missing or refused (private windows) the picture lives in the open editor only.
 */
const database = 'scene-drafts'
const pictures = 'pictures'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

async function withPictures<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(database, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(pictures))
    const opened = await settled(opening)
    try {
      return await settled(work(opened.transaction(pictures, mode).objectStore(pictures)))
    } finally {
      opened.close()
    }
  } catch {
    return undefined
  }
}

/** The kept picture, or null. */
export async function readDraftImage(key: string): Promise<File | null> {
  const kept = await withPictures<unknown>('readonly', (store) => store.get(key))
  return kept instanceof File ? kept : null
}

/** Keeps the picture; null forgets it. */
export async function writeDraftImage(key: string, image: File | null): Promise<void> {
  if (image === null) await withPictures('readwrite', (store) => store.delete(key))
  else await withPictures('readwrite', (store) => store.put(image, key))
}
