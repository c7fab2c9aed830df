/** The answers of the catalogue, in the shapes of version 3 of the film database's API. */

export type Genre = { id: number; name: string }

export type FilmItem = {
  adult: boolean
  backdrop_path: string | null
  genre_ids: number[]
  id: number
  original_language: string
  original_title: string
  overview: string
  popularity: number
  poster_path: string | null
  release_date: string
  title: string
  video: boolean
  vote_average: number
  vote_count: number
}
export type MediaItem = FilmItem & { media_type: 'movie' }

export type PersonItem = {
  adult: boolean
  gender: number
  id: number
  known_for_department: string
  name: string
  original_name: string
  popularity: number
  profile_path: string | null
}

/** One page of a list, 20 items at most. */
export type Page<Item> = { page: number; results: Item[]; total_pages: number; total_results: number }

export type Film = Omit<FilmItem, 'genre_ids'> & {
  belongs_to_collection: null
  budget: number
  genres: Genre[]
  homepage: string
  imdb_id: string | null
  origin_country: string[]
  /** Not of the film database: whom the overview must be credited to, where its licence asks for it. */
  overview_credit: { text: string; url: string } | null
  production_companies: []
  production_countries: { iso_3166_1: string; name: string }[]
  revenue: number
  runtime: number
  spoken_languages: { english_name: string; iso_639_1: string; name: string }[]
  status: string
  tagline: string
}

export type CastMember = PersonItem & { cast_id: number; character: string; credit_id: string; order: number }
export type CrewMember = PersonItem & { credit_id: string; department: string; job: string }
export type Credits = { cast: CastMember[]; crew: CrewMember[] }

export type FilmImage = {
  aspect_ratio: number
  height: number
  iso_639_1: string | null
  file_path: string
  vote_average: number
  vote_count: number
  width: number
}
export type FilmPictures = { backdrops: FilmImage[]; logos: FilmImage[]; posters: FilmImage[] }

export type ExternalIds = {
  imdb_id: string | null
  wikidata_id: string | null
  facebook_id: null
  instagram_id: null
  twitter_id: null
}

export type Translation = {
  iso_3166_1: string
  iso_639_1: string
  name: string
  english_name: string
  data: { homepage: string; overview: string; runtime: number; tagline: string; title: string }
}

export type Person = Omit<PersonItem, 'original_name'> & {
  also_known_as: string[]
  biography: string
  birthday: string | null
  deathday: string | null
  homepage: string | null
  imdb_id: string | null
  place_of_birth: string | null
}
export type PersonCredits = {
  cast: (FilmItem & { character: string; credit_id: string; order: number })[]
  crew: (FilmItem & { credit_id: string; department: string; job: string })[]
}

export type Found = {
  movie_results: MediaItem[]
  person_results: (PersonItem & { media_type: 'person' })[]
  tv_results: []
  tv_episode_results: []
  tv_season_results: []
}

export type Configuration = {
  images: {
    base_url: string
    secure_base_url: string
    backdrop_sizes: string[]
    logo_sizes: string[]
    poster_sizes: string[]
    profile_sizes: string[]
    still_sizes: string[]
  }
  change_keys: string[]
}

export type ErrorBody = { success: false; status_code: number; status_message: string }
