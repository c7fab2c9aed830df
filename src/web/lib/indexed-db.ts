/** A request as a promise of its result. */
export const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

/** The result of a request once its transaction has completed: a full storage is reported only then. */
export const committed = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const { transaction } = request
    transaction?.addEventListener('complete', () => resolve(request.result))
    transaction?.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB failed')))
  })

/** Deletes a database, at the latest when no other tab has it open. */
export const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name)
    for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, () => resolve())
  })

/** Before the id of the member whose answers a database keeps (features/offline/kept-answers.ts). */
export const keptPrefix = 'scene-kept-'

/** Deletes what was kept for all members but one. A browser that cannot list its databases keeps them. */
export async function forgetKept(but?: string): Promise<void> {
  if (typeof indexedDB.databases !== 'function') return
  const all = await indexedDB.databases()
  const others = all
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith(keptPrefix) && name !== keptPrefix + (but ?? ''))
  await Promise.all(others.map(deleteDatabase))
}
