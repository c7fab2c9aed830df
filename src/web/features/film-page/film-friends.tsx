import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Section } from '#web/ui/section.tsx'
import styles from './film-friends.module.css'

const shown = 5

/** Followed members who logged the film; all of them are a screen of their own. */
export function FilmFriends({ film }: { film: Pick<FilmPage, 'id' | 'friends' | 'friendsCount'> }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('film.friends')}
      action={
        // One friend is here already.
        film.friendsCount > 1 ? <Link to={paths.filmFriends(film.id)}>{t('common.more')}</Link> : null
      }
    >
      {film.friends.length > 0 ? (
        <ul className={styles.friends}>
          {film.friends.slice(0, shown).map((friend) => (
            <li key={friend._id}>
              <Link className={styles.friend} to={paths.profile(friend._id)}>
                <Avatar src={avatarUrl(friend.avatar)} size={44} />
                <bdi className={styles.name}>@{friend.username}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('film.friendsEmpty')}</p>
      )}
    </Section>
  )
}
