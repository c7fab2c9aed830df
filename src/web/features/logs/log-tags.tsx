import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Log } from '#shared/api/logs.ts'
import { paths } from '#shared/paths.ts'
import styles from './log-tags.module.css'

/** Each tag leads to the author's films of it. */
export function LogTags({ log }: { log: Pick<Log, 'tags' | 'user'> }) {
  const { t } = useTranslation()
  if (log.tags.length === 0) return null
  return (
    <ul className={styles.tags} aria-label={t('log.tags')}>
      {log.tags.map((tag) => (
        <li key={tag}>
          <Link className={styles.tag} to={paths.taggedFilms(log.user._id, tag)}>
            <bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
