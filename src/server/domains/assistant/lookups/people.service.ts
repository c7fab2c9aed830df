import { ownTexts, withPoster, withTitle } from '#server/domains/films/titles.service.ts'
import pLimit from 'p-limit'
import { foldText } from '#shared/matching/fold.ts'
import {
  departments,
  directorsIn,
  filmIdsOfPerson,
  requestsAtOnce,
  type SourceCredit,
  type SourceFoundPerson,
  type SourcePersonDetails,
} from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { isBlockedQuery, isShownById } from '#server/domains/films/search.service.ts'
import type { PersonRole } from '#shared/api/people.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Filters, FoundPerson, PersonAge } from '#server/adapters/language/language.ts'
import { closeness, nearlyExact } from './closeness.ts'
import { filmsListed, namedCard } from './film-cards.ts'
import { isShownWhenAsked, needsDetails, sourceFilter } from './film-filters.ts'
import { loggedAmong } from '#server/domains/logs/diary.service.ts'
import { lovedAmong, reasonsFor } from '../taste/reasons.service.ts'
import { withoutRefused } from '../taste/refusals.service.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

const maxNameLength = 100
/** With this many films in a role that is only implied, the person is taken to be meant in it. */
const filmsInRole = 3
/** People of one question; the others are passed over. */
const maxPeople = 4
const pagesOfPerson = 2

const himself = /^(?:self|himself|herself|themselves)\b/i
const latinLetter = /[a-z]/i

/**
 * Films of a person, in the role that they are best known for unless another is asked for. A role that is only
 * implied does not decide who is meant, and is ignored for somebody who hardly has it. Null when nobody is found.
 */
export async function personFilms(
  ctx: Context,
  viewer: Viewer,
  input: { name: string; role: PersonRole | null; implied?: true; filters?: Filters },
): Promise<FoundPerson | null> {
  const found = await findPerson(ctx, input.name, input.implied ? null : input.role)
  const person = found && (await ctx.filmSource.person(found.id))
  if (!person) return null
  const isFor = (role: PersonRole) => !input.implied || filmsOf(ctx, person, role).length >= filmsInRole
  const role = input.role && isFor(input.role) ? input.role : mainRole(person)
  const filters = input.filters ?? {}
  const all = filmsOf(ctx, person, role)
  const films = await withoutRefused(ctx, viewer, await fitting(ctx, person.id, role, filters, all))
  const shown = films.slice(0, filmsListed)
  const ids = shown.map((film) => film.id)
  const [seen, own, reasons, loved] = await Promise.all([
    loggedAmong(ctx, viewer, ids),
    ownTexts(ctx, viewer.titles, shown),
    reasonsFor(ctx, viewer, shown, { askedFor: person.id }),
    lovedAmong(
      ctx,
      viewer,
      all.map(({ id }) => id),
    ),
  ])
  return {
    id: person.id,
    name: person.name,
    role,
    films: shown.map((film) => ({
      ...namedCard(withPoster(withTitle(film, own), own), viewer.titles),
      seen: seen.has(film.id),
      character: film.character || null,
      because: reasons.get(film.id) ?? null,
    })),
    loved,
  }
}

/** How old the person of a name is; null where nobody is called nearly so. */
export async function personAge(ctx: Context, name: string): Promise<PersonAge | null> {
  const found = await findPerson(ctx, name, null)
  const person = found && isNearlyCalled(name, found.name) && (await ctx.filmSource.person(found.id))
  if (!person) return null
  const { birthday, deathday } = person
  const years = birthday === null ? null : yearsBetween(birthday, deathday ?? utcDay(ctx.now()))
  return { name: person.name, birthday, deathday, years }
}

/** Whole years between two days, `YYYY-MM-DD`. */
const yearsBetween = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(4) < from.slice(4) ? 1 : 0)

export interface KnownPeople {
  people: { id: number; name: string }[]
  /** Names that nobody was found by, as they were written. */
  unknown: string[]
}

/** Whom names mean. */
export async function findPeople(ctx: Context, names: readonly string[]): Promise<KnownPeople> {
  const known: KnownPeople = { people: [], unknown: [] }
  const wanted = names.slice(0, maxPeople)
  const found = await pLimit(requestsAtOnce).map(wanted, (name) => findPerson(ctx, name, null))
  for (const [place, person] of found.entries())
    if (person) known.people.push({ id: person.id, name: person.name })
    else known.unknown.push(wanted[place] ?? '')
  return known
}

/** Ids of the films in which all of them take part. */
export async function filmIdsOf(ctx: Context, people: KnownPeople['people']): Promise<number[]> {
  const all = await pLimit(requestsAtOnce).map(
    people,
    async ({ id }) => new Set(filmIdsOfPerson(await ctx.filmSource.person(id))),
  )
  const [first = new Set<number>(), ...others] = all
  return [...first].filter((id) => others.every((films) => films.has(id)))
}

async function findPerson(
  ctx: Context,
  name: string,
  role: PersonRole | null,
): Promise<SourceFoundPerson | null> {
  const written = name.trim().slice(0, maxNameLength)
  if (foldText(written) === '' || isBlockedQuery(ctx.config.search, written)) return null
  const wanted = ctx.language.personCalled(written) ?? written
  const { results } = await ctx.filmSource.searchPeople(wanted, 1)
  const ranked = results
    .filter((person) => !person.adult)
    .map((person, place) => ({ person, score: fit(wanted, person, place, role) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  return ranked[0]?.person ?? null
}

/**
 * How well a person fits. The source lists the best known first, and may know a name in another script that it does
 * not return.
 */
function fit(written: string, person: SourceFoundPerson, place: number, role: PersonRole | null): number {
  const close = nameCloseness(written, person.name)
  const foreign = close === 0 && place === 0 && !latinLetter.test(written)
  if (close === 0 && !foreign) return 0
  const wanted = role !== null && person.known_for_department === departments[role] ? 0.1 : 0
  return Math.max(close, 0.5) + wanted - 0.02 * place
}

/** Of several people who share a part of the name, the source's order tells who is meant. */
function nameCloseness(written: string, name: string): number {
  const close = closeness(written, name)
  return close < nearlyExact && close >= 0.7 ? 0.8 : close
}

/** How well a name must fit to be taken for a guess (see `closeness`). */
const nearEnough = 0.7

/** Whether a person is called nearly as written, where a film might be meant too. */
export const isNearlyCalled = (written: string, name: string): boolean =>
  nameCloseness(written, name) >= nearEnough

function mainRole({ known_for_department, cast, crew }: SourcePersonDetails): PersonRole {
  if (directorsIn(crew).length === 0) return 'actor'
  return known_for_department === departments.director || cast.length === 0 ? 'director' : 'actor'
}

type Credit = SourceCredit & { character: string }

function filmsOf(ctx: Context, person: SourcePersonDetails, role: PersonRole): Credit[] {
  const films: Credit[] =
    role === 'actor'
      ? person.cast.filter((film) => !himself.test(film.character))
      : directorsIn(person.crew).map((film) => ({ ...film, character: '' }))
  return films.filter((film) => isShownById(ctx.config.search, film))
}

/** A person's list tells years; whatever else is asked for, the source knows. */
async function fitting(
  ctx: Context,
  id: number,
  role: PersonRole,
  filters: Filters,
  films: Credit[],
): Promise<Credit[]> {
  const { from = 0, to = Number.POSITIVE_INFINITY } = filters
  const dated = films.filter((film) => {
    const year = releaseYear(film)
    return year === null ? filters.from === undefined && filters.to === undefined : year >= from && year <= to
  })
  const { genres, without, language, mood } = filters
  if (!genres?.length && !without?.length && !language && !mood && !needsDetails(filters)) return dated
  const others = await findPeople(ctx, filters.people ?? [])
  if (others.unknown.length > 0) return []
  const filter = {
    ...sourceFilter(
      filters,
      others.people.map((person) => person.id),
    ),
    ...(role === 'actor' ? { cast: [id] } : { crew: [id] }),
  }
  const fit = new Set<number>()
  for (let page = 1; page <= pagesOfPerson; page += 1) {
    const { results, total_pages } = await ctx.filmSource.discover(filter, 'popular', page)
    for (const film of results)
      if (isShownWhenAsked(ctx, { language: film.original_language }, film)) fit.add(film.id)
    if (page >= total_pages) break
  }
  return dated.filter((film) => fit.has(film.id))
}
