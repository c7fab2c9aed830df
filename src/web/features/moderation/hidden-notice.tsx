import { EyeOff } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import styles from './hidden-notice.module.css'

/** Tells authors that moderators hid something of theirs, and where they read why. */
export function HiddenNotice() {
  const { t } = useTranslation()
  return (
    <p className={styles.notice}>
      <EyeOff aria-hidden="true" size={18} />
      <span>
        {t('moderation.hidden')}{' '}
        <Link className={styles.link} to={paths.decisions()}>
          {t('moderation.why')}
        </Link>
      </span>
    </p>
  )
}
