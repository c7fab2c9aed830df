import * as z from 'zod'
import type { Filters, Period } from '#server/adapters/language/language.ts'
import { genreIds } from '#server/adapters/film-source/genres.ts'
import { firstYear } from '#shared/diary-period.ts'
import { maxInteger } from '#shared/integers.ts'

const genres: Readonly<Record<string, number>> = genreIds

/** Listed once, in the instructions: repeated in the inputs of each tool they would be most of what is sent. */
export const genreNames = Object.keys(genres)

const moods = [
  'funny',
  'sad',
  'scary',
  'tense',
  'romantic',
  'uplifting',
  'relaxing',
  'thoughtful',
  'exciting',
] as const

export const filmId = z.int().min(1).max(maxInteger).describe('id of a film, from another tool')
export const name = z.string().trim().min(1).max(200)
export const year = z.int().min(firstYear).max(2100)

const genre = z.string().refine((given) => genreNames.includes(given), `one of ${genreNames.join(', ')}`)
const minutes = z.int().min(1).max(1000)

export const filters = z
  .object({
    genres: z.array(genre).max(4).optional().describe('the film has all of them'),
    without: z.array(genre).max(4).optional().describe('the film has none of them'),
    from: year.optional().describe('first year of release'),
    to: year.optional().describe('last year of release'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional()
      .describe('ISO 3166-1 alpha-2'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional()
      .describe('ISO 639-1, of the original'),
    mood: z.enum(moods).optional(),
    shortest: minutes.optional().describe('minutes'),
    longest: minutes.optional().describe('minutes'),
    people: z.array(name).max(3).optional().describe('names of actors or directors'),
  })
  .optional()

const numbersOf = (names: string[]) => names.flatMap((given) => genres[given] ?? [])

export function toFilters(given: z.output<typeof filters>): Filters {
  const { genres: all, without, ...rest } = given ?? {}
  return {
    ...present(rest),
    ...(all && { genres: numbersOf(all) }),
    ...(without && { without: numbersOf(without) }),
  }
}

const day = z.iso.date().optional()
/** Fields of a tool that looks at a stretch of the diary. */
export const days = { from: day.describe('first day, YYYY-MM-DD'), to: day.describe('last day') }

export const toPeriod = ({ from, to }: z.output<z.ZodObject<typeof days>>): Period => ({
  from: from ?? null,
  to: to ?? null,
})

/** Without what is missing. */
export const present = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

/** An input as models write it: many write null for fields that they leave out. */
export const written = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.preprocess(withoutNulls, z.object(fields))

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}
