import type { FilmItem } from '#shared/api/films.ts'
import { titlesView, type FilmTitles, type TitleReader } from './titles.views.ts'
import type { SourceFilm } from '#server/adapters/film-source/film-source.ts'

/**
 * The address of a picture on our own origin.
 * @param path the source's raw path (`/abc.jpg`); @param size one of the source's sizes.
 */
export function pictureUrl(path: string | null, size: string): string | null {
  return path && `/t/p/${size}${path}`
}

/** Posters are shown 500 wide. */
export const posterUrl = (path: string | null): string | null => pictureUrl(path, 'w500')

/** Backdrops are shown in their original size. */
export const backdropUrl = (path: string | null): string | null => pictureUrl(path, 'original')

/** Null where the day of its release is unknown, which the source leaves blank. */
export const releaseYear = (film: { release_date: string }): number | null =>
  Number(film.release_date.slice(0, 4)) || null

/** What lists show of a film, be it the source's or a record. */
export type ShownFilm = Omit<SourceFilm, 'popularity'>

/** A film of the source on the wire as the reader sees it; fields that belong to its page only are left out. */
export function filmItemView(film: ShownFilm & FilmTitles, reader: TitleReader): FilmItem {
  return {
    id: film.id,
    ...titlesView(film, reader),
    original_title: film.original_title,
    overview: film.overview,
    poster_path: film.poster_path,
    backdrop_path: film.backdrop_path,
    poster: posterUrl(film.poster_path),
    release_date: film.release_date,
    vote_average: film.vote_average,
    vote_count: film.vote_count,
    original_language: film.original_language,
    genre_ids: film.genre_ids,
    adult: film.adult,
    ...(film.directed_by && { directedBy: film.directed_by }),
  }
}
