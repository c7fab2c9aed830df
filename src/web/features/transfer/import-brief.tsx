import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Import } from '#shared/api/transfer.ts'
import { paths } from '#shared/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { localeOf } from '#web/lib/preferences.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toCheck } from './import-counts.ts'
import styles from './import-brief.module.css'

/** How far an import is; nothing once it ended, but for the rows that need attention. */
export function ImportBrief({ progress }: { progress: Import }) {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const { _id, state, total, done, files } = progress
  const text = t('transfer.progress', {
    done: formatNumber(done, locale),
    total: formatNumber(total, locale),
  })
  const open = toCheck(progress)
  return (
    <div className={styles.brief}>
      {state === 'running' ? (
        <Progress
          label={t('transfer.progressOf', { files: files.join(' ') })}
          value={done}
          max={total}
          text={text}
        />
      ) : (
        <p className={styles[state]}>{t(`transfer.state.${state}`)}</p>
      )}
      {open > 0 ? (
        <Link className={styles.rows} to={paths.importRows(_id)}>
          {t('transfer.rows.open', { n: formatNumber(open, locale) })}
        </Link>
      ) : null}
    </div>
  )
}
