import type { AssistantFilm } from '#shared/api/assistant.ts'
import { cardOf } from '../lookups/film-cards.ts'

const most = 12
/** Titles of fewer characters (It, Up, Her) count only where it is plain that a film is meant. */
const shortTitle = 4

/** Every film in the result of a look-up, at any depth, except those that only explain why another is there. */
export function filmsIn(value: unknown): AssistantFilm[] {
  if (Array.isArray(value)) return value.flatMap(filmsIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => (key === 'because' ? [] : filmsIn(part)))
  return isFilm(value) ? [cardOf(value), ...inner] : inner
}

const isFilm = (value: object): value is AssistantFilm =>
  'id' in value &&
  typeof value.id === 'number' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'poster' in value &&
  'year' in value

interface Place {
  start: number
  end: number
  film: AssistantFilm
}

/** Those of the films that the text names, in the order of the text, each once; 12 at most. */
export function namedFilms(text: string, films: readonly AssistantFilm[]): AssistantFilm[] {
  const written = evened(text)
  const places = films
    .flatMap((film) => placesOf(film, written))
    .toSorted(
      (a, b) =>
        a.start - b.start || b.end - a.end || Number(hasYear(written, b)) - Number(hasYear(written, a)),
    )
  const named = new Map<number, AssistantFilm>()
  let end = 0
  for (const place of places) {
    // The place lies within a longer title, or was taken by another film of the same name.
    if (place.start < end) continue
    end = place.end
    named.set(place.film.id, place.film)
  }
  return [...named.values()].slice(0, most)
}

/** Unifies quotation marks, which differ between sources and models; the length stays the same. */
const evened = (text: string) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')

function placesOf(film: AssistantFilm, text: string): Place[] {
  const title = evened(film.title)
  const places: Place[] = []
  if (title === '') return places
  for (let start = text.indexOf(title); start >= 0; start = text.indexOf(title, start + title.length)) {
    const place = { start, end: start + title.length, film }
    if (isWhole(text, place) && (title.length >= shortTitle || isMarked(text, place))) places.push(place)
  }
  return places
}

const isLetter = (character: string | undefined) => /^[\p{L}\p{N}]$/u.test(character ?? '')

const isWhole = (text: string, { start, end }: Place) => !isLetter(text[start - 1]) && !isLetter(text[end])

const hasYear = (text: string, { end, film }: Place) =>
  film.year !== null && text.slice(end, end + 3 + 4).includes(String(film.year))

const isMarked = (text: string, place: Place) =>
  hasYear(text, place) || (/["'«]/.test(text[place.start - 1] ?? '') && /["'»]/.test(text[place.end] ?? ''))
