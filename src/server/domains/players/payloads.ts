import type { CallOutcome, PlayerKind } from '#shared/api/players.ts'
import { firstYear } from '#shared/diary-period.ts'
import { minuteMs } from '#shared/durations.ts'
import type { HalfSteps } from '#shared/rating.ts'

// The messages of players, each as its documentation or plugin describes it. Names differ in case between versions,
// numbers come as text, and fields that are not needed may be missing. So keys are found in any case, and a message
// that cannot be read is reported as such.

/** Of a film that was watched to its end. */
export interface WatchedFilm {
  title: string
  year: number | null
  tmdbId: number | null
  imdbId: string | null
  /** What the player calls it. */
  item: string | null
  /** When it ended; null where the player does not say. */
  at: Date | null
  minutes: number | null
}

export type PayloadReading =
  | { outcome: 'watched'; film: WatchedFilm; userName: string | null }
  /** Stars for a film, in half steps. */
  | { outcome: 'rated'; film: WatchedFilm; rating: HalfSteps; userName: string | null }
  | {
      outcome: Extract<CallOutcome, 'other-event' | 'no-film' | 'not-finished' | 'unreadable'>
      title: string | null
      userName: string | null
    }

/** The share of a film from which it counts as watched. */
const finishedShare = 0.8

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of keys: an exact match of each key first, then one in any case. */
function at(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const key of path) {
    if (!isFields(found)) return undefined
    const wanted = key.toLowerCase()
    // Plex has both `Guid` and `guid`.
    const exact: unknown = Object.hasOwn(found, key) ? found[key] : undefined
    found = exact ?? Object.entries(found).find(([name]) => name.toLowerCase() === wanted)?.[1]
  }
  return found
}

function textAt(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path)
  if (typeof found === 'number') return String(found)
  if (typeof found !== 'string') return null
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  const text = found
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
  return text === '' ? null : text
}

function numberAt(value: unknown, ...path: string[]): number | null {
  const found = Number(textAt(value, ...path) ?? Number.NaN)
  return Number.isFinite(found) ? found : null
}

const wordAt = (value: unknown, ...path: string[]) => textAt(value, ...path)?.toLowerCase() ?? ''

function isTrueAt(value: unknown, ...path: string[]): boolean | null {
  const found = at(value, ...path)
  if (typeof found === 'boolean') return found
  const word = String(found).toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : null
}

/** No player is older: a moment that was never set is of the year 1, a clock that was never set begins in 1970. */
const firstMoment = Date.UTC(2000, 0)

/** A moment as ISO 8601 or in seconds since 1970; null for none, and for one that cannot be meant. */
function momentAt(value: unknown, ...path: string[]): Date | null {
  const text = textAt(value, ...path)
  if (text === null) return null
  // Some send more digits of the seconds than a Date takes; without a zone it is UTC.
  const isSeconds = /^\d{9,11}$/.test(text)
  const iso = text.replace(/(\.\d{3})\d+/, '$1')
  const date = isSeconds
    ? new Date(Number(text) * 1000)
    : new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`)
  return date.getTime() >= firstMoment ? date : null
}

const yearOf = (found: number | null) =>
  found !== null && Number.isInteger(found) && found >= firstYear && found < 2200 ? found : null

function tmdbNumber(text: string | null): number | null {
  const found = Number(text ?? Number.NaN)
  return Number.isInteger(found) && found > 0 && found < 2 ** 31 ? found : null
}

const imdbNumber = (text: string | null) => /tt\d{5,10}/.exec(text ?? '')?.[0] ?? null

const minutesOfTicks = (ticks: number | null) => (ticks === null ? null : ticks / 600_000_000)

/** Whether enough was watched, by what the player says or by the position; null when it sends neither. */
function isFinished(said: boolean | null, position: number | null, length: number | null): boolean | null {
  if (said !== null) return said
  return position !== null && length !== null && length > 0 ? position / length >= finishedShare : null
}

const none = (
  outcome: Exclude<PayloadReading['outcome'], 'watched' | 'rated'>,
  title: string | null = null,
  userName: string | null = null,
): PayloadReading => ({ outcome, title, userName })

function watched(
  film: Omit<WatchedFilm, 'title'> & { title: string | null },
  userName: string | null,
): PayloadReading {
  const { title } = film
  if (title === null && film.tmdbId === null && film.imdbId === null)
    return none('unreadable', null, userName)
  return { outcome: 'watched', film: { ...film, title: title ?? '' }, userName }
}

/** Plex: a form whose field `payload` is JSON; `media.scrobble` comes at nine tenths, `media.rate` with 0 to 10. */
function readPlex(body: unknown): PayloadReading {
  const event = wordAt(body, 'event')
  const about = at(body, 'Metadata')
  const title = textAt(about, 'title')
  const userName = textAt(body, 'Account', 'title')
  if (event === '') return none('unreadable')
  if (event !== 'media.scrobble' && event !== 'media.rate') return none('other-event', title, userName)
  const type = wordAt(about, 'type') || wordAt(about, 'librarySectionType')
  if (type !== 'movie') return none('no-film', title, userName)
  const guids = at(about, 'Guid')
  const ids = [
    ...(Array.isArray(guids) ? guids.map((guid) => textAt(guid, 'id') ?? '') : []),
    textAt(about, 'guid') ?? '',
  ]
  // `tmdb://550`, and of old agents `com.plexapp.agents.themoviedb://550?lang=en`.
  const tmdb = ids.map((guid) => /(?:tmdb|themoviedb):\/\/(\d+)/i.exec(guid)?.[1]).find(Boolean)
  const imdb = ids.map((guid) => /imdb:\/\/(tt\d+)/i.exec(guid)?.[1]).find(Boolean)
  const length = numberAt(about, 'duration')
  const reading = watched(
    {
      title,
      year: yearOf(numberAt(about, 'year')),
      tmdbId: tmdbNumber(tmdb ?? null),
      imdbId: imdbNumber(imdb ?? null),
      item: textAt(about, 'ratingKey') ?? textAt(about, 'guid'),
      at: momentAt(about, 'lastViewedAt'),
      minutes: length === null ? null : length / minuteMs,
    },
    userName,
  )
  if (event === 'media.scrobble' || reading.outcome !== 'watched') return reading
  // A rating that was removed is zero or negative.
  const rating = Math.round(numberAt(body, 'rating') ?? numberAt(about, 'userRating') ?? 0)
  if (rating < 1 || rating > 10) return none('other-event', title, userName)
  return { ...reading, outcome: 'rated', rating }
}

/** Jellyfin: the official webhook plugin sends flat properties, the unofficial one what the server's API calls an item. */
function readJellyfin(body: unknown): PayloadReading {
  return textAt(body, 'NotificationType') === null && isFields(at(body, 'Item'))
    ? readItem(body, ['stop', 'markplayed'], [at(body, 'Item', 'UserData', 'Played')])
    : readFlatJellyfin(body)
}

function readFlatJellyfin(body: unknown): PayloadReading {
  const event = wordAt(body, 'NotificationType')
  const title = textAt(body, 'Name')
  const userName = textAt(body, 'NotificationUsername') ?? textAt(body, 'Username')
  if (event === '') return none('unreadable')
  if (event !== 'playbackstop') return none('other-event', title, userName)
  if (wordAt(body, 'ItemType') !== 'movie') return none('no-film', title, userName)
  const ticks = numberAt(body, 'RunTimeTicks')
  const said = isTrueAt(body, 'PlayedToCompletion')
  if (isFinished(said, numberAt(body, 'PlaybackPositionTicks'), ticks) !== true)
    return none('not-finished', title, userName)
  return watched(
    {
      title,
      year: yearOf(numberAt(body, 'Year')),
      tmdbId: tmdbNumber(textAt(body, 'Provider_tmdb')),
      imdbId: imdbNumber(textAt(body, 'Provider_imdb')),
      item: textAt(body, 'ItemId'),
      at: momentAt(body, 'UtcTimestamp') ?? momentAt(body, 'Timestamp'),
      minutes: minutesOfTicks(ticks),
    },
    userName,
  )
}

/** An event about an item as Emby's and Jellyfin's APIs write it. `ends` are the events that count. */
function readItem(body: unknown, ends: readonly string[], finished: readonly unknown[]): PayloadReading {
  const event = wordAt(body, 'Event')
  const item = at(body, 'Item')
  const title = textAt(item, 'Name')
  const userName = textAt(body, 'User', 'Name')
  if (event === '' || !isFields(item)) return none('unreadable')
  if (!ends.includes(event)) return none('other-event', title, userName)
  if (wordAt(item, 'Type') !== 'movie') return none('no-film', title, userName)
  const ticks = numberAt(item, 'RunTimeTicks')
  const position =
    numberAt(body, 'PlaybackInfo', 'PositionTicks') ??
    numberAt(body, 'PlaybackPositionTicks') ??
    numberAt(body, 'Session', 'PlayState', 'PositionTicks') ??
    numberAt(item, 'UserData', 'PlaybackPositionTicks')
  const said = finished.map((value) => isTrueAt({ value }, 'value')).find((value) => value !== null) ?? null
  if (event !== 'markplayed' && isFinished(said, position, ticks) !== true)
    return none('not-finished', title, userName)
  return watched(
    {
      title,
      year: yearOf(numberAt(item, 'ProductionYear')),
      tmdbId: tmdbNumber(textAt(item, 'ProviderIds', 'Tmdb')),
      imdbId: imdbNumber(textAt(item, 'ProviderIds', 'Imdb')),
      item: textAt(item, 'Id'),
      at: momentAt(body, 'Date'),
      minutes: minutesOfTicks(ticks),
    },
    userName,
  )
}

/** Emby: JSON, or a form whose field `data` is. */
const readEmby = (body: unknown): PayloadReading =>
  readItem(body, ['playback.stop'], [at(body, 'PlaybackInfo', 'PlayedToCompletion')])

/** Kodi's add-ons: `end`, or `stop` after more than four fifths. */
function readKodi(body: unknown): PayloadReading {
  const event = wordAt(body, 'event')
  const title = textAt(body, 'title') ?? textAt(body, 'label')
  if (event === '') return none('unreadable')
  if (event !== 'end' && event !== 'stop') return none('other-event', title)
  if (wordAt(body, 'mediaType') !== 'movie') return none('no-film', title)
  const percent = numberAt(body, 'progress', 'percent') ?? numberAt(body, 'progress')
  if (event === 'stop' && !(percent !== null && percent > finishedShare * 100))
    return none('not-finished', title)
  const ids = at(body, 'uniqueIds')
  const seconds = numberAt(body, 'duration') ?? numberAt(body, 'runtime')
  return watched(
    {
      title,
      year: yearOf(numberAt(body, 'year')),
      tmdbId: tmdbNumber(textAt(ids, 'tmdb') ?? textAt(ids, 'tmdbId')),
      imdbId: imdbNumber(textAt(ids, 'imdb') ?? textAt(ids, 'imdbId')),
      item: textAt(body, 'dbId') ?? textAt(body, 'id'),
      at: null,
      minutes: seconds === null ? null : seconds / 60,
    },
    null,
  )
}

/** Trakt's scrobble call: `progress` in per cent. */
function readTrakt(body: unknown): PayloadReading {
  const movie = at(body, 'movie')
  const action = wordAt(body, 'action')
  const title = textAt(movie, 'title')
  if (!isFields(movie))
    return none(isFields(at(body, 'episode')) || isFields(at(body, 'show')) ? 'no-film' : 'unreadable')
  if (action !== '' && action !== 'stop' && action !== 'scrobble') return none('other-event', title)
  const progress = numberAt(body, 'progress')
  if (progress === null) return none('unreadable', title)
  if (progress < finishedShare * 100) return none('not-finished', title)
  const ids = at(movie, 'ids')
  return watched(
    {
      title,
      year: yearOf(numberAt(movie, 'year')),
      tmdbId: tmdbNumber(textAt(ids, 'tmdb')),
      imdbId: imdbNumber(textAt(ids, 'imdb')),
      item: textAt(ids, 'trakt') ?? textAt(ids, 'slug'),
      at: null,
      minutes: null,
    },
    null,
  )
}

const readers: Record<PlayerKind, (body: unknown) => PayloadReading> = {
  plex: readPlex,
  jellyfin: readJellyfin,
  emby: readEmby,
  kodi: readKodi,
  trakt: readTrakt,
}

/** What a player says by a call. */
export const readPayload = (kind: PlayerKind, body: unknown): PayloadReading =>
  isFields(body) ? readers[kind](body) : none('unreadable')

/** JSON whatever the call says that it is, or that of a form's field; null for everything else. */
export function decodeBody(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes)
  const plain = parseJson(text)
  if (plain !== null) return plain
  const form = new URLSearchParams(text)
  return parseJson(form.get('payload') ?? form.get('data') ?? '')
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
