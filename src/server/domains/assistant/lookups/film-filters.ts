import { sql, type RawBuilder } from 'kysely'
import type { SourceFilm, SourceFilter } from '#server/adapters/film-source/film-source.ts'
import { genreIds } from '#server/adapters/film-source/genres.ts'
import type { Context } from '#server/context.ts'
import { isShownById } from '#server/domains/films/search.service.ts'
import type { Filters, Mood } from '#server/adapters/language/language.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

/** What a mood asks for, in the genres of the film source. */
export interface MoodRule {
  /** One of them. */
  genres: readonly number[]
  /** None of them. */
  without: readonly number[]
  /** Of 10: a poor film of the genre does not make the mood. */
  minRating: number
}

const numbersOf = (...names: (keyof typeof genreIds)[]) => names.map((name) => genreIds[name])

export const moods: Readonly<Record<Mood, MoodRule>> = {
  funny: { genres: numbersOf('Comedy'), without: numbersOf('Horror', 'War'), minRating: 6.5 },
  sad: {
    genres: numbersOf('Drama'),
    without: numbersOf('Comedy', 'Action', 'Horror', 'Animation'),
    minRating: 7.4,
  },
  scary: { genres: numbersOf('Horror'), without: numbersOf('Comedy', 'Family'), minRating: 6.2 },
  tense: {
    genres: numbersOf('Thriller', 'Mystery'),
    without: numbersOf('Comedy', 'Family'),
    minRating: 6.8,
  },
  romantic: { genres: numbersOf('Romance'), without: numbersOf('Horror', 'War'), minRating: 6.6 },
  uplifting: {
    genres: numbersOf('Comedy', 'Family', 'Music'),
    without: numbersOf('Horror', 'Thriller', 'Crime', 'War'),
    minRating: 7,
  },
  relaxing: {
    genres: numbersOf('Comedy', 'Family', 'Animation'),
    without: numbersOf('Horror', 'Thriller', 'Crime', 'War', 'Action'),
    minRating: 6.8,
  },
  thoughtful: {
    genres: numbersOf('Drama', 'Mystery', 'Science Fiction'),
    without: numbersOf('Action', 'Family'),
    minRating: 7.5,
  },
  exciting: {
    genres: numbersOf('Action', 'Adventure', 'Thriller'),
    without: numbersOf('Family'),
    minRating: 6.9,
  },
}

/** The filters in the source's terms. Genres that are asked for count more than those of a mood. */
export function sourceFilter(filters: Filters, people: readonly number[]): SourceFilter {
  const mood = filters.mood && moods[filters.mood]
  const genres = filters.genres?.length
    ? { all: filters.genres }
    : mood && { any: mood.genres.filter((genre) => !filters.without?.includes(genre)) }
  const without = [...(filters.without ?? []), ...(mood?.without ?? [])].filter(
    (genre) => !filters.genres?.includes(genre),
  )
  const { from, to, language, country, shortest, longest } = filters
  return {
    ...(genres && { genres }),
    ...(without.length > 0 && { withoutGenres: without }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(language !== undefined && { language }),
    ...(country !== undefined && { country }),
    // A film whose length is not known has none in the source, which is not short.
    ...((shortest ?? longest) !== undefined && { shortest: shortest ?? 1 }),
    ...(longest !== undefined && { longest }),
    ...(people.length > 0 && { people }),
    ...(mood && { minRating: mood.minRating }),
  }
}

/** Whether a film of a list fits, as far as a list tells: it does not tell length, country and people. */
export function fits(filters: Filters, film: SourceFilm): boolean {
  const { genres, withoutGenres = [], from, to, language, minRating = 0 } = sourceFilter(filters, [])
  const year = releaseYear(film)
  const has = (genre: number) => film.genre_ids.includes(genre)
  return (
    (!genres || ('all' in genres ? genres.all.every(has) : genres.any.some(has))) &&
    !withoutGenres.some(has) &&
    (from === undefined || (year !== null && year >= from)) &&
    (to === undefined || (year !== null && year <= to)) &&
    (language === undefined || film.original_language === language) &&
    film.vote_average >= minRating
  )
}

/** Whether the filters need more than a list tells of its films. */
export const needsDetails = ({ shortest, longest, country, people }: Filters) =>
  shortest !== undefined || longest !== undefined || country !== undefined || Boolean(people?.length)

/**
 * Whether a film that was found by what it is may be named. Who asks for a language or a country wants its films, so
 * the votes that a search demands of some languages are not demanded then.
 */
export function isShownWhenAsked({ config }: Pick<Context, 'config'>, filters: Filters, film: SourceFilm) {
  const { search } = config
  const asked = filters.language !== undefined || filters.country !== undefined
  return (
    isShownById(search, film) &&
    film.poster_path !== null &&
    film.vote_count > search.minVotes &&
    !search.excludedLanguages.has(film.original_language) &&
    (asked || film.vote_count >= (search.languageVotes.get(film.original_language) ?? 0))
  )
}

/**
 * The filters as a condition on `films f`, Scene's own records. Votes of others decide no mood here: the film is the
 * member's own choice.
 * @param ofPeople ids of the films that the people asked for take part in; null when nobody is asked for
 */
export function filmCondition(filters: Filters, ofPeople: readonly number[] | null): RawBuilder<unknown> {
  const { genres, withoutGenres, from, to, language, country, shortest, longest } = sourceFilter(filters, [])
  const conditions: RawBuilder<unknown>[] = []
  if (genres && 'all' in genres) conditions.push(sql`f.genre_ids @> ${genres.all}::integer[]`)
  if (genres && 'any' in genres) conditions.push(sql`f.genre_ids && ${genres.any}::integer[]`)
  if (withoutGenres) conditions.push(sql`not f.genre_ids && ${withoutGenres}::integer[]`)
  // As text, years sort as days do; a film without a day has the empty one, the least of all.
  if (from !== undefined) conditions.push(sql`f.release_date >= ${String(from).padStart(4, '0')}`)
  if (to !== undefined)
    conditions.push(sql`f.release_date <> '' and f.release_date < ${String(to + 1).padStart(4, '0')}`)
  if (language !== undefined) conditions.push(sql`f.original_language = ${language}`)
  if (country !== undefined) conditions.push(sql`${country} = any(f.origin_countries)`)
  if (shortest !== undefined) conditions.push(sql`f.runtime >= ${shortest}`)
  if (longest !== undefined) conditions.push(sql`f.runtime <= ${longest}`)
  if (ofPeople) conditions.push(sql`f.id = any(${ofPeople}::integer[])`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
