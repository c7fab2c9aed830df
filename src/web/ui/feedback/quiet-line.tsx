import type { ReactNode } from 'react'
import styles from './quiet-line.module.css'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

interface QuietLineProps {
  /** The name of the empty part, for screen readers only. */
  title: string
  icon: ReactNode
  text: string
}

/** A part of a screen that has nothing to show, in one line; several follow each other without gaps. */
export function QuietLine({ title, icon, text }: QuietLineProps) {
  return (
    <section className={styles.line} aria-label={title}>
      <VisuallyHidden>
        <h2>{title}</h2>
      </VisuallyHidden>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p>{text}</p>
    </section>
  )
}
