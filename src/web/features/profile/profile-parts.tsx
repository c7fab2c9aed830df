import { CalendarDays, ChartColumn, Tag } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import styles from './profile-parts.module.css'

/** The ways to what of a member has a screen of its own. */
export function ProfileParts({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const parts = [
    { to: paths.diary(userId), Icon: CalendarDays, label: t('diary.title') },
    { to: paths.statistics(userId), Icon: ChartColumn, label: t('profile.statistics') },
    { to: paths.tags(userId), Icon: Tag, label: t('tags.title') },
  ]
  return (
    <nav className={styles.places} aria-label={t('profile.places')}>
      {parts.map(({ to, Icon, label }) => (
        <Link key={to} className={styles.place} to={to}>
          <Icon aria-hidden="true" size={20} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
