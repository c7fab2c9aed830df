import type { PersonRole } from '#shared/api/people.ts'
import { localDay } from '#web/lib/format.ts'
import type { PersonCredit, PersonCredits, PersonPage } from './people.api.ts'

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

const jobs = {
  music: ['Original Music Composer', 'Music', 'Composer'],
  camera: ['Director of Photography', 'Cinematography'],
  editing: ['Editor'],
}

/** What somebody can do in a film, by department where that says it, by jobs where it has helpers in it. */
const kinds = {
  acting: null,
  directing: ({ job }) => job === 'Director',
  writing: ({ department }) => department === 'Writing',
  music: ({ job }) => jobs.music.includes(job),
  camera: ({ job }) => jobs.camera.includes(job),
  editing: ({ job }) => jobs.editing.includes(job),
  production: ({ department }) => department === 'Production',
} as const satisfies Record<string, ((credit: PersonCredits['crew'][number]) => boolean) | null>

export type WorkKind = keyof typeof kinds | 'other'

export interface Work {
  kind: WorkKind
  /** Each once, in the order of the server. */
  films: PersonCredit[]
}

/** The films of a person by what was done in them; kinds without films are left out. Directing is the job Director only. */
export function worksOf({ cast, crew }: PersonCredits): Work[] {
  const known = Object.entries(kinds) as [keyof typeof kinds, (typeof kinds)[keyof typeof kinds]][]
  const works: Work[] = known.map(([kind, isOf]) => ({ kind, films: isOf ? crew.filter(isOf) : cast }))
  const isKnown = (credit: PersonCredits['crew'][number]) => known.some(([, isOf]) => isOf?.(credit))
  works.push({ kind: 'other', films: crew.filter((credit) => !isKnown(credit)) })
  return works
    .map(({ kind, films }) => ({ kind, films: [...new Map(films.map((film) => [film.id, film])).values()] }))
    .filter(({ films }) => films.length > 0)
}

export const filmOrders = ['popular', 'newest', 'oldest'] as const
export type PersonFilmOrder = (typeof filmOrders)[number]

/** The server's order is that of popularity. What has no date is not out yet, or forgotten: it comes last. */
export function inOrder(films: readonly PersonCredit[], order: PersonFilmOrder): readonly PersonCredit[] {
  if (order === 'popular') return films
  const sign = order === 'newest' ? -1 : 1
  return films.toSorted(
    (a, b) =>
      Number(a.release_date === '') - Number(b.release_date === '') ||
      sign * a.release_date.localeCompare(b.release_date),
  )
}

/** In whole years, today or at death; null where the days are not known or make no sense. */
export function ageOf({ birthday, deathday }: Pick<PersonPage, 'birthday' | 'deathday'>): number | null {
  const days = [birthday ?? '', deathday ?? localDay(new Date())]
  const [start, end] = days.map((day) => /^(\d{4})-(\d{2}-\d{2})$/.exec(day))
  if (!start || !end) return null
  const years = Number(end[1]) - Number(start[1]) - ((end[2] ?? '') < (start[2] ?? '') ? 1 : 0)
  return years >= 0 && years < 130 ? years : null
}
