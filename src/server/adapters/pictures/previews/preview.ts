/** What link previews show, in words and drawn. */

interface PreviewAuthor {
  id: string
  username: string
  /** Pictures are addresses on our own origin. */
  avatar: string | null
}

interface PreviewFilm {
  id: number
  title: string
  /** `YYYY-MM-DD` or blank. */
  releaseDate: string
  /** Minutes; 0 when unknown. */
  runtime: number
  poster: string | null
  backdrop: string | null
}

export interface FilmPreview extends PreviewFilm {
  type: 'movie'
  overview: string
}

export interface ReviewPreview {
  type: 'review'
  id: string
  film: PreviewFilm
  author: PreviewAuthor
  /** Stars; null is unrated. */
  rating: number | null
}

export interface ListPreview {
  type: 'list'
  id: string
  title: string
  author: PreviewAuthor
  filmsCount: number
  isRanked: boolean
  cover: string | null
  posters: string[]
}

export interface ProfilePreview extends PreviewAuthor {
  type: 'profile'
  name: string | null
  backdrop: string | null
  filmsCount: number
}

/** All that guests are told of something; texts are in one line. */
export type LinkPreview = FilmPreview | ReviewPreview | ListPreview | ProfilePreview

export const filmsCounted = (count: number) => (count === 1 ? '1 film' : `${count} films`)
