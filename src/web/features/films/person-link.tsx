import { Link } from 'react-router'
import { avatarUrl, pictureUrl } from '#web/lib/pictures.ts'
import { Avatar, type AvatarSize } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './person-link.module.css'

interface PersonLinkProps {
  person: { name: string; profile_path: string | null; character?: string }
  /** The person's page. */
  to: string
  size?: AvatarSize
  /** Picture above the name instead of beside it. */
  upright?: boolean
}

/** Somebody of a film with the part played in it; leads to the person's page. */
export function PersonLink({ person, to, size = 44, upright = false }: PersonLinkProps) {
  const { name, profile_path, character = '' } = person
  return (
    <Link className={classNames(styles.person, upright && styles.upright)} to={to}>
      <Avatar src={avatarUrl(profile_path && pictureUrl(profile_path, 'w185'))} size={size} />
      <span className={styles.names}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>{' '}
        {character === '' ? null : (
          <span className={styles.character}>
            <bdi>{character}</bdi>
          </span>
        )}
      </span>
    </Link>
  )
}
