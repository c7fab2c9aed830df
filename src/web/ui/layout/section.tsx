import { useId, type ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: ReactNode
  /** One trailing link or button. */
  action?: ReactNode
  children: ReactNode
  id?: string | undefined
}

/** A titled part of a screen, named by its heading. */
export function Section({ title, action, children, id }: SectionProps) {
  const ownId = useId()
  const headingId = `${id ?? ownId}-title`
  return (
    <section className={styles.section} id={id} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{title}</h2>
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
      {children}
    </section>
  )
}

interface ReadingColumnProps {
  busy?: boolean | undefined
  children: ReactNode
}

/** The parts of a screen below its bar, one under the other at reading width. */
export function ReadingColumn({ busy, children }: ReadingColumnProps) {
  return (
    <div className={styles.column} aria-busy={busy}>
      {children}
    </div>
  )
}
