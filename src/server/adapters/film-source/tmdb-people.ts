import * as z from 'zod'
import { locales } from '#shared/locale.ts'
import type {
  SourceCredit,
  SourceFilm,
  SourceFoundPerson,
  SourceNamedFilm,
  SourcePersonDetails,
} from './film-source.ts'
import { distinct, list, listed, pageOf, part, person, text } from './tmdb-items.ts'

const filmsKnownFor = 20
const named = ({ id, title, original_title, original_language, translated_titles }: SourceNamedFilm) => ({
  id,
  title,
  original_title,
  original_language,
  translated_titles,
})
const foundPerson = z.object({
  ...person,
  known_for_department: text,
  // Series are left out.
  known_for: list(listed, filmsKnownFor).transform((films) => films.map(named)),
  adult: z.boolean().catch(false),
}) satisfies z.ZodType<SourceFoundPerson>
export const peopleAnswer = pageOf(foundPerson)
/** The source's lists of a person's films are neither paged nor sorted in a useful order. */
const creditsRead = 3000

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .catch(null)

const credited = (film: SourceFilm): SourceCredit => ({
  ...named(film),
  poster_path: film.poster_path,
  release_date: film.release_date,
  popularity: film.popularity,
  adult: film.adult,
})
const castCredit = listed
  .and(z.object({ character: text }))
  .transform(({ character, ...film }) => ({ ...credited(film), character }))
const crewCredit = listed
  .and(z.object({ job: text, department: text }))
  .transform(({ job, department, ...film }) => ({ ...credited(film), job, department }))

/** `/person/{id}` with the films, besides what a search has too. */
const translationsRead = 300
const translation = z.object({ iso_639_1: z.enum(locales), data: part({ biography: text }) })

/** The source is asked in English; of several wordings in a language the first is kept. */
function biographiesOf(english: string, others: z.output<typeof translation>[]) {
  const found: SourcePersonDetails['biographies'] = {}
  const translated = others.map(({ iso_639_1, data }) => [iso_639_1, data.biography] as const)
  for (const [language, words] of [['en', english] as const, ...translated])
    if (words.trim() !== '') found[language] ??= words.trim()
  return found
}

const personDetails = z
  .object({
    biography: text,
    translations: part({ translations: list(translation, translationsRead) }),
    birthday: day,
    deathday: day,
    place_of_birth: z.string().nullable().catch(null),
    movie_credits: part({ cast: list(castCredit, creditsRead), crew: list(crewCredit, creditsRead) }),
  })
  .transform(({ movie_credits: { cast, crew }, biography, translations, ...person }) => ({
    ...person,
    biographies: biographiesOf(biography, translations.translations),
    // Of several parts in one film one with a name is kept.
    cast: distinct(
      cast.toSorted((a, b) => byPopularity(a, b) || Number(a.character === '') - Number(b.character === '')),
      (film) => film.id,
    ),
    crew: distinct(crew.toSorted(byPopularity), (film) => `${film.id}:${film.job}`),
  }))

/** Joins what a search would find of a person with the details. Null when it is none. */
export function readPerson(body: unknown): SourcePersonDetails | null {
  const head = foundPerson.safeParse(body)
  const rest = personDetails.safeParse(body)
  if (!head.success || !rest.success) return null
  const films = distinct([...rest.data.cast, ...rest.data.crew], (film) => film.id)
  const known_for = films.toSorted(byPopularity).slice(0, filmsKnownFor)
  return { ...head.data, ...rest.data, known_for: known_for.map(named) }
}

/** Ties are sorted by date, newest first. */
function byPopularity(a: SourceCredit, b: SourceCredit) {
  return b.popularity - a.popularity || b.release_date.localeCompare(a.release_date)
}
