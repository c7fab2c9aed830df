import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { useOnline } from '#web/lib/use-online.ts'
import styles from './online-only.module.css'

/** Parts of a page in which nothing can be done without a network: it says so then. */
export function OnlineOnly({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <>
      {online ? null : (
        <p className={styles.offline} role="status">
          <CloudOff aria-hidden="true" size={20} />
          {t('welcome.needsConnection')}
        </p>
      )}
      <fieldset className={styles.parts} disabled={!online} aria-label={label}>
        {children}
      </fieldset>
    </>
  )
}
