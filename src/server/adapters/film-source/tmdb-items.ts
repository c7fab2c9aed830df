import * as z from 'zod'
import type { SourceFilm, SourcePage } from './film-source.ts'
import { maxInteger } from '#shared/integers.ts'

/**
 * Schemas of TMDB v3, tolerant of bad data: fields that are null, missing or of another type become blank, and one
 * broken item never costs the rest of its list. Only an `id` (and a title) is required.
 */

export const id = z.number().int().positive().max(maxInteger)
export const text = z.string().catch('')
export const number = z.number().catch(0)
export const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => {
      const items: z.output<Item>[] = []
      for (const value of values) {
        if (items.length >= max) break
        const parsed = item.safeParse(value)
        if (parsed.success) items.push(parsed.data)
      }
      return items
    })

/** Only plain file names, since others could change the address of the picture. SVG is never shown. */
export const picturePath = z
  .string()
  .regex(/^\/[A-Za-z0-9_-]+\.(jpg|jpeg|png|webp)$/)
  .nullable()
  .catch(null)

export const summary = z
  .object({
    id,
    title: text,
    original_title: text,
    overview: text,
    poster_path: picturePath,
    backdrop_path: picturePath,
    release_date: text,
    vote_average: number,
    vote_count: number,
    original_language: text,
    genre_ids: list(z.number().int(), 30),
    adult: z.boolean().catch(false),
    popularity: number,
    /** These three come only from the built-in catalogue. */
    translated_titles: z.record(z.string(), z.string()).optional().catch(undefined),
    imdb_id: z.string().nullable().optional().catch(undefined),
    directed_by: z.array(z.string()).optional().catch(undefined),
  })
  .refine((film) => film.title !== '' || film.original_title !== '')
  .transform((film) => ({ ...film, title: film.title || film.original_title }) satisfies SourceFilm)

/**
 * Recommendations and lists of people also contain other media; only films are kept, without those for adults. All
 * films enter through this or `readDetails`, so nothing behind them has to check again.
 */
export const listed = z
  .unknown()
  .refine((value) => mediaType(value) === undefined || mediaType(value) === 'movie')
  .pipe(summary)
  .refine((film) => !film.adult)

function mediaType(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'media_type' in value ? value.media_type : undefined
}

/** A paged answer. The source claims more pages than it serves: 500 is the last (error 22 beyond it). */
export const pageOf = <Item extends { id: number }>(item: z.ZodType<Item>) =>
  z
    .object({
      results: z.array(z.unknown()).pipe(list(item, 100)),
      page: z.number().int().catch(1),
      total_pages: z.number().int().min(0).catch(1),
      total_results: z.number().int().min(0).catch(0),
    })
    .transform((answer): SourcePage<Item> => ({
      ...answer,
      results: distinct(answer.results, ({ id: number }) => number),
      total_pages: Math.min(500, answer.total_pages),
    }))
/** A part that was asked for by `append_to_response`; missing and broken parts are empty. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (typeof value === 'object' && value !== null ? value : {}), z.object(shape))

export function distinct<Item>(items: Item[], key: (item: Item) => unknown): Item[] {
  const seen = new Set<unknown>()
  return items.filter((item) => {
    const known = seen.has(key(item))
    seen.add(key(item))
    return !known
  })
}

/** Of a person, wherever one is named. */
export const person = { id, name: z.string().min(1), profile_path: picturePath }
