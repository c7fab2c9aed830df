import { storeIfRoom } from '#web/lib/storage.ts'

/** Key in the local storage: the last year whose entry on the home screen was hidden. */
const hiddenKey = 'year-hidden'

/** The year that the home screen leads to, in December and January; null for none, or where its entry was hidden. */
export function yearOnHome(now: Date): number | null {
  const month = now.getMonth()
  const year = month === 11 ? now.getFullYear() : month === 0 ? now.getFullYear() - 1 : null
  return year === null || localStorage.getItem(hiddenKey) === String(year) ? null : year
}

export function hideOnHome(year: number): void {
  storeIfRoom(localStorage, hiddenKey, String(year))
}
