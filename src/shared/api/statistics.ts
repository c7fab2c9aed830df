import * as z from 'zod/mini'
import { firstYear } from '#shared/diary-period.ts'
import { endpoint } from './endpoint.ts'
import { done, filmTitle, id, line, memberRef, numeric, stars, viewedAs } from './fields.ts'

/** Films that make a year to look back at. */
export const yearFilms = 10

/** A film that a figure is about. */
const statsFilm = z.object({
  id: z.number(),
  ...filmTitle,
  release_date: z.string(),
  poster: z.nullable(z.string()),
  /** The member's own poster. */
  posterOverride: z.nullable(z.string()),
})
export type StatsFilm = z.output<typeof statsFilm>

const onDay = z.object({ film: statsFilm, day: z.string() })
const running = z.object({ film: statsFilm, minutes: z.number() })
/** How many films, how many of them have stars, and their average. */
const share = { films: z.number(), rated: z.number(), average: stars }

const trait = z.object({
  /** A genre's number, a country (ISO 3166-1), a language (ISO 639-1), the first year of a decade. */
  key: z.string(),
  ...share,
})
export type StatsTrait = z.output<typeof trait>

const statsPerson = z.object({
  id: z.number(),
  name: z.string(),
  profile: z.nullable(z.string()),
  ...share,
})
export type StatsPerson = z.output<typeof statsPerson>

const againstAverage = z.object({ film: statsFilm, rating: z.number(), average: z.number() })
export type AgainstAverage = z.output<typeof againstAverage>

/**
 * What films come to. A viewing is an entry of the diary; a film that is only marked as seen counts as one. What goes by
 * days knows viewings with a day only.
 */
const figures = z.object({
  films: z.number(),
  viewings: z.number(),
  /** Viewings that say so themselves. */
  rewatches: z.number(),
  reviews: z.number(),
  /** Of all viewings of films whose running time is known. */
  minutes: z.number(),
  /** Days with a viewing, and the longest run of them without a gap. */
  days: z.number(),
  streak: z.nullable(z.object({ days: z.number(), from: z.string(), to: z.string() })),
  /** Viewings without a day. */
  undated: z.number(),
  /** By month (1 to 12) of a year, by year of all time: viewings, and how many of them are rewatches. */
  periods: z.array(z.object({ period: z.number(), viewings: z.number(), rewatches: z.number() })),
  /** Viewings by day of the week, Monday first. */
  weekdays: z.array(z.number()),
  /** Of a year, its days with viewings. */
  calendar: z.array(z.object({ day: z.string(), viewings: z.number() })),
  /** Each film once, by what it is given now, in a year by its newest log with stars; `byRating` from half a star on. */
  ratings: z.object({ ratings: z.number(), average: stars, byRating: z.array(z.number()) }),
  genres: z.array(trait),
  countries: z.array(trait),
  languages: z.array(trait),
  decades: z.array(trait),
  /** The twenty seen most and, of those of three films with stars, the twenty rated best. */
  directors: z.array(statsPerson),
  actors: z.array(statsPerson),
  /** Of a year: films released in it, and the others whose year is known. */
  releases: z.nullable(z.object({ sameYear: z.number(), others: z.number() })),
  first: z.nullable(onDay),
  last: z.nullable(onDay),
  /** Films counted by the day on which each was first seen. */
  milestones: z.array(z.object({ number: z.number(), film: statsFilm, day: z.string() })),
  longest: z.nullable(running),
  shortest: z.nullable(running),
  best: z.array(z.object({ film: statsFilm, rating: z.number() })),
  /** Films farthest from what members gave them, of those that three members rated. */
  above: z.array(againstAverage),
  below: z.array(againstAverage),
  /** How many films are missing where the film source tells nothing. */
  lacking: z.object({
    runtime: z.number(),
    genres: z.number(),
    countries: z.number(),
    languages: z.number(),
    decades: z.number(),
    people: z.number(),
  }),
})
export type Figures = z.output<typeof figures>

const year = numeric(z.int().check(z.minimum(firstYear), z.maximum(9999)))

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/users/:userId/stats',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: ['member.not_found'],
  summary:
    'What a member’s films come to, of all time or of a year. Kept figures are answered at once; where they are older than the logs they are counted anew behind the answer',
  params: z.object({ userId: id }),
  query: z.object({ ...viewedAs.shape, year: z.optional(year) }),
  answer: z.object({
    /** With viewings, the newest first. */
    years: z.array(z.number()),
    /** Newer figures are on their way. */
    isCounting: z.boolean(),
    computedAt: z.nullable(z.string()),
    /** Null until they are counted for the first time, and for whom they are not for. */
    figures: z.nullable(figures),
  }),
})

export const getProgress = endpoint({
  method: 'GET',
  path: '/api/users/:userId/stats/progress',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: ['member.not_found'],
  summary:
    'How much of the watchlist and of up to ten lists a member has seen, as far as the viewer may see those; lists that one saved are one’s own to know',
  params: z.object({ userId: id }),
  query: viewedAs,
  answer: z.object({
    watchlist: z.object({ films: z.number(), seen: z.number() }),
    lists: z.array(z.object({ id, title: z.string(), films: z.number(), seen: z.number() })),
  }),
})

const ofYear = z.object({ userId: id, year })
const shareKey = z.string()

const yearReview = z.object({
  member: memberRef,
  year: z.number(),
  isCounting: z.boolean(),
  figures: z.nullable(figures),
})

export const getYearReview = endpoint({
  method: 'GET',
  path: '/api/users/:userId/years/:year',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'profile:read',
  errors: ['member.not_found'],
  summary: 'One’s own year in review, with the key of its link; null while nobody else may see it',
  params: ofYear,
  answer: z.extend(yearReview, { key: z.nullable(shareKey) }),
})

export const shareYear = endpoint({
  method: 'POST',
  path: '/api/users/:userId/years/:year/key',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'profile:write',
  errors: [],
  summary: 'Let whoever has the key see one’s year in review; the key stays the same until it is revoked',
  params: ofYear,
  answer: z.object({ key: shareKey }),
})

export const revokeYear = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/years/:year/key',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'profile:write',
  errors: [],
  summary: 'Revoke the key of one’s year in review',
  params: ofYear,
  answer: done,
})

export const getSharedYear = endpoint({
  method: 'GET',
  path: '/api/shared-years/:key',
  access: 'guest',
  limit: 'guest.read',
  own: 'none',
  scope: 'none',
  errors: ['year.not_found'],
  summary: 'A year in review that its member shares by a key',
  params: z.object({ key: line(60) }),
  answer: yearReview,
})
