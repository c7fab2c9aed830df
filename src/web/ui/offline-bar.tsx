import { CloudOff } from 'lucide-react'
import styles from './offline-bar.module.css'

/** Tells that saved content is shown. Render it only while offline. */
export function OfflineBar({ text }: { text: string }) {
  return (
    <output className={styles.bar}>
      <CloudOff className={styles.icon} aria-hidden="true" />
      <span>{text}</span>
    </output>
  )
}
