import { avatarUrl, pictureUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { FilmPage } from './films.api.ts'
import styles from './cast-list.module.css'

interface CastListProps {
  cast: FilmPage['cast']
  /** `row`: the starring four; `grid`: the full cast. */
  variant: 'row' | 'grid'
}

export function CastList({ cast, variant }: CastListProps) {
  return (
    <ul className={styles[variant]}>
      {cast.map((person) => (
        <li key={`${person.id}-${person.order}`} className={styles.person}>
          <Avatar
            src={avatarUrl(person.profile_path && pictureUrl(person.profile_path, 'w185'))}
            size={variant === 'row' ? 64 : 44}
            alt=""
          />
          <span className={styles.names}>
            <span className={styles.name}>
              <bdi>{person.name}</bdi>
            </span>
            {person.character === '' ? null : (
              <span className={styles.character}>
                <bdi>{person.character}</bdi>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
