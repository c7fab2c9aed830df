import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filmId, filmTitles, numeric, page, stars, text } from './fields.ts'
import { log, logAuthor, ratingSpread } from './logs.ts'
import { personRole } from './people.ts'

/** A film as the film source lists it; paths are the source's raw ones, `poster` is ready to show. */
export const filmItem = z.object({
  id: z.number(),
  ...filmTitles,
  original_title: z.string(),
  overview: z.string(),
  poster_path: z.nullable(z.string()),
  backdrop_path: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  release_date: z.string(),
  vote_average: z.number(),
  vote_count: z.number(),
  original_language: z.string(),
  genre_ids: z.array(z.number()),
  adult: z.boolean(),
  /** Names, where a search tells them. */
  directedBy: z.optional(z.array(z.string())),
})
export type FilmItem = z.output<typeof filmItem>

const person = z.object({
  id: z.number(),
  name: z.string(),
  profile_path: z.nullable(z.string()),
})
const castMember = z.extend(person, { character: z.string(), order: z.number() })
const crewMember = z.extend(person, { job: z.string(), department: z.string() })
/** Who did one kind of work, each once whatever the number of jobs it was. */
const workers = z.array(z.object({ id: z.number(), name: z.string() }))
/** Who streams films, as the film source names and draws them. */
export const streamingProvider = z.object({
  provider_id: z.number(),
  provider_name: z.string(),
  logo_path: z.nullable(z.string()),
})
const providers = z.array(streamingProvider)

/** ISO 3166-1 alpha-2; there need not be such a region. */
export const region = z.string().check(z.regex(/^[A-Z]{2}$/))

/** Who offers a film in a region, each once a way. `link` is the page that lists them, or blank. */
const offers = z.object({
  link: z.string(),
  flatrate: providers,
  free: providers,
  ads: providers,
  rent: providers,
  buy: providers,
})

/** What is known of a film for one region, never another region's. */
const filmRegion = z.object({
  region: z.string(),
  /** As the region's board writes it; blank when there is none. */
  certification: z.string(),
  /** In the order of their dates. `date` is `YYYY-MM-DD`. */
  releases: z.array(
    z.object({
      type: z.enum(['premiere', 'limited', 'cinema', 'digital', 'physical', 'tv']),
      date: z.string(),
      note: z.string(),
    }),
  ),
  /** Null where that is not known. */
  offers: z.nullable(offers),
})
export type FilmRegion = z.output<typeof filmRegion>

/** Everything the film page needs in one answer. */
export const filmPage = z.extend(filmItem, {
  tagline: z.string(),
  /** ISO 639-1, as the next. */
  taglineLang: z.optional(z.string()),
  overviewLang: z.optional(z.string()),
  /** Minutes; 0 when unknown. */
  runtime: z.number(),
  imdb_id: z.nullable(z.string()),
  genres: z.array(z.object({ id: z.number(), name: z.string() })),
  /** ISO 3166-1. */
  origin_country: z.array(z.string()),
  /** Where the overview comes from when its licence asks for a credit. */
  overviewCredit: z.nullable(z.object({ text: z.string(), url: z.string() })),
  /** True when only Scene's own record is there, for the source no longer knows the film or is down. */
  sourceMissing: z.boolean(),
  /** True when the source is down: the rest comes when it is back. */
  sourceDown: z.boolean(),
  /** Raw path of the drawn title in the language of `title`, on a clear ground; null where there is none. */
  logo_path: z.nullable(z.string()),
  /** Raw backdrop paths, best first. */
  backdrops: z.array(z.string()),
  cast: z.array(castMember),
  directors: z.array(crewMember),
  writers: workers,
  composers: workers,
  cinematographers: workers,
  /** The best one in the language of the reader, else in English, else in any; `key` is that of the video host. */
  trailer: z.nullable(z.object({ key: z.string(), site: z.string(), name: z.string() })),
  similar: z.array(filmItem),
  /** What films of it are called together; the films are an answer of their own. */
  collection: z.nullable(z.object({ id: z.number(), name: z.string() })),
  keywords: z.array(z.string()),
  /** ISO 3166-1: where the film was made. */
  production_countries: z.array(z.string()),
  /** For the region that was asked for, else Saudi Arabia. Its offers are the `providers`. */
  local: z.omit(filmRegion, { offers: true }),
  /** By region (ISO 3166-1), only that of `local`; empty where nobody is known who offers the film there. */
  providers: z.record(z.string(), offers),
  /** Regions of which it is known who offers the film there. */
  offerRegions: z.array(z.string()),
  /** Entries of all members, marks as seen apart, and what members gave; each counts once among the ratings, by what the film is given now. */
  stats: z.extend(ratingSpread, { logs: z.number() }),
  /** How many lists with the film the viewer may see, 500 at most; and whether there are still more. */
  lists: z.object({ count: z.number(), hasMore: z.boolean() }),
  /** Up to 5 friends who logged the film, the newest log first, each with their stars; and how many there are. */
  friends: z.array(z.extend(logAuthor, { rating: stars })),
  friendsCount: z.number(),
  /** What all friends gave together. */
  friendsRatings: z.object({ ratings: z.number(), average: z.nullable(z.number()) }),
  /** The three most liked logs with text. */
  popularReviews: z.array(log),
  posterOverride: z.nullable(z.string()),
  inWatchlist: z.boolean(),
  isFavorite: z.boolean(),
  /** One of the four favourite films on the viewer's profile, which need not have a heart. */
  isInFour: z.boolean(),
  /** The viewer's logs of this film, newest first (at most 20). */
  myLogs: z.array(
    z.object({
      _id: z.string(),
      rating: z.nullable(z.number()),
      createdAt: z.string(),
      /** Marks the film as seen, with stars at most, and is no entry of the diary. */
      seenOnly: z.boolean(),
    }),
  ),
})

export const listTrending = endpoint({
  method: 'GET',
  path: '/api/movies/trending',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary: 'This week’s trending films (20 at most)',
  query: page,
  answer: z.array(filmItem),
})

export const listStarters = endpoint({
  method: 'GET',
  path: '/api/movies/starters',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary: 'Well-known films of many decades, countries and genres, for a member’s first steps (30)',
  answer: z.array(filmItem),
})

export const searchFilms = endpoint({
  method: 'GET',
  path: '/api/movies/search',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary: 'Films by title; a numeric query without results is tried as a film id',
  query: z.object({
    q: text(500),
    page: z.optional(numeric(z.int().check(z.minimum(1), z.maximum(500)))),
  }),
  answer: z.object({
    results: z.array(filmItem),
    page: z.number(),
    total_pages: z.number(),
    /** Ids of results that are called just what was asked for, on the first page. They come first. */
    exact: z.optional(z.array(z.number())),
    /** Ids of results that are only spelled like it, where others are called just so. */
    alike: z.optional(z.array(z.number())),
    /** What was found and left out for being little known. */
    lesserKnown: z.optional(z.array(filmItem)),
  }),
})

export const getFilm = endpoint({
  method: 'GET',
  path: '/api/movies/:id',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.not_found', 'film.source_down'],
  summary: 'One film with all that its page shows, for one region',
  params: z.object({ id: filmId }),
  query: z.object({ region: z.optional(region) }),
  answer: filmPage,
  unchecked: true,
})

export const getFilmRegion = endpoint({
  method: 'GET',
  path: '/api/movies/:id/regions/:region',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.not_found', 'film.source_down'],
  summary: 'Certification, release dates and providers of a film in a region; blank where none are known',
  params: z.object({ id: filmId, region }),
  answer: filmRegion,
})

export const getFilmCollection = endpoint({
  method: 'GET',
  path: '/api/movies/:id/collection',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.not_found', 'film.source_down'],
  summary: 'The films of the collection that a film is part of, in the order of their release (60 at most)',
  params: z.object({ id: filmId }),
  answer: z.array(filmItem),
})

/** A person as a search lists people; `profile` is ready to show. */
export const personItem = z.object({
  id: z.number(),
  name: z.string(),
  profile_path: z.nullable(z.string()),
  profile: z.nullable(z.string()),
  known_for_department: z.string(),
  /** Titles of up to three films. */
  knownFor: z.array(z.string()),
})
export type PersonItem = z.output<typeof personItem>

export const searchPeople = endpoint({
  method: 'GET',
  path: '/api/people/search',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary: 'Actors or directors by name; only those with a picture',
  query: z.object({
    q: text(500),
    role: personRole,
    page: z.optional(numeric(z.int().check(z.minimum(1), z.maximum(500)))),
  }),
  answer: z.object({ results: z.array(personItem), page: z.number(), total_pages: z.number() }),
})

export const listSeenPeople = endpoint({
  method: 'GET',
  path: '/api/people/seen',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: [],
  summary: 'Actors or directors of the films that members logged most, counted anew some times an hour (48)',
  query: z.object({ role: personRole }),
  answer: z.array(personItem),
})
