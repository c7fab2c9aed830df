import * as z from 'zod/mini'
import { audiences } from '#shared/audience.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import type { FilmItem } from '#shared/api/films.ts'
import type { createList, updateList } from '#shared/api/lists.ts'
import { insertInOrder } from './film-order.ts'
import type { ListDetail } from '#web/features/lists/lists.api.ts'

/** Characters; the server checks again. */
export const maxTitleLength = 200
export const maxDescriptionLength = 5000

const formFilm = z.object({
  id: z.number(),
  title: z.string(),
  year: z.nullable(z.number()),
  poster: z.nullable(z.string()),
  posterOverride: z.nullable(z.string()),
  /** Drafts of earlier versions have none. */
  note: z._default(z.string(), ''),
})
export type FormFilm = z.output<typeof formFilm>

/** What a member decides about a list. `coverImage` is the address of an uploaded picture. */
export const listValues = z.object({
  title: z.string(),
  description: z.string(),
  coverImage: z.nullable(z.string()),
  isPrivate: z.boolean(),
  /** Null: what `isPrivate` says, else as the member's new ones are. */
  audience: z._default(z.nullable(z.enum(audiences)), null),
  isRanked: z.boolean(),
  tags: z._default(z.array(z.string()), []),
  films: z.array(formFilm),
})
export type ListValues = Omit<z.output<typeof listValues>, 'films'> & { films: readonly FormFilm[] }

export const emptyList: ListValues = {
  title: '',
  description: '',
  coverImage: null,
  isPrivate: false,
  audience: null,
  isRanked: false,
  tags: [],
  films: [],
}

export function valuesOf({
  title,
  description,
  coverImage,
  isPrivate,
  audience = 'members',
  isRanked,
  tags,
  movies,
}: ListDetail) {
  const films = movies.map(({ id, title: name, year, poster, posterOverride, note = '' }) => ({
    id,
    title: name,
    year,
    poster,
    posterOverride,
    note,
  }))
  return { title, description, coverImage, isPrivate, audience, isRanked, tags, films } satisfies ListValues
}

export function filmOf({
  id,
  title,
  poster,
  release_date,
}: Pick<FilmItem, 'id' | 'title' | 'poster' | 'release_date'>): FormFilm {
  return { id, title, poster, posterOverride: null, year: Number(release_date.slice(0, 4)) || null, note: '' }
}

/** A list has a title and at least one film. */
export const isComplete = ({ title, films }: ListValues) => title.trim() !== '' && films.length > 0

export function newListOf({
  films,
  title,
  description,
  tags,
  audience,
  ...rest
}: ListValues): BodyOf<typeof createList> {
  return {
    ...rest,
    title: title.trim(),
    description: description.trim(),
    ...(tags.length === 0 ? {} : { tags }),
    ...(audience === null ? {} : { audience }),
    movies: films.map(({ id, title: name, poster, note }) => ({
      id,
      title: name,
      poster,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })),
  }
}

const sameFilms = (some: readonly FormFilm[], others: readonly FormFilm[]) =>
  some === others || (some.length === others.length && some.every(({ id }, at) => id === others[at]?.id))

const sameTags = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((tag, at) => tag === others[at])

/** The films in their order with the notes that changed; null where nothing did. */
function filmChanges(base: readonly FormFilm[], now: readonly FormFilm[]) {
  if (base === now) return null
  const before = new Map(base.map(({ id, note }) => [id, note]))
  const films = now.map(({ id, note }) =>
    note.trim() === (before.get(id) ?? '').trim() ? { id } : { id, note: note.trim() },
  )
  return sameFilms(base, now) && films.every((film) => !('note' in film)) ? null : films
}

/** What is to be sent: only what differs from the list as it was. Empty when nothing does. */
export function changesOf(base: ListValues, now: ListValues): BodyOf<typeof updateList> {
  const title = now.title.trim()
  const description = now.description.trim()
  const movies = filmChanges(base.films, now.films)
  const isSaidByPrivate = now.audience === 'me' && now.isPrivate !== base.isPrivate
  return {
    ...(title === base.title ? {} : { title }),
    ...(description === base.description.trim() ? {} : { description }),
    ...(now.coverImage === base.coverImage ? {} : { coverImage: now.coverImage }),
    ...(now.isPrivate === base.isPrivate ? {} : { isPrivate: now.isPrivate }),
    ...(now.audience === null || now.audience === base.audience || isSaidByPrivate
      ? {}
      : { audience: now.audience }),
    ...(now.isRanked === base.isRanked ? {} : { isRanked: now.isRanked }),
    ...(sameTags(base.tags, now.tags) ? {} : { tags: now.tags }),
    ...(movies === null ? {} : { movies }),
  }
}

export const isChanged = (base: ListValues, now: ListValues) => Object.keys(changesOf(base, now)).length > 0

type Films = readonly FormFilm[]

const idsOf = (films: Films) => new Set(films.map(({ id }) => id))

const common = (films: Films, ids: ReadonlySet<number>) => films.filter(({ id }) => ids.has(id))

/**
 * Films that were taken out on one side are out, those that were added on one side are in. The order is the
 * member's own where the member changed it, else that of the other side; so are the notes.
 */
function mergeFilms(base: Films, mine: Films, theirs: Films): Films {
  const before = idsOf(base)
  const reordered = !sameFilms(common(base, idsOf(mine)), common(mine, before))
  const [lead, other] = reordered ? [mine, theirs] : [theirs, mine]
  const left = idsOf(other)
  const kept = lead.filter(({ id }) => left.has(id) || !before.has(id))
  const added = other.filter(({ id }) => !before.has(id))
  const noted = new Map(theirs.map(({ id, note }) => [id, note]))
  const own = new Map(mine.map(({ id, note }) => [id, note]))
  const held = new Map(base.map(({ id, note }) => [id, note]))
  return insertInOrder(kept, added, other).map((film) => {
    const note = own.get(film.id)
    const isOwn = note !== undefined && note !== (held.get(film.id) ?? '')
    return { ...film, note: (isOwn ? note : noted.get(film.id)) ?? film.note }
  })
}

/**
 * Joins what the member made of a list with what became of it elsewhere meanwhile; both began with `base`.
 * Where both changed the same thing, the member's own change wins.
 */
export function mergeLists(base: ListValues, mine: ListValues, theirs: ListValues): ListValues {
  const pick = <Key extends keyof ListValues>(key: Key): ListValues[Key] =>
    mine[key] === base[key] ? theirs[key] : mine[key]
  return {
    title: pick('title'),
    description: pick('description'),
    coverImage: pick('coverImage'),
    isPrivate: pick('isPrivate'),
    audience: pick('audience'),
    isRanked: pick('isRanked'),
    tags: sameTags(mine.tags, base.tags) ? theirs.tags : mine.tags,
    films: mergeFilms(base.films, mine.films, theirs.films),
  }
}
