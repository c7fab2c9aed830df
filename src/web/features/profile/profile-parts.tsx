import { CalendarDays, ChartColumn, Tag } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import styles from './profile-parts.module.css'

/** The ways to what of a member has a screen of its own: at the end of a desk's tab bar (`inBar`), elsewhere as tiles. */
export function ProfileParts({ userId, inBar = false }: { userId: string; inBar?: boolean }) {
  const { t } = useTranslation()
  const isDesk = useMediaQuery('(min-width: 1024px)')
  if (isDesk !== inBar) return null
  const parts = [
    { to: paths.diary(userId), Icon: CalendarDays, label: t('diary.title') },
    { to: paths.statistics(userId), Icon: ChartColumn, label: t('profile.statistics') },
    { to: paths.tags(userId), Icon: Tag, label: t('tags.title') },
  ]
  return (
    <nav className={inBar ? styles.links : styles.tiles} aria-label={t('profile.places')}>
      {parts.map(({ to, Icon, label }) => (
        <Link key={to} className={inBar ? styles.link : styles.tile} to={to}>
          <Icon aria-hidden="true" size={inBar ? 18 : 20} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
