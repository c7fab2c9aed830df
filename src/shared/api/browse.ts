import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'
import { filmItem, region, streamingProvider } from './films.ts'

const choice = z.optional(line(120))

export const browseFilms = endpoint({
  method: 'GET',
  path: '/api/films',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary:
    'Films that meet every choice, in windows of 24; the fields are spelled as in the address of /films, `on` needs `region`',
  query: z.object({
    genre: choice,
    decade: choice,
    year: choice,
    country: choice,
    lang: choice,
    len: choice,
    person: choice,
    on: choice,
    sort: choice,
    seen: choice,
    watchlist: choice,
    friends: choice,
    /** Where films shall be streamed. */
    region: z.optional(region),
    /** From the answer before. */
    cursor: z.optional(line(30).check(z.regex(/^(here|source)\.\d{1,6}(\.\d{1,4})?$/))),
  }),
  answer: z.object({
    results: z.array(filmItem),
    /** How many films there are; null where nobody can tell, and behind the first window. */
    total: z.nullable(z.number()),
    /** Names of choices that do not exist, or not whole: those values were left out. Nobody is in no film. */
    dropped: z.array(z.string()),
    /** The cursor of the next window, which may be empty; null at the end. */
    next: z.nullable(z.string()),
  }),
})

export const listFilmValues = endpoint({
  method: 'GET',
  path: '/api/films/values',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary: 'Genres, countries and languages that films can be browsed by, and who streams films in a region',
  query: z.object({ region: z.optional(region) }),
  answer: z.object({
    genres: z.array(z.object({ id: z.number(), name: z.string() })),
    /** ISO 3166-1 alpha-2, some of them of the past. */
    countries: z.array(z.string()),
    /** ISO 639-1. */
    languages: z.array(z.string()),
    /** The most usual first; none where the film source does not know, or without a region. */
    providers: z.array(streamingProvider),
  }),
})
