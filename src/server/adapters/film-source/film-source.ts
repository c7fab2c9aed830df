import type { Locale } from '#shared/locale.ts'

/** A film in a list of the source. Missing strings are `''`, missing paths null. */
export interface SourceFilm {
  id: number
  title: string
  original_title: string
  overview: string
  poster_path: string | null
  backdrop_path: string | null
  release_date: string
  vote_average: number
  vote_count: number
  original_language: string
  genre_ids: number[]
  adult: boolean
  popularity: number
  /**
   * By language (ISO 639-1), if the source includes all titles in its lists; otherwise only the film itself has them.
   */
  translated_titles?: Record<string, string> | undefined
  /** `tt` and digits, where the source tells it in its lists; null where it knows none. */
  imdb_id?: string | null | undefined
  /** Names, where a search tells them. */
  directed_by?: string[] | undefined
}

export interface SourcePage<Item = SourceFilm> {
  results: Item[]
  page: number
  total_pages: number
  total_results: number
}

export interface SourcePerson {
  id: number
  name: string
  profile_path: string | null
}

/** All that a film is called by. */
export type SourceNamedFilm = Pick<
  SourceFilm,
  'id' | 'title' | 'original_title' | 'original_language' | 'translated_titles'
>

/** A person as a search finds one. */
export interface SourceFoundPerson extends SourcePerson {
  /** `Acting`, `Directing`, …; blank when unknown. */
  known_for_department: string
  /** The best known first. */
  known_for: SourceNamedFilm[]
  adult: boolean
}

/** A film among those of a person, with what a grid of posters shows. */
export type SourceCredit = SourceNamedFilm &
  Pick<SourceFilm, 'poster_path' | 'release_date' | 'popularity' | 'adult'>

/** A person with all films, from one request (`append_to_response`). Lists go by popularity. */
export interface SourcePersonDetails extends SourceFoundPerson {
  /** In Scene's languages, where there is one. */
  biographies: Partial<Record<Locale, string>>
  /** `YYYY-MM-DD`. */
  birthday: string | null
  deathday: string | null
  place_of_birth: string | null
  /** Each film once. */
  cast: (SourceCredit & { character: string })[]
  /** Each film once a job. */
  crew: (SourceCredit & { job: string; department: string })[]
}

export interface SourceProvider {
  provider_id: number
  provider_name: string
  logo_path: string | null
}

/** In which ways providers offer films, the cheapest for a viewer first. */
const offerWays = ['flatrate', 'free', 'ads', 'rent', 'buy'] as const

/** Who offers a film in one region, each provider once a way. `link` is the page that lists them, or blank. */
export type SourceOffers = { link: string } & Record<(typeof offerWays)[number], SourceProvider[]>

/** What a film is called in one language. A blank title means that none is known, not that it is the original. */
export interface SourceTranslation {
  /** ISO 639-1 as the source has it: Cantonese is `cn`. Each language once. */
  language: string
  title: string
  /** Of Scene's languages and the film's own; blank in others. */
  overview: string
  tagline: string
}

/** 1 premiere, 2 limited, 3 in cinemas, 4 digital, 5 physical, 6 television. */
export type SourceReleaseType = 1 | 2 | 3 | 4 | 5 | 6

export interface SourceRelease {
  type: SourceReleaseType
  /** `YYYY-MM-DD`. */
  date: string
  /** As the region's board writes it; blank when there is none. */
  certification: string
  note: string
}

/** A picture in a language (ISO 639-1), null for one without text. */
export interface SourcePicture {
  file_path: string
  vote_count: number
  language: string | null
}

export interface SourceVideo {
  key: string
  site: string
  type: string
  name: string
  official: boolean
  /** ISO 639-1; blank when unknown. */
  language: string
}

/** The jobs of the crew that are kept, by what they are called together. */
export const crewJobs = {
  director: ['Director'],
  writer: ['Screenplay', 'Writer', 'Story', 'Novel', 'Author', 'Original Story', 'Adaptation', 'Dialogue'],
  composer: ['Original Music Composer', 'Music', 'Composer'],
  cinematographer: ['Director of Photography', 'Cinematography'],
} as const satisfies Record<string, readonly string[]>

/** The departments that people of these roles are best known for. */
export const departments = { actor: 'Acting', director: 'Directing' } as const

/** Those of a crew, or of the films that a person was in the crew of, who directed. */
export const directorsIn = <Credit extends { job: string }>(crew: readonly Credit[]): Credit[] =>
  crew.filter(({ job }) => job === crewJobs.director[0])

/** Those named later in a cast play smaller parts. */
const leadingParts = 8

export const leadingActorsIn = <Actor extends { order: number }>(cast: readonly Actor[]): Actor[] =>
  cast.filter(({ order }) => order < leadingParts)

/** The ids of all films that a person took part in; a film may be named several times. None for nobody. */
export const filmIdsOfPerson = (person: SourcePersonDetails | null): number[] =>
  person ? [...person.cast, ...person.crew].map(({ id }) => id) : []

/** What identifies a film everywhere, besides the fields of lists. */
interface SourceIdentity extends SourceFilm {
  runtime: number
  /** `tt` and digits. */
  imdb_id: string | null
  /** `Q` and digits. */
  wikidata_id: string | null
  /** ISO 3166-1 alpha-2. */
  origin_country: string[]
  translations: SourceTranslation[]
  /** Of Scene's languages besides English the best poster in each, where there is one. */
  translated_posters: Partial<Record<Locale, string>>
}

/** A film with everything its page needs, from one request (`append_to_response`). Regions are ISO 3166-1 alpha-2. */
export interface SourceFilmDetails extends SourceIdentity {
  tagline: string
  /** Where it was made; `origin_country` is what it counts as. */
  production_countries: string[]
  genres: { id: number; name: string }[]
  overview_credit: { text: string; url: string } | null
  collection: { id: number; name: string } | null
  keywords: { id: number; name: string }[]
  /** By region, in the order of their dates. */
  releases: Record<string, SourceRelease[]>
  cast: (SourcePerson & { character: string; order: number })[]
  /** Those with one of `crewJobs`, each once a job. */
  crew: (SourcePerson & { job: string; department: string })[]
  videos: SourceVideo[]
  backdrops: SourcePicture[]
  posters: SourcePicture[]
  /** The title as it is drawn, on a clear ground: the best one of each language. */
  logos: SourcePicture[]
  similar: SourceFilm[]
  /** By region. */
  providers: Record<string, SourceOffers>
}

/** A film with everything that identifies it. */
export interface SourceFilmTitles extends SourceIdentity {
  /** All other titles besides `title` and `original_title`: alternative ones and those in other languages. */
  titles: string[]
}

/** A filter for films. Every given field must hold. */
export interface SourceFilter {
  /** Genre numbers: all of them, or one of them. */
  genres?: { all: readonly number[] } | { any: readonly number[] }
  withoutGenres?: readonly number[]
  /** Years of release, both inclusive. */
  from?: number
  to?: number
  /** ISO 639-1, of the original. */
  language?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** Minutes, both inclusive. */
  shortest?: number
  longest?: number
  /** Ids of people who all take part, in the cast or in the crew. */
  people?: readonly number[]
  /** Ids of people who all play a part. */
  cast?: readonly number[]
  /** Ids of people who all are of the crew. */
  crew?: readonly number[]
  minVotes?: number
  /** Of 10. */
  minRating?: number
  /** One of these providers streams the film in this region (ISO 3166-1 alpha-2). */
  streaming?: { providers: readonly number[]; region: string }
}

export type SourceOrder = 'popular' | 'best' | 'newest' | 'oldest' | 'title'

/** What a filter may ask for. */
export interface SourceValues {
  genres: { id: number; name: string }[]
  /** ISO 3166-1 alpha-2, some of them of the past. */
  countries: string[]
  /** ISO 639-1. */
  languages: string[]
}

/**
 * The film database, cached. Every call may throw `film.source_down` when neither the source nor a
 * usable cached answer is at hand. Ids are the source's. Films for adults only are in no answer, and not
 * known where one is asked for by its number.
 */
export interface FilmSource {
  /** The week's trending films, at least 20 when the source has them. */
  trending(): Promise<SourceFilm[]>
  /** With `year` only films of that year. */
  search(query: string, page: number, year?: number): Promise<SourcePage>
  /** Films by what they are, none for adults only. */
  discover(filter: SourceFilter, order: SourceOrder, page: number): Promise<SourcePage>
  /** Null when the source does not know the film. One that it made another is that one. */
  film(id: number): Promise<SourceFilmDetails | null>
  /** The same, always from the source itself; the answer is cached. */
  freshFilm(id: number): Promise<SourceFilmDetails | null>
  /** The films of a collection, the oldest first; none where the source does not know it. */
  collection(id: number): Promise<SourceFilm[]>
  /** Null when the source does not know the film. */
  filmTitles(id: number): Promise<SourceFilmTitles | null>
  /** `tt` and digits. Null when the source knows no film by it. */
  filmByImdbId(imdbId: string): Promise<SourceFilm | null>
  /** The genres, countries and languages that films can be discovered by. */
  values(): Promise<SourceValues>
  /** Who streams films in a region, the most usual first; none where the source does not know. */
  providers(region: string): Promise<SourceProvider[]>
  searchPeople(query: string, page: number): Promise<SourcePage<SourceFoundPerson>>
  /** Null when the source does not know the person. */
  person(id: number): Promise<SourcePersonDetails | null>
  /** The cached answer about a film, however old, without asking the source; null when there is none. */
  peekFilm(id: number): Promise<SourceFilmDetails | null>
  /** What the built-in catalogue knows of a number that it made up, whichever source is set. */
  madeUpFilm(id: number): Promise<SourceFilmDetails | null>
}

/**
 * How many requests one call makes to the source at once: its rate limit is shared by everybody, and callers who would
 * wait long are turned away.
 */
export const requestsAtOnce = 4

/** The film database itself, without a cache. */
export type LiveFilmSource = Omit<FilmSource, 'freshFilm' | 'peekFilm' | 'madeUpFilm'>
