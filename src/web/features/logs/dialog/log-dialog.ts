import type { TileFilm } from '#web/features/films/film-poster.tsx'
import { createStore, useStore } from '#web/ui/store.ts'

/** What the dialog logs: a film, or one that is yet to be found; undefined while it is closed. */
export type LogWish = { film: TileFilm | null } | undefined

/** A log can be begun from anywhere, and only the host shows it. */
const wish = createStore<LogWish>(undefined)

export const logDialog = {
  /** Opens the log editor above the screen; without a film the search for one comes first. */
  open: (film: TileFilm | null = null) => wish.change({ film }),
  close: () => wish.change(undefined),
  useWish: () => useStore(wish),
}
