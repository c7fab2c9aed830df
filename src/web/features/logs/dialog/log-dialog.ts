import type { TileFilm } from '#web/features/films/film-poster.tsx'

/** What the dialog logs: a film, or one that is yet to be found; undefined while it is closed. */
export type LogWish = { film: TileFilm | null } | undefined

/** One for the page: a log can be begun from anywhere, and only the host shows it. */
let wish: LogWish
const listeners = new Set<() => void>()

function change(next: LogWish) {
  wish = next
  for (const listener of listeners) listener()
}

export const logDialog = {
  /** Opens the log editor above the screen; without a film the search for one comes first. */
  open: (film: TileFilm | null = null) => change({ film }),
  close: () => change(undefined),
  current: () => wish,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
