import { classNames } from '#web/ui/class-names.ts'
import styles from './spinner.module.css'

/** Only inside buttons; views that load show skeletons. Decorative. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg className={classNames(styles.spinner, className)} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <circle className={styles.arc} cx="12" cy="12" r="9" />
    </svg>
  )
}
