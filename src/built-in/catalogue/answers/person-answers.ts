import { at } from '#built-in/catalogue/store/columns.ts'
import { creditId, filmItem, mediaItem } from '#built-in/catalogue/answers/film-answers.ts'
import { personItem } from '#built-in/catalogue/answers/person-items.ts'
import { profilePath } from '#built-in/catalogue/answers/pictures.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import type {
  ExternalIds,
  FilmImage,
  MediaItem,
  WirePerson,
  WirePersonCredits,
  WirePersonItem,
} from '#built-in/catalogue/wire.ts'

/** How many films a search result names. */
const knownFor = 3

/** A find of the people search, with the person's most popular films. */
export function foundPerson(
  store: Store,
  person: number,
  language: string,
): WirePersonItem & { known_for: MediaItem[] } {
  const { people } = store
  const films = new Set([...people.directed.of(person), ...people.acted.of(person)])
  return {
    ...personItem(store, person),
    known_for: [...films]
      .sort((a, b) => a - b)
      .slice(0, knownFor)
      .map((film) => mediaItem(store, film, language)),
  }
}

/** A person without life dates and biography: the open data has none. */
export function personAnswer(store: Store, person: number): WirePerson {
  const { original_name: _, ...item } = personItem(store, person)
  return {
    ...item,
    also_known_as: [],
    biography: '',
    birthday: null,
    deathday: null,
    homepage: null,
    imdb_id: null,
    place_of_birth: null,
  }
}

/** All films of a person, not paged, most popular first. */
export function personCredits(store: Store, person: number, language: string): WirePersonCredits {
  const { films, people } = store
  const personId = at(people.id, person)
  return {
    cast: Array.from(people.acted.of(person), (film) => {
      const order = films.cast.of(film).indexOf(person)
      return {
        ...filmItem(store, film, language),
        character: films.characters(film)[order] ?? '',
        credit_id: creditId(at(films.id, film), personId, 'cast'),
        order,
      }
    }),
    crew: Array.from(people.directed.of(person), (film) => ({
      ...filmItem(store, film, language),
      credit_id: creditId(at(films.id, film), personId, 'crew'),
      department: 'Directing',
      job: 'Director',
    })),
  }
}

export function personIds({ people }: Store, person: number): ExternalIds {
  const wikidata = at(people.wikidata, person)
  return {
    imdb_id: null,
    wikidata_id: wikidata === 0 ? null : `Q${wikidata}`,
    facebook_id: null,
    instagram_id: null,
    twitter_id: null,
  }
}

export function personPictures({ people }: Store, person: number): { profiles: FilmImage[] } {
  const picture = { aspect_ratio: 0.667, height: 632, iso_639_1: null, vote_average: 5.9, vote_count: 1200 }
  return { profiles: [{ ...picture, file_path: profilePath(at(people.id, person)), width: 421 }] }
}
