import type { PersonRole } from '#shared/api/people.ts'
import pLimit from 'p-limit'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { listSeenPeople as listSeenPeopleApi } from '#shared/api/films.ts'
import type * as api from '#shared/api/people.ts'
import { pickLocale } from '#shared/locale.ts'
import {
  departments,
  directorsIn,
  leadingActorsIn,
  requestsAtOnce,
  type SourceCredit,
  type SourcePerson,
  type SourcePersonDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { replaceSeenPeople, selectMostLogged, selectNamed, selectSeenPeople } from './films.queries.ts'
import type { Viewer } from '#server/core/http.ts'
import { ownTexts, withPoster, withTitle } from './titles.service.ts'
import { titleView } from './titles.views.ts'
import { pictureUrl, posterUrl } from './films.views.ts'
import { isShownById } from './search.service.ts'

/** Films of each role that an answer holds. */
const creditsShown = 500

/** A person's page, with the biography in the viewer's language, else in English. */
export async function getPerson(
  ctx: Pick<Context, 'filmSource' | 'peopleNotes'>,
  { titles }: Pick<Viewer, 'titles'>,
  id: number,
): Promise<api.PersonPage> {
  const person = await requirePerson(ctx, id)
  const locale = pickLocale([titles.language])
  const language = [locale, 'en' as const].find((one) => person.biographies[one])
  return {
    id: person.id,
    name: person.name,
    profile_path: person.profile_path,
    profile: pictureUrl(person.profile_path, 'h632'),
    biography: (language && person.biographies[language]) ?? '',
    biographyLanguage: language ?? '',
    birthday: person.birthday,
    deathday: person.deathday,
    place_of_birth: person.place_of_birth,
    known_for_department: person.known_for_department,
    ...(await ctx.peopleNotes.of(person.name, locale)),
  }
}

/** The films of a person, without those that are shown nowhere. */
export async function getPersonCredits(
  ctx: Pick<Context, 'db' | 'filmSource' | 'config'>,
  { titles }: Pick<Viewer, 'titles'>,
  id: number,
): Promise<AnswerOf<typeof api.getPersonCredits>> {
  const person = await requirePerson(ctx, id)
  const shown = <Credit extends SourceCredit>(credits: Credit[]) =>
    credits.filter((film) => isShownById(ctx.config.search, film)).slice(0, creditsShown)
  const [cast, crew] = [shown(person.cast), shown(person.crew)]
  const own = await ownTexts(ctx, titles, [...cast, ...crew])
  const creditView = (credit: SourceCredit): api.PersonCredit => {
    const film = withPoster(withTitle(credit, own), own)
    return {
      id: film.id,
      ...titleView(film, titles),
      poster_path: film.poster_path,
      poster: posterUrl(film.poster_path),
      release_date: film.release_date,
      popularity: film.popularity,
    }
  }
  return {
    id: person.id,
    cast: cast.map((film) => ({ ...creditView(film), character: film.character })),
    crew: crew.map((film) => ({
      ...creditView(film),
      job: film.job,
      department: film.department,
    })),
  }
}

async function requirePerson(ctx: Pick<Context, 'filmSource'>, id: number): Promise<SourcePersonDetails> {
  const person = await ctx.filmSource.person(id)
  if (!person) throw fail('person.not_found')
  return person
}

/** How many of the most logged films are looked at. */
const filmsLookedAt = 150
const seenShown = 48
const filmsNamed = 3

interface PersonTally {
  person: SourcePerson & { profile_path: string }
  /** Those that are logged most first. */
  filmIds: number[]
  logs: number
}

/**
 * Counts again who acts in and directs the most logged films. It asks the film source, whose answers are cached, and
 * runs outside of requests. While the source is down the old counts stay.
 */
export async function countSeenPeople(
  ctx: Pick<Context, 'db' | 'filmSource' | 'config' | 'transact'>,
): Promise<void> {
  const logged = await selectMostLogged(ctx.db, filmsLookedAt)
  const few = pLimit(requestsAtOnce)
  const films = await few.map(logged, ({ film_id }) => ctx.filmSource.film(film_id))
  const seen = { actor: new Map<number, PersonTally>(), director: new Map<number, PersonTally>() }
  for (const [place, film] of films.entries()) {
    if (!film || !isShownById(ctx.config.search, film)) continue
    const logs = logged[place]?.logs ?? 0
    for (const person of leadingActorsIn(film.cast)) addSeen(seen.actor, person, film.id, logs)
    for (const person of directorsIn(film.crew)) addSeen(seen.director, person, film.id, logs)
  }
  const rows = roles.flatMap((role) =>
    [...seen[role].values()]
      .toSorted((a, b) => b.logs - a.logs)
      .slice(0, seenShown)
      .map(({ person, filmIds }, place) => ({
        role,
        place,
        person_id: person.id,
        name: person.name,
        profile_path: person.profile_path,
        film_ids: filmIds.slice(0, filmsNamed),
      })),
  )
  await ctx.transact((tx) => replaceSeenPeople(tx.db, rows))
}

const roles: readonly PersonRole[] = ['actor', 'director']

/**
 * People without a portrait are left out, since members choose from the faces. Somebody with two parts in a film
 * counts once.
 */
function addSeen(people: Map<number, PersonTally>, person: SourcePerson, filmId: number, logs: number): void {
  const { profile_path } = person
  if (profile_path === null) return
  const seen = people.get(person.id) ?? { person: { ...person, profile_path }, filmIds: [], logs: 0 }
  people.set(person.id, seen)
  if (seen.filmIds.at(-1) === filmId) return
  seen.filmIds.push(filmId)
  seen.logs += logs
}

/** Actors or directors of the films that members logged most. */
export async function listSeenPeople(
  ctx: Pick<Context, 'db'>,
  { titles }: Pick<Viewer, 'titles'>,
  role: PersonRole,
): Promise<AnswerOf<typeof listSeenPeopleApi>> {
  const people = await selectSeenPeople(ctx.db, role)
  const ids = [...new Set(people.flatMap(({ film_ids }) => film_ids))]
  const films = new Map((await selectNamed(ctx.db, titles, ids)).map((film) => [film.id, film]))
  return people.map(({ person_id, name, profile_path, film_ids }) => ({
    id: person_id,
    name,
    profile_path,
    profile: pictureUrl(profile_path, 'w185'),
    known_for_department: departments[role],
    knownFor: film_ids.flatMap((id) => {
      const film = films.get(id)
      return film ? [titleView(film, titles).title] : []
    }),
  }))
}
