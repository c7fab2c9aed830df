import { paths } from '#web/lib/paths.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import type { FilmPage } from './films.api.ts'
import { PersonLink } from './person-link.tsx'
import styles from './cast-list.module.css'

interface CastListProps {
  cast: FilmPage['cast']
  /** `row`: the starring four; `grid`: the full cast. */
  variant: 'row' | 'grid'
}

export function CastList({ cast, variant }: CastListProps) {
  const wide = useMediaQuery('(min-width: 1024px)')
  return (
    <ul className={styles[variant]}>
      {cast.map((person) => (
        <li key={`${person.id}-${person.order}`}>
          {variant === 'row' ? (
            <PersonLink person={person} to={paths.actor(person.id)} size={wide ? 100 : 64} upright />
          ) : (
            <PersonLink person={person} to={paths.actor(person.id)} />
          )}
        </li>
      ))}
    </ul>
  )
}
