import { Clock } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import { useWaitingChanges, type WaitingChange } from '#web/lib/outbox.ts'
import styles from './waiting-rows.module.css'

/** Changes that wait to be sent, in the place where they will be. */
export function WaitingRows({ of }: { of: (change: WaitingChange) => boolean }) {
  const { t } = useTranslation()
  const waiting = useWaitingChanges().filter(of)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.rows}>
      {waiting.map(({ id, kind, about, refusal }) => (
        <li key={id} className={styles.row}>
          <Clock className={styles.icon} aria-hidden="true" />
          <span className={styles.text}>
            <span className={styles.kind}>{t(`outbox.kinds.${kind}`)}</span>
            <bdi className={styles.about} dir="auto">
              {about}
            </bdi>
          </span>
          <span className={styles.state}>{t(refusal ? 'offline.needsYou' : 'offline.waiting')}</span>
        </li>
      ))}
    </ul>
  )
}
