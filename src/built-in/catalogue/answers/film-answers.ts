import { at } from '#built-in/catalogue/store/columns.ts'
import { countryName, genreName, languageName } from '#built-in/catalogue/store/names.ts'
import { personItem } from '#built-in/catalogue/answers/person-items.ts'
import { backdropPath, posterPath } from '#built-in/catalogue/answers/pictures.ts'
import { otherTitle } from '#built-in/catalogue/search/search.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import type {
  ExternalIds,
  Film,
  MediaItem,
  Translation,
  WireCredits,
  WireFilmItem,
  WireFoundFilm,
} from '#built-in/catalogue/wire.ts'

const decimal = (thousandths: number) => thousandths / 1000

/** `YYYY-MM-DD`; the first of January where only the year is known. */
function releaseDate(date: number): string {
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100 || 1, date % 100 || 1]
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The most telling first. */
export function genreIdsOf({ films, genres }: Pick<Store, 'films' | 'genres'>, film: number): number[] {
  return films.genres(film).map((place) => genres[place]?.id ?? 0)
}

/**
 * A film as lists show it. The texts are English; in another language the film database answers without overview where
 * it has none, and with the original title where it knows no other, and so does this.
 */
export function filmItem(store: Store, film: number, language: string): WireFilmItem {
  const { films, genres } = store
  const id = at(films.id, film)
  const genreIds = genreIdsOf({ films, genres }, film)
  const original = films.originalTitle(film)
  const english = language === 'en'
  const translated = films.translatedTitles(film)
  return {
    adult: false,
    backdrop_path: backdropPath(id),
    genre_ids: genreIds,
    id,
    imdb_id: imdbId(store, film),
    original_language: films.language(film),
    original_title: original,
    overview: english ? films.overview(film).text : '',
    popularity: decimal(at(films.popularity, film)),
    poster_path: posterPath(id, genreIds),
    release_date: releaseDate(at(films.date, film)),
    title: english ? (films.title[film] ?? '') : (translated[language] ?? original),
    translated_titles: translated,
    video: false,
    vote_average: decimal(at(films.voteAverage, film)),
    vote_count: at(films.voteCount, film),
  }
}

/** A film as a search shows it: with who directed it, which the film database does not tell. */
export function foundFilm(store: Store, film: number, language: string): WireFoundFilm {
  const directed_by = Array.from(store.films.directors.of(film), (person) => store.people.name[person] ?? '')
  return { ...filmItem(store, film, language), directed_by }
}

/** The item with the kind that trending, recommendations, find and known_for tell. */
export function mediaItem(store: Store, film: number, language: string): MediaItem {
  return { ...filmItem(store, film, language), media_type: 'movie' }
}

export function imdbId({ films }: Store, film: number): string | null {
  const digits = at(films.imdb, film)
  return digits === 0 ? null : `tt${String(digits).padStart(7, '0')}`
}

function overviewCredit({ films }: Store, film: number): Film['overview_credit'] {
  const { article } = films.overview(film)
  if (article === null) return null
  return {
    text: 'From Wikipedia, CC BY-SA 4.0, shortened',
    url: `https://en.wikipedia.org/wiki/${encodeURIComponent(article.replaceAll(' ', '_')).replaceAll('%2F', '/')}`,
  }
}

/** Everything about a film but its parts. Money, companies and taglines are not known of any film. */
export function filmAnswer(store: Store, film: number, language: string): Film {
  const { films, genres } = store
  const { genre_ids: _, ...item } = filmItem(store, film, language)
  const spoken = films.language(film)
  const countries = films.countries(film)
  return {
    ...item,
    belongs_to_collection: null,
    budget: 0,
    genres: films.genres(film).flatMap((place) => {
      const genre = genres[place]
      return genre ? [{ id: genre.id, name: genreName(genre, language) }] : []
    }),
    homepage: '',
    origin_country: [...countries],
    overview_credit: item.overview === '' ? null : overviewCredit(store, film),
    production_companies: [],
    production_countries: countries.map((code) => ({ iso_3166_1: code, name: countryName(code) })),
    revenue: 0,
    runtime: at(films.runtime, film),
    spoken_languages: [
      { english_name: languageName(spoken).english, iso_639_1: spoken, name: languageName(spoken).own },
    ],
    status: 'Released',
    tagline: '',
  }
}

/** A stable id of 24 hex digits for one credit, as the film database has them. */
export function creditId(filmId: number, personId: number, job: 'cast' | 'crew'): string {
  const hex = (number: number) => number.toString(16).padStart(8, '0')
  return `${hex(filmId)}${hex(personId)}${job === 'cast' ? '000000ca' : '000000c0'}`
}

export function filmCredits(store: Store, film: number): WireCredits {
  const { films, people } = store
  const filmId = at(films.id, film)
  const characters = films.characters(film)
  return {
    cast: Array.from(films.cast.of(film), (person, order) => ({
      ...personItem(store, person),
      cast_id: order + 1,
      character: characters[order] ?? '',
      credit_id: creditId(filmId, at(people.id, person), 'cast'),
      order,
    })),
    crew: Array.from(films.directors.of(film), (person) => ({
      ...personItem(store, person),
      credit_id: creditId(filmId, at(people.id, person), 'crew'),
      department: 'Directing',
      job: 'Director',
    })),
  }
}

export function externalIds(store: Store, film: number): ExternalIds {
  const wikidata = at(store.films.wikidata, film)
  return {
    imdb_id: imdbId(store, film),
    wikidata_id: wikidata === 0 ? null : `Q${wikidata}`,
    facebook_id: null,
    instagram_id: null,
    twitter_id: null,
  }
}

/** The country whose translation of a language comes first. */
const homes: Readonly<Record<string, string>> = { ar: 'SA', fr: 'FR' }

export function alternativeTitles(store: Store, film: number) {
  const other = otherTitle(store, film)
  return { titles: other === null ? [] : [{ iso_3166_1: 'US', title: other, type: '' }] }
}

/** English, the original where its title is known to differ, and the languages in which the film has a title. */
export function translations(store: Store, film: number): { translations: Translation[] } {
  const { films } = store
  const title = films.title[film] ?? ''
  const original = films.originalTitle(film)
  const language = films.language(film)
  const entry = (code: string, country: string, data: { title: string; overview: string }): Translation => ({
    iso_3166_1: country,
    iso_639_1: code,
    name: languageName(code).own,
    english_name: languageName(code).english,
    data: { homepage: '', runtime: at(films.runtime, film), tagline: '', ...data },
  })
  const answer = [entry('en', 'US', { title, overview: films.overview(film).text })]
  const others = new Map(Object.entries(films.translatedTitles(film)))
  if (original !== title && language !== 'en') others.set(language, others.get(language) ?? original)
  for (const [code, other] of others)
    answer.push(entry(code, homes[code] ?? films.countries(film)[0] ?? '', { title: other, overview: '' }))
  return { translations: answer }
}
