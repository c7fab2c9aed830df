import { sql, type RawBuilder, type Selectable } from 'kysely'
import {
  needsOwnTitles,
  otherTitleFor,
  titleFor,
  type FilmTitles,
  type NamedTitle,
  type TitleReader,
} from '#shared/film-titles.ts'
import type { Films } from '#server/db/schema.ts'

export type { FilmTitles, TitleReader } from '#shared/film-titles.ts'

/** A film as tiles show it, selected by `titledFilmColumns`. */
export interface TitledFilm
  extends FilmTitles, Pick<Selectable<Films>, 'id' | 'poster_path' | 'release_date'> {}

/** A column: the title in the reader's language of the film `f`; null where none is known or wanted. */
export const ownTitle = (reader: TitleReader): RawBuilder<string | null> =>
  needsOwnTitles(reader)
    ? sql`(select t.title from film_texts t where t.film_id = f.id and t.language = ${reader.language})`
    : sql`null::text`

/** The language of the poster that a reader sees of a film; null for its usual one. */
export const posterLanguage = (reader: TitleReader, film: { original_language: string }): string | null =>
  !needsOwnTitles(reader) ? null : reader.choice === 'original' ? film.original_language : reader.language

/** A column: the poster of the film `f` with the title that the reader sees; null for its usual one. */
export function ownPoster(reader: TitleReader): RawBuilder<string | null> {
  if (!needsOwnTitles(reader)) return sql`null::text`
  const language = reader.choice === 'original' ? sql`f.original_language` : sql`${reader.language}`
  return sql`(select t.poster_path from film_texts t where t.film_id = f.id and t.language = ${language})`
}

/** A column: the same, else the usual one. */
export const posterColumn = (reader: TitleReader): RawBuilder<string | null> =>
  needsOwnTitles(reader) ? sql`coalesce(${ownPoster(reader)}, f.poster_path)` : sql`f.poster_path`

/** Columns: all that `titleView` needs of the film `f`. */
export const titleColumns = (reader: TitleReader): RawBuilder<unknown> =>
  sql`f.title, f.original_title, f.original_language, ${ownTitle(reader)} as own_title`

/** Columns: all of a `TitledFilm`, from the film `f`. */
export const titledFilmColumns = (reader: TitleReader): RawBuilder<unknown> =>
  sql`f.id, ${titleColumns(reader)}, ${posterColumn(reader)} as poster_path, f.release_date`

/** A film's title for a reader, as the API sends it. */
export function titleView(film: FilmTitles, reader: TitleReader): { title: string; titleLang: string } {
  const { title, lang } = titleFor(film, reader)
  return { title, titleLang: lang }
}

/** The same, with the second title that is shown below it. */
export function titlesView(
  film: FilmTitles,
  reader: TitleReader,
): { title: string; titleLang: string; otherTitle: NamedTitle | null } {
  return { ...titleView(film, reader), otherTitle: otherTitleFor(film, reader) }
}
