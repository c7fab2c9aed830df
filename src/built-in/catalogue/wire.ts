/** The answers of the catalogue, in the shapes of version 3 of the film database's API. */

export type Genre = { id: number; name: string }

export type WireFilmItem = {
  adult: boolean
  backdrop_path: string | null
  genre_ids: number[]
  id: number
  /** Not of the film database, which tells it of single films only. */
  imdb_id: string | null
  original_language: string
  original_title: string
  overview: string
  popularity: number
  poster_path: string | null
  release_date: string
  title: string
  /** Not of the film database: its titles in other languages than English, by language. */
  translated_titles: Readonly<Record<string, string>>
  video: boolean
  vote_average: number
  vote_count: number
}
export type WireFoundFilm = WireFilmItem & { directed_by: string[] }
export type MediaItem = WireFilmItem & { media_type: 'movie' }

export type WirePersonItem = {
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
export type WirePage<Item> = { page: number; results: Item[]; total_pages: number; total_results: number }

export type Film = Omit<WireFilmItem, 'genre_ids'> & {
  belongs_to_collection: null
  budget: number
  genres: Genre[]
  homepage: string
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

export type CastMember = WirePersonItem & {
  cast_id: number
  character: string
  credit_id: string
  order: number
}
export type CrewMember = WirePersonItem & { credit_id: string; department: string; job: string }
export type WireCredits = { cast: CastMember[]; crew: CrewMember[] }

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

export type WirePerson = Omit<WirePersonItem, 'original_name'> & {
  also_known_as: string[]
  biography: string
  birthday: string | null
  deathday: string | null
  homepage: string | null
  imdb_id: string | null
  place_of_birth: string | null
}
export type WirePersonCredits = {
  cast: (WireFilmItem & { character: string; credit_id: string; order: number })[]
  crew: (WireFilmItem & { credit_id: string; department: string; job: string })[]
}

export type Found = {
  movie_results: MediaItem[]
  person_results: (WirePersonItem & { media_type: 'person' })[]
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

export type WireErrorBody = { success: false; status_code: number; status_message: string }
