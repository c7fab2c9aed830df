import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filmTitle, sourceId } from './fields.ts'

/** As what a person is asked for: it decides whose films, awards and badge are shown. */
export const personRole = z.enum(['actor', 'director'])
export type PersonRole = z.output<typeof personRole>

/** A person's page. What is not known is an empty text or null. */
export const personPage = z.object({
  id: z.number(),
  name: z.string(),
  profile_path: z.nullable(z.string()),
  /** Ready to show. */
  profile: z.nullable(z.string()),
  biography: z.string(),
  /** In which language it is: the viewer's, else English. Blank without one. */
  biographyLanguage: z.string(),
  /** `YYYY-MM-DD`. */
  birthday: z.nullable(z.string()),
  deathday: z.nullable(z.string()),
  place_of_birth: z.nullable(z.string()),
  known_for_department: z.string(),
  /** One line of facts in English by the role looked up; null when none is known. */
  awards: z.object({ director: z.nullable(z.string()), actor: z.nullable(z.string()) }),
  /** In the lists of known Saudi talent: directors whatever the case, actors letter for letter. */
  saudi: z.object({ director: z.boolean(), actor: z.boolean() }),
})
export type PersonPage = z.output<typeof personPage>

/** A film of a person, each once a role; `poster` is ready to show. */
const credit = z.object({
  id: z.number(),
  ...filmTitle,
  poster_path: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  release_date: z.string(),
  popularity: z.number(),
})

const castCredit = z.extend(credit, { character: z.string() })
const crewCredit = z.extend(credit, { job: z.string(), department: z.string() })
export type PersonCredit = z.output<typeof credit>

const params = z.object({ id: sourceId })

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/tmdb/person/:id',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['person.not_found', 'film.source_down'],
  summary: 'One person of the film source, with awards and whether it is known Saudi talent',
  params,
  answer: personPage,
})

export const getPersonCredits = endpoint({
  method: 'GET',
  path: '/api/tmdb/person/:id/credits',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['person.not_found', 'film.source_down'],
  summary:
    'The films of a person, most popular first, each once as cast and once for each job (500 at most of each)',
  params,
  answer: z.object({ id: z.number(), cast: z.array(castCredit), crew: z.array(crewCredit) }),
})
