import type { AnswerOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/people.ts'
import type { SourceCredit, SourcePersonDetails } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { pictureUrl, posterUrl } from './films.views.ts'
import { isShownById } from './search.service.ts'

/** Films of each role that an answer holds. */
const creditsShown = 500

/** A person's page. */
export async function getPerson(
  ctx: Pick<Context, 'filmSource' | 'peopleNotes'>,
  id: number,
): Promise<api.PersonPage> {
  const person = await requirePerson(ctx, id)
  return {
    id: person.id,
    name: person.name,
    profile_path: person.profile_path,
    profile: pictureUrl(person.profile_path, 'h632'),
    biography: person.biography,
    birthday: person.birthday,
    deathday: person.deathday,
    place_of_birth: person.place_of_birth,
    known_for_department: person.known_for_department,
    ...(await ctx.peopleNotes.of(person.name)),
  }
}

/** The films of a person, without those that are shown nowhere. */
export async function getPersonCredits(
  ctx: Pick<Context, 'filmSource' | 'config'>,
  id: number,
): Promise<AnswerOf<typeof api.getPersonCredits>> {
  const person = await requirePerson(ctx, id)
  const shown = <Credit extends SourceCredit>(credits: Credit[]) =>
    credits.filter((film) => isShownById(ctx.config.search, film)).slice(0, creditsShown)
  return {
    id: person.id,
    cast: shown(person.cast).map((film) => ({ ...creditView(film), character: film.character })),
    crew: shown(person.crew).map((film) => ({
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

function creditView(film: SourceCredit): api.PersonCredit {
  return {
    id: film.id,
    title: film.title,
    poster_path: film.poster_path,
    poster: posterUrl(film.poster_path),
    release_date: film.release_date,
    popularity: film.popularity,
  }
}
