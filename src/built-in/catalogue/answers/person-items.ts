import { at } from '#built-in/catalogue/store/columns.ts'
import { profilePath } from '#built-in/catalogue/answers/pictures.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import type { WirePersonItem } from '#built-in/catalogue/wire.ts'

/** A person as lists show it. Gender 0: not set. */
export function personItem({ people }: Store, person: number): WirePersonItem {
  const id = at(people.id, person)
  const name = people.name[person] ?? ''
  return {
    adult: false,
    gender: 0,
    id,
    known_for_department: at(people.directs, person) === 1 ? 'Directing' : 'Acting',
    name,
    original_name: name,
    popularity: at(people.popularity, person) / 1000,
    profile_path: profilePath(id),
  }
}
