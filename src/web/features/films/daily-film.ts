import type { FilmItem } from '#shared/api/films.ts'
import { storeIfRoom } from '#web/lib/storage.ts'

/** The daily film record, kept locally. `date` is the member's calendar day. */
interface DailyFilm {
  date: string
  movie: { id: number; title: string; poster: string | null; overview: string }
}

/** Checked by hand: a schema library would weigh more than the rest of the first screen. */
function isDailyFilm(record: unknown): record is DailyFilm {
  const { date, movie } = (record ?? {}) as { date?: unknown; movie?: unknown }
  if (typeof date !== 'string') return false
  const { id, title, poster, overview } = (movie ?? {}) as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof title === 'string' &&
    (poster === null || typeof poster === 'string') &&
    typeof overview === 'string'
  )
}

const storageKey = 'dailyFilm'
const minAverage = 7.5
const minVotes = 3000

/**
 * The film of a day: the stored one when it is today's, called as it is among the trending films, since the language may
 * be another by now; else a random one of the trending films with enough votes, else of all of them. `random` gives
 * [0, 1). Null without films.
 */
export function chooseDailyFilm(
  stored: DailyFilm | null,
  trending: readonly FilmItem[],
  today: string,
  random: () => number,
): DailyFilm | null {
  const isKept = stored?.date === today
  const kept = trending.find(({ id }) => isKept && id === stored.movie.id)
  if (isKept && !kept) return stored
  const acclaimed = trending.filter((film) => film.vote_average >= minAverage && film.vote_count >= minVotes)
  const pool = acclaimed.length > 0 ? acclaimed : trending
  const film = kept ?? pool[Math.floor(random() * pool.length)]
  if (!film) return null
  return {
    date: today,
    movie: { id: film.id, title: film.title, poster: film.poster, overview: film.overview },
  }
}

/** The stored record, or null when there is none or it is damaged. */
export function readDailyFilm(storage: Storage): DailyFilm | null {
  try {
    const record: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return isDailyFilm(record) ? record : null
  } catch {
    return null
  }
}

export function writeDailyFilm(storage: Storage, film: DailyFilm): void {
  storeIfRoom(storage, storageKey, JSON.stringify(film))
}
