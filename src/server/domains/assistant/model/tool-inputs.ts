import * as z from 'zod'
import type { Filters, Period } from '../question.ts'

/** The film source’s genres by number, as it spells them. */
const genres = {
  Action: 28,
  Adventure: 12,
  Animation: 16,
  Comedy: 35,
  Crime: 80,
  Documentary: 99,
  Drama: 18,
  Family: 10751,
  Fantasy: 14,
  History: 36,
  Horror: 27,
  Music: 10402,
  Mystery: 9648,
  Romance: 10749,
  'Science Fiction': 878,
  'TV Movie': 10770,
  Thriller: 53,
  War: 10752,
  Western: 37,
} as const

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

export const filmId = z.int().min(1).max(2_147_483_647).describe('id of a film, from another tool')
export const name = z.string().trim().min(1).max(200)
export const year = z.int().min(1870).max(2100)

const genreNames = z.array(z.enum(Object.keys(genres) as (keyof typeof genres)[])).max(4)
const minutes = z.int().min(1).max(1000)

// Many models write null for what they leave out.
export const filters = z
  .object({
    genres: genreNames.nullish().describe('the film has all of them'),
    without: genreNames.nullish().describe('the film has none of them'),
    from: year.nullish().describe('first year of release'),
    to: year.nullish().describe('last year of release'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullish()
      .describe('ISO 3166-1 alpha-2'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .nullish()
      .describe('ISO 639-1, of the original'),
    mood: z.enum(moods).nullish(),
    shortest: minutes.nullish().describe('minutes'),
    longest: minutes.nullish().describe('minutes'),
    people: z.array(name).max(3).nullish().describe('names of actors or directors'),
  })
  .nullish()

export function toFilters(given: z.output<typeof filters>): Filters {
  const { genres: all, without, ...rest } = given ?? {}
  return {
    ...present(rest),
    ...(all && { genres: all.map((genre) => genres[genre]) }),
    ...(without && { without: without.map((genre) => genres[genre]) }),
  }
}

const day = z.iso.date().nullish()
/** Fields of a tool that looks at a stretch of the diary. */
export const days = { from: day.describe('first day, YYYY-MM-DD'), to: day.describe('last day') }

export const toPeriod = ({ from, to }: z.output<z.ZodObject<typeof days>>): Period => ({
  from: from ?? null,
  to: to ?? null,
})

/** Without what is null or missing. */
export const present = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>
  }
