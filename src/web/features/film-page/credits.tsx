import { Clapperboard } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { avatarUrl, portraitSource } from '#web/lib/pictures.ts'
import { Avatar, type AvatarSize } from '#web/ui/pictures/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { QuietLine } from '#web/ui/feedback/quiet-line.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import styles from './credits.module.css'

interface PersonLinkProps {
  person: { name: string; profile_path: string | null; character?: string }
  /** The person's page. */
  to: string
  size?: AvatarSize
  /** Picture above the name instead of beside it. */
  upright?: boolean
}

/** Somebody of a film with the part played in it; leads to the person's page. */
function PersonLink({ person, to, size = 44, upright = false }: PersonLinkProps) {
  const { name, profile_path, character = '' } = person
  const portrait = portraitSource(profile_path)
  return (
    <Link className={classNames(styles.person, upright && styles.upright)} to={to}>
      <Avatar {...portrait} src={avatarUrl(portrait.src)} size={size} />
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

interface DirectorsProps {
  directors: FilmPage['directors']
}

/** Who directed the film. */
export function DirectorsSection({ directors }: DirectorsProps) {
  const { t } = useTranslation()
  if (directors.length === 0)
    return (
      <QuietLine title={t('film.director')} icon={<Clapperboard size={16} />} text={t('film.noDirector')} />
    )
  return (
    <Section title={t('film.director')}>
      <ul className={styles.list}>
        {directors.map((director) => (
          <li key={director.id}>
            <PersonLink person={director} to={paths.director(director.id)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The same as one line among the facts, where there is room for it. */
export function DirectorsLine({ directors }: DirectorsProps) {
  const { t } = useTranslation()
  if (directors.length === 0) return <p className={styles.none}>{t('film.noDirector')}</p>
  return (
    <p className={styles.line}>
      <span className={styles.label}>{t('film.directedBy')}</span>{' '}
      {directors.map((director, at) => (
        <span key={director.id}>
          {at > 0 ? t('film.genreSeparator') : null}
          <Link className={styles.directorsName} to={paths.director(director.id)}>
            <bdi>{director.name}</bdi>
          </Link>
        </span>
      ))}
    </p>
  )
}
