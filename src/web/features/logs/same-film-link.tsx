import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { memberFilmLogsQuery, type Log } from './logs.api.ts'
import styles from './same-film-link.module.css'

/** The way to all logs of the film by the author, where there are several. */
export function SameFilmLink({ log }: { log: Pick<Log, 'tmdbId' | 'user'> }) {
  const { t } = useTranslation()
  const { data: logs = [] } = useQuery(memberFilmLogsQuery(log.user._id, log.tmdbId))
  if (logs.length < 2) return null
  return (
    <Link
      className={classNames(buttonClass('secondary', 'sm'), styles.link)}
      to={paths.filmLogsOf(log.tmdbId, log.user._id)}
    >
      <History aria-hidden="true" size={18} />
      <span>
        {t('review.sameFilm')} <bdi>@{log.user.username}</bdi>
      </span>
    </Link>
  )
}
