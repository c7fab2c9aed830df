import type { AssistantFilm } from '#shared/api/assistant.ts'
import type { PersonRole } from '#shared/api/people.ts'

/** A film that a title means. */
export interface FoundFilm extends AssistantFilm {
  /** `likely`: other films could be meant as well; `unsure`: none is called so, and this one comes nearest. */
  confidence: 'sure' | 'likely' | 'unsure'
  /** Whether the title is one of its own, slips of writing aside. */
  isCalledSo: boolean
  /** What else the title may mean, the likeliest first; 3 at most. */
  alternatives: AssistantFilm[]
}

/** What the viewer did with a film. */
export interface OwnFilm {
  /** Logged, or only marked as seen. */
  seen: boolean
  /** Entries of the diary. */
  logs: number
  /** Stars of the newest log that has any. */
  rating: number | null
  /** `YYYY-MM-DD` of the newest log in the diary. */
  lastDay: string | null
  onWatchlist: boolean
  favourite: boolean
}

export interface FilmFacts extends AssistantFilm {
  originalTitle: string
  directors: string[]
  /** The first 10. */
  cast: { name: string; character: string }[]
  minutes: number | null
  /** `YYYY-MM-DD`. */
  released: string | null
  genres: { id: number; name: string }[]
  /** Cut at 700 characters. */
  overview: string
  /** ISO 639-1. */
  language: string | null
  /** ISO 3166-1 alpha-2. */
  countries: string[]
  /** The film source's, of 10. */
  rating: number | null
  votes: number
  /** Where it streams: names of services by ISO 3166-1 alpha-2. */
  providers: Record<string, string[]>
  mine: OwnFilm
}

/** Why a film is recommended: what it has in common with one that the viewer gave many stars. */
export interface Because {
  film: AssistantFilm
  stars: number
  shares: { is: 'director'; name: string } | { is: 'cast'; name: string } | { is: 'genres'; ids: number[] }
}

/** A film of the source in a list. */
export interface ListedFilm extends AssistantFilm {
  /** The film source's, of 10. */
  rating: number | null
  /** Whether the viewer logged it. */
  seen: boolean
  onWatchlist: boolean
  /** The followed member who rated it best, when that is 4 stars or more. */
  friend: { username: string; rating: number } | null
  /** Null where the viewer's own logs tell no reason. */
  because: Because | null
  /** Stars that members with taste like the viewer's give it on average; null where too few of them liked it. */
  byTaste: number | null
}

export interface Discovered {
  films: ListedFilm[]
  /** The people asked for, under their own names. */
  people: string[]
  /** Names that nobody was found by. */
  unknownPeople: string[]
}

export interface FoundPerson {
  id: number
  name: string
  role: PersonRole
  /** Most popular first. */
  films: (AssistantFilm & { seen: boolean; character: string | null; because: Because | null })[]
  /** Those in this role that the viewer gave most, with 4 stars or more; 2 at most. */
  loved: { film: AssistantFilm; stars: number }[]
}

/** A film of the viewer's watchlist. */
export interface WatchlistFilm extends AssistantFilm {
  minutes: number | null
  genres: number[]
  /** The film source's, of 10. */
  rating: number | null
  because: Because | null
}

export interface OwnWatchlist {
  films: WatchlistFilm[]
  /** How many films of the watchlist fit the question. */
  fitting: number
  /** How many films the watchlist has. */
  total: number
  unknownPeople: string[]
}

/** A film of the viewer's diary. */
export interface DiaryFilm extends AssistantFilm {
  /** Stars. */
  rating: number | null
  /** `YYYY-MM-DD`: the watched day, of undated entries the day they were made; null for a film only marked as seen. */
  day: string | null
  /** Where films of the diary were asked for in an order of their own. */
  minutes?: number
}

export interface DiaryFilms {
  films: DiaryFilm[]
  unknownPeople: string[]
}

export interface PersonAge {
  name: string
  /** `YYYY-MM-DD`; null when it is not known. */
  birthday: string | null
  /** Null for the living. */
  deathday: string | null
  /** Whole years, at death of the dead; null when the days are not known. */
  years: number | null
}

/** Counts of the viewer's diary. */
export interface OwnStats {
  logs: number
  /** Each film once. */
  films: number
  rewatches: number
  reviews: number
  /** Of the films whose length is known. */
  minutes: number
  /** Stars, two decimals; null when nothing is rated. */
  averageRating: number | null
  /** Genre numbers of the film source, the most seen first; 3 at most. */
  genres: { id: number; films: number }[]
  /** The most seen one, as 1990. */
  decade: { from: number; films: number } | null
}

export interface OwnLogs {
  mine: OwnFilm
  /** The newest 10. */
  logs: { day: string; rating: number | null; rewatch: boolean; review: string }[]
}

/** A film that followed members rated. */
export interface LovedFilm extends AssistantFilm {
  /** Stars, of the newest rating of each friend. */
  average: number
  friends: number
  /** The best ratings; 3 at most. */
  ratings: { username: string; rating: number }[]
  /** Whether the viewer logged it. */
  seen: boolean
}

export interface FriendsLoved {
  films: LovedFilm[]
  /** How many members the viewer follows. */
  following: number
  unknownPeople: string[]
}

export interface FriendsOpinion {
  /** Friends who logged the film; 50 at most are looked at. */
  friends: number
  /** Stars; null when nobody rated it. */
  average: number | null
  /** The newest log of each friend, the newest first; 12 at most. A review that tells the story is left out. */
  logs: { username: string; rating: number | null; day: string; review: string }[]
  /** How many members the viewer follows. */
  following: number
}

export interface Comparison {
  films: [FilmFacts, FilmFacts]
}
