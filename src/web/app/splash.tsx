import { Logo } from '#web/ui/logo.tsx'
import styles from './splash.module.css'

/** Until the first screen's code is here. */
export function Splash() {
  return (
    <div className={styles.splash}>
      <Logo size={48} />
    </div>
  )
}
