import type { PersonCredit, PersonCredits, PersonPage } from './people.api.ts'

/** As what a person is shown: it decides films, awards, badge and message. */
export type PersonRole = 'director' | 'actor'

/** The three screens of people. */
export type PersonScreen = PersonRole | 'person'

export function personScreenOf(pathname: string): PersonScreen {
  const first = pathname.toLowerCase().split('/')[1]
  return first === 'director' || first === 'actor' ? first : 'person'
}

/** The flag `isDirector` of the generic screen; null where neither state nor address has it. */
export function isDirectorFlag(state: unknown, search: URLSearchParams): boolean | null {
  if (typeof state === 'object' && state !== null && 'isDirector' in state) return state.isDirector === true
  const flag = search.get('isDirector')
  return flag === null ? null : flag === 'true' || flag === '1'
}

export function roleOf(screen: PersonScreen, flag: boolean | null, person: PersonPage): PersonRole {
  if (screen !== 'person') return screen
  return (flag ?? person.known_for_department === 'Directing') ? 'director' : 'actor'
}

/** What the person directed (the job Director only) or acted in, in the order of the server. */
export function filmsOf({ cast, crew }: PersonCredits, role: PersonRole): readonly PersonCredit[] {
  return role === 'director' ? crew.filter(({ job }) => job === 'Director') : cast
}
